//! A game that a user has played against the program of their own device, for the archive.

use serde::{Deserialize, Serialize};
use willow_board::Position;

use crate::{ClientId, GameId, Name, Side, position_text};

/// The highest level of a device's program.
pub const MAX_DEVICE_LEVEL: u8 = 60;

/// A game of the user against the program of their device, without a network. It is not a game of this server: it has
/// no rating, and no statistics count it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct DeviceGame {
    /// The account of the user: a browser may have been logged in as somebody else since the game.
    pub account: Name,
    /// A random id that the client chose for this game. A game that is sent again with it is kept once.
    pub id: ClientId,
    /// The colour of the user.
    pub color: Side,
    /// The level of the program, from 1 to 60.
    pub level: u8,
    /// The bot of the server whose weaker play the program has; none if it plays its best moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub like: Option<Name>,
    /// The start position; the usual one by default.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "position_text::optional")]
    #[cfg_attr(test, schemars(with = "Option<String>"), ts(as = "Option<String>"))]
    pub initial: Option<Position>,
    /// The moves without passes, such as `f5d6c3`.
    pub moves: String,
    /// How the game ended, if not because neither side could move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub early_end: Option<EarlyEnd>,
    /// When the game ended, in milliseconds since 1970 by the clock of the device.
    pub ended_at: u64,
}

/// The end of a game before both sides were without a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct EarlyEnd {
    /// Why the game ended.
    pub reason: EarlyEndReason,
    /// The side that lost by it.
    pub loser: Side,
}

/// Why a game ended early.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum EarlyEndReason {
    /// The side resigned.
    Resigned,
    /// The side's time ran out.
    Timeout,
}

/// Where a game of a device is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct DeviceGameKept {
    /// Its number in the archive.
    pub game: GameId,
}
