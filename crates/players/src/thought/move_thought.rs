//! What was thought about a move of a game.

use serde::{Deserialize, Serialize};
use willow_board::Square;

use super::{Thought, json};

/// What was thought about a move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveThought {
    /// The number of the move in the game, from 1, passes included.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move", with = "json::square")]
    pub mv: Square,
    /// What was thought about it.
    #[serde(flatten)]
    pub thought: Thought,
}
