//! The evaluation by the pattern network.

use willow_board::{Bitboard, Board, Square};

use super::features::FeatureSet;
use super::mobility;
use super::network::{N_EMPTIES, N_HIDDEN, PatternNetwork, Readout, Row};
use super::phases::{N_PHASES, phase_of};
use crate::simd::{RowTable, Slots};
use crate::{ErrorTable, Evaluator, Score};

/// Judges boards by a network over their patterns.
pub struct PatternEvaluator {
    features: FeatureSet,
    rows: RowTable,
    hidden_biases: [Row; N_EMPTIES],
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
            hidden_biases: *network.hidden_biases(),
            readouts: *network.readouts(),
            errors: network.errors().clone(),
        }
    }
}

/// What one feature adds to the value of a board.
#[derive(Clone, Debug, PartialEq)]
pub struct FeatureContribution {
    /// The name of its shape, or of what is counted.
    pub shape: &'static str,
    /// Its squares, in the order in which they are read; none means all.
    pub squares: Vec<Square>,
    /// What a pattern's squares spell in base three: 0 for the opponent's disc, 1 for none, 2 for the
    /// player's. Of moves their number, or the set of squares in base two.
    pub value: u16,
    /// What it adds, in discs, for the side to move.
    pub discs: f64,
}

impl PatternEvaluator {
    /// Takes the value of a board apart: what every feature adds to it, and the constant.
    ///
    /// The hidden units that are cut off at zero pass nothing on; those that are not pass on their share of
    /// every row. So the parts add up to the value, but belong to this board: on another one other units
    /// are cut off.
    #[must_use]
    pub fn explain(&self, board: &Board) -> (Vec<FeatureContribution>, f64) {
        let readout = &self.readouts[phase_of(board.n_empties())];
        let (places, values) = (self.features.places(board), self.features.values(board));
        let bias = self.hidden_bias(board);
        let sums: [i32; N_HIDDEN] = std::array::from_fn(|unit| {
            let rows = places.iter().map(|&place| i32::from(self.rows.row_at(place).0[unit]));
            i32::from(bias.0[unit]) + rows.sum::<i32>()
        });
        let pass_on = |row: &Row| -> f64 {
            let units = (0..N_HIDDEN).filter(|&unit| 0 < sums[unit]);
            units.map(|unit| f64::from(row.0[unit]) * f64::from(readout.factors[unit])).sum::<f64>()
                / f64::from(Readout::SCALE * Score::PER_DISC)
        };
        let parts = self.features.occurrences().iter().zip(places).zip(values);
        let parts = parts.map(|(((shape, squares), place), value)| FeatureContribution {
            shape,
            squares: squares.clone(),
            value,
            discs: pass_on(self.rows.row_at(place)),
        });
        let constant = f64::from(readout.bias) / f64::from(Score::PER_DISC);
        (parts.collect(), pass_on(bias) + constant)
    }

    #[inline]
    fn hidden_bias(&self, board: &Board) -> &Row {
        // A board that was set up may have more empty squares than the start.
        &self.hidden_biases[(board.n_empties() as usize).min(N_EMPTIES - 1)]
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
        let moves = mobility::values(board.legal_moves(), board.pass().legal_moves());
        let bias = self.hidden_bias(board);
        let sum = self.rows.read_out(&state.0, &moves, bias, &readout.factors);
        Score::from_units((sum >> Readout::SCALE_BITS) + i32::from(readout.bias))
    }

    #[inline]
    fn errors(&self) -> &ErrorTable {
        &self.errors
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::patterns::N_WEIGHTS;

    /// The parts add up to the value, as long as no unit is larger than units may be.
    #[test]
    fn the_parts_add_up() {
        let row =
            |place: usize| Row(std::array::from_fn(|unit| (place * (unit + 3) % 23) as i16 - 11));
        let features = FeatureSet::new();
        let rows = features.canonical().iter().map(|&place| row(place as usize)).collect();
        let readouts = std::array::from_fn(|phase| Readout {
            factors: std::array::from_fn(|unit| 900 * ((unit + phase) % 3) as i16 - 800),
            bias: 40,
        });
        let network =
            PatternNetwork::new(String::new(), rows, [Row([7; N_HIDDEN]); N_EMPTIES], readouts)
                .unwrap();
        assert_eq!(network.rows().len(), N_WEIGHTS);
        let evaluator = PatternEvaluator::new(&network);
        let mut board = Board::START;
        while !board.legal_moves().is_empty() {
            let (parts, constant) = evaluator.explain(&board);
            let sum = constant + parts.iter().map(|part| part.discs).sum::<f64>();
            let value = evaluator.evaluate(&evaluator.init(&board), &board).discs();
            assert!((sum - value).abs() < 0.02, "{sum} {value} {board:?}");
            let square = board.legal_moves().squares().last().expect("there is a move");
            board = board.play(square).expect("the move is legal");
        }
    }
}
