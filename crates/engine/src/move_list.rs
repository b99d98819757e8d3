//! The legal moves of a node, with their ordering scores.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Square};
use willow_eval::Evaluator;

use crate::node::Node;

/// The capacity of a move list. No board has as many legal moves.
pub(crate) const MAX_MOVES: usize = 36;

/// A legal move with its flips and its ordering score.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ScoredMove {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    /// Moves with a higher ordering score are searched earlier. In units of
    /// [`Score`](willow_eval::Score) for the side that makes the move; at the root minus the index
    /// in the list.
    pub(crate) ordering_score: i32,
}

/// The legal moves of a node.
pub(crate) type MoveList = ArrayVec<ScoredMove, MAX_MOVES>;

/// Returns the moves of a node, without ordering scores.
pub(crate) fn move_list<E: Evaluator>(node: &Node<E>, moves: Bitboard) -> MoveList {
    moves
        .squares()
        .map(|square| ScoredMove { square, flips: node.board.flips(square), ordering_score: 0 })
        .collect()
}

/// Swaps the move with the highest ordering score among those from `index` on to `index`.
#[inline]
pub(crate) fn move_best_to(moves: &mut [ScoredMove], index: usize) {
    let mut best = index;
    for other in index + 1..moves.len() {
        if moves[best].ordering_score < moves[other].ordering_score {
            best = other;
        }
    }
    moves.swap(index, best);
}
