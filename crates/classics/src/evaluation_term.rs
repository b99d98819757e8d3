//! The parts of a static value, so that it can be checked by hand.

/// One of the parts that a static value is the sum of, in the units of its evaluation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EvaluationTerm {
    /// What is counted.
    pub name: &'static str,
    /// How much of it there is, less the opponent's where the evaluation takes the difference.
    pub value: f64,
    /// What one of it is worth.
    pub weight: f64,
    /// What it adds to the value: value times weight, rounded where the evaluation rounds.
    pub contribution: f64,
}

impl EvaluationTerm {
    /// Returns the same part for the other side.
    #[must_use]
    pub fn reversed(self) -> EvaluationTerm {
        EvaluationTerm { value: -self.value, contribution: -self.contribution, ..self }
    }

    pub(crate) fn product(name: &'static str, value: i32, weight: i32) -> EvaluationTerm {
        EvaluationTerm {
            name,
            value: f64::from(value),
            weight: f64::from(weight),
            contribution: f64::from(value * weight),
        }
    }
}
