//! The speed classes of games.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use willow_board::TimeControl;

use crate::expected_word::words;

/// A class of time controls. Each has its own ratings.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum SpeedClass {
    /// Less than three minutes for thirty moves of a player.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// Less than six hours.
    Classical,
    /// Six hours or more, or no limit.
    Correspondence,
}

words!(SpeedClass, "bullet, blitz, rapid, classical or correspondence");

impl SpeedClass {
    /// All classes, fastest first.
    pub const ALL: [SpeedClass; 5] = [
        SpeedClass::Bullet,
        SpeedClass::Blitz,
        SpeedClass::Rapid,
        SpeedClass::Classical,
        SpeedClass::Correspondence,
    ];

    /// Returns the class of a clock, by the time that a player has for thirty moves. The
    /// extension of a clock of GGS does not count.
    pub fn of(clock: TimeControl) -> SpeedClass {
        let Some(time) = thirty_moves(clock) else { return SpeedClass::Correspondence };
        match time.as_secs() {
            0..180 => SpeedClass::Bullet,
            180..480 => SpeedClass::Blitz,
            480..1500 => SpeedClass::Rapid,
            1500..21_600 => SpeedClass::Classical,
            21_600.. => SpeedClass::Correspondence,
        }
    }
}

/// Returns the time that a player has for thirty moves, without an extension; `None` if there is no
/// limit.
pub(crate) fn thirty_moves(clock: TimeControl) -> Option<Duration> {
    Some(match clock {
        TimeControl::Unlimited => return None,
        TimeControl::PerMove(each) => each * 30,
        TimeControl::Game(main) => main,
        TimeControl::Increment { main, increment: each }
        | TimeControl::Byoyomi { main, period: each }
        | TimeControl::Ggs { main, increment: each, .. } => main + each * 30,
    })
}
