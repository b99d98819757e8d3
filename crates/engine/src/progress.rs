//! What a search tells: while it runs and at its end.

use std::time::Duration;

use willow_board::{Move, Square};
use willow_eval::Score;

use crate::Selectivity;

/// How a score was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// By an evaluation after so many plies.
    Estimated,
    /// By playing every line to the end, for the winner only: the score's sign is right.
    WinLossDraw,
    /// By playing every line to the end.
    Exact,
}

/// The answer of a search, final or so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// How the score was found.
    pub accuracy: Accuracy,
    /// The number of plies searched.
    pub depth: u32,
    /// What the search left out.
    pub selectivity: Selectivity,
    /// The expected moves and passes, the best move first.
    pub pv: Vec<Move>,
    /// The number of positions that the search entered.
    pub nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

/// A legal move and the score it leads to, for the side that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// The square.
    pub square: Square,
    /// The score after the move, seen from the side that makes it.
    pub score: Score,
}
