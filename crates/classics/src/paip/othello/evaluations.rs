//! The evaluations of the book.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Board};

use super::Othello;
use super::square_weights::{WEIGHT_CLASSES, corner_corrections, weighted_squares};
use super::tuned;
use crate::iago::IagoFactors;
use crate::iago::mobility::Mobility;
use crate::paip::evaluation::{Evaluation, Side};
use crate::paip::value::Value;
use crate::{EvaluationTerm, WeightedPart, difference};

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
    /// [`WeightedSquares`](OthelloEvaluation::WeightedSquares) with tuned weights, in thousandths of its units.
    WeightedSquaresTuned,
    /// [`ModifiedWeightedSquares`](OthelloEvaluation::ModifiedWeightedSquares) with tuned weights, in thousandths
    /// of its units.
    ModifiedWeightedSquaresTuned,
    /// [`Iago`](OthelloEvaluation::Iago) with tuned coefficients.
    IagoTuned {
        /// As of [`Iago`](OthelloEvaluation::Iago).
        move_number: i32,
    },
}

/// Returns the number of the move that is about to be played, from 1; passes have no number.
///
/// ```
/// assert_eq!(willow_classics::paip::move_number(&willow_board::Board::START), 1);
/// ```
pub const fn move_number(board: &Board) -> i32 {
    board.occupied().count() as i32 - 3
}

/// A name, and the evaluation for a search from a root with this number of the move.
type NamedOthelloEvaluation = (&'static str, fn(i32) -> OthelloEvaluation);

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

    /// Each evaluation with its name, for a search from a root with this number of the move.
    const NAMED: [NamedOthelloEvaluation; 8] = [
        (OthelloEvaluation::COUNT_DIFFERENCE, |_| OthelloEvaluation::CountDifference),
        (OthelloEvaluation::WEIGHTED_SQUARES, |_| OthelloEvaluation::WeightedSquares),
        (OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES, |_| {
            OthelloEvaluation::ModifiedWeightedSquares
        }),
        (OthelloEvaluation::MOBILITY, |_| OthelloEvaluation::Mobility),
        (OthelloEvaluation::IAGO, |move_number| OthelloEvaluation::Iago { move_number }),
        ("weighted-squares-tuned", |_| OthelloEvaluation::WeightedSquaresTuned),
        ("modified-weighted-squares-tuned", |_| OthelloEvaluation::ModifiedWeightedSquaresTuned),
        ("iago-tuned", |move_number| OthelloEvaluation::IagoTuned { move_number }),
    ];

    /// The names of the evaluations.
    pub const NAMES: [&'static str; 8] = {
        let [a, b, c, d, e, f, g, h] = OthelloEvaluation::NAMED;
        [a.0, b.0, c.0, d.0, e.0, f.0, g.0, h.0]
    };

    /// Returns the evaluation with this name for a search from this board.
    pub fn named(name: &str, root: &Board) -> Option<OthelloEvaluation> {
        let (_, make) = OthelloEvaluation::NAMED.into_iter().find(|(known, _)| *known == name)?;
        Some(make(move_number(root)))
    }

    /// Returns the static value of a board for its player.
    pub fn value(self, board: &Board) -> Value {
        Value::from_units(match self.parts(board) {
            EvaluationParts::Products(parts) => parts.into_iter().map(WeightedPart::product).sum(),
            EvaluationParts::Iago(factors) => factors.value(),
        })
    }

    /// Returns the parts that a board's value for its player is the sum of.
    pub fn explain(self, board: &Board) -> Vec<EvaluationTerm> {
        match self.parts(board) {
            EvaluationParts::Products(parts) => parts.into_iter().map(WeightedPart::term).collect(),
            EvaluationParts::Iago(factors) => factors.terms().to_vec(),
        }
    }

    #[inline]
    fn parts(self, board: &Board) -> EvaluationParts {
        const PUBLISHED: [i32; WEIGHT_CLASSES.len()] = [1; WEIGHT_CLASSES.len()];
        let mut parts = ArrayVec::new();
        match self {
            OthelloEvaluation::CountDifference => {
                parts.push(WeightedPart("discs", difference(board, Bitboard::ALL), 1));
            }
            OthelloEvaluation::Mobility => {
                parts.push(WeightedPart("moves", Mobility::of(board).current, 1));
            }
            OthelloEvaluation::WeightedSquares => parts.extend(weighted_squares(board, &PUBLISHED)),
            OthelloEvaluation::ModifiedWeightedSquares => {
                parts.extend(weighted_squares(board, &PUBLISHED));
                parts.extend(corner_corrections(board, [1; 2]));
            }
            OthelloEvaluation::WeightedSquaresTuned => {
                parts.extend(weighted_squares(board, &tuned::WEIGHTED_SQUARES));
            }
            OthelloEvaluation::ModifiedWeightedSquaresTuned => {
                parts.extend(weighted_squares(board, &tuned::MODIFIED));
                parts.extend(corner_corrections(board, tuned::CORRECTIONS));
            }
            OthelloEvaluation::Iago { move_number } => {
                return EvaluationParts::Iago(IagoFactors::of(board, move_number));
            }
            OthelloEvaluation::IagoTuned { move_number } => {
                let factors = IagoFactors::of(board, move_number);
                return EvaluationParts::Iago(factors.weighed(tuned::IAGO));
            }
        }
        EvaluationParts::Products(parts)
    }
}

/// What a value is the sum of.
enum EvaluationParts {
    Products(ArrayVec<WeightedPart, { WEIGHT_CLASSES.len() + 2 }>),
    Iago(IagoFactors),
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
