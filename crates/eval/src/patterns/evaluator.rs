//! The evaluation by the pattern network.

use willow_board::{Bitboard, Board, Square};

use super::features::FeatureSet;
use super::network::{PatternNetwork, Readout, Row};
use super::phases::{N_PHASES, phase_of};
use crate::simd::{RowTable, Slots};
use crate::{ErrorTable, Evaluator, Score};

/// Judges boards by a network over their patterns.
pub struct PatternEvaluator {
    features: FeatureSet,
    rows: RowTable,
    hidden_bias: Row,
    readouts: [Readout; N_PHASES],
    errors: ErrorTable,
}

/// The feature values of one board, seen from its side to move.
#[derive(Clone)]
pub struct PatternState(Slots);

impl PatternEvaluator {
    /// Returns the evaluation of a network.
    #[must_use]
    pub fn new(network: &PatternNetwork) -> PatternEvaluator {
        PatternEvaluator {
            features: FeatureSet::new(),
            rows: RowTable::new(network.rows()),
            hidden_bias: *network.hidden_bias(),
            readouts: *network.readouts(),
            errors: network.errors().clone(),
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
        let readout = &self.readouts[phase_of(board.n_empties())];
        let sum = self.rows.read_out(&state.0, &self.hidden_bias, &readout.factors);
        Score::from_units((sum >> Readout::SCALE_BITS) + i32::from(readout.bias))
    }

    #[inline]
    fn errors(&self) -> &ErrorTable {
        &self.errors
    }
}
