//! What is searched, and how the work is counted.

use crate::paip::dialect::{Dialect, FinalValues};

/// What is searched: a game, an evaluation, and what finished games are worth.
pub struct Problem<'a, G, E> {
    /// The rules of the game.
    pub game: &'a G,
    /// The evaluation of the leaves.
    pub evaluation: &'a E,
    /// What finished games are worth.
    pub final_values: FinalValues,
    /// Whose version of the search it is.
    pub dialect: Dialect,
    /// Tells whether to stop; it is called now and then, with the number of boards made so far.
    pub stop: &'a dyn Fn(u64) -> bool,
}

impl<'a, G, E> Problem<'a, G, E> {
    /// Returns the problem in the book's own dialect, never stopped.
    pub fn new(game: &'a G, evaluation: &'a E) -> Problem<'a, G, E> {
        let dialect = Dialect::Lisp;
        let final_values = dialect.final_values();
        Problem { game, evaluation, final_values, dialect, stop: &|_| false }
    }
}

/// How much work a search was.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Counts {
    /// The number of positions that moves made.
    pub boards: u64,
    /// The number of calls of the evaluation.
    pub evaluations: u64,
}
