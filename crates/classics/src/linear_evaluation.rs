//! Evaluations that are sums of terms, each with a factor that can be tuned.

use willow_board::Board;

use crate::paip::{Evaluation, Othello, Side, Value};
use crate::{AnyEvaluation, EvaluationTerm};

/// One of the old evaluations with a factor for each of its terms. With all factors 1 it is the
/// original.
///
/// The factor multiplies the whole contribution of a term, so coefficients that depend on the
/// number of the move still do.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearEvaluation {
    name: &'static str,
    /// The units of a [`Value`] for one unit of the evaluation.
    scale: i32,
    factors: Vec<f64>,
}

/// The evaluations with more than one term, and the units of a [`Value`] for one unit of the
/// evaluation. Small values get a finer scale, so that small changes of a factor matter.
const EVALUATIONS: [(&str, i32); 5] = [
    ("weighted-squares", 100),
    ("modified-weighted-squares", 100),
    ("iago", 1),
    ("mlia", 100),
    ("iago-1982", 1),
];

impl LinearEvaluation {
    /// The largest factor: values must stay below that of a won game.
    pub const MAX_FACTOR: f64 = 4.0;

    /// The names of the evaluations.
    pub const NAMES: [&'static str; 5] = {
        let [a, b, c, d, e] = EVALUATIONS;
        [a.0, b.0, c.0, d.0, e.0]
    };

    /// Returns the evaluation with this name as it was published.
    pub fn original(name: &str) -> Option<LinearEvaluation> {
        let &(name, scale) = EVALUATIONS.iter().find(|(known, _)| *known == name)?;
        let n_terms = AnyEvaluation::named(name, &Board::START)?.explain(&Board::START).len();
        Some(LinearEvaluation { name, scale, factors: vec![1.0; n_terms] })
    }

    /// Returns the same evaluation with other factors, or `None` if there is not one for each term or one is out of
    /// range.
    #[must_use]
    pub fn with_factors(&self, factors: Vec<f64>) -> Option<LinearEvaluation> {
        let is_valid = |factor: &f64| factor.abs() <= LinearEvaluation::MAX_FACTOR;
        (factors.len() == self.factors.len() && factors.iter().all(is_valid))
            .then_some(LinearEvaluation { factors, ..*self })
    }

    /// Returns the name of the original.
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the number by which each term of the original is multiplied.
    pub fn factors(&self) -> &[f64] {
        &self.factors
    }

    /// Returns the names of the terms with their weights at this board in the original.
    pub fn terms(&self, board: &Board) -> Vec<(String, f64)> {
        let terms = self.published(board).explain(board).into_iter();
        terms.map(|term| (term.name.into_owned(), term.weight)).collect()
    }

    /// Returns the contribution of each term of the original to the value of a board, from the view
    /// of the side to move.
    pub fn contributions(&self, board: &Board) -> Vec<f64> {
        let terms = self.published(board).explain(board).into_iter();
        terms.map(|term| term.contribution).collect()
    }

    /// Returns the evaluation for a search from this board.
    pub fn at_root(&self, root: &Board) -> RootedEvaluation<'_> {
        let (factors, scale) = (&*self.factors, self.scale);
        RootedEvaluation { factors, scale, published: self.published(root) }
    }

    fn published(&self, root: &Board) -> AnyEvaluation {
        AnyEvaluation::named(self.name, root).expect("a test builds all of them")
    }
}

/// A [`LinearEvaluation`] in a search from one root.
#[derive(Clone, Copy, Debug)]
pub struct RootedEvaluation<'a> {
    factors: &'a [f64],
    scale: i32,
    published: AnyEvaluation,
}

impl RootedEvaluation<'_> {
    /// Returns the parts of a board's value for its player.
    pub fn explain(&self, board: &Board) -> Vec<EvaluationTerm> {
        let terms = self.published.explain(board).into_iter().zip(self.factors);
        terms.map(|(term, factor)| term.weighed(*factor)).collect()
    }
}

impl Evaluation<Othello> for RootedEvaluation<'_> {
    fn evaluate(&self, board: &Board, side: Side) -> Value {
        let board = match side {
            Side::ToMove => *board,
            Side::Waiting => board.pass(),
        };
        let terms = self.published.explain(&board);
        let sum: f64 =
            terms.iter().zip(self.factors).map(|(term, factor)| term.contribution * factor).sum();
        Value::from_units((f64::from(self.scale) * sum).round() as i32)
    }

    fn per_unit(&self) -> i32 {
        self.scale
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn with_factors_of_one_they_are_the_originals() {
        let mut board = Board::START;
        for _ in 0..30 {
            for (name, scale) in EVALUATIONS {
                let original = AnyEvaluation::named(name, &board).unwrap();
                let linear = LinearEvaluation::original(name).unwrap();
                assert!(1 < linear.factors().len());
                let [ours, theirs] = [
                    linear.at_root(&board).evaluate(&board, Side::ToMove),
                    original.evaluate(&board, Side::ToMove),
                ]
                .map(|value| f64::from(value.units()));
                // MLia's own units are thousandths.
                let theirs = if name == "mlia" { theirs / 1000.0 } else { theirs };
                assert!((ours - f64::from(scale) * theirs).abs() <= 0.6, "{name}: {ours} {theirs}");
            }
            let square = board.legal_moves().squares().last();
            board = square.map_or(board.pass(), |square| board.play(square).unwrap());
        }
        assert!(LinearEvaluation::original("mobility").is_none());
    }

    #[test]
    fn factors_weigh_terms() {
        let board = Board::START.play(Square::F5).unwrap();
        let original = LinearEvaluation::original("iago-1982").unwrap();
        let doubled = original.with_factors(vec![1.0, 1.0, 1.0, 2.0]).unwrap();
        let value = |evaluation: &LinearEvaluation| {
            evaluation.at_root(&board).evaluate(&board, Side::ToMove).units()
        };
        assert_eq!((value(&original), value(&doubled)), (50_490, 100_980));
        assert_eq!(original.with_factors(vec![1.0]), None);
        assert_eq!(original.with_factors(vec![1.0, 1.0, 1.0, 5.0]), None);
    }
}
