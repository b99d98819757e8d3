//! What a player thinks of each legal move.

use std::time::Instant;

use willow_board::{Color, Game, Move, Square};
use willow_classics::{Control, Limits, Program, RootPosition};

use crate::thought::{Details, SearchInfo, ThoughtValue};

/// What a player thinks of a legal move.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveJudgment {
    /// The move.
    pub mv: Square,
    /// What the player found about it. It has no value if the player answers the move from its book.
    pub thought: SearchInfo,
}

/// Sorts judgments, the best move first. Moves without a value come last.
pub(crate) fn sort(judgments: &mut [MoveJudgment]) {
    let rank = |judgment: &MoveJudgment| {
        judgment.thought.value.map_or((f64::NEG_INFINITY, 0.0), ThoughtValue::rank)
    };
    judgments.sort_by(|a, b| {
        let ((a_class, a_number), (b_class, b_number)) = (rank(a), rank(b));
        b_class.total_cmp(&a_class).then(b_number.total_cmp(&a_number))
    });
}

/// Returns what an old program thinks of a move: it is asked for its choice in the position behind the
/// move, one ply less deep, and its value is turned round.
pub(crate) fn judge<P: Program<Details: Into<Details>>>(
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
        let value = Some(ThoughtValue::Discs(if mover == Color::Black { discs } else { -discs }));
        let thought = SearchInfo {
            value,
            is_exact: true,
            depth: 1,
            nodes: 1,
            evaluations: Some(0),
            line,
            details: None,
        };
        return MoveJudgment { mv, thought };
    }
    let began = Instant::now();
    let control = Control { stop, now: &|_| began.elapsed(), ..Control::UNTIMED };
    // What is found about one move must not change what is thought of the next.
    program.start_game();
    let choice = program.choose(&RootPosition::of_game(&after), limits, control);
    let is_movers = after.position().side_to_move() == mover;
    let choice = choice.expect("a game that goes on has a legal move after passes");
    let reply = SearchInfo::from(choice);
    let thought = if is_movers { reply } else { reply.reversed() };
    line.extend(thought.line);
    MoveJudgment { mv, thought: SearchInfo { depth: thought.depth + 1, line, ..thought } }
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
    use willow_classics::{MoveValue, Phase};

    use super::*;
    use crate::thought::{BillDetails, Bound};

    #[test]
    fn a_bound_turned_round_is_the_other_bound() {
        let value = ThoughtValue::from(MoveValue::AtLeastDiscs(2));
        assert_eq!(value.reversed(), ThoughtValue::AtMostDiscs(-2.0));
        assert_eq!(value.reversed().reversed(), value);
        assert_eq!((value.unit(), value.number()), ("discs or more", 2.0));
    }

    /// BILL knows of many replies only that they are worth so much or more: the move before them is worth so much
    /// or less.
    #[test]
    fn bills_bounds_are_turned_round_with_its_values() {
        let details = BillDetails {
            phase: Phase::Normal,
            level: 2.0,
            alarm: false,
            bound: Some(Bound::AtLeast),
            killer_rank: 1,
            seconds_ahead: 0.0,
        };
        let value = Some(ThoughtValue::Units(335.0));
        let reply = SearchInfo {
            value,
            details: Some(Details::Bill(details)),
            ..SearchInfo::of_move(Square::C5.into())
        };
        let reversed = reply.clone().reversed();
        assert_eq!(reversed.value, Some(ThoughtValue::Units(-335.0)));
        let turned = BillDetails { bound: Some(Bound::AtMost), ..details };
        assert_eq!(reversed.details, Some(Details::Bill(turned)));
        assert_eq!(reversed.reversed(), reply);
        let fields: Vec<String> =
            reply.reversed().fields().into_iter().map(|field| field.text).collect();
        assert!(fields.iter().any(|text| text == "the value or worse"), "{fields:?}");
    }

    #[test]
    fn wins_come_before_units_and_losses_behind() {
        let of = |value| MoveJudgment {
            mv: Square::A1,
            thought: SearchInfo { value, ..SearchInfo::of_move(Square::A1.into()) },
        };
        let sorted = [
            Some(ThoughtValue::Discs(2.0)),
            Some(ThoughtValue::Units(900.0)),
            Some(ThoughtValue::Units(-900.0)),
            Some(ThoughtValue::Outcome(-1.0)),
            None,
        ];
        let mut judgments = [3, 1, 4, 0, 2].map(|index: usize| of(sorted[index]));
        sort(&mut judgments);
        assert_eq!(judgments.map(|judgment| judgment.thought.value), sorted);
    }
}
