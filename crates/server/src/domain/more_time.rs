//! Time that a player gives the opponent.
//!
//! Rated games allow it, as on lichess: only the giver can lose by it.

use willow_board::TimeControl;
use willow_protocol::{ErrorDetail, Event, SpeedClass};

use super::input::Millis;
use super::play::Player;
use super::refusal::Refusal;
use super::reply::{Outcome, Reply};
use super::state::ServerState;
use super::writes::RoomKey;

/// The most seconds of one gift.
const MOST_SECONDS: u32 = 60;

/// The most that a player can be given in a game.
const MOST_IN_A_GAME: Millis = 600_000;

impl ServerState {
    /// Gives the opponent of a player time.
    pub(super) fn give_time(&mut self, player: Player, seconds: u32, now: Millis) -> Outcome {
        let Player { game, color } = player;
        if !(1..=MOST_SECONDS).contains(&seconds) {
            let message = format!("give from 1 to {MOST_SECONDS} seconds, not {seconds}");
            return Err(Refusal::new(ErrorDetail::SecondsOutOfRange, message));
        }
        let (opponent, given) = (!color, Millis::from(seconds) * 1000);
        let active = self.game_mut(game)?;
        if active.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        let terms = &active.terms;
        let has_main_time =
            !matches!(terms.clock, TimeControl::Unlimited | TimeControl::PerMove(_));
        if !has_main_time || terms.speed_class() == SpeedClass::Correspondence {
            return Err(Refusal::new(
                ErrorDetail::ClockWithoutMainTime,
                format!("the clock {} cannot be given time", terms.clock),
            ));
        }
        if active.given(opponent) + given > MOST_IN_A_GAME {
            let message = format!("a player is given at most {} seconds", MOST_IN_A_GAME / 1000);
            return Err(Refusal::new(ErrorDetail::TooMuchTimeGiven, message));
        }
        active.give_time(opponent, given);
        let clocks = active.clocks(now);
        self.set_flag_timer(game);
        let event = Event::TimeGiven { color: opponent, given, clocks };
        Ok(Reply::DoneWith(self.publish_result(RoomKey::Game(game), event, now)))
    }
}
