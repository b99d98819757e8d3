//! The evaluation by the pattern network.

use willow_board::{Bitboard, Board, Square};

use super::features::FeatureSet;
use super::hidden::{HiddenVector, N_HIDDEN};
use super::mobility;
use super::network::{N_EMPTIES, OutputLayer, PatternNetwork};
use super::phases::{N_PHASES, phase_of};
use super::simd::{HiddenWeightTable, PatternIndices};
use crate::{Evaluator, ProbCutTable, Score};

/// The evaluation by a network over patterns.
pub struct PatternEvaluator {
    features: FeatureSet,
    hidden_weights: HiddenWeightTable,
    hidden_biases: [HiddenVector; N_EMPTIES],
    output_layers: [OutputLayer; N_PHASES],
    probcut_table: ProbCutTable,
}

/// The pattern indices of one board, for its side to move.
#[derive(Clone)]
pub struct PatternState(PatternIndices);

impl PatternEvaluator {
    /// Returns the evaluation of a network.
    #[must_use]
    pub fn new(network: &PatternNetwork) -> PatternEvaluator {
        PatternEvaluator {
            features: FeatureSet::new(),
            hidden_weights: HiddenWeightTable::new(network.hidden_weights()),
            hidden_biases: *network.hidden_biases(),
            output_layers: *network.output_layers(),
            probcut_table: network.probcut_table().clone(),
        }
    }
}

/// The contribution of one feature to the value of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureContribution {
    /// The name of the feature's shape, or of the count.
    pub shape: &'static str,
    /// The feature's squares, in the order of the base-three digits; empty for a count over the
    /// whole board.
    pub squares: Vec<Square>,
    /// The feature's index. For a pattern the base-three number of its squares: 0 for a disc of the
    /// opponent, 1 for an empty square, 2 for a disc of the player. For moves their number, or the
    /// set of squares in base two.
    pub index: u16,
    /// The contribution in discs, for the side to move.
    pub discs: f64,
}

impl PatternEvaluator {
    /// Explains the value of a board: returns the contribution of every feature, and the constant
    /// in discs, both for the side to move.
    ///
    /// A hidden unit with a negative accumulator contributes nothing. Any other unit is linear, so
    /// each feature's weights contribute their share. The contributions add up to the value, but
    /// hold for this board only: on another board other units are clipped.
    #[must_use]
    pub fn explain(&self, board: &Board) -> (Vec<FeatureContribution>, f64) {
        let output_layer = &self.output_layers[phase_of(board.n_empties())];
        let weight_indices = self.features.weight_indices(board);
        let bias = self.hidden_bias(board);
        let accumulators: [i32; N_HIDDEN] = std::array::from_fn(|unit| {
            let weight = |&index: &u32| i32::from(self.hidden_weights.at(index).0[unit]);
            i32::from(bias.0[unit]) + weight_indices.iter().map(weight).sum::<i32>()
        });
        let discs_of = |vector: &HiddenVector| -> f64 {
            let active = (0..N_HIDDEN).filter(|&unit| 0 < accumulators[unit]);
            let output =
                |unit: usize| f64::from(vector.0[unit]) * f64::from(output_layer.weights[unit]);
            active.map(output).sum::<f64>() / f64::from(OutputLayer::SCALE * Score::PER_DISC)
        };
        let indices = self.features.feature_indices(board);
        let features = self.features.occurrences().iter().zip(weight_indices).zip(indices);
        let contributions =
            features.map(|(((shape, squares), weight_index), index)| FeatureContribution {
                shape,
                squares: squares.clone(),
                index,
                discs: discs_of(self.hidden_weights.at(weight_index)),
            });
        let constant = f64::from(output_layer.bias) / f64::from(Score::PER_DISC);
        (contributions.collect(), discs_of(bias) + constant)
    }

    #[inline]
    fn hidden_bias(&self, board: &Board) -> &HiddenVector {
        // A board that was set up may have more empty squares than the start position.
        &self.hidden_biases[(board.n_empties() as usize).min(N_EMPTIES - 1)]
    }
}

impl Evaluator for PatternEvaluator {
    type State = PatternState;

    fn init(&self, board: &Board) -> PatternState {
        PatternState(self.features.pattern_indices(board))
    }

    #[inline]
    fn update(&self, state: &PatternState, square: Square, flips: Bitboard) -> PatternState {
        PatternState(self.features.after(&state.0, square, flips))
    }

    #[inline]
    fn pass(&self, state: &PatternState) -> PatternState {
        PatternState(self.features.for_other_side(&state.0))
    }

    #[inline]
    fn evaluate(&self, state: &PatternState, board: &Board) -> Score {
        let output_layer = &self.output_layers[phase_of(board.n_empties())];
        let moves = mobility::indices(board.legal_moves(), board.pass().legal_moves());
        let bias = self.hidden_bias(board);
        let sum = self.hidden_weights.output_sum(&state.0, &moves, bias, &output_layer.weights);
        Score::from_units((sum >> OutputLayer::SCALE_BITS) + i32::from(output_layer.bias))
    }

    #[inline]
    fn probcut_table(&self) -> &ProbCutTable {
        &self.probcut_table
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::N_WEIGHTS;

    /// The contributions add up to the value, as long as no unit reaches its largest activation.
    #[test]
    fn contributions_add_up_to_the_value() {
        let vector = |index: usize| {
            HiddenVector(std::array::from_fn(|unit| (index * (unit + 3) % 23) as i16 - 11))
        };
        let features = FeatureSet::new();
        let hidden_weights = features
            .canonical_weight_indices()
            .iter()
            .map(|&index| vector(index as usize))
            .collect();
        let output_layers = std::array::from_fn(|phase| OutputLayer {
            weights: std::array::from_fn(|unit| 900 * ((unit + phase) % 3) as i16 - 800),
            bias: 40,
        });
        let network = PatternNetwork::new(
            String::new(),
            hidden_weights,
            [HiddenVector([7; N_HIDDEN]); N_EMPTIES],
            output_layers,
        )
        .unwrap();
        assert_eq!(network.hidden_weights().len(), N_WEIGHTS);
        let evaluator = PatternEvaluator::new(&network);
        let mut board = Board::START;
        while !board.legal_moves().is_empty() {
            let (contributions, constant) = evaluator.explain(&board);
            let sum = constant + contributions.iter().map(|of| of.discs).sum::<f64>();
            let value = evaluator.evaluate(&evaluator.init(&board), &board).discs();
            assert!((sum - value).abs() < 0.02, "{sum} {value} {board:?}");
            let square = board.legal_moves().squares().last().expect("there is a move");
            board = board.play(square).expect("the move is legal");
        }
    }
}
