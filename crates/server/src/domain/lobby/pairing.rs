//! How two people find a game: links, seeks and pools.
//!
//! A link is a private offer whose number its maker gives to others. The number cannot be guessed, so it is the
//! only thing that is needed to accept the offer.
//!
//! A seek is an offer to everybody whose rating is in its range. It is joined at once with the oldest
//! offer that fits; if there is none, it waits in the lobby as an offer like others.
//!
//! In a pool users wait who want to play now, at one of a few clocks. Two of them are joined if neither's rating is
//! too far from the other's. How far it may be grows with the time that each waits. Those who wait longest are
//! joined first. A wait ends with the user's game, with `unseek`, some time after the last connection, and with the
//! server.

use willow_protocol::{
    ColorChoice, CommandResult, ErrorDetail, Event, GameId, OfferState, Pool, PoolSummary,
    RatingRange, Room, SeekTerms, SpeedClass, Start, Terms,
};

use super::Lobby;
use crate::domain::{
    CommandOutcome, ConnId, Millis, OfferClosure, OpenOffer, Refusal, Reply, ServerState, Timer,
    UserId, is_private, refuse,
};

impl ServerState {
    /// Makes an offer that anybody with its number may accept.
    pub(crate) fn offer_link(&mut self, user: UserId, terms: Terms) -> CommandOutcome {
        let terms = Terms { private: true, ..terms.normalized() };
        self.lobby.has_room_for_offer(user, self.context.settings.limits.offers_per_user)?;
        self.may_begin(user, &terms)?;
        self.accounts.count_offer(user, None, &terms, &self.context)?;
        let expires_at = self.context.now + self.context.settings.link_lifetime;
        let mut open = self.new_offer(user, terms);
        open.offer.expires_at = Some(expires_at);
        self.context.timers.set(expires_at, Timer::Link(open.offer.game));
        Ok(Reply::DoneWith(self.open_offer(open)))
    }

    /// Makes sure that the maker of an offer is there to play: the maker of a link is online, and no maker plays
    /// a rated game meanwhile, but for programs. A correspondence game need not wait.
    pub(crate) fn can_begin_now(&self, open: &OpenOffer) -> Result<(), Refusal> {
        let OpenOffer { offer, from, .. } = open;
        let maker = &self.accounts[*from];
        if offer.terms.speed_class() == SpeedClass::Correspondence {
            return Ok(());
        }
        if offer.expires_at.is_some() && !maker.is_online() {
            return refuse(
                ErrorDetail::MakerOffline,
                format!("{} is not online now; try again later", offer.from),
            );
        }
        let mut games = maker.games().iter().filter_map(|game| self.games.get(game));
        let is_playing = games.any(|hosted| {
            let is_adjourned = hosted.adjourned_since().is_some();
            let is_slow = hosted.is_correspondence();
            hosted.terms.rated && hosted.end.is_none() && !is_adjourned && !is_slow
        });
        if is_playing && !maker.role().is_of_programs() {
            return refuse(
                ErrorDetail::TooManyGames,
                format!("{} plays a rated game now; try again when it is over", offer.from),
            );
        }
        Ok(())
    }

    /// Shows an offer to those who may accept it, and to its maker.
    pub(crate) fn show_offer(&self, asker: Option<UserId>, game: GameId) -> CommandOutcome {
        let open = self.lobby.offers.get(game).ok_or_else(|| Refusal::no_offer(game))?;
        let knows_number = open.to.is_none() && is_private(game);
        let is_unwanted =
            asker.is_some_and(|asker| !self.accounts.wants_offers_of(asker, open.from));
        if !self.is_offer_visible(asker, open) && (!knows_number || is_unwanted) {
            return Err(Refusal::no_offer(game));
        }
        let online = self.accounts[open.from].is_online();
        Ok(Reply::Answer(Event::Offer(Box::new(OfferState {
            offer: self.accounts.listed_offer(open),
            online,
        }))))
    }
}

impl ServerState {
    /// Joins a user with the oldest offer that fits the seek, or opens the seek. An earlier seek of
    /// the user ends; the same one stays.
    pub(crate) fn seek(
        &mut self,
        connection: ConnId,
        user: UserId,
        seek: SeekTerms,
    ) -> CommandOutcome {
        let seek = SeekTerms { terms: seek.terms.normalized(), ..seek };
        self.may_seek(user, &seek.terms)?;
        let earlier = self.lobby.seek_of(user);
        if let Some(open) = earlier.and_then(|game| self.lobby.offers.get(game))
            && (&open.offer.terms, open.offer.range) == (&seek.terms, seek.range)
        {
            return Ok(Reply::Answer(Event::Offered(open.offer.clone())));
        }
        if earlier.is_none() {
            self.lobby.has_room_for_offer(user, self.context.settings.limits.offers_per_user)?;
        }
        self.accounts.count_offer(user, None, &seek.terms, &self.context)?;
        if let Some(earlier) = earlier {
            self.close_offer(earlier, OfferClosure::Withdrawn);
        }
        let SeekTerms { terms, range } = seek;
        let result = if let Some(mut open) = self.oldest_match(user, &terms, range) {
            open.offer.terms.color = maker_color(open.offer.terms.color, terms.color);
            self.accept(connection, open, user)
        } else {
            let mut open = self.new_offer(user, terms);
            (open.offer.range, open.offer.seek) = (range, true);
            self.open_offer(open)
        };
        Ok(Reply::DoneWith(result))
    }

    /// Makes sure that a user may seek a game with these terms.
    fn may_seek(&self, user: UserId, terms: &Terms) -> Result<(), Refusal> {
        if self.accounts[user].role().is_of_programs() {
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

    /// Returns the oldest open offer that fits a seek. The numbers of public offers ascend.
    fn oldest_match(
        &self,
        user: UserId,
        terms: &Terms,
        range: Option<RatingRange>,
    ) -> Option<OpenOffer> {
        let mut offers = self.lobby.offers.public_with(terms);
        let found = offers.find(|open| {
            let maker = &self.accounts[open.from];
            let is_there = maker.is_online() || self.outlives_connection(open);
            is_there
                && !maker.role().is_of_programs()
                && open.from != user
                && same_game(&open.offer.terms, terms)
                && !maker.ignores(user)
                && !self.accounts[user].ignores(open.from)
                && range.is_none_or(|range| {
                    range.contains(self.accounts.shown_rating(open.from, terms))
                })
                && self.is_welcome(user, open).is_ok()
                && self.may_play(open.from, terms).is_ok()
                && self.can_begin_now(open).is_ok()
        });
        found.cloned()
    }

    /// Makes sure that a user's rating is in the range of an offer.
    pub(crate) fn is_welcome(&self, user: UserId, open: &OpenOffer) -> Result<(), Refusal> {
        let Some(range) = open.offer.range else { return Ok(()) };
        let rating = self.accounts.shown_rating(user, &open.offer.terms);
        if range.contains(rating) {
            return Ok(());
        }
        refuse(
            ErrorDetail::RatingOutOfRange,
            format!("this offer is for ratings {range}, and yours is {rating}"),
        )
    }

    /// Ends the seek of a user, and the wait in a pool.
    pub(crate) fn unseek(&mut self, user: UserId) -> CommandOutcome {
        let seek = self.lobby.seek_of(user);
        if let Some(seek) = seek {
            self.close_offer(seek, OfferClosure::Withdrawn);
        }
        if !self.lobby.leave_pool(user) && seek.is_none() {
            return refuse(ErrorDetail::NoSeek, "you seek no game, and wait in no pool");
        }
        Ok(Reply::Done)
    }

    /// Ends what a user seeks because a game starts; a seek of a correspondence game stays.
    pub(crate) fn stop_seeking(&mut self, user: UserId) {
        self.lobby.leave_pool(user);
        let seek = self.lobby.seek_of(user).and_then(|game| self.lobby.offers.get(game));
        if let Some(open) = seek
            && open.offer.terms.speed_class() != SpeedClass::Correspondence
        {
            self.close_offer(open.offer.game, OfferClosure::Withdrawn);
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

impl ServerState {
    /// Lets a user wait in a pool. A wait in another pool ends; a wait in the same one goes on.
    pub(crate) fn join_pool(
        &mut self,
        connection: ConnId,
        user: UserId,
        pool: Pool,
    ) -> CommandOutcome {
        if self.accounts[user].role().is_of_programs() {
            return refuse(
                ErrorDetail::BotInPairing,
                "bots do not play in pools; offer a game with `new`",
            );
        }
        let terms = Terms { rated: self.accounts.is_rated_in_pools(user), ..pool.terms() };
        self.may_begin(user, &terms)?;
        if self.lobby.waiting.iter().any(|waiting| (waiting.user, waiting.pool) == (user, pool)) {
            return Ok(Reply::Done);
        }
        self.accounts.count_offer(user, None, &terms, &self.context)?;
        self.lobby.leave_pool(user);
        self.lobby.waiting.push(WaitingUser { user, connection, pool, since: self.context.now });
        self.pair_waiting();
        if self.lobby.waiting.iter().any(|waiting| waiting.user == user) {
            return Ok(Reply::Done);
        }
        let game = self.connections.current_game(connection, None)?;
        Ok(Reply::DoneWith(CommandResult::of_event(Room::Game(game), 1)))
    }

    /// Joins those who wait, and sets the timer for the next attempt.
    pub(crate) fn pair_waiting(&mut self) {
        let now = self.context.now;
        while let Some([first, second]) = self.next_pair() {
            self.start_pool_game(first, second);
        }
        if self.lobby.waiting.is_empty() {
            return;
        }
        if self.lobby.next_pairing.is_none_or(|time| time <= now) {
            let next = now + PAIRING_INTERVAL;
            self.lobby.next_pairing = Some(next);
            self.context.timers.set(next, Timer::Pools);
        }
    }

    /// Returns the two users to join next: who waits longest, with the first who fits.
    pub(crate) fn next_pair(&self) -> Option<[WaitingUser; 2]> {
        self.lobby.waiting.iter().enumerate().find_map(|(index, &first)| {
            let mut later = self.lobby.waiting[index + 1..].iter();
            later.find(|&&second| self.fits(first, second)).map(|&second| [first, second])
        })
    }

    /// Returns whether two users may be joined now.
    fn fits(&self, first: WaitingUser, second: WaitingUser) -> bool {
        let now = self.context.now;
        if first.pool != second.pool {
            return false;
        }
        let users = [first.user, second.user];
        let rated = users.map(|user| self.accounts.is_rated_in_pools(user));
        let terms = Terms { rated: rated[0], ..first.pool.terms() };
        let [one, other] = users.map(|user| self.accounts.shown_rating(user, &terms));
        let difference = (one - other).abs();
        rated[0] == rated[1]
            && first.accepts(difference, now)
            && second.accepts(difference, now)
            && users
                .iter()
                .all(|&user| self.accounts[user].is_online() && self.may_play(user, &terms).is_ok())
            && !self.accounts[first.user].ignores(second.user)
            && !self.accounts[second.user].ignores(first.user)
    }

    fn start_pool_game(&mut self, first: WaitingUser, second: WaitingUser) {
        let rated = self.accounts.is_rated_in_pools(first.user);
        let terms = Terms { rated, ..first.pool.terms() };
        let open = self.new_offer(first.user, terms);
        for waiting in [first, second] {
            self.connections.set_current_game(waiting.connection, open.offer.game);
        }
        self.start_games(open, second.user);
    }
}

impl Lobby {
    /// Lists the pools.
    pub(crate) fn list_pools(&self, asker: Option<UserId>) -> Reply {
        let pools = Pool::ALL.map(|pool| PoolSummary {
            pool,
            clock: pool.clock(),
            waiting: self.waiting.iter().filter(|waiting| waiting.pool == pool).count(),
            joined: self
                .waiting
                .iter()
                .any(|waiting| waiting.pool == pool && Some(waiting.user) == asker),
        });
        Reply::Answer(Event::Pools { pools: pools.into() })
    }

    /// Ends a user's wait in a pool, and returns whether there was one.
    pub(crate) fn leave_pool(&mut self, user: UserId) -> bool {
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.user != user);
        self.waiting.len() < before
    }

    /// Returns the open seek of a user.
    fn seek_of(&self, user: UserId) -> Option<GameId> {
        let found = self.offers.by(user).find(|open| open.offer.seek);
        found.map(|open| open.offer.game)
    }
}

/// How far the opponent's rating may be at first, and by how much this grows after each interval.
const RATING_STEP: i32 = 100;

/// The time between two attempts to join those who wait.
const PAIRING_INTERVAL: Millis = 5_000;

/// After this time any rating will do.
const ANY_RATING_AFTER: Millis = 60_000;

/// A user who waits in a pool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WaitingUser {
    pub(super) user: UserId,
    connection: ConnId,
    pool: Pool,
    since: Millis,
}

impl WaitingUser {
    /// Returns whether the ratings of two users differ by no more than both accept by now.
    fn accepts(self, difference: i32, now: Millis) -> bool {
        let waited = now.saturating_sub(self.since);
        let steps = i32::try_from(waited / PAIRING_INTERVAL).unwrap_or(i32::MAX);
        waited >= ANY_RATING_AFTER || difference <= RATING_STEP.saturating_mul(1 + steps)
    }
}
