//! The server's bots, whose searches are answered by hand.

use willow_board::Square;
use willow_protocol::ErrorCode;

use super::world::{START_TIME, World, errors};
use crate::domain::{
    BotAnswer, BotCommand, BotJob, Input, Saved, ServerBot, ServerState, Settings,
};

/// Returns a world with a bot that thinks when it is sent to.
fn world() -> World {
    let bot = ServerBot { name: "iago".parse().unwrap(), spec: "random".to_owned() };
    let settings = Settings { bots: vec![bot], ..Settings::default() };
    let (state, effects) = ServerState::restore(settings, Saved::default(), START_TIME);
    World::around(state, effects, START_TIME)
}

/// Returns the job that the bots were given last.
fn last_job(world: &World) -> Option<BotJob> {
    match world.tasks.last() {
        Some(BotCommand::Search(job)) => Some((**job).clone()),
        _ => None,
    }
}

fn answer(world: &mut World, job: &BotJob, square: Square) {
    let (game, turn) = (job.game, job.turn);
    world.input(Input::Bot { game, turn, answer: BotAnswer::Place(square) });
}

#[test]
fn an_answer_to_a_move_that_was_taken_back_is_not_played() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 black");
    world.types(alice, "f5");
    let stale = last_job(&world).unwrap();
    world.types(alice, "takeback");
    assert!(last_job(&world).is_none(), "no bot is to move");
    world.types(alice, "d3");
    let wanted = last_job(&world).unwrap();
    assert_eq!(stale.snapshot.game.n_plies(), wanted.snapshot.game.n_plies());
    // d6 answers f5, and is no move after d3.
    answer(&mut world, &stale, Square::D6);
    let active = &world.state.games[&wanted.game];
    assert!(active.end().is_none());
    assert_eq!(active.game().n_plies(), 1);
    answer(&mut world, &wanted, Square::C3);
    assert_eq!(world.state.games[&wanted.game].game().n_plies(), 2);
}

#[test]
fn a_bot_plays_no_game_that_need_not_end() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    for clock in ["none", "12:00:00"] {
        let refused = errors(&world.types(alice, &format!("challenge iago {clock}")));
        assert_eq!(refused, [ErrorCode::NotNow], "{clock}");
    }
    assert!(world.state.games.is_empty());
    assert!(errors(&world.types(alice, "challenge iago 60:00")).is_empty());
}

#[test]
fn the_search_for_a_game_that_is_over_is_cancelled() {
    let mut world = world();
    let alice = world.log_in(1, "alice", false);
    world.types(alice, "challenge iago 5+3 white");
    let game = last_job(&world).unwrap().game;
    world.types(alice, "resign");
    assert!(matches!(world.tasks.last(), Some(BotCommand::Cancel(over)) if *over == game));
}
