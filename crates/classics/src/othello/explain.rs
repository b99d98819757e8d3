//! The parts of a static value, so that it can be checked by hand.

use willow_board::{Bitboard, Board};

use super::OthelloEvaluation;
use super::evaluations::{corner_corrections, difference};
use super::mobility::Mobility;
use super::weights::WEIGHT_CLASSES;
use crate::iago::IagoFactors;

/// One of the parts that a static value is the sum of, in the units of its evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationTerm {
    /// What is counted.
    pub name: &'static str,
    /// How much of it there is, the opponent's taken off where the evaluation does so.
    pub value: f64,
    /// What one of it is worth.
    pub weight: f64,
    /// What it adds to the value: value times weight, rounded where the evaluation rounds.
    pub contribution: f64,
}

impl EvaluationTerm {
    pub(crate) fn product(name: &'static str, value: i32, weight: i32) -> EvaluationTerm {
        EvaluationTerm {
            name,
            value: f64::from(value),
            weight: f64::from(weight),
            contribution: f64::from(value * weight),
        }
    }
}

pub(super) fn explain(evaluation: OthelloEvaluation, board: &Board) -> Vec<EvaluationTerm> {
    match evaluation {
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

fn weighted_terms(board: &Board) -> impl Iterator<Item = EvaluationTerm> {
    WEIGHT_CLASSES.iter().map(|class| {
        EvaluationTerm::product(class.name, difference(board, class.squares), class.weight)
    })
}
