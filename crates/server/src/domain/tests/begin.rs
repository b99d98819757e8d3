//! How games begin, and by which clocks they are played.

use willow_protocol::{EndKind, ErrorCode, Event, GameState, Notice};

use super::world::{World, errors};

/// The usual start in a mirror, and a position in which Black has to pass.
const MIRRORED: &str =
    "start=position:---------------------------XO------OX---------------------------/X";
const PASSED: &str =
    "start=position:OX--------------------------------------------------------------/X";

/// Begins a game of such terms, Black's first, and returns how it begins.
fn started(world: &mut World, terms: &str) -> Box<GameState> {
    let (alice, bob) = (world.log_in(1, "alice", false), world.log_in(2, "bob", false));
    world.start_game(alice, bob, terms);
    state(&world.received(alice))
}

fn state(notices: &[Notice]) -> Box<GameState> {
    let started = notices.iter().find_map(|notice| match &notice.event {
        Event::Started(state) | Event::State(state) => Some(state.clone()),
        _ => None,
    });
    started.unwrap_or_else(|| panic!("{notices:?}"))
}

/// Returns why a game ended, if it has.
fn end(notices: &[Notice]) -> Option<EndKind> {
    notices.iter().find_map(|notice| match notice.event {
        Event::Ended(end) => Some(end.reason),
        _ => None,
    })
}

#[test]
fn a_game_begins_where_its_terms_say() {
    let state = started(&mut World::new(), MIRRORED);
    assert_eq!(state.initial.to_string(), MIRRORED[15..].replace('/', " "));
    let state = started(&mut World::new(), "start=random:14");
    assert_eq!(state.position.board().occupied().count(), 14);
}

#[test]
fn a_position_that_was_given_is_not_rated() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    let refused = world.types(alice, &format!("new rated {MIRRORED}"));
    assert_eq!(errors(&refused), [ErrorCode::NotNow]);
}

#[test]
fn a_side_that_must_pass_in_the_start_position_passes_first() {
    let state = started(&mut World::new(), PASSED);
    assert_eq!(state.moves, [willow_board::Move::Pass]);
    assert_ne!(state.position.side_to_move(), state.initial.side_to_move());
}

#[test]
fn a_position_in_which_nobody_has_a_move_is_refused() {
    let mut world = World::new();
    let alice = world.log_in(1, "alice", true);
    let over = format!("new start=position:X{}/X", "-".repeat(63));
    assert_eq!(errors(&world.types(alice, &over)), [ErrorCode::NotNow]);
}

#[test]
fn byoyomi_begins_when_the_main_time_is_used_and_is_there_for_every_move() {
    let mut world = World::new();
    started(&mut world, "0:05/10");
    let [alice, bob] = [1, 2].map(crate::domain::ConnId);
    world.wait(14_000);
    world.types(alice, "f5");
    world.types(bob, "d6");
    for square in ["c3", "d3"] {
        world.wait(9000);
        let received = world.types(if square == "c3" { alice } else { bob }, square);
        assert!(errors(&received).is_empty() && end(&received).is_none(), "{received:?}");
    }
    world.wait(10_000);
    assert_eq!(end(&world.received(alice)), None);
    world.wait(1);
    assert_eq!(end(&world.received(alice)), Some(EndKind::Timeout), "no main time is left");
}

#[test]
fn the_clocks_of_ggs_have_an_extension_and_a_clock_for_each_move_begins_anew() {
    for (clock, first) in [("0:10//0:20", 30_000), ("10s", 10_000)] {
        let mut world = World::new();
        started(&mut world, clock);
        let alice = crate::domain::ConnId(1);
        world.wait(first);
        assert_eq!(end(&world.received(alice)), None, "{clock}");
        world.wait(1);
        assert_eq!(end(&world.received(alice)), Some(EndKind::Timeout), "{clock}");
    }
}
