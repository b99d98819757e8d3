//! The speed classes of games.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use willow_board::TimeControl;

use crate::expected_word::words;

/// Seconds for thirty moves from which on a game is blitz. All four limits are those of lichess.org, which counts
/// forty moves of chess.
const BLITZ_FROM: u64 = 180;
const RAPID_FROM: u64 = 480;
const CLASSICAL_FROM: u64 = 1500;
const CORRESPONDENCE_FROM: u64 = 21_600;

/// Moves of a player in a game without passes.
const MOVES: u32 = 30;

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
            0..BLITZ_FROM => SpeedClass::Bullet,
            BLITZ_FROM..RAPID_FROM => SpeedClass::Blitz,
            RAPID_FROM..CLASSICAL_FROM => SpeedClass::Rapid,
            CLASSICAL_FROM..CORRESPONDENCE_FROM => SpeedClass::Classical,
            CORRESPONDENCE_FROM.. => SpeedClass::Correspondence,
        }
    }
}

/// Returns the time that a player has for thirty moves, without an extension; `None` if there is no
/// limit.
pub(crate) fn thirty_moves(clock: TimeControl) -> Option<Duration> {
    Some(match clock {
        TimeControl::Unlimited => return None,
        TimeControl::PerMove(each) => each * MOVES,
        TimeControl::Game(main) => main,
        TimeControl::Increment { main, increment: each }
        | TimeControl::Byoyomi { main, period: each }
        | TimeControl::Ggs { main, increment: each, .. } => main + each * MOVES,
    })
}
