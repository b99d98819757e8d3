//! How games end.

use serde::{Deserialize, Serialize};

use willow_board::DiscDiff;

use crate::expected_word::display_as_word;
use crate::{Discs, Komi, Side};

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameEnd {
    /// Why neither player moves any more.
    pub reason: EndKind,
    /// Black's result: the disc difference with the empties counted for the winner, or 64 if
    /// the game was lost by default. Who was in overtime has the smallest loss in the place of a win. An aborted
    /// game has none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<i32>"), ts(as = "Option<i32>"))]
    pub result: Option<DiscDiff>,
    /// Black's discs on the board.
    pub black_discs: u32,
    /// White's discs on the board.
    pub white_discs: u32,
    /// The colour that lost by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loser: Option<Side>,
    /// The komi of a game with komi: the discs that are taken from Black's result.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub komi: Option<Komi>,
}

impl GameEnd {
    /// Returns Black's result with the komi; `None` without a result.
    pub fn corrected(&self) -> Option<Discs<3>> {
        Some(self.komi.unwrap_or_default().corrected(self.result?))
    }
}

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum EndKind {
    /// Neither side could move.
    Finished,
    /// The players agreed on a result.
    Agreed,
    /// A player resigned.
    Resigned,
    /// A player's time ran out.
    Timeout,
    /// A player was disconnected for too long and the opponent claimed the win.
    Abandoned,
    /// A player, usually a program, failed.
    Forfeited,
    /// The game was aborted and does not count.
    Aborted,
}

display_as_word!(EndKind);
