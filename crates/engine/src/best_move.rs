//! The result of searching the moves of a node.

use willow_board::Square;
use willow_eval::Score;

/// The best move of a node and its score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BestMove {
    /// The score for the side to move of the node.
    pub(crate) score: Score,
    /// The best move, if any move was searched.
    pub(crate) square: Option<Square>,
}

impl BestMove {
    /// The result before the first move is searched.
    pub(crate) const NONE: BestMove = BestMove { score: Score::NEGATIVE_INFINITY, square: None };
}

/// The moves of a node that were searched so far: the first ones of its move list.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchedMoves {
    /// The number of these moves.
    pub(crate) count: usize,
    /// The best of them.
    pub(crate) best: BestMove,
}

impl SearchedMoves {
    /// No move.
    pub(crate) const NONE: SearchedMoves = SearchedMoves { count: 0, best: BestMove::NONE };
}
