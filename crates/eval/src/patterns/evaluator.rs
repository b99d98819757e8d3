//! The evaluation by patterns.

use willow_board::{Bitboard, Board, Square};

use super::features::FeatureSet;
use super::shapes::N_WEIGHTS;
use super::weights::{PatternWeights, phase_of};
use crate::simd::{Slots, WeightTable};
use crate::{ErrorTable, Evaluator, Score};

/// Judges boards by learned weights of patterns.
pub struct PatternEvaluator {
    features: FeatureSet,
    weights: WeightTable,
    errors: ErrorTable,
}

/// The feature values of one board, seen from its side to move.
#[derive(Clone)]
pub struct PatternState(Slots);

impl PatternEvaluator {
    /// Returns an evaluation with these weights.
    #[must_use]
    pub fn new(weights: &PatternWeights) -> PatternEvaluator {
        PatternEvaluator {
            features: FeatureSet::new(),
            weights: WeightTable::new(weights.weights(), N_WEIGHTS),
            errors: weights.errors().clone(),
        }
    }
}

impl Evaluator for PatternEvaluator {
    type State = PatternState;

    fn init(&self, board: &Board) -> PatternState {
        PatternState(self.features.slots(board))
    }

    #[inline]
    fn update(&self, state: &PatternState, square: Square, flips: Bitboard) -> PatternState {
        PatternState(self.features.after(&state.0, square, flips))
    }

    #[inline]
    fn pass(&self, state: &PatternState) -> PatternState {
        PatternState(self.features.seen_from_other_side(&state.0))
    }

    #[inline]
    fn evaluate(&self, state: &PatternState, board: &Board) -> Score {
        let sum = self.weights.sum(phase_of(board.n_empties()), &state.0);
        Score::from_units(sum)
    }

    #[inline]
    fn errors(&self) -> &ErrorTable {
        &self.errors
    }
}
