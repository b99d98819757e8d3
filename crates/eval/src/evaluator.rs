//! The interface between an evaluation and the search.

use willow_board::{Bitboard, Board, Square};

use crate::{ProbCutTable, Score};

/// An evaluation of positions, with a state that the search updates incrementally.
///
/// A state belongs to one board and its side to move. A search keeps one state for each ply: it
/// derives the next state from the last one and never undoes an update. An evaluator itself does
/// not change, so threads share it.
///
/// Invariant: a state that was derived by [`update`](Evaluator::update) and
/// [`pass`](Evaluator::pass) evaluates to the same score as a state that [`init`](Evaluator::init)
/// makes for the same board.
pub trait Evaluator: Sync {
    /// The incremental state of one board, for its side to move.
    type State: Clone + Send + Sync;

    /// Returns the state for a board.
    fn init(&self, board: &Board) -> Self::State;

    /// Returns the state after the side to move placed a disc on `square` and flipped `flips`,
    /// for the other side.
    fn update(&self, state: &Self::State, square: Square, flips: Bitboard) -> Self::State;

    /// Returns the state after a pass, for the other side.
    fn pass(&self, state: &Self::State) -> Self::State;

    /// Returns the estimated result of the game for the side to move. That side must have a legal move.
    fn evaluate(&self, state: &Self::State, board: &Board) -> Score;

    /// Returns the statistics by which ProbCut prunes searches with this evaluation.
    fn probcut_table(&self) -> &ProbCutTable;
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
    fn probcut_table(&self) -> &ProbCutTable {
        (**self).probcut_table()
    }
}
