//! The evaluation by patterns.

use willow_board::{Bitboard, Board, Square};

use super::features::{FeatureSet, Slots};
use super::weights::{PatternWeights, phase_of};
use crate::{Evaluator, Score};

/// Judges boards by learned weights of patterns.
pub struct PatternEvaluator {
    features: FeatureSet,
    weights: Vec<i16>,
}

/// The feature values of one board, seen from its side to move.
#[derive(Clone)]
#[repr(align(64))]
pub struct PatternState(Slots);

impl PatternEvaluator {
    /// Returns an evaluation with these weights.
    #[must_use]
    pub fn new(weights: &PatternWeights) -> PatternEvaluator {
        PatternEvaluator { features: FeatureSet::new(), weights: weights.weights().to_vec() }
    }

    fn weights_for(&self, board: &Board) -> &[i16] {
        let n_weights = self.features.n_weights();
        let phase = phase_of(board.n_empties());
        &self.weights[phase * n_weights..][..n_weights]
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
        let weights = self.weights_for(board);
        let sum = self
            .features
            .offsets()
            .iter()
            .zip(&state.0)
            .map(|(&offset, &value)| i32::from(weights[offset as usize + usize::from(value)]))
            .sum();
        Score::from_units(sum)
    }
}
