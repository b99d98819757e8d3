//! Any of the evaluations of Othello, by name.

use willow_board::Board;

use crate::{
    Evaluation, EvaluationTerm, Iago1982Evaluation, MliaEvaluation, Othello, OthelloEvaluation,
    Side, TunedEvaluation, Value,
};

/// An evaluation of Othello positions of one program or another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AnyEvaluation {
    /// One of the book's.
    Book(OthelloEvaluation),
    /// MLia's.
    Mlia(MliaEvaluation),
    /// That of IAGO of 1982.
    Iago1982(Iago1982Evaluation),
}

impl AnyEvaluation {
    /// The names of the evaluations.
    pub const NAMES: [&'static str; 10] = {
        let [a, b, c, d, e, f, g, h] = OthelloEvaluation::NAMES;
        [a, b, c, d, e, f, g, h, MliaEvaluation::NAME, Iago1982Evaluation::NAME]
    };

    /// Returns the evaluation with this name for a search from this board.
    #[must_use]
    pub fn named(name: &str, root: &Board) -> Option<AnyEvaluation> {
        match name {
            MliaEvaluation::NAME => Some(AnyEvaluation::Mlia(MliaEvaluation::ORIGINAL)),
            Iago1982Evaluation::NAME => {
                Some(AnyEvaluation::Iago1982(Iago1982Evaluation::of_root(root)))
            }
            _ => OthelloEvaluation::named(name, root).map(AnyEvaluation::Book),
        }
    }

    /// Returns whether values of one root are not those of another, because positions are weighed by
    /// the number of the move at the root.
    #[must_use]
    pub const fn depends_on_root(&self) -> bool {
        matches!(
            self,
            AnyEvaluation::Book(
                OthelloEvaluation::Iago { .. }
                    | OthelloEvaluation::Tuned(TunedEvaluation::Iago { .. })
            ) | AnyEvaluation::Iago1982(_)
        )
    }

    /// Returns the parts that a board's value for its player is the sum of.
    #[must_use]
    pub fn explain(&self, board: &Board) -> Vec<EvaluationTerm> {
        match self {
            AnyEvaluation::Book(book) => book.explain(board),
            AnyEvaluation::Mlia(mlia) => mlia.explain(board),
            AnyEvaluation::Iago1982(iago) => iago.explain(board),
        }
    }
}

impl Evaluation<Othello> for AnyEvaluation {
    fn evaluate(&self, board: &Board, side: Side) -> Value {
        match self {
            AnyEvaluation::Book(book) => book.evaluate(board, side),
            AnyEvaluation::Mlia(mlia) => mlia.evaluate(board, side),
            AnyEvaluation::Iago1982(iago) => iago.evaluate(board, side),
        }
    }

    fn greatest_change(&self) -> Option<Value> {
        match self {
            AnyEvaluation::Book(book) => Evaluation::<Othello>::greatest_change(book),
            AnyEvaluation::Mlia(mlia) => Evaluation::<Othello>::greatest_change(mlia),
            AnyEvaluation::Iago1982(iago) => Evaluation::<Othello>::greatest_change(iago),
        }
    }
}
