//! The time that players give each other.

use std::time::Duration;

use willow_board::{Color, TimeControl};
use willow_protocol::{ErrorDetail, SpeedClass};

use super::ActiveGame;
use crate::domain::{Millis, Refusal, refuse};

/// Maximum seconds of one gift.
const MAX_SECONDS: u32 = 60;

/// Maximum time given to a player in a game.
const MAX_IN_A_GAME: Millis = 600_000;

impl ActiveGame {
    /// Makes sure that a colour can be given this many seconds, and returns their time.
    pub(crate) fn check_gift(&self, to: Color, seconds: u32) -> Result<Millis, Refusal> {
        if !(1..=MAX_SECONDS).contains(&seconds) {
            let message = format!("give from 1 to {MAX_SECONDS} seconds, not {seconds}");
            return refuse(ErrorDetail::SecondsOutOfRange, message);
        }
        if self.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        let clock = self.terms.clock;
        let has_main_time = !matches!(clock, TimeControl::Unlimited | TimeControl::PerMove(_));
        if !has_main_time || self.terms.speed_class() == SpeedClass::Correspondence {
            let message = format!("the clock {clock} cannot be given time");
            return refuse(ErrorDetail::ClockWithoutMainTime, message);
        }
        let given = Millis::from(seconds) * 1000;
        if self.given[to.index()] + given > MAX_IN_A_GAME {
            let message = format!("a player is given at most {} seconds", MAX_IN_A_GAME / 1000);
            return refuse(ErrorDetail::TooMuchTimeGiven, message);
        }
        Ok(given)
    }

    /// Adds time to a clock: also to the one to which a takeback sets it back.
    pub(crate) fn give_time(&mut self, color: Color, given: Millis) {
        let time = Duration::from_millis(given);
        self.referee.add_time(color, time);
        for reading in &mut self.readings {
            reading.add(color, time);
        }
        self.given[color.index()] += given;
    }
}
