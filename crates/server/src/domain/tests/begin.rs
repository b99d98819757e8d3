//! How games begin, and by which clocks they are played.

use willow_protocol::{EndKind, ErrorCode, GameEnd, GameState};

use super::world::{World, board, ended};
use crate::domain::ConnId;

/// The usual start in a mirror, and a position in which Black has to pass.
const MIRRORED: &str =
    "start=position:---------------------------XO------OX---------------------------/X";
const PASSED: &str =
    "start=position:OX--------------------------------------------------------------/X";

const ALICE: ConnId = ConnId(1);
const BOB: ConnId = ConnId(2);

/// Begins a game of such terms, in which Alice has Black.
fn started(terms: &str) -> (World, GameState) {
    let (mut world, alice, bob) = World::guests();
    let game = world.start_game(alice, bob, terms);
    let state = board(&mut world, alice, game);
    world.received(alice);
    (world, state)
}

/// Returns why a game ended, if Alice received its end.
fn end(world: &mut World) -> Option<EndKind> {
    ended(&world.received(ALICE)).map(|end: GameEnd| end.reason)
}

#[test]
fn a_move_without_a_game_is_answered_with_how_to_get_one() {
    let (mut world, alice, bob) = World::players();
    let answer = world.sentence(alice, "f5");
    assert!(answer.contains("`challenge NAME` starts one"), "{answer}");
    world.start_game(alice, bob, "5");
    let other_window = world.resume(3, 1);
    world.done(other_window, "f5");
}

#[test]
fn a_game_begins_where_its_terms_say() {
    let (_, state) = started(MIRRORED);
    assert_eq!(state.initial.to_string(), MIRRORED[15..].replace('/', " "));
    let (_, state) = started("start=random:14");
    assert_eq!(state.position.board().occupied().count(), 14);
}

#[test]
fn a_side_that_must_pass_in_the_start_position_passes_first() {
    let (_, state) = started(PASSED);
    assert_eq!(state.moves, [willow_board::Move::Pass]);
    assert_ne!(state.position.side_to_move(), state.initial.side_to_move());
}

#[test]
fn a_given_position_is_not_rated_and_somebody_can_move_in_it() {
    let (mut world, alice, _) = World::players();
    let over = format!("start=position:X{}/X", "-".repeat(63));
    for terms in [&format!("rated {MIRRORED}"), &over] {
        world.refuses(alice, &format!("new {terms}"), ErrorCode::NotNow);
    }
}

#[test]
fn byoyomi_begins_when_the_main_time_is_used_and_is_there_for_every_move() {
    let (mut world, _) = started("0:05/10");
    world.wait(14_000);
    world.done(ALICE, "f5");
    world.done(BOB, "d6");
    for (player, square) in [(ALICE, "c3"), (BOB, "d3")] {
        world.wait(9000);
        assert_eq!(ended(&world.done(player, square)), None);
    }
    world.wait(10_000);
    assert_eq!(end(&mut world), None);
    world.wait(1);
    assert_eq!(end(&mut world), Some(EndKind::Timeout), "no main time is left");
}

/// GGS has an extension; a clock for each move begins anew.
#[test]
fn a_flag_falls_one_millisecond_after_the_deadline() {
    for (clock, first) in [("0:10", 10_000), ("0:10//0:20", 30_000), ("10s", 10_000)] {
        let (mut world, _) = started(clock);
        world.wait(first);
        assert_eq!(end(&mut world), None, "{clock}");
        world.wait(1);
        assert_eq!(end(&mut world), Some(EndKind::Timeout), "{clock}");
    }
}
