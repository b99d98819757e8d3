//! The result of searching the moves of a node.

use willow_board::Square;

use crate::window::INFINITY;

/// The best move of a node and its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestMove {
    /// In units of [`Score`](willow_eval::Score), for the side to move of the node.
    pub(crate) score: i32,
    /// The best move, if any move was searched.
    pub(crate) square: Option<Square>,
}

impl BestMove {
    /// The result before the first move is searched.
    pub(crate) const NONE: BestMove = BestMove { score: -INFINITY, square: None };
}
