//! A client that reconnects to a restarted server.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use willow_protocol::client::{Client, ClientError, Credentials};
use willow_protocol::{Command, ErrorCode, Event, GameId, Room, Terms};
use willow_server::Limits;

use crate::support::{PATIENCE, TestServer, name};

pub(crate) fn guest(address: SocketAddr, guest: &str, seed: u64) -> Client {
    let credentials = Credentials::Guest(Some(name(guest)));
    Client::connect(address.to_string(), credentials, PATIENCE, seed).unwrap()
}

/// Waits for a message in the lobby and returns its number.
fn wait_for_message(client: &mut Client, wanted: &str) -> u64 {
    loop {
        let notice = client.next().unwrap();
        if let Event::Said { text, .. } = &notice.event
            && text.as_str() == wanted
        {
            assert_eq!(notice.room, Some(Room::Lobby));
            return notice.number.unwrap();
        }
    }
}

fn say(client: &mut Client, text: &str) {
    let command = Command::Say { text: text.parse().unwrap() };
    assert_eq!(client.request(command).unwrap(), Event::Ok);
}

#[test]
fn a_client_reconnects_under_its_name_and_misses_nothing() {
    let mut server = TestServer::start();
    let [mut alice, mut bob] =
        [("alice", 1), ("bob", 2)].map(|(name, seed)| guest(server.address, name, seed));
    say(&mut alice, "one");
    assert_eq!(wait_for_message(&mut bob, "one"), 1);
    server.restart();
    // Alice notices and says two things before Bob looks.
    say(&mut alice, "two");
    say(&mut alice, "three");
    assert_eq!(wait_for_message(&mut bob, "two"), 2);
    assert_eq!(wait_for_message(&mut bob, "three"), 3);
    assert_eq!(bob.name(), Some(&name("bob")));
}

/// Returns the numbers of the next events of a room, up to one that is wanted.
fn numbers(client: &mut Client, room: Room, last: impl Fn(&Event) -> bool) -> Vec<u64> {
    let mut numbers = Vec::new();
    loop {
        let notice = client.next().unwrap();
        numbers.extend(notice.number.filter(|_| notice.room == Some(room)));
        if last(&notice.event) {
            return numbers;
        }
    }
}

/// Starts a game of two clients.
pub(crate) fn start_game(one: &mut Client, other: &mut Client) -> GameId {
    let challenge =
        Command::Challenge { name: other.name().unwrap().clone(), terms: Terms::default() };
    let game = one.request_notice(challenge).unwrap().done.unwrap().game;
    assert_eq!(other.request(Command::Join { game }).unwrap(), Event::Ok);
    game.unwrap()
}

/// Asks until the server takes a command of somebody who has asked too much.
fn insist(client: &mut Client, command: &Command) {
    while let Event::Error { code, .. } = client.request(command.clone()).unwrap() {
        assert_eq!(code, ErrorCode::Limit);
    }
}

#[test]
fn a_client_with_more_rooms_than_its_command_burst_catches_up_with_all() {
    // Eight rooms: the lobby, the private one, and two for each game.
    let mut server = TestServer::limited(|limits| {
        *limits = Limits { command_burst: 6, refused_commands: u32::MAX, ..Limits::default() };
    });
    let [mut alice, mut bob] =
        [("alice", 1), ("bob", 2)].map(|(name, seed)| guest(server.address, name, seed));
    let games: Vec<GameId> = (0..3).map(|_| start_game(&mut alice, &mut bob)).collect();
    server.restart();
    insist(&mut alice, &Command::Say { text: "where are you".parse().unwrap() });
    assert!(
        wait_for_message(&mut bob, "where are you") > 3,
        "the beginnings of the games have numbers, too"
    );
    for game in games {
        insist(&mut bob, &Command::Resign { game: Some(game) });
        let ended = |event: &Event| matches!(event, Event::Ended(_));
        let received = numbers(&mut alice, Room::Game(game), ended);
        assert!(received.windows(2).all(|pair| pair[0] + 1 == pair[1]), "{received:?}");
    }
}

#[test]
fn a_client_beyond_the_sign_up_limit_waits() {
    // A place is free again every second.
    let server = TestServer::limited(|limits| limits.newcomers_per_minute = 60);
    let began = Instant::now();
    for number in 0..=60 {
        let client = guest(server.address, &format!("user-{number}"), number);
        assert!(client.name().is_some());
    }
    assert!(began.elapsed() > Duration::from_millis(500), "{:?}", began.elapsed());
}

#[test]
fn a_refused_login_is_an_error_with_a_reason() {
    let server = TestServer::start();
    let token = Credentials::Token("unknown".to_owned());
    let refused = Client::connect(server.address.to_string(), token, PATIENCE, 1);
    assert!(matches!(refused, Err(ClientError::Refused(_))), "{refused:?}");
}

#[test]
fn an_unreachable_server_is_an_error_after_the_timeout() {
    // A port that was free a moment ago.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let missing = Client::connect(address, Credentials::Guest(None), Duration::from_millis(200), 1);
    assert!(matches!(missing, Err(ClientError::Unreachable { .. })), "{missing:?}");
}
