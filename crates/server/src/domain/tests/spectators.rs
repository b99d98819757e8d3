//! Who watches a game, and who may read what spectators say.

use std::net::IpAddr;

use willow_protocol::{ErrorCode, ErrorDetail, Event, GameId, Notice, Room};

use super::restart::{restarted, store_answer, store_reply};
use super::world::{World, errors, events, said, state};
use crate::domain::{ConnId, Query, ServerState, Settings, UserId};

/// Starts a game of alice and bob that carol watches.
fn watched(terms: &str) -> (World, [ConnId; 3], GameId) {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    let game = world.start_game(alice, bob, terms);
    world.types(carol, &format!("watch {game}"));
    (world, [alice, bob, carol], game)
}

#[test]
fn a_player_who_watches_the_own_game_does_not_read_its_spectators() {
    let (mut world, [alice, _, carol], game) = watched("5+3");
    let second = world.resume(4, 1);
    for connection in [alice, second] {
        let watched = world.types(connection, &format!("watch {game}"));
        assert!(matches!(watched[0].event, Event::State(_)), "{watched:?}");
        world.types(connection, &format!("sync game/{game} 0"));
    }
    world.types(carol, &format!("gsay {game} c4 wins"));
    for connection in [alice, second] {
        assert!(said(&world.received(connection)).is_empty());
        world.refuses(connection, &format!("sync watchers/{game} 0"), ErrorCode::Forbidden);
    }
    world.types(alice, &format!("resign {game}"));
    world.types(carol, &format!("gsay {game} a pity"));
    assert_eq!(said(&world.received(second)), ["a pity"], "the game is over");
}

#[test]
fn a_player_who_logs_in_over_a_connection_that_watches_reads_no_spectators() {
    let (mut world, [alice, _, carol], game) = watched("5+3");
    world.leave(alice);
    let visitor = ConnId(9);
    world.input(crate::domain::Input::Connected { connection: visitor });
    world.state.games.start_watching(visitor, game, &mut world.state.shared);
    world.types(carol, &format!("gsay {game} one"));
    assert!(said(&world.received(visitor)).is_empty());
    world.resume(9, 1);
    world.received(visitor);
    world.types(carol, &format!("gsay {game} two"));
    assert!(said(&world.received(visitor)).is_empty());
}

/// A player's second connection, which does not log in, or logs in as somebody else.
#[test]
fn nobody_at_a_players_address_reads_the_spectators_of_a_rated_game_on_a_public_server() {
    for (hides, terms, is_read) in [
        (true, "5+3 rated", false),
        (true, "5+3", true),
        (true, "3d rated", false),
        (false, "5+3 rated", true),
    ] {
        let settings = Settings { hides_chat_from_players_addresses: hides, ..Settings::default() };
        let mut world = World::with(settings);
        let [alice, bob] = [world.log_in(1, "alice", true), world.log_in(2, "bob", true)];
        let game = world.start_game(alice, bob, terms);
        let [carol, dave] = [world.log_in(3, "carol", true), world.log_in(4, "dave", true)];
        world.leave(dave);
        let dave = world.resume_from(5, 4, IpAddr::from([198, 51, 100, 7]));
        for connection in [carol, dave] {
            let rooms = rooms(&world.types(connection, &format!("watch {game}")));
            let reads = is_read || connection == dave;
            let room = Room::Spectators(game);
            assert_eq!(rooms.iter().any(|(it, _)| *it == room), reads, "{terms}");
        }
        world.done(dave, &format!("gsay {game} c4 wins"));
        let sync = format!("sync watchers/{game} 0");
        let said_to = |notices: &[Notice]| said(notices) == ["c4 wins"];
        assert_eq!(said_to(&world.received(carol)), is_read, "{hides} {terms}");
        assert_eq!(said_to(&world.types(carol, &sync)), is_read, "{hides} {terms}");
        let gsay = world.types(carol, &format!("gsay {game} really?"));
        assert_eq!(errors(&gsay).is_empty(), is_read, "{hides} {terms}");
        world.types(alice, &format!("resign {game}"));
        assert!(said(&world.done(carol, &sync)).contains(&"c4 wins"), "{hides} {terms}");
    }
}

/// Both games of a synchro pair have the same players and the same start: what is said of one helps
/// in the other.
#[test]
fn players_read_the_spectators_of_a_pair_when_both_games_are_over() {
    let (mut world, [alice, bob, carol], game) = watched("30:00 synchro");
    let twin = world.twin(game);
    world.types(alice, &format!("watch {game}"));
    world.types(bob, &format!("resign {game}"));
    world.types(carol, &format!("gsay {game} in the other game f5"));
    assert!(said(&world.received(alice)).is_empty());
    let sync = format!("sync watchers/{game} 0");
    world.refuses(alice, &sync, ErrorCode::Forbidden);
    // The game that is over leaves the memory, and a restart changes nothing either: nobody reads it.
    world.wait(300_000);
    assert!(!world.state.games.contains_key(&game));
    let mut world = restarted(&world);
    let alice = world.resume(1, 1);
    for reader in [None, Some(UserId(1)), Some(UserId(3))] {
        let ServerState { games, shared, .. } = &world.state;
        let past = games.past_room(reader, Room::Spectators(game), 0, &shared.accounts).unwrap();
        let refused = store_reply(&world.writes, &Query::PastRoom(Box::new(past))).unwrap_err();
        assert_eq!(refused.detail, ErrorDetail::RoomNotReadable, "{reader:?}");
    }
    world.types(alice, &format!("resign {twin}"));
    for reader in [None, Some(UserId(1)), Some(UserId(3))] {
        let ServerState { games, shared, .. } = &world.state;
        let past = games.past_room(reader, Room::Spectators(game), 0, &shared.accounts).unwrap();
        let answer = store_answer(&world.writes, &Query::PastRoom(Box::new(past)));
        let Event::Snapshot(snapshot) = answer else { panic!("{answer:?}") };
        assert_eq!(said(&snapshot.recent), ["in the other game f5"], "{reader:?}");
    }
}

/// Returns the spectator events that a connection received: the number, who came and who went.
fn told(notices: &[Notice]) -> Vec<(usize, Vec<String>, Vec<String>)> {
    let names = |names: &[willow_protocol::Name]| names.iter().map(ToString::to_string).collect();
    events(notices, |event| match event {
        Event::Spectators { count, came, left } => Some((*count, names(came), names(left))),
        _ => None,
    })
}

fn list(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

#[test]
fn the_room_of_a_game_hears_who_comes_and_who_goes_at_most_once_a_second() {
    let (mut world, [alice, _, carol], game) = watched("5+3");
    assert_eq!(told(&world.received(alice)), [(1, list(&["carol"]), vec![])]);
    world.wait(5000);
    let dave = world.log_in(4, "dave", true);
    let erin = world.log_in(5, "erin", true);
    for connection in [dave, erin] {
        world.types(connection, &format!("watch {game}"));
    }
    world.types(carol, &format!("leave {game}"));
    assert_eq!(told(&world.received(alice)), [(2, list(&["dave"]), vec![])]);
    world.wait(1000);
    assert_eq!(told(&world.received(alice)), [(2, list(&["erin"]), list(&["carol"]))]);
    world.received(erin);
    // Two connections of a user are one spectator; players are not spectators.
    let second = world.resume(6, 4);
    for connection in [second, alice] {
        world.types(connection, &format!("watch {game}"));
    }
    world.wait(1000);
    assert!(told(&world.received(erin)).is_empty());
    world.leave(second);
    world.leave(dave);
    world.wait(1000);
    assert_eq!(told(&world.received(erin)), [(1, vec![], list(&["dave"]))]);
    // Who comes and goes within a second is not told.
    let frank = world.log_in(7, "frank", true);
    world.types(erin, "say hello");
    world.wait(10);
    world.types(frank, &format!("watch {game}"));
    world.leave(frank);
    world.wait(1000);
    let heard = told(&world.received(alice));
    assert!(heard.iter().all(|(_, came, left)| came.len() + left.len() <= 1), "{heard:?}");
}

#[test]
fn the_state_of_a_game_names_its_spectators_but_not_those_whom_the_asker_has_blocked() {
    let (mut world, [alice, bob, _], game) = watched("5+3");
    world.types(bob, "block carol");
    let names = |notices: &[Notice]| {
        let state = state(notices);
        (state.summary.details.spectators, state.details.spectator_names)
    };
    let board = format!("board {game}");
    let carol: Vec<willow_protocol::Name> = vec!["carol".parse().unwrap()];
    assert_eq!(names(&world.types(alice, &board)), (Some(1), Some(carol)));
    assert_eq!(names(&world.types(bob, &board)), (Some(1), Some(vec![])));
    world.received(bob);
    world.wait(5000);
    world.types(ConnId(3), &format!("leave {game}"));
    assert_eq!(told(&world.received(bob)), [(0, vec![], vec![])], "the number is no secret");
    assert_eq!(told(&world.received(alice)).last(), Some(&(0, vec![], list(&["carol"]))));
}

#[test]
fn a_game_is_watched_by_the_name_of_a_player_and_left_without_its_number() {
    let (mut world, alice, bob) = World::players();
    let carol = world.log_in(3, "carol", true);
    let first = world.start_game(alice, bob, "5+3");
    assert_eq!(state(&world.types(carol, "watch Bob")).summary.game, first);
    let left = world.types(carol, "leave");
    assert!(matches!(left[..], [Notice { event: Event::Ok, .. }]), "{left:?}");
    world.refuses(carol, "leave", ErrorCode::NotNow);

    let hidden = world.start_game(alice, bob, "5+3 private");
    let again = state(&world.types(carol, "observe bob"));
    assert_eq!(again.summary.game, first, "a private game is not found by a name");
    world.types(carol, &format!("watch {hidden}"));
    let message = world.sentence(carol, "unobserve");
    assert!(message.contains(&format!("`leave {first}`")), "{message}");
    for game in [first, hidden] {
        world.types(alice, &format!("resign {game}"));
    }
    let message = world.sentence(carol, "watch bob");
    assert_eq!(message, "bob plays no game now; `games` lists the games");
    world.refuses(carol, "watch nobody", ErrorCode::NoSuchUser);
}

/// Returns the rooms of a game in an answer, with the numbers of their last events.
fn rooms(notices: &[Notice]) -> Vec<(Room, u64)> {
    state(notices).details.rooms.into_iter().collect()
}

#[test]
fn the_state_of_a_game_numbers_the_rooms_that_its_reader_may_read() {
    let (mut world, [alice, bob, carol], game) = watched("5+3");
    let dave = world.log_in(4, "dave", true);
    world.types(carol, &format!("gsay {game} c4 wins"));
    world.types(bob, &format!("gsay {game} good luck"));
    let last = world.state.games[&game].last_event();
    let [board, players] = [(Room::Game(game), last), (Room::Players(game), 1)];
    let watchers = (Room::Spectators(game), 1);
    let shown = |world: &mut World, reader, line: &str| rooms(&world.types(reader, line));
    assert_eq!(shown(&mut world, dave, &format!("board {game}")), [board]);
    assert_eq!(shown(&mut world, dave, &format!("watch {game}")), [board, watchers]);
    assert_eq!(shown(&mut world, dave, &format!("board {game}")), [board, watchers]);
    assert_eq!(shown(&mut world, alice, &format!("watch {game}")), [board, players]);
    world.types(bob, &format!("resign {game}"));
    let over = shown(&mut world, alice, &format!("board {game}"));
    assert_eq!(over[1..], [players, watchers], "now she reads the spectators, too");
}
