//! What followers of the lobby hear of games in progress.

use std::collections::BTreeSet;

use willow_protocol::{Event, GameId, GameProgress, Notice};

use super::world::{World, events};
use crate::domain::ConnId;
use crate::domain::lobby::MAX_GAMES;

/// Returns the events about games in progress.
fn progress(notices: &[Notice]) -> Vec<Vec<GameProgress>> {
    events(notices, |event| match event {
        Event::Progress { games } => Some(games.clone()),
        _ => None,
    })
}

/// Returns the discs of the only game in the list: whoever comes in the middle of a game sees them before
/// the next move.
fn listed_discs(world: &mut World, reader: ConnId) -> [Option<u32>; 2] {
    let Event::Games { games, .. } = world.types(reader, "games").remove(0).event else {
        panic!("no list")
    };
    let details = &games[0].details;
    [details.black_discs, details.white_discs]
}

#[test]
fn followers_hear_once_a_second_how_the_games_stand() {
    let (mut world, alice, bob) = World::players();
    let (carol, dave) = (world.log_in(3, "carol", true), world.log_in(4, "dave", true));
    world.types(dave, "lobby off");
    let game = world.start_game(alice, bob, "5+3");
    world.types(dave, &format!("watch {game}"));
    assert_eq!(listed_discs(&mut world, alice), [Some(2), Some(2)]);
    world.wait(1500);
    world.received(carol);
    world.play([alice, bob], game, &["f5", "d6", "c3"]);
    assert!(progress(&world.received(carol)).is_empty());
    world.wait(1000);
    assert_eq!(listed_discs(&mut world, alice), [Some(5), Some(2)]);
    let expected = GameProgress { game, plies: 3, black_discs: 5, white_discs: 2, spectators: 1 };
    assert_eq!(progress(&world.received(carol)), [[expected]]);
    assert!(progress(&world.received(dave)).is_empty(), "dave does not follow the lobby");
    world.wait(5000);
    assert!(progress(&world.received(carol)).is_empty(), "nothing has changed");
    // A game that is over has its own event.
    world.types(bob, "d3");
    world.types(bob, "resign");
    world.wait(1000);
    assert!(progress(&world.received(carol)).is_empty());
}

#[test]
fn nobody_hears_of_private_games() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    let game = world.start_game(alice, bob, "5+3 private");
    let spectator = world.log_in(4, "dave", true);
    world.types(spectator, &format!("watch {game}"));
    world.types(alice, "f5");
    world.wait(3000);
    for follower in [alice, bob, carol] {
        assert!(progress(&world.received(follower)).is_empty());
    }
    let received = world.types(carol, "games");
    let is_empty = |event: &Event| matches!(event, Event::Games { games, .. } if games.is_empty());
    assert!(is_empty(&received[0].event), "{received:?}");
    let received = world.types(carol, &format!("thoughts {game}"));
    assert!(received.is_empty(), "the store answers: {received:?}");
}

#[test]
fn when_very_many_games_move_all_of_them_have_their_turn() {
    let mut world = World::new();
    let mut games = Vec::new();
    for number in 0..MAX_GAMES as u64 / 2 {
        let [black, white] = [2 * number + 10, 2 * number + 11];
        let black = world.log_in(black, &format!("black-{number}"), true);
        let white = world.log_in(white, &format!("white-{number}"), true);
        for _ in 0..3 {
            games.push((black, world.start_game(black, white, "5+3")));
        }
    }
    let follower = world.log_in(1, "carol", true);
    world.wait(5000);
    world.received(follower);
    for &(black, game) in &games {
        world.types(black, &format!("move {game} f5"));
    }
    world.wait(2000);
    let events = progress(&world.received(follower));
    let sizes: Vec<usize> = events.iter().map(Vec::len).collect();
    assert_eq!(sizes, [MAX_GAMES, games.len() - MAX_GAMES]);
    let told: BTreeSet<GameId> = events.concat().iter().map(|progress| progress.game).collect();
    assert_eq!(told, games.iter().map(|&(_, game)| game).collect());
}
