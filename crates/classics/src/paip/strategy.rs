//! The book's strategies: a search to a fixed depth with one of its evaluations.

use willow_board::{Move, Square};

use super::dialect::{Dialect, FinalValues};
use super::evaluation::{Evaluation as _, Side};
use super::leaf_features::leaf_features;
use super::othello::{Othello, OthelloEvaluation, SquareOrder};
use super::search::{Method, Problem, search_with_line};
use super::value::Value;
use crate::iago::edge_table;
use crate::search_tree::{Step, TreeValue};
use crate::{
    AnyEvaluation, Choice, Control, EvaluationChoice, EvaluationTerm, Limits, MoveValue, Program,
    RootPosition,
};

/// An Othello player of the book, which calls it a strategy.
///
/// It searches to the depth of its [`Method`], or of the [`Limits`] if they have one. The book's
/// programs know nothing of a game's clock, and neither does this.
#[derive(Clone, Debug)]
pub struct Strategy {
    method: Method,
    evaluation: EvaluationChoice,
    order: SquareOrder,
    dialect: Dialect,
    final_values: FinalValues,
}

/// What only a program of the book knows about its choice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Details {
    /// The parts of the static value at the end of the line, for the mover: they add up to the move's
    /// value. There are none if that is the value of a finished game, or if the search was stopped.
    pub features: Vec<EvaluationTerm>,
}

impl Strategy {
    /// Returns the strategy of this search and evaluation, in the book's own dialect.
    pub fn new(method: Method, evaluation: EvaluationChoice) -> Strategy {
        let dialect = Dialect::Lisp;
        let final_values = dialect.final_values();
        Strategy { method, evaluation, order: method.order(), dialect, final_values }
    }

    /// Returns Iago: the killer search with Iago's evaluation, the book's `Iago`.
    pub fn iago(depth: u32) -> Strategy {
        Strategy::new(Method::killer(depth), EvaluationChoice::Named(OthelloEvaluation::IAGO))
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
    pub const fn method(&self) -> Method {
        self.method
    }

    /// Returns whose version of the search it is.
    pub const fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the same strategy with a small factor for the margin of finished games.
    #[must_use]
    pub fn with_margin(self) -> Strategy {
        Strategy { final_values: self.final_values.with_margin(), ..self }
    }
}

impl Program for Strategy {
    type Details = Details;

    /// Computes the tables that the evaluation looks up.
    fn start_game(&mut self) {
        prepare(self.evaluation);
    }

    fn choose(
        &mut self,
        root: &RootPosition,
        limits: &Limits,
        control: Control<'_>,
    ) -> Option<Choice<Details>> {
        let method = limits.depth.map_or(self.method, |depth| self.method.with_depth(depth));
        let evaluation = self.evaluation.at_root(root.board());
        let stop = |boards| {
            (control.stop)(boards)
                || limits.nodes.is_some_and(|most| most <= boards)
                || limits.move_time.is_some_and(|time| time <= (control.now)(boards))
        };
        let only = root.asked.map(|asked| (*root.board(), asked.mv));
        let problem = Problem {
            game: &Othello { order: self.order, only },
            evaluation: &evaluation,
            final_values: self.final_values,
            dialect: self.dialect,
            stop: &stop,
        };
        let (result, line) = search_with_line(method, &problem, root.board(), control.tracer);
        let (best, counts) = (result.best?, result.counts);
        let line = line_of(best, &line);
        let features = |value: Value| {
            leaf_features(
                root.board(),
                &line,
                value,
                |board| evaluation.evaluate(board, Side::ToMove),
                |board| evaluation.explain(board),
            )
        };
        let details = Details { features: result.value.map_or_else(Vec::new, features) };
        Some(Choice {
            best,
            value: result.value.map(|value| move_value(&evaluation, value, self.final_values)),
            is_exact: false,
            depth: method.depth(),
            nodes: counts.boards,
            evaluations: counts.evaluations,
            line,
            details,
        })
    }
}

/// Returns the moves of a line, which begins with the best one.
fn line_of(best: Square, line: &[Step<Square>]) -> Vec<Move> {
    let moves: Vec<Move> = line
        .iter()
        .filter_map(|step| match step {
            Step::Root => None,
            Step::Move(square) => Some(Move::Place(*square)),
            Step::Pass => Some(Move::Pass),
        })
        .collect();
    // If every move loses the game in sight, none is better than another, and there is no line.
    if moves.first() == Some(&Move::Place(best)) { moves } else { vec![Move::Place(best)] }
}

/// Returns a value in discs if the evaluation counts discs, and else in units; that of a finished game is its
/// outcome.
pub(crate) fn move_value(
    evaluation: &AnyEvaluation,
    value: Value,
    final_values: FinalValues,
) -> MoveValue {
    let per_unit = evaluation.per_unit();
    match final_values.scale(per_unit).read(value.units()) {
        TreeValue::Win(_) => MoveValue::Outcome(1),
        TreeValue::Loss(_) => MoveValue::Outcome(-1),
        TreeValue::Draw | TreeValue::Number(_)
            if *evaluation == AnyEvaluation::Paip(OthelloEvaluation::CountDifference) =>
        {
            MoveValue::Discs(value.units())
        }
        TreeValue::Draw | TreeValue::Number(_) => {
            MoveValue::Units { number: value.units(), per_unit }
        }
    }
}

/// Computes the tables that an evaluation looks up, so that no clock runs meanwhile.
pub(crate) fn prepare(evaluation: EvaluationChoice) {
    if evaluation.name().starts_with(OthelloEvaluation::IAGO) {
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
        let evaluation = EvaluationChoice::Named(OthelloEvaluation::COUNT_DIFFERENCE);
        let mut strategy = Strategy::new(method, evaluation);
        let root = Position::START.into();
        let mut choose = |limits| strategy.choose(&root, &limits, Control::UNTIMED).unwrap();
        let choice = choose(Limits::NONE);
        assert_eq!((choice.depth, choice.nodes, choice.evaluations), (4, 316, 244));
        assert_eq!(choice.line.len(), 4);
        assert_eq!(choose(Limits::depth(1)).value, Some(MoveValue::Discs(3)));
        let limits = Limits { depth: Some(6), ..Limits::nodes(2000) };
        let stopped = choose(limits);
        assert_eq!((stopped.nodes, stopped.value), (2048, None));
    }

    /// Returns choices in the positions of a game that the program plays against itself.
    fn choices(method: Method, evaluation: &str) -> Vec<(Choice<Details>, Position)> {
        let mut strategy = Strategy::new(method, EvaluationChoice::named(evaluation).unwrap());
        let mut game = willow_board::Game::new();
        let mut choices = Vec::new();
        while !game.is_over() {
            let position = *game.position();
            let root = RootPosition::of_game(&game);
            let choice = strategy.choose(&root, &Limits::NONE, Control::UNTIMED);
            game.play(choice.as_ref().map_or(Move::Pass, |choice| choice.best.into())).unwrap();
            choices.extend(choice.map(|choice| (choice, position)));
        }
        choices
    }

    #[test]
    fn the_features_at_the_end_of_the_line_add_up_to_the_value() {
        let depth = 3;
        for (method, evaluation) in [
            (Method::Maximizer, OthelloEvaluation::IAGO),
            (Method::Minimax { depth }, OthelloEvaluation::MODIFIED_WEIGHTED_SQUARES),
            (Method::AlphaBeta { depth }, OthelloEvaluation::COUNT_DIFFERENCE),
            (Method::AlphaBetaSorted { depth }, OthelloEvaluation::MOBILITY),
            (Method::killer(depth), OthelloEvaluation::IAGO),
        ] {
            let (mut explained, mut moves) = (0, 0);
            for (choice, position) in choices(method, evaluation) {
                let mut after = willow_board::Game::from_position(position);
                choice.line.iter().for_each(|&mv| after.play(mv).unwrap());
                moves += 1;
                if choice.details.features.is_empty() {
                    continue;
                }
                explained += 1;
                assert_eq!(choice.line.len() as u32, method.depth(), "{evaluation} {position}");
                let sum: f64 = choice.details.features.iter().map(|term| term.contribution).sum();
                let value = f64::from(choice.value.unwrap().number());
                assert!((sum - value).abs() < 0.5, "{evaluation} {position}: {sum} {value}");
            }
            // Only a value of a finished game has no features.
            assert!(moves < explained + 5, "{method:?} {evaluation}: {explained} of {moves}");
        }
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
    }
}
