//! The interface between an evaluation and the search.

use willow_board::{Bitboard, Board, Square};

use crate::{ErrorTable, Score};

/// An evaluation of positions, with a state that is carried along the moves of the search.
///
/// The state belongs to one board and one side to move. A search keeps one state a ply: it derives
/// the next from the last and never takes one back. Implementations hold no other state, so that
/// threads share one evaluator.
///
/// Law: a state derived by [`update`](Evaluator::update) and [`pass`](Evaluator::pass) along a game
/// evaluates as one made by [`init`](Evaluator::init) on the board reached.
pub trait Evaluator: Sync {
    /// What is kept for one board, seen from its side to move.
    type State: Clone + Send + Sync;

    /// Returns the state for a board.
    fn init(&self, board: &Board) -> Self::State;

    /// Returns the state after the side to move placed a disc on `square` and turned over `flips`,
    /// seen from the other side.
    fn update(&self, state: &Self::State, square: Square, flips: Bitboard) -> Self::State;

    /// Returns the state after a pass, seen from the other side.
    fn pass(&self, state: &Self::State) -> Self::State;

    /// Returns the estimated result of the game for the side to move, which must have a move.
    fn evaluate(&self, state: &Self::State, board: &Board) -> Score;

    /// Returns how far searches that end in this evaluation err.
    fn errors(&self) -> &ErrorTable;
}

impl<E: Evaluator> Evaluator for &E {
    type State = E::State;

    fn init(&self, board: &Board) -> E::State {
        (**self).init(board)
    }

    #[inline]
    fn update(&self, state: &E::State, square: Square, flips: Bitboard) -> E::State {
        (**self).update(state, square, flips)
    }

    #[inline]
    fn pass(&self, state: &E::State) -> E::State {
        (**self).pass(state)
    }

    #[inline]
    fn evaluate(&self, state: &E::State, board: &Board) -> Score {
        (**self).evaluate(state, board)
    }

    #[inline]
    fn errors(&self) -> &ErrorTable {
        (**self).errors()
    }
}
