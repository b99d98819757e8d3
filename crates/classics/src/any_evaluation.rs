//! Any of the evaluations of Othello, by name.

use willow_board::Board;

use crate::paip::{self, Othello, OthelloEvaluation, Side, Value};
use crate::{EvaluationTerm, LinearEvaluation, iago_1982, mlia};

/// An evaluation of Othello positions of one program or another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyEvaluation {
    /// One of PAIP's.
    Paip(OthelloEvaluation),
    /// MLia's.
    Mlia(mlia::Evaluation),
    /// Its coefficients change from move to move.
    Iago1982(iago_1982::Evaluation),
    /// One of them with other weights, for a search from this root.
    Tuned(&'static LinearEvaluation, Board),
}

/// The evaluation that a program was given, before a search has a root.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum EvaluationChoice {
    /// The one with this name.
    Named(&'static str),
    /// MLia's with other weights.
    Mlia(mlia::Evaluation),
    /// Another one with other weights.
    Tuned(&'static LinearEvaluation),
}

impl EvaluationChoice {
    /// Returns the evaluation with this name, if there is one.
    pub fn named(name: &str) -> Option<EvaluationChoice> {
        let mut names = AnyEvaluation::NAMES.into_iter();
        names.find(|known| *known == name).map(EvaluationChoice::Named)
    }

    /// Returns how many parts of the evaluation's unit a value counts.
    pub fn per_unit(self) -> i32 {
        paip::Evaluation::per_unit(&self.at_root(&Board::START))
    }

    /// Returns the name of the evaluation or of the one that was tuned.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            EvaluationChoice::Named(name) => name,
            EvaluationChoice::Mlia(_) => mlia::Evaluation::NAME,
            EvaluationChoice::Tuned(tuned) => tuned.name(),
        }
    }

    /// Returns it for a search from this board.
    pub(crate) fn at_root(self, root: &Board) -> AnyEvaluation {
        match self {
            EvaluationChoice::Named(name) => AnyEvaluation::named(name, root)
                .expect("every name of the `const` tables is built in a test"),
            EvaluationChoice::Mlia(evaluation) => AnyEvaluation::Mlia(evaluation),
            EvaluationChoice::Tuned(tuned) => AnyEvaluation::Tuned(tuned, *root),
        }
    }
}

impl AnyEvaluation {
    /// The names of the evaluations.
    pub const NAMES: [&'static str; 10] = {
        let [a, b, c, d, e, f, g, h] = OthelloEvaluation::NAMES;
        [a, b, c, d, e, f, g, h, mlia::Evaluation::NAME, iago_1982::Evaluation::NAME]
    };

    /// Returns the evaluation with this name for a search from this board.
    pub fn named(name: &str, root: &Board) -> Option<AnyEvaluation> {
        match name {
            mlia::Evaluation::NAME => Some(AnyEvaluation::Mlia(mlia::Evaluation::ORIGINAL)),
            iago_1982::Evaluation::NAME => {
                Some(AnyEvaluation::Iago1982(iago_1982::Evaluation::of_root(root)))
            }
            _ => OthelloEvaluation::named(name, root).map(AnyEvaluation::Paip),
        }
    }

    /// Returns whether values of one root are not those of another, because positions are weighted by
    /// the number of the move at the root.
    pub(crate) fn depends_on_root(&self) -> bool {
        use OthelloEvaluation::{Iago, IagoTuned};
        match self {
            AnyEvaluation::Paip(Iago { .. } | IagoTuned { .. }) | AnyEvaluation::Iago1982(_) => {
                true
            }
            AnyEvaluation::Tuned(tuned, _) => tuned.name().starts_with(OthelloEvaluation::IAGO),
            AnyEvaluation::Paip(_) | AnyEvaluation::Mlia(_) => false,
        }
    }

    /// Returns the parts that a board's value for its player is the sum of.
    pub fn explain(&self, board: &Board) -> Vec<EvaluationTerm> {
        match self {
            AnyEvaluation::Paip(paip) => paip.explain(board),
            AnyEvaluation::Mlia(mlia) => mlia.explain(board),
            AnyEvaluation::Iago1982(iago) => iago.explain(board),
            AnyEvaluation::Tuned(tuned, root) => tuned.at_root(root).explain(board),
        }
    }
}

impl paip::Evaluation<Othello> for AnyEvaluation {
    fn evaluate(&self, board: &Board, side: Side) -> Value {
        match self {
            AnyEvaluation::Paip(paip) => paip.evaluate(board, side),
            AnyEvaluation::Mlia(mlia) => mlia.evaluate(board, side),
            AnyEvaluation::Iago1982(iago) => iago.evaluate(board, side),
            AnyEvaluation::Tuned(tuned, root) => tuned.at_root(root).evaluate(board, side),
        }
    }

    fn greatest_change(&self) -> Option<Value> {
        match self {
            AnyEvaluation::Paip(paip) => paip::Evaluation::<Othello>::greatest_change(paip),
            AnyEvaluation::Mlia(_) | AnyEvaluation::Iago1982(_) | AnyEvaluation::Tuned(..) => None,
        }
    }

    fn per_unit(&self) -> i32 {
        match self {
            AnyEvaluation::Mlia(mlia) => mlia.per_unit(),
            AnyEvaluation::Tuned(tuned, root) => tuned.at_root(root).per_unit(),
            AnyEvaluation::Paip(_) | AnyEvaluation::Iago1982(_) => 1,
        }
    }
}
