//! Bots of the house, played by hand.

use willow_board::Square;
use willow_protocol::ErrorCode;

use super::world::{DAWN, World, errors};
use crate::core::{BotAnswer, BotTask, Core, HouseBot, Input, Rules, Saved, Thought};

/// Returns a world with a bot that thinks when it is told to.
fn world() -> World {
    let bot = HouseBot { name: "iago".parse().unwrap(), spec: "random".to_owned() };
    let rules = Rules { bots: vec![bot], ..Rules::default() };
    let (core, effects) = Core::restore(rules, Saved::default(), DAWN);
    World::around(core, effects, DAWN)
}

/// Returns the last position that a bot was asked to think about.
fn asked(world: &World) -> Option<Thought> {
    match world.tasks.last() {
        Some(BotTask::Think(thought)) => Some((**thought).clone()),
        _ => None,
    }
}

fn answer(world: &mut World, thought: &Thought, square: Square) {
    let (game, turn) = (thought.game, thought.turn);
    world.input(Input::Bot { game, turn, answer: BotAnswer::Place(square) });
}

#[test]
fn an_answer_to_a_move_that_was_taken_back_is_not_played() {
    let mut world = world();
    let alice = world.enter(1, "alice", false);
    world.types(alice, "challenge iago 5+3 black");
    world.types(alice, "f5");
    let stale = asked(&world).unwrap();
    world.types(alice, "takeback");
    assert!(asked(&world).is_none(), "nobody is to think");
    world.types(alice, "d3");
    let wanted = asked(&world).unwrap();
    assert_eq!(stale.snapshot.game.n_plies(), wanted.snapshot.game.n_plies());
    // d6 answers f5, and is no move after d3.
    answer(&mut world, &stale, Square::D6);
    let table = &world.core.tables[&wanted.game];
    assert!(table.end().is_none());
    assert_eq!(table.game().n_plies(), 1);
    answer(&mut world, &wanted, Square::C3);
    assert_eq!(world.core.tables[&wanted.game].game().n_plies(), 2);
}

#[test]
fn a_bot_plays_no_game_that_need_not_end() {
    let mut world = world();
    let alice = world.enter(1, "alice", false);
    for clock in ["none", "12:00:00"] {
        let refused = errors(&world.types(alice, &format!("challenge iago {clock}")));
        assert_eq!(refused, [ErrorCode::NotNow], "{clock}");
    }
    assert!(world.core.tables.is_empty());
    assert!(errors(&world.types(alice, "challenge iago 60:00")).is_empty());
}

#[test]
fn nobody_thinks_about_a_game_that_is_over() {
    let mut world = world();
    let alice = world.enter(1, "alice", false);
    world.types(alice, "challenge iago 5+3 white");
    let game = asked(&world).unwrap().game;
    world.types(alice, "resign");
    assert!(matches!(world.tasks.last(), Some(BotTask::Rest(over)) if *over == game));
}
