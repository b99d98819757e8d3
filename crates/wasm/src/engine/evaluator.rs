//! The evaluation of the engine and of its bench.

use std::sync::Arc;

use willow_board::{Bitboard, Board, Square};
use willow_eval::patterns::PatternEvaluator;
use willow_eval::{Evaluator, ProbCutTable, Score};

/// An evaluation that two engines share. Both have the same type, so that the module holds the search
/// once.
#[derive(Clone)]
pub(super) struct SharedEvaluator(Arc<PatternEvaluator>);

impl SharedEvaluator {
    pub(super) fn new(evaluator: PatternEvaluator) -> SharedEvaluator {
        SharedEvaluator(Arc::new(evaluator))
    }
}

impl Evaluator for SharedEvaluator {
    type State = <PatternEvaluator as Evaluator>::State;

    fn init(&self, board: &Board) -> Self::State {
        self.0.init(board)
    }

    #[inline]
    fn update(&self, state: &Self::State, square: Square, flips: Bitboard) -> Self::State {
        self.0.update(state, square, flips)
    }

    #[inline]
    fn pass(&self, state: &Self::State) -> Self::State {
        self.0.pass(state)
    }

    #[inline]
    fn evaluate(&self, state: &Self::State, board: &Board) -> Score {
        self.0.evaluate(state, board)
    }

    #[inline]
    fn probcut_table(&self) -> &ProbCutTable {
        self.0.probcut_table()
    }
}
