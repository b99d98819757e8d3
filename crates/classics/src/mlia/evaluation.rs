//! The evaluation of the paper: the weighted sum of the characteristics.

use willow_board::Board;

use super::characteristics::Characteristics;
use super::weights::Weights;
use crate::EvaluationTerm;
use crate::paip::{self, Othello, Side, Value};
use crate::search_tree::{TreeUnit, ValueScale};

/// The paper's evaluation with some weights.
///
/// The paper's sum is a number with fractions; a [`Value`] counts thousandths of it, so that all
/// terms but the three percentages are exact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Evaluation {
    /// The weight of each characteristic.
    pub weights: Weights,
}

/// The name of the evaluation.
const NAME: &str = "mlia";

/// How many units of a [`Value`] one unit of the paper's is.
pub(crate) const PER_UNIT: i32 = 1000;

/// More than any static value: six weights of at most 2000 on characteristics of at most 100, 100,
/// 150, 100, 100 and 360 make 1,820,000 of the paper's units.
const WON: i32 = 1_900_000_000;

/// What the values of a search mean.
pub(crate) const SCALE: ValueScale = ValueScale {
    unit: TreeUnit::Units,
    per_unit: PER_UNIT,
    won: WON,
    per_disc: Some(1),
    infinity: i32::MAX,
};

impl Evaluation {
    /// The name in SPECs and of `--by`.
    pub const NAME: &'static str = NAME;

    /// The name of the one with tuned weights for `--by`.
    pub const TUNED_NAME: &'static str = "mlia-tuned";

    /// The evaluation with the weights that a genetic algorithm found.
    pub const TUNED: Evaluation = Evaluation { weights: Weights::TUNED };

    /// The evaluation with the paper's weights.
    pub const ORIGINAL: Evaluation = Evaluation { weights: Weights::ORIGINAL };

    /// Returns the value of a board for its player, in the paper's units.
    pub fn value(&self, board: &Board) -> f64 {
        self.weights.value(&Characteristics::of(board))
    }

    /// Returns the parts of the value of a board for its player.
    pub fn explain(&self, board: &Board) -> Vec<EvaluationTerm> {
        let Characteristics(values) = Characteristics::of(board);
        let parts = Characteristics::NAMES.into_iter().zip(values).zip(*self.weights.values());
        parts.map(|((name, value), weight)| EvaluationTerm::new(name, value, weight)).collect()
    }

    /// Returns the value for the player of a board with these numbers of moves of both sides.
    #[inline]
    pub(crate) fn units(&self, board: &Board, moves: [u32; 2]) -> i32 {
        units(self.weights.value(&Characteristics::with_mobility(board, moves)))
    }

    /// Returns what a finished game is worth to the player: more than any static value for a win,
    /// and the discs.
    #[inline]
    pub(crate) const fn leaf_units(board: &Board) -> i32 {
        let discs = board.player().count() as i32 - board.opponent().count() as i32;
        WON * discs.signum() + discs
    }

    /// Returns by how many discs a game of this value is won, or `None` if the value is a static one.
    pub(crate) const fn discs_of_leaf(units: i32) -> Option<i32> {
        if units == 0 || units.abs() < WON { None } else { Some(units - WON * units.signum()) }
    }
}

#[inline]
fn units(value: f64) -> i32 {
    (f64::from(PER_UNIT) * value).round() as i32
}

impl paip::Evaluation<Othello> for Evaluation {
    fn evaluate(&self, board: &Board, side: Side) -> Value {
        let value = Value::from_units(units(self.value(board)));
        match side {
            Side::ToMove => value,
            Side::Waiting => -value,
        }
    }

    fn per_unit(&self) -> i32 {
        PER_UNIT
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{Bitboard, Square};

    use super::*;
    use crate::paip::Evaluation as _;

    /// After f5 Black has 4 discs and White 1; White is to move and Black is measured.
    #[test]
    fn worked_by_hand_with_the_papers_weights() {
        let board = Board::START.play(Square::F5).unwrap().pass();
        let terms = Evaluation::ORIGINAL.explain(&board);
        // Discs: 100 x 4/5 = 80, x 10. No corner, nothing beside one. Both have three moves: Black
        // c3, c4 and d3 over d4, White d6, f4 and f6 from there. All five discs touch an empty
        // square: 4 against 1, -80 x 74.396. Squares: Black d5 -3, e4 -3, e5 -3, f5 2 = -7, White
        // d4 -3: -4 x 10.
        let contributions: Vec<f64> = terms.iter().map(|term| term.contribution).collect();
        let expected = [800.0, 0.0, 0.0, 0.0, -5951.68, -40.0];
        for (found, expected) in contributions.iter().zip(expected) {
            assert!((found - expected).abs() < 1e-9, "{contributions:?}");
        }
        let value = Evaluation::ORIGINAL.value(&board);
        assert!((value - -5191.68).abs() < 1e-9, "{value}");
        let units = Evaluation::ORIGINAL.evaluate(&board, Side::ToMove).units();
        assert_eq!(units, -5_191_680);
        assert_eq!(Evaluation::ORIGINAL.evaluate(&board.pass(), Side::Waiting).units(), units);
    }

    #[test]
    fn a_won_game_is_worth_more_than_any_position() {
        let largest = Weights::new([2000.0; 6]).unwrap();
        let bounds = Characteristics([100.0, 100.0, 150.0, 100.0, 100.0, 360.0]);
        assert!(units(largest.value(&bounds)) < WON);
        let won_by = |player: u64, opponent: u64| {
            let board =
                Board::new(Bitboard::from_bits(player), Bitboard::from_bits(opponent)).unwrap();
            Evaluation::leaf_units(&board)
        };
        assert_eq!(won_by(0b111, 0b1000), WON + 2);
        assert_eq!(won_by(0b1000, 0b111), -WON - 2);
        assert_eq!(won_by(1, 2), 0);
        assert_eq!(Evaluation::discs_of_leaf(-WON - 2), Some(-2));
        assert_eq!(Evaluation::discs_of_leaf(5_000), None);
        assert!(WON.checked_add(64).is_some());
    }
}
