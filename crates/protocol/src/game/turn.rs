//! The board after a move, for clients that do not know the rules.

use serde::{Deserialize, Serialize};
use willow_board::Position;

use crate::{SquareSet, position_text};

/// The board after a move, a takeback or a restart of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct TurnDetails {
    /// Time used for the move, in milliseconds; absent for a takeback.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub used: Option<u64>,
    /// The squares whose discs the move turned; none of a pass.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flipped: Option<SquareSet>,
    /// The position now, with the side to move.
    #[serde(default, skip_serializing_if = "Option::is_none", with = "position_text::optional")]
    #[cfg_attr(test, schemars(with = "Option<crate::PositionText>"), ts(as = "Option<String>"))]
    pub position: Option<Position>,
    /// The legal moves of the side to move. The list is empty if that side must pass or the game is
    /// over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub legal: Option<SquareSet>,
}

impl TurnDetails {
    /// Returns the board of a position, without a move.
    pub fn of(position: &Position) -> TurnDetails {
        TurnDetails {
            used: None,
            flipped: None,
            position: Some(*position),
            legal: Some(SquareSet(position.legal_moves())),
        }
    }
}
