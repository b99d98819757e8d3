//! The differences between the two printed versions of the programs.

use super::value::Value;
use crate::search_tree::{TreeUnit, ValueScale};

/// Whose version of a program plays.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The book's, in Common Lisp.
    #[default]
    Lisp,
    /// The rewriting in Clojure, with other ties and a smaller value of a win. Its alpha-beta hands
    /// its own window to every child, so that it cuts off hardly anything.
    Clojure,
}

impl Dialect {
    /// Returns whether `maximizer` and `minimax` prefer a value to the best one so far: of equal moves the book
    /// chooses the first, the rewriting the last. Alpha-beta keeps the first in both versions.
    pub(crate) fn prefers(self, value: Value, best: Value) -> bool {
        match self {
            Dialect::Lisp => best < value,
            Dialect::Clojure => best <= value,
        }
    }

    /// Returns what finished games are worth.
    ///
    /// The book takes the extreme fixnums of its Lisp, one of which is not the negative of the other.
    /// Ours are symmetric, so that minimax and alpha-beta agree. The printed games stay the same.
    pub const fn final_values(self) -> FinalValues {
        match self {
            Dialect::Lisp => FinalValues { win: 1_000_000_000, per_margin: 0 },
            Dialect::Clojure => FinalValues { win: 100_000, per_margin: 0 },
        }
    }
}

/// What finished games are worth: the book's `final-value`, `winning-value` and `losing-value`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FinalValues {
    win: i32,
    per_margin: i32,
}

/// No game ends by a greater margin: 64 discs, 12 pieces.
const GREATEST_MARGIN: i32 = 64;

impl FinalValues {
    /// Returns the same values with a small factor for the margin, which section 18.4 proposes for
    /// tournaments: among wins the greater one is better, among losses the smaller one.
    #[must_use]
    pub const fn with_margin(self) -> FinalValues {
        FinalValues { per_margin: 1, ..self }
    }

    /// Returns the value of a game that is won by this margin, from the same view as the margin.
    pub const fn of(self, margin: i32) -> Value {
        Value::from_units(self.win * margin.signum() + self.per_margin * margin)
    }

    /// Returns what the values of a search mean by an evaluation with so many parts of a unit.
    pub(crate) fn scale(self, per_unit: i32) -> ValueScale {
        ValueScale {
            unit: TreeUnit::Units,
            per_unit,
            won: self.win,
            per_disc: (self.per_margin != 0).then_some(self.per_margin),
            infinity: self.greatest().units(),
        }
    }

    /// Returns the least of these values, where the window of a search begins.
    pub const fn least(self) -> Value {
        Value::from_units(-(self.win + self.per_margin * GREATEST_MARGIN))
    }

    /// Returns the greatest of these values, where the window of a search ends.
    pub const fn greatest(self) -> Value {
        Value::from_units(self.win + self.per_margin * GREATEST_MARGIN)
    }
}
