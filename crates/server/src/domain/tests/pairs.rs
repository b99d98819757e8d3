//! Two games at once, and games that begin elsewhere.

use willow_board::Color;
use willow_protocol::{ErrorCode, Event, GameId, Notice, PairResult, SpeedClass};

use super::restart::restarted;
use super::world::{COUNTED, World, events, has};
use crate::domain::{ConnId, UserId};

/// Begins two games at once and returns them: alice has Black in the first.
fn pair(world: &mut World, alice: ConnId, bob: ConnId, terms: &str) -> [GameId; 2] {
    let game = world.start_game(alice, bob, &format!("{terms} synchro"));
    let twin = world.twin(game);
    [game, twin]
}

fn ends(notices: &[Notice]) -> Vec<PairResult> {
    events(notices, |event| match event {
        Event::Paired(pair) => Some(pair.clone()),
        _ => None,
    })
}

#[test]
fn a_pair_has_one_start_and_each_player_has_black_once() {
    let (mut world, alice, bob) = World::players();
    let games = pair(&mut world, alice, bob, "5+3 start=random:14");
    let [one, other] = games.map(|game| &world.state.games[&game]);
    assert_eq!(one.game().start(), other.game().start());
    assert_eq!(one.game().start().board().occupied().count(), 14);
    assert_eq!(one.names[0].as_str(), "alice");
    assert_eq!(other.names[0].as_str(), "bob");
    let twins = [one, other].map(|hosted| hosted.twin.unwrap().game);
    assert_eq!(twins, [games[1], games[0]]);
    // The game with the offer's number is the current game.
    let current = world.state.shared.connections.current_game(bob, None).ok();
    assert_eq!(current, Some(games[0]));
}

#[test]
fn the_results_of_a_pair_are_added_and_rated_once() {
    let (mut world, alice, bob) = World::players();
    let [one, other] = pair(&mut world, alice, bob, "5+3 rated");
    world.play([alice, bob], one, &COUNTED);
    // Alice wins with Black by 64; nothing is decided yet.
    let received = world.types(bob, &format!("resign {one}"));
    assert!(ends(&received).is_empty());
    assert!(!has(&received, |event| matches!(event, Event::Rated { .. })));
    // And with White, too.
    let received = world.types(bob, &format!("resign {other}"));
    let rated = received.iter().filter(|notice| matches!(notice.event, Event::Rated { .. }));
    assert_eq!(rated.count(), 2);
    let found = ends(&received);
    assert_eq!(found.len(), 3, "in both games and in the lobby");
    assert_eq!((found[0].first.as_str(), found[0].total), ("bob", Some(-128)));
    let games =
        |user: i64| world.state.shared.accounts[UserId(user)].rating(SpeedClass::Blitz).games;
    assert_eq!([games(1), games(2)], [1, 1]);
}

#[test]
fn one_win_each_is_a_draw() {
    let (mut world, alice, bob) = World::players();
    let [one, other] = pair(&mut world, alice, bob, "5+3");
    world.types(alice, &format!("resign {one}"));
    let received = world.types(bob, &format!("resign {other}"));
    assert_eq!(ends(&received)[0].total, Some(0));
}

#[test]
fn a_pair_is_broken_off_together_or_not_at_all() {
    let (mut world, alice, bob) = World::players();
    let [one, other] = pair(&mut world, alice, bob, "5+3 rated");
    let received = world.types(alice, &format!("abort {other}"));
    assert_eq!(ends(&received)[0].total, None);
    assert!([one, other].iter().all(|&game| world.end(game).is_some()));
    let [one, other] = pair(&mut world, alice, bob, "5+3 rated");
    world.play([alice, bob], one, &["f5", "d6"]);
    // The other has not started, but it belongs to this one.
    world.refuses(bob, &format!("abort {other}"), ErrorCode::NotNow);
    assert!(world.end(other).is_none());
}

#[test]
fn a_pair_survives_a_restart_between_its_ends() {
    let (mut world, alice, bob) = World::players();
    let [one, other] = pair(&mut world, alice, bob, "5+3 rated");
    world.play([alice, bob], one, &COUNTED);
    world.types(bob, &format!("resign {one}"));
    let mut world = restarted(&world);
    let alice = world.resume(3, 1);
    assert!(!world.state.games.contains_key(&one), "it is over and forgotten");
    let received = world.types(alice, &format!("resign {other}"));
    let [first, ..] = &ends(&received)[..] else { panic!("{received:?}") };
    assert_eq!((first.games, first.total), ([other, one], Some(0)));
    assert_eq!(world.state.shared.accounts[UserId(1)].rating(SpeedClass::Blitz).games, 1);
}

#[test]
fn a_pair_counts_as_two_games() {
    let (mut world, alice, bob) = World::players();
    world.state.shared.context.settings.limits.games_per_user = 3;
    pair(&mut world, alice, bob, "5+3");
    world.refuses(alice, "new 5+3 synchro", ErrorCode::Limit);
    world.done(alice, "new 5+3");
}

#[test]
fn a_balanced_game_begins_after_eight_moves() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3 balanced");
    let start = *world.state.games[&game].game().start();
    assert_eq!(start.board().occupied().count(), 12);
    assert_eq!(world.state.games[&game].color_of(UserId(1)), Some(Color::Black));
}
