//! Challenges by link: private offers whose numbers their makers give to others.
//!
//! The number cannot be guessed, so it is the only thing that is needed to accept the offer.

use willow_protocol::{ErrorDetail, Event, GameId, Offer, OfferState, SpeedClass, Terms};

use super::{
    Millis, OfferClosure, OpenOffer, Outcome, Refusal, Reply, ServerState, Timer, UserId,
    is_private, refuse,
};

impl ServerState {
    /// Makes an offer that anybody with its number may accept.
    pub(super) fn offer_link(&mut self, user: UserId, terms: Terms, now: Millis) -> Outcome {
        let terms = Terms { private: true, ..terms.normalized() };
        self.has_room_for_offer(user)?;
        self.may_begin(user, &terms)?;
        self.count_offer(user, None, &terms, now)?;
        let game = self.next_game_id(&terms);
        let expires_at = now + self.settings.link_lifetime;
        let offer = self.new_offer(game, user, terms);
        let offer = Offer { expires_at: Some(expires_at), ..offer };
        let result = self.open_offer(OpenOffer { offer, from: user, to: None }, now);
        self.timers.insert((expires_at, Timer::Link(game)));
        Ok(Reply::DoneWith(result))
    }

    /// Ends a link that nobody took.
    pub(super) fn link_expired(&mut self, game: GameId, now: Millis) {
        self.close_offer(game, OfferClosure::Withdrawn, now);
    }

    /// Sets the timer of a link after a restart.
    pub(super) fn restore_link(&mut self, game: GameId) {
        let expires_at = self.offers.get(&game).and_then(|open| open.offer.expires_at);
        self.timers.extend(expires_at.map(|time| (time, Timer::Link(game))));
    }

    /// Makes sure that the maker of a link is there to play. A correspondence game need not wait.
    pub(super) fn can_begin_now(&self, open: &OpenOffer) -> Result<(), Refusal> {
        let OpenOffer { offer, from, .. } = open;
        let is_correspondence = offer.terms.speed_class() == SpeedClass::Correspondence;
        if offer.expires_at.is_none() || is_correspondence || self.users[*from].is_online() {
            return Ok(());
        }
        refuse(
            ErrorDetail::MakerOffline,
            format!("{} is not online now; try again later", offer.from),
        )
    }

    /// Shows an offer to those who may accept it, and to its maker.
    pub(super) fn show_offer(&self, asker: Option<UserId>, game: GameId) -> Outcome {
        let open = self.offers.get(&game).ok_or_else(|| Refusal::no_offer(game))?;
        let knows_number = open.to.is_none() && is_private(game);
        let is_ignored = asker.is_some_and(|asker| self.users[asker].ignores(open.from));
        if !self.is_offer_visible(asker, open) && (!knows_number || is_ignored) {
            return Err(Refusal::no_offer(game));
        }
        let online = self.users[open.from].is_online();
        Ok(Reply::Answer(Event::Offer(Box::new(OfferState {
            offer: self.listed_offer(open),
            online,
        }))))
    }
}
