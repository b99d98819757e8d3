//! The book's strategies: a search to a fixed depth with one of its evaluations.

use willow_board::{Board, Move, Square};

use super::dialect::{Dialect, FinalValues};
use super::othello::{Othello, OthelloEvaluation, SquareOrder};
use super::search::{Method, Problem, SearchResult, TracedNode, search, search_with_tree};
use crate::iago::edge_table;
use crate::{Choice, Control, Limits, MoveValue, Program, RootPosition};

/// An Othello player of the book, which calls it a strategy.
///
/// It searches to the depth of its [`Method`], or of the [`Limits`] if they have one. The book's
/// programs know nothing of a game's clock, and neither does this.
#[derive(Clone, Debug)]
pub struct Strategy {
    method: Method,
    evaluation: &'static str,
    order: SquareOrder,
    dialect: Dialect,
    final_values: FinalValues,
}

impl Strategy {
    /// Returns the strategy of this search and the evaluation with this name, in the book's own
    /// dialect. Returns `None` if there is no such evaluation.
    #[must_use]
    pub fn new(method: Method, evaluation: &str) -> Option<Strategy> {
        let evaluation = OthelloEvaluation::NAMES.into_iter().find(|&name| name == evaluation)?;
        let dialect = Dialect::Lisp;
        let final_values = dialect.final_values();
        Some(Strategy { method, evaluation, order: method.order(), dialect, final_values })
    }

    /// Returns Iago: the killer search with Iago's evaluation, the book's `Iago`.
    #[must_use]
    pub fn iago(depth: u32) -> Strategy {
        let method = Method::AlphaBetaKiller { depth };
        Strategy::new(method, OthelloEvaluation::IAGO).expect("the name is one of the evaluations")
    }

    /// Returns the same strategy with its squares in this order, which decides between equal moves.
    #[must_use]
    pub fn with_order(self, order: SquareOrder) -> Strategy {
        Strategy { order, ..self }
    }

    /// Returns the same strategy in this dialect: its ties and its values of finished games.
    #[must_use]
    pub fn with_dialect(self, dialect: Dialect) -> Strategy {
        Strategy { dialect, final_values: dialect.final_values(), ..self }
    }

    /// Returns the kind of search.
    #[must_use]
    pub const fn method(&self) -> Method {
        self.method
    }

    /// Returns whose version of the search it is.
    #[must_use]
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Searches a board to this depth and returns the tree that the search visited. Returns `None` if
    /// it would make more than `most_boards` boards.
    #[must_use]
    pub fn tree(&self, board: &Board, depth: u32, most_boards: u64) -> Option<TracedNode<Square>> {
        let evaluation = OthelloEvaluation::named(self.evaluation, board)
            .expect("the name is one of the evaluations");
        let problem = Problem {
            game: &Othello { order: self.order },
            evaluation: &evaluation,
            final_values: self.final_values,
            dialect: self.dialect,
            stop: &|boards| most_boards < boards,
        };
        let (result, tree) = search_with_tree(self.method.with_depth(depth), &problem, board);
        tree.filter(|_| result.counts.boards <= most_boards)
    }

    /// Returns the same strategy with a small factor for the margin of finished games.
    #[must_use]
    pub fn with_margin(self) -> Strategy {
        Strategy { final_values: self.final_values.with_margin(), ..self }
    }
}

impl Program for Strategy {
    type Details = ();

    /// Computes the tables that the evaluation looks up.
    fn start_game(&mut self) {
        prepare(self.evaluation);
    }

    fn choose(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Choice<()>> {
        let method = limits.depth.map_or(self.method, |depth| self.method.with_depth(depth));
        let evaluation = OthelloEvaluation::named(self.evaluation, root.board())
            .expect("the name is one of the evaluations");
        let stop = |boards| {
            (control.stop)(boards)
                || limits.nodes.is_some_and(|most| most <= boards)
                || limits.move_time.is_some_and(|time| time <= (control.now)(boards))
        };
        let problem = Problem {
            game: &Othello { order: self.order },
            evaluation: &evaluation,
            final_values: self.final_values,
            dialect: self.dialect,
            stop: &stop,
        };
        let result = search(method, &problem, root.board());
        Some(self.choice(&result, result.best?, method.depth()))
    }
}

impl Strategy {
    fn choice(&self, result: &SearchResult<Square>, best: Square, depth: u32) -> Choice<()> {
        Choice {
            best,
            value: result.value.map(|value| move_value(self.evaluation, value.units())),
            is_exact: false,
            depth,
            nodes: result.counts.boards,
            evaluations: result.counts.evaluations,
            line: vec![Move::Place(best)],
            details: (),
        }
    }
}

/// Returns a value in discs if the evaluation counts discs, and else in units.
pub(crate) fn move_value(evaluation: &str, units: i32) -> MoveValue {
    // A won game has a value beyond all discs.
    if evaluation == OthelloEvaluation::COUNT_DIFFERENCE && units.abs() <= 64 {
        MoveValue::Discs(units)
    } else {
        MoveValue::Units(units)
    }
}

/// Computes the tables that an evaluation looks up, so that no clock runs meanwhile.
pub(crate) fn prepare(evaluation: &str) {
    if evaluation.starts_with(OthelloEvaluation::IAGO) {
        let _ = edge_table();
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use willow_board::Position;

    use super::*;

    #[test]
    fn limits_hold_beside_the_depth() {
        let method = Method::Minimax { depth: 4 };
        let mut strategy = Strategy::new(method, OthelloEvaluation::COUNT_DIFFERENCE).unwrap();
        let root = Position::START.into();
        let mut choose = |limits| strategy.choose(&root, &limits, Control::UNTIMED).unwrap();
        let choice = choose(Limits::NONE);
        assert_eq!((choice.depth, choice.nodes, choice.evaluations), (4, 316, 244));
        assert_eq!(choose(Limits::depth(1)).value, Some(MoveValue::Discs(3)));
        let limits = Limits { depth: Some(6), ..Limits::nodes(2000) };
        let stopped = choose(limits);
        assert_eq!((stopped.nodes, stopped.value), (2048, None));
    }

    #[test]
    fn a_strategy_stops_when_it_is_told_to() {
        let looks = Cell::new(0);
        let stop = |_| {
            looks.set(looks.get() + 1);
            true
        };
        let control = Control { stop: &stop, ..Control::UNTIMED };
        let choice = Strategy::iago(8).choose(&Position::START.into(), &Limits::NONE, control);
        assert_eq!((looks.get(), choice.unwrap().nodes), (1, 1024));
        assert!(Strategy::new(Method::Maximizer, "guess").is_none());
    }
}
