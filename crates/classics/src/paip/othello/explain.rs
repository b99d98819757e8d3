//! The parts of a static value, so that it can be checked by hand.

use willow_board::{Bitboard, Board};

use super::evaluations::OthelloEvaluation;
use super::square_weights::{WEIGHT_CLASSES, corner_corrections, difference};
use crate::EvaluationTerm;
use crate::iago::IagoFactors;
use crate::iago::mobility::Mobility;

impl OthelloEvaluation {
    /// Returns the parts that a board's value for its player is the sum of.
    #[must_use]
    pub fn explain(self, board: &Board) -> Vec<EvaluationTerm> {
        match self {
            OthelloEvaluation::CountDifference => {
                vec![EvaluationTerm::product("discs", difference(board, Bitboard::ALL), 1)]
            }
            OthelloEvaluation::WeightedSquares => weighted_terms(board).collect(),
            OthelloEvaluation::ModifiedWeightedSquares => {
                let corrections = corner_corrections(board).into_iter();
                let corrections = corrections
                    .map(|term| EvaluationTerm::product(term.name, term.difference, term.weight));
                weighted_terms(board).chain(corrections).collect()
            }
            OthelloEvaluation::Mobility => {
                vec![EvaluationTerm::product("moves", Mobility::of(board).current, 1)]
            }
            OthelloEvaluation::Iago { move_number } => {
                IagoFactors::of(board, move_number).terms().to_vec()
            }
            OthelloEvaluation::Tuned(tuned) => tuned.explain(board),
        }
    }
}

fn weighted_terms(board: &Board) -> impl Iterator<Item = EvaluationTerm> {
    WEIGHT_CLASSES.iter().map(|class| {
        EvaluationTerm::product(class.name, difference(board, class.squares), class.weight)
    })
}
