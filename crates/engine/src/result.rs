//! The result of a search, during the search and at its end.

use std::time::Duration;

use willow_board::{Move, Square};
use willow_eval::Score;

use crate::Selectivity;

/// How accurate a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Accuracy {
    /// An estimate by the evaluation, or by a selective search.
    Estimated,
    /// The sign of the score is exact: win, loss or draw.
    WinLossDraw,
    /// The score is exact.
    Exact,
}

/// The result of a search, final or so far.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchResult {
    /// The best move; `None` if the game is over.
    pub best: Option<Move>,
    /// The score for the side to move of the searched board.
    pub score: Score,
    /// How accurate the score is.
    pub accuracy: Accuracy,
    /// The depth of the search in plies.
    pub depth: u32,
    /// The selectivity of the search.
    pub selectivity: Selectivity,
    /// The principal variation: moves and passes, the best move first.
    pub pv: Vec<Move>,
    /// The number of nodes searched, by all threads.
    pub nodes: u64,
    /// Terminal nodes among the nodes: filled boards. Edax, Egaroucid and Neural Reversi do not count
    /// them.
    pub terminal_nodes: u64,
    /// The time since the search began.
    pub elapsed: Duration,
}

impl SearchResult {
    /// Returns the number of nodes without terminal nodes.
    pub const fn nodes_without_filled(&self) -> u64 {
        self.nodes - self.terminal_nodes
    }
}

/// Moves of a board, each with its score.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ScoredMoves {
    /// Best first.
    pub moves: Vec<MoveScore>,
    /// The search of the first of the moves as a result of the board, if each move was searched by itself.
    pub best: Option<SearchResult>,
    /// The number of nodes of all searches.
    pub nodes: u64,
    /// Terminal nodes among the nodes: filled boards.
    pub terminal_nodes: u64,
}

/// A legal move and its score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveScore {
    /// Where the disc is placed.
    pub square: Square,
    /// The score after the move, for the side that makes the move.
    pub score: Score,
}
