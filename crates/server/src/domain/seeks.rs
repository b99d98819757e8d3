//! Seeks: the server joins two users who want the same game.
//!
//! A seek is an offer to everybody whose rating is in its range. It is joined at once with the oldest
//! offer that fits; if there is none, it waits in the lobby as an offer like others.

use willow_protocol::{
    ColorChoice, ErrorDetail, GameId, Offer, RatingRange, SeekTerms, SpeedClass, Start, Terms,
};

use super::{
    ConnId, Millis, OfferClosure, OpenOffer, Outcome, Refusal, Reply, ServerState, UserId,
    is_private, refuse,
};

impl ServerState {
    /// Joins a user with the oldest offer that fits the seek, or opens the seek. An earlier seek of
    /// the user ends; the same one stays.
    pub(super) fn seek(
        &mut self,
        connection: ConnId,
        user: UserId,
        seek: SeekTerms,
        now: Millis,
    ) -> Outcome {
        let seek = SeekTerms { terms: seek.terms.normalized(), ..seek };
        self.may_seek(user, &seek.terms)?;
        let earlier = self.seek_of(user);
        if let Some(open) = earlier.and_then(|game| self.offers.get(&game))
            && (&open.offer.terms, open.offer.range) == (&seek.terms, seek.range)
        {
            return Ok(self.offered_already(open.offer.game));
        }
        if earlier.is_none() {
            self.has_room_for_offer(user)?;
        }
        self.count_offer(user, None, &seek.terms, now)?;
        if let Some(earlier) = earlier {
            self.close_offer(earlier, OfferClosure::Withdrawn, now);
        }
        let SeekTerms { terms, range } = seek;
        let result = if let Some(mut open) = self.oldest_match(user, &terms, range) {
            open.offer.terms.color = maker_color(open.offer.terms.color, terms.color);
            self.accept(connection, open, user, now)
        } else {
            let game = self.next_game_id(&terms);
            let offer = self.new_offer(game, user, terms);
            let offer = Offer { range, seek: true, ..offer };
            self.open_offer(OpenOffer { offer, from: user, to: None }, now)
        };
        Ok(Reply::DoneWith(result))
    }

    /// Makes sure that a user may seek a game with these terms.
    fn may_seek(&self, user: UserId, terms: &Terms) -> Result<(), Refusal> {
        if self.users[user].role.is_of_programs() {
            return refuse(
                ErrorDetail::BotInPairing,
                "bots do not seek games; offer one with `new`",
            );
        }
        if terms.private {
            return refuse(
                ErrorDetail::PrivateSeek,
                "a seek is public; make a private offer with `link` or `new`",
            );
        }
        if matches!(terms.start, Start::Position(_)) {
            return refuse(
                ErrorDetail::PositionInSeek,
                "a seek has no given position; offer the game with `new`",
            );
        }
        self.may_begin(user, terms)
    }

    /// Returns the open seek of a user.
    fn seek_of(&self, user: UserId) -> Option<GameId> {
        let mut offers = self.offers.values();
        let found = offers.find(|open| open.from == user && open.offer.seek);
        found.map(|open| open.offer.game)
    }

    /// Returns the oldest open offer that fits a seek. The numbers of public offers ascend.
    fn oldest_match(
        &self,
        user: UserId,
        terms: &Terms,
        range: Option<RatingRange>,
    ) -> Option<OpenOffer> {
        let mut offers = self.offers.values();
        let found = offers.find(|open| {
            let maker = &self.users[open.from];
            let is_public = open.to.is_none() && !is_private(open.offer.game);
            let is_there = maker.is_online() || self.outlives_connection(open);
            is_public
                && is_there
                && !maker.role.is_of_programs()
                && open.from != user
                && same_game(&open.offer.terms, terms)
                && !maker.ignores(user)
                && !self.users[user].ignores(open.from)
                && range.is_none_or(|range| range.contains(self.shown_rating(open.from, terms)))
                && self.is_welcome(user, open).is_ok()
                && self.may_play(open.from, terms).is_ok()
        });
        found.cloned()
    }

    /// Makes sure that a user's rating is in the range of an offer.
    pub(super) fn is_welcome(&self, user: UserId, open: &OpenOffer) -> Result<(), Refusal> {
        let Some(range) = open.offer.range else { return Ok(()) };
        let rating = self.shown_rating(user, &open.offer.terms);
        if range.contains(rating) {
            return Ok(());
        }
        refuse(
            ErrorDetail::RatingOutOfRange,
            format!("this offer is for ratings {range}, and yours is {rating}"),
        )
    }

    /// Returns the rating of a user for these terms, as it is shown.
    pub(super) fn shown_rating(&self, user: UserId, terms: &Terms) -> i32 {
        let class = terms.speed_class();
        self.users[user].rating(class).summary(class).rating
    }

    /// Ends the seek of a user, and the wait in a pool.
    pub(super) fn unseek(&mut self, user: UserId, now: Millis) -> Outcome {
        let seek = self.seek_of(user);
        if let Some(seek) = seek {
            self.close_offer(seek, OfferClosure::Withdrawn, now);
        }
        if !self.leave_pool(user) && seek.is_none() {
            return refuse(ErrorDetail::NoSeek, "you seek no game, and wait in no pool");
        }
        Ok(Reply::Done)
    }

    /// Ends what a user seeks because a game starts; a seek of a correspondence game stays.
    pub(super) fn stop_seeking(&mut self, user: UserId, now: Millis) {
        self.leave_pool(user);
        let seek = self.seek_of(user).and_then(|game| self.offers.get(&game));
        if let Some(open) = seek
            && open.offer.terms.speed_class() != SpeedClass::Correspondence
        {
            self.close_offer(open.offer.game, OfferClosure::Withdrawn, now);
        }
    }
}

/// Returns whether two users who want these terms want the same game: the colours must be free, or
/// not the same.
fn same_game(one: &Terms, other: &Terms) -> bool {
    let colors_fit = one.color == ColorChoice::Random || one.color != other.color;
    colors_fit && Terms { color: other.color, ..one.clone() } == *other
}

/// Returns the colour of the maker of an offer, after the wishes of both.
const fn maker_color(maker: ColorChoice, seeker: ColorChoice) -> ColorChoice {
    match (maker, seeker) {
        (ColorChoice::Random, ColorChoice::Black) => ColorChoice::White,
        (ColorChoice::Random, ColorChoice::White) => ColorChoice::Black,
        (maker, _) => maker,
    }
}
