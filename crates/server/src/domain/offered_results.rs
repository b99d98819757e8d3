//! Results that players offer: the game ends when both offer the same.
//!
//! GGS takes the mean of two offers that differ. Here they must be the same: with a mean, whoever offers
//! more for the own side would gain by it, and nobody would know what they agree to.

use willow_board::Color;
use willow_protocol::{ErrorDetail, Event, OfferedResult, Side};

use super::input::Millis;
use super::play::Player;
use super::refusal::Refusal;
use super::reply::{Outcome, Reply};
use super::state::ServerState;
use super::writes::RoomKey;

/// The largest result.
const MOST: i32 = 64;

impl ServerState {
    /// Offers a result, or accepts the opponent's. `own` is the player's own disc difference.
    pub(super) fn offer_result(
        &mut self,
        Player { game, color }: Player,
        own: i32,
        now: Millis,
    ) -> Outcome {
        let active = self.game_mut(game)?;
        if active.terms.lockstep {
            let message = "a pair in lock-step has no offered results";
            return Err(Refusal::new(ErrorDetail::NotInLockstep, message));
        }
        if !(-MOST..=MOST).contains(&own) {
            let message = format!("a result is from -{MOST} to {MOST}, not {own}");
            return Err(Refusal::new(ErrorDetail::ResultOutOfRange, message));
        }
        if active.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        let result = if color == Color::Black { own } else { -own };
        match active.offered_result {
            Some(offer) if offer.color.0 == color && offer.result == result => {
                let message = "you have offered this result already";
                Err(Refusal::new(ErrorDetail::AlreadyAsked, message))
            }
            Some(offer) if offer.color.0 != color && offer.result == result => {
                let event = active.agree(result, now);
                let done = self.next_event_of(game);
                self.publish_game_events(game, vec![event], now);
                Ok(Reply::DoneWith(done))
            }
            _ => {
                active.offered_result = Some(OfferedResult { color: Side(color), result });
                let offered = Event::ResultOffered { color, result };
                Ok(Reply::DoneWith(self.publish_result(RoomKey::Game(game), offered, now)))
            }
        }
    }
}
