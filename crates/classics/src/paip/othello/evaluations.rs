//! The evaluations of the book.

use willow_board::{Bitboard, Board};

use super::Othello;
use super::square_weights::{corner_corrections, difference, weighted_squares};
use super::tuned::TunedEvaluation;
use crate::iago::IagoFactors;
use crate::iago::mobility::Mobility;
use crate::paip::evaluation::{Evaluation, NamedEvaluation, Side};
use crate::paip::value::Value;

/// An evaluation of Othello positions.
///
/// Values are from the view of the side that asks, in units of the evaluation's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum OthelloEvaluation {
    /// Own discs less the opponent's: `count-difference`.
    CountDifference,
    /// The same, each disc counted by the weight of its square: `weighted-squares`.
    WeightedSquares,
    /// The same, but without the penalty beside a taken corner: `modified-weighted-squares`.
    ModifiedWeightedSquares,
    /// The number of moves that a side has, or would have if it were its turn: `mobility`.
    Mobility,
    /// Edge stability and two kinds of mobility, weighted by the number of the move: `Iago-eval`.
    Iago {
        /// The number of the move to be played at the root of the search, from 1; positions deeper
        /// in the tree are weighted by the same number.
        move_number: i32,
    },
    /// One of the above with tuned weights.
    Tuned(TunedEvaluation),
}

/// Returns the number of the move that is about to be played, from 1; passes have no number.
///
/// ```
/// assert_eq!(willow_classics::paip::move_number(&willow_board::Board::START), 1);
/// ```
#[must_use]
pub const fn move_number(board: &Board) -> i32 {
    board.occupied().count() as i32 - 3
}

impl OthelloEvaluation {
    /// The name of [`CountDifference`](OthelloEvaluation::CountDifference).
    pub const COUNT_DIFFERENCE: &'static str = "count-difference";
    /// The name of [`WeightedSquares`](OthelloEvaluation::WeightedSquares).
    pub const WEIGHTED_SQUARES: &'static str = "weighted-squares";
    /// The name of [`ModifiedWeightedSquares`](OthelloEvaluation::ModifiedWeightedSquares).
    pub const MODIFIED_WEIGHTED_SQUARES: &'static str = "modified-weighted-squares";
    /// The name of [`Mobility`](OthelloEvaluation::Mobility).
    pub const MOBILITY: &'static str = "mobility";
    /// The name of [`Iago`](OthelloEvaluation::Iago).
    pub const IAGO: &'static str = "iago";

    /// The names of the evaluations.
    pub const NAMES: [&'static str; 8] = [
        OthelloEvaluation::COUNT_DIFFERENCE,
        OthelloEvaluation::WEIGHTED_SQUARES,
        OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES,
        OthelloEvaluation::MOBILITY,
        OthelloEvaluation::IAGO,
        TunedEvaluation::WEIGHTED_SQUARES,
        TunedEvaluation::MODIFIED_WEIGHTED_SQUARES,
        TunedEvaluation::IAGO,
    ];

    /// Returns the evaluation with this name for a search from this board.
    #[must_use]
    pub fn named(name: &str, root: &Board) -> Option<OthelloEvaluation> {
        Some(match name {
            OthelloEvaluation::COUNT_DIFFERENCE => OthelloEvaluation::CountDifference,
            OthelloEvaluation::WEIGHTED_SQUARES => OthelloEvaluation::WeightedSquares,
            OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES => {
                OthelloEvaluation::ModifiedWeightedSquares
            }
            OthelloEvaluation::MOBILITY => OthelloEvaluation::Mobility,
            OthelloEvaluation::IAGO => OthelloEvaluation::Iago { move_number: move_number(root) },
            TunedEvaluation::WEIGHTED_SQUARES => {
                OthelloEvaluation::Tuned(TunedEvaluation::WeightedSquares)
            }
            TunedEvaluation::MODIFIED_WEIGHTED_SQUARES => {
                OthelloEvaluation::Tuned(TunedEvaluation::ModifiedWeightedSquares)
            }
            TunedEvaluation::IAGO => {
                OthelloEvaluation::Tuned(TunedEvaluation::Iago { move_number: move_number(root) })
            }
            _ => return None,
        })
    }

    /// Returns the static value of a board for its player.
    #[must_use]
    pub fn value(self, board: &Board) -> Value {
        Value::from_units(match self {
            OthelloEvaluation::CountDifference => difference(board, Bitboard::ALL),
            OthelloEvaluation::WeightedSquares => weighted_squares(board),
            OthelloEvaluation::ModifiedWeightedSquares => {
                let corrections = corner_corrections(board);
                let products = corrections.map(|term| term.difference * term.weight);
                weighted_squares(board) + products.iter().sum::<i32>()
            }
            OthelloEvaluation::Mobility => Mobility::of(board).current,
            OthelloEvaluation::Iago { move_number } => IagoFactors::of(board, move_number).value(),
            OthelloEvaluation::Tuned(tuned) => tuned.value(board),
        })
    }
}

impl Evaluation<Othello> for OthelloEvaluation {
    fn evaluate(&self, board: &Board, side: Side) -> Value {
        match side {
            Side::ToMove => self.value(board),
            Side::Waiting => self.value(&board.pass()),
        }
    }

    fn greatest_change(&self) -> Option<Value> {
        match self {
            OthelloEvaluation::CountDifference => Some(GREATEST_CAPTURE),
            _ => None,
        }
    }
}

impl NamedEvaluation for OthelloEvaluation {
    fn named(name: &str, root: &Board) -> Option<OthelloEvaluation> {
        OthelloEvaluation::named(name, root)
    }

    fn depends_on_root(&self) -> bool {
        matches!(
            self,
            OthelloEvaluation::Iago { .. } | OthelloEvaluation::Tuned(TunedEvaluation::Iago { .. })
        )
    }
}

/// The most that a move can change the difference in discs by: one disc is placed and up to 19 are
/// flipped, each of which counts twice. From d4 that is 2 to the left, up, to three of the corners and
/// 3 to the right, down and to h8. (The book says 37 and 38.)
const GREATEST_CAPTURE: Value = Value::from_units(1 + 2 * 19);

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    /// A move brackets at most all discs between its square and the edge's in each direction.
    #[test]
    fn no_move_flips_more_than_nineteen() {
        let flips = |square: Square| -> u32 {
            let (column, row) = (square.column(), square.row());
            let [left, right, up, down] = [column, 7 - column, row, 7 - row];
            let rays = [
                left,
                right,
                up,
                down,
                left.min(up),
                left.min(down),
                right.min(up),
                right.min(down),
            ];
            rays.iter().map(|length| length.saturating_sub(1)).sum()
        };
        let most = Square::ALL.into_iter().map(flips).max().unwrap();
        assert_eq!((most, flips(Square::D4)), (19, 19));
        assert_eq!(GREATEST_CAPTURE.units(), 39);
    }
}
