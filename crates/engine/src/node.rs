//! Nodes of the search tree.

use willow_board::{Bitboard, Board, Square};
use willow_eval::Evaluator;

/// What a node is expected to be; decides at compile time which steps its search has.
pub(crate) trait NodeKind {
    /// Whether the node lies on the principal variation, where the window is open and the exact
    /// score and the best move are wanted.
    const PV: bool;
}

/// A node on the principal variation.
pub(crate) enum Pv {}

/// A node that is only asked whether its score exceeds `alpha`: beta is `alpha + 1`.
pub(crate) enum Null {}

impl NodeKind for Pv {
    const PV: bool = true;
}

impl NodeKind for Null {
    const PV: bool = false;
}

/// A board with what the evaluation keeps for it.
pub(crate) struct Node<E: Evaluator> {
    pub(crate) board: Board,
    pub(crate) state: E::State,
}

impl<E: Evaluator> Clone for Node<E> {
    // Derived, it would ask the evaluator to be `Clone`.
    fn clone(&self) -> Node<E> {
        Node { board: self.board, state: self.state.clone() }
    }
}

impl<E: Evaluator> Node<E> {
    /// Returns the node of a board.
    pub(crate) fn new(evaluator: &E, board: Board) -> Node<E> {
        Node { board, state: evaluator.init(&board) }
    }

    /// Returns the node after a move.
    #[inline]
    pub(crate) fn after(&self, evaluator: &E, square: Square, flips: Bitboard) -> Node<E> {
        Node {
            board: self.board.after(square, flips),
            state: evaluator.update(&self.state, square, flips),
        }
    }

    /// Returns the node after a pass.
    #[inline]
    pub(crate) fn pass(&self, evaluator: &E) -> Node<E> {
        Node { board: self.board.pass(), state: evaluator.pass(&self.state) }
    }
}
