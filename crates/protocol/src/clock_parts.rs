//! What the clocks of a game count down.

use serde::{Deserialize, Serialize};

/// The parts of the time of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClockPartsOfBoth {
    /// Black's.
    pub black: ClockParts,
    /// White's.
    pub white: ClockParts,
}

/// The parts of the time that a player has left, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ClockParts {
    /// The part that the clock counts down now, or at the player's next turn.
    pub phase: ClockPhase,
    /// The main time left.
    pub main: u64,
    /// The time that is added after each move, if the time control has an increment.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub increment: Option<u64>,
    /// The time left for this move beyond the main time, if the time control has byoyomi or a time
    /// for each move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub byoyomi: Option<u64>,
    /// The extension left, if the time control has an extension.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extension: Option<u64>,
}

/// The part of a player's time that a clock counts down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ClockPhase {
    /// The main time.
    Main,
    /// The time for one move.
    Byoyomi,
    /// The time that GGS adds once when the main time is used up.
    Extension,
}
