//! BILL at the board: its phases, its clock, its thinking ahead.

use std::cell::Cell;
use std::time::Duration;

use willow_board::{Board, Color, Move, Position, Square};
use willow_testkit::{Discs, exact_score};

use super::player::{Bill, Details, Options};
use super::pondering::{PonderCounts, ponder_depth};
use super::report::SearchEnd;
use crate::test_support::{GAME, squares_of};
use crate::{
    Choice, Control, GameClock, Limits, MoveSource, MoveValue, Program as _, RootPosition,
};

fn after(moves: &str) -> Position {
    let play = |position: Position, square| position.play(Move::Place(square)).unwrap();
    squares_of(moves).fold(Position::START, play)
}

fn without_book() -> Bill {
    Bill::new(Options { has_book: false, ..Options::default() })
}

fn choose(bill: &mut Bill, position: &Position, limits: Limits) -> Choice<Details> {
    let found = bill.choose(&(*position).into(), &limits, Control::UNTIMED).unwrap();
    assert_eq!(position.check(Move::Place(found.best)), Ok(()));
    found
}

/// Plays on with BILL for both sides until this number of squares is empty.
fn played_to(n_empties: u32) -> Position {
    let mut position = after(GAME);
    let mut bill = without_book();
    while n_empties < position.board().n_empties() {
        let mv = if position.must_pass() {
            Move::Pass
        } else {
            Move::Place(choose(&mut bill, &position, Limits::depth(3)).best)
        };
        position = position.play(mv).unwrap();
    }
    assert!(!position.must_pass() && !position.is_game_over());
    position
}

/// Returns the score of a position, in discs from the view of the side to move.
fn exact(position: &Position) -> i32 {
    let board = position.board();
    exact_score(&Discs { player: board.player().bits(), opponent: board.opponent().bits() })
}

/// A value is exact or says that it is only a lower bound.
fn check_value(found: &Choice<Details>, phase: MoveSource, expected: i32) {
    assert_eq!(found.details.phase, phase);
    let value = found.value.unwrap().number();
    assert!(value <= expected, "{found:?} {expected}");
    assert!(!found.details.is_own_value || value == expected, "{found:?} {expected}");
    let is_exact = phase == MoveSource::Exact && found.details.is_own_value;
    assert_eq!(found.is_exact, is_exact, "{found:?}");
    assert_eq!(found.value.and_then(MoveValue::discs).is_some(), is_exact, "{found:?}");
}

#[test]
fn levels_begin_two_below_the_last() {
    let mut bill = without_book();
    let found = choose(&mut bill, &after(GAME), Limits::depth(5));
    assert_eq!(
        (found.details.phase, found.details.level, found.details.alarm),
        (MoveSource::Normal, 5.0, false)
    );
    assert_eq!(bill.last_level, 5);
    assert!(found.evaluations < found.nodes);
    assert!(0 < found.details.killer_rank);
    // The next search begins at 3, and so has fewer nodes than one from 2 on, but the same result.
    let next = after(GAME).play(Move::Place(found.best)).unwrap();
    let again = choose(&mut bill, &next, Limits::depth(4));
    let anew = choose(&mut without_book(), &next, Limits::depth(4));
    assert_eq!(again.value, anew.value);
    assert!(again.nodes < anew.nodes, "{again:?} {anew:?}");
}

#[test]
fn without_any_limit_one_level_is_searched() {
    let found = choose(&mut without_book(), &after(GAME), Limits::default());
    assert_eq!(found.details.level.to_bits(), 2.0_f64.to_bits());
}

#[test]
fn the_same_game_is_played_twice() {
    assert_eq!(played_to(20), played_to(20));
    let mut bill = without_book();
    let first = choose(&mut bill, &after(GAME), Limits::depth(5));
    bill.start_game();
    assert_eq!(choose(&mut bill, &after(GAME), Limits::depth(5)), first);
}

/// With three plies BILL solves for the winner from 11 empties, exactly from 9.
#[test]
fn the_end_is_solved_in_two_phases() {
    let position = played_to(9);
    let expected = exact(&position);
    let found = choose(&mut without_book(), &position, Limits::depth(3));
    check_value(&found, MoveSource::Exact, expected);
    let after = position.play(Move::Place(found.best)).unwrap();
    assert_eq!(-exact(&after), expected);
    let found = choose(&mut without_book(), &position, Limits::depth(2));
    check_value(&found, MoveSource::Outcome, expected.signum());
    let found = choose(&mut without_book(), &played_to(12), Limits::depth(3));
    assert_eq!(found.details.phase, MoveSource::Normal);
}

/// Once an outcome is known, the exact search goes on from there, whatever the opponent did.
#[test]
fn what_was_solved_is_remembered() {
    let position = played_to(10);
    let mut bill = without_book();
    let found = choose(&mut bill, &position, Limits::depth(3));
    assert_eq!(found.details.phase, MoveSource::Outcome);
    let after = position.play(Move::Place(found.best)).unwrap();
    for answer in after.legal_moves().squares() {
        let next = after.play(Move::Place(answer)).unwrap();
        if !next.legal_moves().is_empty() && next.legal_moves().count() != 1 {
            let found = choose(&mut bill, &next, Limits::depth(3));
            check_value(&found, MoveSource::Exact, exact(&next));
            let after = next.play(Move::Place(found.best)).unwrap();
            assert_eq!(-exact(&after), exact(&next));
        }
    }
}

#[test]
fn only_moves_are_made_at_once() {
    let position = Position::new(
        Board::new(Square::C3.bitboard(), Square::D3.bitboard()).unwrap(),
        Color::Black,
    );
    assert_eq!(position.legal_moves(), Square::E3.bitboard());
    let found = choose(&mut without_book(), &position, Limits::depth(3));
    assert_eq!((found.best, found.details.phase), (Square::E3, MoveSource::OnlyMove));
    assert_eq!(found.nodes, 0);
    let over = Position::new(
        Board::new(Square::A1.bitboard(), Square::H8.bitboard()).unwrap(),
        Color::Black,
    );
    assert_eq!(without_book().choose(&over.into(), &Limits::depth(3), Control::UNTIMED), None);
}

#[test]
fn the_alarm_leaves_a_partial_level() {
    let position = after(GAME);
    let whole = choose(&mut without_book(), &position, Limits::depth(7)).nodes;
    let limits = Limits::nodes(whole * 3 / 4);
    let found = choose(&mut without_book(), &position, limits);
    assert!(found.details.alarm, "{found:?}");
    assert!(2.0 < found.details.level && found.details.level < 7.0, "{found:?}");
    assert!(found.nodes < whole * 3 / 4 + 2048);
    // No time at all: the first move in order.
    let stopped = Control { stop: &|_| true, ..Control::UNTIMED };
    let hasty = without_book().choose(&position.into(), &Limits::depth(9), stopped).unwrap();
    assert!(hasty.details.alarm);
}

#[test]
fn a_stop_from_outside_is_not_the_alarm() {
    let limits = Limits::move_time(Duration::from_secs(1));
    let end = |control: Control<'_>| {
        let found = without_book().choose(&after(GAME).into(), &limits, control).unwrap();
        found.details.search.unwrap().end
    };
    let stop = |nodes: u64| 20_000 < nodes;
    assert_eq!(end(Control { stop: &stop, ..Control::UNTIMED }), SearchEnd::Stopped);
    let now = |nodes: u64| Duration::from_secs(if 20_000 < nodes { 2 } else { 0 });
    assert_ne!(end(Control { now: &now, ..Control::UNTIMED }), SearchEnd::Stopped);
}

/// A clock that each look moves on.
fn ticking(time: &Cell<Duration>, step: Duration) -> impl Fn(u64) -> Duration {
    move |_| {
        time.set(time.get() + step);
        time.get()
    }
}

#[test]
fn the_clock_ends_the_search() {
    let position = after(GAME);
    let second = Duration::from_secs(1);
    let limits = Limits { nodes: Some(300_000), ..Limits::move_time(second) };
    let level = |step| {
        let time = Cell::new(Duration::ZERO);
        let now = ticking(&time, step);
        let control = Control { now: &now, ..Control::UNTIMED };
        without_book().choose(&position.into(), &limits, control).unwrap().details.level
    };
    // The slower the clock, the deeper the search.
    let (slow, fast) = (level(Duration::from_micros(10)), level(Duration::from_millis(100)));
    assert!(fast < slow, "{fast} {slow}");
    assert!(slow < 20.0);
}

#[test]
fn time_spent_ahead_is_credited_if_the_guess_was_right() {
    let position = after(GAME);
    let mut bill = without_book();
    let now = |nodes| Duration::from_micros(nodes);
    let stop = |nodes| 600_000 < nodes;
    let time = Duration::from_secs(2);
    let limits = Limits { clock: Some(GameClock::main_time(time, time)), ..Limits::NONE };
    let control = Control { stop: &stop, now: &now, ..Control::UNTIMED };
    bill.ponder(&position.into(), &limits, control);
    let guess = bill.pondered.first_position().unwrap();
    // BILL may use less than was invested: it answers at once, with what was found.
    let root = RootPosition { own_moves: 10, ..guess.into() };
    let found = bill.choose(&root, &limits, Control::UNTIMED).unwrap();
    assert!(Duration::from_millis(100) < found.details.saved, "{found:?}");
    assert_eq!((found.nodes, found.details.alarm), (0, false));
    assert!(4.0 < found.details.level, "{found:?}");
    let PonderCounts { moves, hits, first_hits, saved } = bill.ponder_counts();
    assert_eq!((moves, hits, first_hits, saved), (1, 1, 1, found.details.saved));
    let open = Options { has_zero_window: false, has_book: false, ..Options::default() };
    let exact = choose(&mut Bill::new(open), &guess, Limits::depth(found.details.level as u32));
    check_value(&found, MoveSource::Normal, exact.value.unwrap().number());
    // Another move than the guess saves nothing.
    bill.start_game();
    bill.ponder(&position.into(), &limits, control);
    assert_ne!(guess, after("f5d6c3d3c4f4f6f3"));
    let other = choose(&mut bill, &after("f5d6c3d3c4f4f6f3"), Limits::depth(3)).details;
    assert_eq!((other.saved, other.level.to_bits()), (Duration::ZERO, 3.0_f64.to_bits()));
}

#[test]
fn near_the_end_all_replies_are_thought_about() {
    let position = played_to(7);
    let mut bill = without_book();
    let stop = |nodes| 10_000_000 < nodes;
    let time = Duration::from_mins(30);
    let limits = Limits { clock: Some(GameClock::main_time(time, time)), ..Limits::NONE };
    assert!(position.board().n_empties() < ponder_depth(1500, time));
    let control = Control { stop: &stop, ..Control::UNTIMED };
    bill.ponder(&position.into(), &limits, control);
    for square in position.legal_moves().squares() {
        let next = position.play(Move::Place(square)).unwrap();
        if !next.legal_moves().is_empty() {
            let mut copy = without_book();
            copy.pondered = bill.pondered.clone();
            let _ = copy.pondered.take(&next);
            assert_eq!(copy.ponder_counts().hits, 1, "{square}");
        }
    }
}

#[test]
fn depths_ahead_grow_with_the_opponent_and_the_time() {
    let depth = |rating, seconds| ponder_depth(rating, Duration::from_secs(seconds));
    assert_eq!(depth(1500, 1800), 12);
    assert_eq!(depth(1900, 1800), 14);
    assert!(depth(1500, 60) < depth(1500, 300));
    assert_eq!(depth(0, 1), 2);
}
