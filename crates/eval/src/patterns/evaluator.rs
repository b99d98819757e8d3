//! The evaluation by the pattern network.

use willow_board::{Bitboard, Board, Square};

use super::features::FeatureSet;
use super::hidden::{HiddenSums, MAX_SUM, N_HIDDEN};
use super::mobility;
use super::network::{N_EMPTIES, OutputLayer, PatternNetwork};
use super::phases::{N_BANKS, N_PHASES, bank_of, phase_of};
use super::simd::{HiddenWeightTable, PatternIndices};
use crate::{Evaluator, ProbCutTable, Score};

/// The evaluation by a network over patterns.
pub struct PatternEvaluator {
    features: FeatureSet,
    /// By bank.
    hidden_weights: [HiddenWeightTable; N_BANKS],
    hidden_biases: [HiddenSums; N_EMPTIES],
    output_layers: [OutputLayer; N_PHASES],
    probcut_table: ProbCutTable,
}

/// The pattern indices of one board, for its side to move.
#[derive(Clone)]
pub struct PatternState(PatternIndices);

impl PatternEvaluator {
    /// Returns the evaluation of a network.
    pub fn new(network: &PatternNetwork) -> PatternEvaluator {
        PatternEvaluator {
            features: FeatureSet::new(),
            hidden_weights: network
                .hidden_weights()
                .each_ref()
                .map(|bank| HiddenWeightTable::new(bank)),
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
    /// A hidden unit with a negative accumulator contributes nothing. The activation of any other unit is the
    /// square of its accumulator, that is the accumulator times the sum of its features' weights, so each
    /// feature has a share. The shares add up to the value, but hold for this board only: on another board
    /// the accumulators differ.
    pub fn explain(&self, board: &Board) -> (Vec<FeatureContribution>, f64) {
        let output_layer = &self.output_layers[phase_of(board.n_empties())];
        let weight_indices = self.features.weight_indices(board);
        let hidden_weights = &self.hidden_weights[bank_of(board.n_empties())];
        let bias = self.hidden_bias(board).0;
        // What one unit of a weight adds to the output layer's sum.
        let factors: [f64; N_HIDDEN] = std::array::from_fn(|unit| {
            let weight = |&index: &u32| i16::from(hidden_weights.at(index).0[unit]);
            let accumulator = bias[unit] + weight_indices.iter().map(weight).sum::<i16>();
            let activation = f64::from(accumulator.clamp(0, MAX_SUM)).powi(2);
            let output = activation * f64::from(output_layer.weights[unit]);
            if accumulator == 0 { 0.0 } else { output / f64::from(accumulator) }
        });
        let discs_of = |summands: [i16; N_HIDDEN]| -> f64 {
            let outputs = summands.iter().zip(factors).map(|(&of, factor)| f64::from(of) * factor);
            outputs.sum::<f64>() / f64::from(OutputLayer::SCALE * Score::PER_DISC)
        };
        let indices = self.features.feature_indices(board);
        let features = self.features.occurrences().iter().zip(weight_indices).zip(indices);
        let contributions =
            features.map(|(((shape, squares), weight_index), index)| FeatureContribution {
                shape,
                squares: squares.clone(),
                index,
                discs: discs_of(hidden_weights.at(weight_index).0.map(i16::from)),
            });
        let constant = f64::from(output_layer.bias) / f64::from(Score::PER_DISC);
        (contributions.collect(), discs_of(bias) + constant)
    }

    #[inline]
    fn hidden_bias(&self, board: &Board) -> &HiddenSums {
        // A board that was set up may have more empties than the start position.
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
        let hidden_weights = &self.hidden_weights[bank_of(board.n_empties())];
        let sum = hidden_weights.output_sum(&state.0, &moves, bias, &output_layer.weights);
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
    use crate::patterns::{HiddenWeights, N_WEIGHTS};

    /// The contributions add up to the value.
    #[test]
    fn contributions_add_up_to_the_value() {
        let vector = |index: usize| {
            HiddenWeights(std::array::from_fn(|unit| (index * (unit + 3) % 23) as i8 - 11))
        };
        let features = FeatureSet::new();
        let hidden_weights = std::array::from_fn(|bank| {
            let vector = |&index: &u32| vector(index as usize + bank);
            features.canonical_weight_indices().iter().map(vector).collect()
        });
        let output_layers = std::array::from_fn(|phase| OutputLayer {
            weights: std::array::from_fn(|unit| 100 * ((unit + phase) % 3) as i16 - 90),
            bias: 40,
        });
        let network = PatternNetwork::new(
            String::new(),
            hidden_weights,
            [HiddenSums([7; N_HIDDEN]); N_EMPTIES],
            output_layers,
        )
        .unwrap();
        assert!(network.hidden_weights().iter().all(|bank| bank.len() == N_WEIGHTS));
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
