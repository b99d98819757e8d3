//! What a player thinks of each legal move.

use std::time::Instant;

use willow_board::{Color, Game, Move, Square};
use willow_classics::{Choice, Control, Limits, MoveValue, Program, RootPosition};

/// What a player thinks of a legal move. Values are in the view of the side that makes it.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveJudgment {
    /// The move.
    pub mv: Square,
    /// Its value; `None` if the player answers it from its book, or was stopped too early.
    pub value: Option<JudgedValue>,
    /// Whether the value is the result of the game with best play.
    pub is_exact: bool,
    /// The depth of the search in plies, the move included.
    pub depth: u32,
    /// The positions that were visited, as the player counts them; 0 if it does not tell.
    pub nodes: u64,
    /// How often a position was evaluated; `None` if the player does not count it.
    pub evaluations: Option<u64>,
    /// The expected moves, this one first.
    pub line: Vec<Move>,
}

/// A value with its unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum JudgedValue {
    /// The final score in discs, or the expected one.
    Discs(f64),
    /// The final score is at least this, in discs.
    AtLeastDiscs(f64),
    /// The final score is at most this, in discs.
    AtMostDiscs(f64),
    /// The sign of the final score: 1 for a win, 0 for a draw, -1 for a loss.
    Outcome(f64),
    /// In units of the program's own evaluation.
    Units(f64),
}

impl JudgedValue {
    /// Returns the number.
    #[must_use]
    pub const fn number(self) -> f64 {
        match self {
            JudgedValue::Discs(number)
            | JudgedValue::AtLeastDiscs(number)
            | JudgedValue::AtMostDiscs(number)
            | JudgedValue::Outcome(number)
            | JudgedValue::Units(number) => number,
        }
    }

    /// Returns the name of what the number counts.
    #[must_use]
    pub const fn unit(self) -> &'static str {
        match self {
            JudgedValue::Discs(_) => "discs",
            JudgedValue::AtLeastDiscs(_) => "discs or more",
            JudgedValue::AtMostDiscs(_) => "discs or less",
            JudgedValue::Outcome(_) => "outcome",
            JudgedValue::Units(_) => "units",
        }
    }

    /// Returns the same value for the other side.
    const fn reversed(self) -> JudgedValue {
        match self {
            JudgedValue::Discs(number) => JudgedValue::Discs(-number),
            JudgedValue::AtLeastDiscs(number) => JudgedValue::AtMostDiscs(-number),
            JudgedValue::AtMostDiscs(number) => JudgedValue::AtLeastDiscs(-number),
            JudgedValue::Outcome(number) => JudgedValue::Outcome(-number),
            JudgedValue::Units(number) => JudgedValue::Units(-number),
        }
    }

    /// Returns what moves are ordered by. Results and units of an evaluation cannot be compared: a win
    /// comes before all units, and a loss after them.
    fn rank(self) -> (f64, f64) {
        let number = self.number();
        match self {
            JudgedValue::Units(_) => (0.0, number),
            _ if number == 0.0 => (0.0, number),
            _ => (number.signum(), number),
        }
    }
}

impl From<MoveValue> for JudgedValue {
    fn from(value: MoveValue) -> JudgedValue {
        let number = f64::from(value.number());
        match value {
            MoveValue::Units(_) => JudgedValue::Units(number),
            MoveValue::Outcome(_) => JudgedValue::Outcome(number),
            MoveValue::Discs(_) => JudgedValue::Discs(number),
            MoveValue::AtLeastDiscs(_) => JudgedValue::AtLeastDiscs(number),
        }
    }
}

/// Sorts judgments, the best move first. Moves without a value come last.
pub(crate) fn sort(judgments: &mut [MoveJudgment]) {
    let rank = |judgment: &MoveJudgment| {
        judgment.value.map_or((f64::NEG_INFINITY, 0.0), JudgedValue::rank)
    };
    judgments.sort_by(|a, b| {
        let ((a_class, a_number), (b_class, b_number)) = (rank(a), rank(b));
        b_class.total_cmp(&a_class).then(b_number.total_cmp(&a_number))
    });
}

/// Returns what an old program thinks of a move: it is asked for its choice in the position behind the
/// move, one ply less deep, and its value is turned round.
pub(crate) fn judge<P: Program>(
    program: &mut P,
    game: &Game,
    mv: Square,
    limits: &Limits,
    stop: &dyn Fn(u64) -> bool,
) -> MoveJudgment {
    let mover = game.position().side_to_move();
    let mut after = game.clone();
    let mut line = vec![Move::Place(mv)];
    after.play(mv.into()).expect("the move is legal");
    if after.position().must_pass() {
        after.play(Move::Pass).expect("the side has no other move");
        line.push(Move::Pass);
    }
    if let Some(outcome) = after.outcome() {
        let discs = f64::from(outcome.result.value());
        let value = Some(JudgedValue::Discs(if mover == Color::Black { discs } else { -discs }));
        let (nodes, evaluations) = (1, Some(0));
        return MoveJudgment { mv, value, is_exact: true, depth: 1, nodes, evaluations, line };
    }
    let began = Instant::now();
    let control = Control { stop, now: &|_| began.elapsed(), ..Control::UNTIMED };
    // What is found about one move must not change what is thought of the next.
    program.start_game();
    let choice = program.choose(&RootPosition::of_game(&after), limits, control);
    let is_movers = after.position().side_to_move() == mover;
    let choice = choice.expect("a game that goes on has a legal move after passes");
    judgment(mv, line, choice, is_movers)
}

fn judgment<D>(
    mv: Square,
    mut line: Vec<Move>,
    choice: Choice<D>,
    is_movers: bool,
) -> MoveJudgment {
    let value = choice.value.map(JudgedValue::from);
    line.extend(choice.line);
    MoveJudgment {
        mv,
        value: value.map(|value| if is_movers { value } else { value.reversed() }),
        is_exact: choice.is_exact,
        depth: choice.depth + 1,
        nodes: choice.nodes,
        evaluations: Some(choice.evaluations),
        line,
    }
}

/// Returns the limits of a search that begins one ply later; `None` if nothing is left.
pub(crate) fn one_ply_less(limits: Limits) -> Option<Limits> {
    match limits.depth {
        Some(0 | 1) => None,
        depth => Some(Limits { depth: depth.map(|depth| depth - 1), ..limits }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bound_turned_round_is_the_other_bound() {
        let value = JudgedValue::from(MoveValue::AtLeastDiscs(2));
        assert_eq!(value.reversed(), JudgedValue::AtMostDiscs(-2.0));
        assert_eq!(value.reversed().reversed(), value);
        assert_eq!((value.unit(), value.number()), ("discs or more", 2.0));
    }

    #[test]
    fn wins_come_before_units_and_losses_behind() {
        let of = |value| MoveJudgment {
            mv: Square::A1,
            value,
            is_exact: false,
            depth: 1,
            nodes: 0,
            evaluations: None,
            line: Vec::new(),
        };
        let sorted = [
            Some(JudgedValue::Discs(2.0)),
            Some(JudgedValue::Units(900.0)),
            Some(JudgedValue::Units(-900.0)),
            Some(JudgedValue::Outcome(-1.0)),
            None,
        ];
        let mut judgments = [3, 1, 4, 0, 2].map(|index: usize| of(sorted[index]));
        sort(&mut judgments);
        assert_eq!(judgments.map(|judgment| judgment.value), sorted);
    }
}
