//! Any of the evaluations of Othello, by name.

use willow_board::Board;

use crate::paip::{self, Othello, OthelloEvaluation, Side, Value};
use crate::{EvaluationTerm, iago_1982, mlia};

/// An evaluation of Othello positions of one program or another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyEvaluation {
    /// One of PAIP's.
    Paip(OthelloEvaluation),
    /// MLia's.
    Mlia(mlia::Evaluation),
    /// Its coefficients change from move to move.
    Iago1982(iago_1982::Evaluation),
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
    pub(crate) const fn depends_on_root(&self) -> bool {
        use OthelloEvaluation::{Iago, IagoTuned};
        matches!(
            self,
            AnyEvaluation::Paip(Iago { .. } | IagoTuned { .. }) | AnyEvaluation::Iago1982(_)
        )
    }

    /// Returns the parts that a board's value for its player is the sum of.
    pub fn explain(&self, board: &Board) -> Vec<EvaluationTerm> {
        match self {
            AnyEvaluation::Paip(paip) => paip.explain(board),
            AnyEvaluation::Mlia(mlia) => mlia.explain(board),
            AnyEvaluation::Iago1982(iago) => iago.explain(board),
        }
    }
}

impl paip::Evaluation<Othello> for AnyEvaluation {
    fn evaluate(&self, board: &Board, side: Side) -> Value {
        match self {
            AnyEvaluation::Paip(paip) => paip.evaluate(board, side),
            AnyEvaluation::Mlia(mlia) => mlia.evaluate(board, side),
            AnyEvaluation::Iago1982(iago) => iago.evaluate(board, side),
        }
    }

    fn greatest_change(&self) -> Option<Value> {
        match self {
            AnyEvaluation::Paip(paip) => paip::Evaluation::<Othello>::greatest_change(paip),
            AnyEvaluation::Mlia(_) | AnyEvaluation::Iago1982(_) => None,
        }
    }
}
