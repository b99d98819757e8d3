//! The parts of a static value, so that it can be checked by hand.

use std::borrow::Cow;

use serde::{Deserialize, Serialize, Serializer};
use willow_board::{Bitboard, Board};

/// One of the parts that a static value is the sum of, in the units of its evaluation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct EvaluationTerm {
    /// What is counted.
    pub name: Cow<'static, str>,
    /// How much of it there is, less the opponent's where the evaluation takes the difference.
    #[serde(serialize_with = "without_minus_zero")]
    pub value: f64,
    /// What one of it is worth.
    pub weight: f64,
    /// What it adds to the value: value times weight, rounded where the evaluation rounds.
    #[serde(serialize_with = "without_minus_zero")]
    pub contribution: f64,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes references")]
fn without_minus_zero<S: Serializer>(number: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(number + 0.0)
}

impl EvaluationTerm {
    /// Returns the part of an evaluation that does not round.
    pub(crate) fn new(name: &'static str, value: f64, weight: f64) -> EvaluationTerm {
        EvaluationTerm { name: name.into(), value, weight, contribution: value * weight }
    }

    /// Returns the same part with another weight, `factor` times as large.
    pub(crate) fn weighed(self, factor: f64) -> EvaluationTerm {
        let (weight, contribution) = (factor * self.weight, factor * self.contribution);
        EvaluationTerm { weight, contribution, ..self }
    }

    /// Returns the same part for the other side.
    #[must_use]
    pub fn reversed(self) -> EvaluationTerm {
        EvaluationTerm { value: -self.value, contribution: -self.contribution, ..self }
    }
}

/// A part of an evaluation of whole numbers: its name, how much there is of it, and what one of it is worth.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WeightedPart(pub(crate) &'static str, pub(crate) i32, pub(crate) i32);

impl WeightedPart {
    /// Returns what the part adds to the value.
    #[inline]
    pub(crate) const fn product(self) -> i32 {
        self.1 * self.2
    }

    pub(crate) fn term(self) -> EvaluationTerm {
        let WeightedPart(name, value, weight) = self;
        EvaluationTerm::new(name, value.into(), weight.into())
    }
}

/// Counts the player's discs on some squares less the opponent's.
#[inline]
pub(crate) fn difference(board: &Board, squares: Bitboard) -> i32 {
    (board.player() & squares).count() as i32 - (board.opponent() & squares).count() as i32
}
