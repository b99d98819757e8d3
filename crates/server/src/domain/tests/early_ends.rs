//! Rated games that are left early, by an abort or by losing before they count.

use willow_protocol::{ErrorDetail, Event, Notice, SpeedClass};

use super::restart::restarted;
use super::world::{COUNTED, World, has};
use crate::domain::{ConnId, GameChange, UserId, Write};

fn rating(world: &World, user: i64) -> (i32, u32) {
    let rating = world.state.shared.accounts[UserId(user)].rating(SpeedClass::Blitz);
    (rating.summary(SpeedClass::Blitz).rating, rating.games)
}

/// The ways to end a game early; alice leaves.
const WAYS: [&str; 4] = ["resign", "flag", "claim", "agree"];

/// Begins a rated game, plays the first moves, and ends it. Returns what bob received.
fn leave(world: &mut World, [alice, bob]: [ConnId; 2], n_moves: usize, way: &str) -> Vec<Notice> {
    let game = world.start_game(alice, bob, "5+3 rated");
    world.play([alice, bob], game, &COUNTED[..n_moves]);
    world.received(bob);
    match way {
        "resign" => _ = world.done(alice, "resign"),
        "flag" => world.wait(400_000),
        "claim" => {
            world.leave(alice);
            world.wait(60_000);
            return world.done(bob, &format!("claim {game}"));
        }
        _ => {
            world.done(alice, &format!("score {game} -64"));
            world.done(bob, &format!("score {game} 64"));
        }
    }
    world.received(bob)
}

#[test]
fn a_rated_game_that_is_given_up_before_ten_moves_counts_for_nobody() {
    for way in WAYS {
        for (n_moves, counts) in [(0, false), (2, false), (8, false), (10, true)] {
            let (mut world, alice, bob) = World::players();
            let received = leave(&mut world, [alice, bob], n_moves, way);
            let is_told = has(&received, |event| matches!(event, Event::Rated { .. }));
            // Who agrees receives the events with the answer.
            assert!(way == "agree" || is_told == counts, "{way} after {n_moves}: {received:?}");
            let games = u32::from(counts);
            let after = [rating(&world, 1), rating(&world, 2)];
            assert_eq!(after.map(|(_, games)| games), [games; 2], "{way} after {n_moves}");
            assert_eq!(after[1].0 > 1500, counts, "{way} after {n_moves}");
            let is_unrated =
                world.writes.iter().any(|it| matches!(it, Write::Game(GameChange::Unrated(..))));
            assert_eq!(is_unrated, !counts, "{way} after {n_moves}");
        }
    }
}

#[test]
fn a_rematch_of_a_game_that_was_given_up_early_is_rated_again() {
    let (mut world, alice, bob) = World::players();
    leave(&mut world, [alice, bob], 2, "resign");
    world.done(alice, "rematch");
    world.done(bob, "rematch");
    assert!(world.state.games[&world.last_game()].terms.rated);
}

#[test]
fn three_early_ends_a_day_are_free_and_each_further_one_is_a_loss_of_its_maker() {
    let (mut world, mut alice, mut bob) = World::players();
    for round in 0..6 {
        leave(&mut world, [alice, bob], 0, "resign");
        assert_eq!(rating(&world, 1).1, (round as u32).saturating_sub(2), "round {round}");
        assert_eq!(rating(&world, 2), (1500, 0), "the opponent gains nothing");
        if round == 3 {
            world.wait(300_000);
            world = restarted(&world);
            [alice, bob] = [world.resume(11, 1), world.resume(12, 2)];
        }
    }
    assert!(rating(&world, 1).0 < 1400);
    world.wait(24 * 3_600_000);
    leave(&mut world, [alice, bob], 0, "resign");
    assert_eq!(rating(&world, 1).1, 3, "a day later they are free again");
}

#[test]
fn a_rated_game_is_not_aborted_again_and_again_until_the_colour_is_liked() {
    let (mut world, alice, bob) = World::players();
    for _ in 0..3 {
        world.start_game(alice, bob, "5+3 rated");
        world.done(alice, "abort");
    }
    let game = world.start_game(alice, bob, "5+3 rated synchro");
    world.refuses_because(alice, &format!("abort {game}"), ErrorDetail::TooManyAborts);
    world.done(bob, &format!("abort {game}"));
    world.start_game(alice, bob, "5+3");
    world.done(alice, "abort");
    // Nobody must wait for an opponent who is away.
    world.start_game(alice, bob, "5+3 rated");
    world.leave(bob);
    world.done(alice, "abort");
    assert_eq!(world.state.shared.accounts[UserId(1)].early_ends().0.len(), 3);
    let of_bob = &world.state.shared.accounts[UserId(2)].early_ends().0;
    assert_eq!(of_bob.len(), 2, "a pair is aborted once, and who goes has left the game");
}

#[test]
fn a_pair_counts_if_one_of_its_games_was_played() {
    for (n_moves, counts) in [(8, false), (10, true)] {
        let (mut world, alice, bob) = World::players();
        let game = world.start_game(alice, bob, "5+3 rated synchro");
        let twin = world.twin(game);
        world.play([alice, bob], game, &COUNTED[..n_moves]);
        world.done(bob, &format!("resign {game}"));
        world.done(bob, &format!("resign {twin}"));
        assert_eq!(rating(&world, 1).1, u32::from(counts), "{n_moves}");
        assert_eq!(
            world.state.shared.accounts[UserId(2)].early_ends().0.len(),
            usize::from(!counts)
        );
    }
}

#[test]
fn each_player_who_gives_up_a_game_of_a_pair_early_has_left_it() {
    let (mut world, alice, bob) = World::players();
    let game = world.start_game(alice, bob, "5+3 rated synchro");
    let twin = world.twin(game);
    world.done(alice, &format!("resign {game}"));
    world.done(bob, &format!("resign {twin}"));
    for user in [1, 2] {
        assert_eq!(world.state.shared.accounts[UserId(user)].early_ends().0.len(), 1, "{user}");
    }
}

/// The farm of the first report: eight puppets, 208 games in seconds.
#[test]
fn eight_puppets_lift_nobody_to_the_top() {
    let mut world = World::new();
    let master = world.log_in(1, "alice", true);
    let puppets: Vec<ConnId> = (2..=9)
        .map(|number| {
            let name = format!("puppet{}", char::from(b'a' + number as u8));
            world.log_in(number, &name, true)
        })
        .collect();
    for round in 0..8 {
        for &puppet in &puppets {
            if round < 4 {
                world.start_game(master, puppet, "5+3 rated");
                world.done(puppet, "resign");
            } else {
                world.win(master, puppet, "5+3 rated");
            }
            world.received(master);
            world.wait(3_000);
        }
    }
    let (rating, games) = rating(&world, 1);
    assert_eq!(games, 4 * 8, "games that end at once do not count");
    assert!(rating <= 1800, "{rating}");
    // A restart forgets neither the opponents nor how often they were met.
    let before = world.state.shared.accounts[UserId(1)].opponents().clone();
    assert_eq!(before[&SpeedClass::Blitz].len(), 8);
    world.wait(300_000);
    assert_eq!(*restarted(&world).state.shared.accounts[UserId(1)].opponents(), before);
}
