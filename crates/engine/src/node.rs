//! Nodes of the search tree and their types.

use willow_board::{Bitboard, Board, Square};
use willow_eval::{Evaluator, Score};

use crate::window::Window;

/// The type of a node. It decides at compile time which steps the search of the node has.
pub(crate) trait NodeType {
    /// Whether the node is a PV node: its window is open, and its exact score and best move are wanted.
    const PV: bool;
}

/// A PV node: a node on the principal variation.
pub(crate) enum Pv {}

/// A node that is searched with a null window: `beta` is `alpha + 1`.
pub(crate) enum NonPv {}

impl NodeType for Pv {
    const PV: bool = true;
}

impl NodeType for NonPv {
    const PV: bool = false;
}

/// A board with the evaluation's incremental state for it.
pub(crate) struct Node<E: Evaluator> {
    pub(crate) board: Board,
    pub(crate) state: E::State,
    /// The evaluation of the board, if it is known already.
    pub(crate) value: Option<Score>,
}

impl<E: Evaluator> Clone for Node<E> {
    // A derived `Clone` would require that the evaluator is `Clone`.
    fn clone(&self) -> Node<E> {
        Node { board: self.board, state: self.state.clone(), value: self.value }
    }
}

impl<E: Evaluator> Node<E> {
    /// Returns the node of a board.
    pub(crate) fn new(evaluator: &E, board: Board) -> Node<E> {
        Node { board, state: evaluator.init(&board), value: None }
    }

    /// Returns the node after a move.
    #[inline]
    pub(crate) fn after(&self, evaluator: &E, square: Square, flips: Bitboard) -> Node<E> {
        Node {
            board: self.board.after(square, flips),
            state: evaluator.update(&self.state, square, flips),
            value: None,
        }
    }

    /// Returns the node after a pass.
    #[inline]
    pub(crate) fn pass(&self, evaluator: &E) -> Node<E> {
        Node { board: self.board.pass(), state: evaluator.pass(&self.state), value: None }
    }
}

/// What the leaves of a search are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchKind {
    /// The search ends before the game does: its leaves are evaluated.
    Midgame,
    /// The search reaches the end of the game: its leaves are finished games.
    Solve,
}

impl SearchKind {
    /// Returns the kind of a search to `depth` plies of a board with `n_empties` empties.
    #[inline]
    pub(crate) const fn of(n_empties: u32, depth: u32) -> SearchKind {
        if n_empties <= depth { SearchKind::Solve } else { SearchKind::Midgame }
    }
}

/// The search of a node: the node, the depth in plies and the window.
pub(crate) struct NodeSearch<'a, E: Evaluator> {
    pub(crate) node: &'a Node<E>,
    pub(crate) depth: u32,
    pub(crate) window: Window,
}

impl<E: Evaluator> NodeSearch<'_, E> {
    /// Returns whether the search is a solve.
    #[inline]
    pub(crate) fn kind(&self) -> SearchKind {
        SearchKind::of(self.node.board.n_empties(), self.depth)
    }
}
