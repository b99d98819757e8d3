//! A client that reconnects to a restarted server.

use std::net::SocketAddr;
use std::time::Duration;

use willow_protocol::client::{Client, ClientError, Credentials};
use willow_protocol::{ColorChoice, Command, ErrorCode, Event, GameId, Room, Terms};
use willow_server::{Config, Limits};

use crate::support::{Running, TIMEOUT, start, start_with};

fn guest(server: &Running, name: &str, seed: u64) -> Client {
    let credentials = Credentials::Guest(Some(name.parse().unwrap()));
    Client::connect(server.address.to_string(), credentials, TIMEOUT, seed).unwrap()
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
    let folder = tempfile::TempDir::new().unwrap();
    let server = start(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let (mut alice, mut bob) = (guest(&server, "alice", 1), guest(&server, "bob", 2));
    say(&mut alice, "one");
    assert_eq!(wait_for_message(&mut bob, "one"), 1);
    let address = server.address;
    server.stop();
    let server = start(folder.path(), address);
    // Alice notices and says two things before Bob looks.
    say(&mut alice, "two");
    say(&mut alice, "three");
    assert_eq!(wait_for_message(&mut bob, "two"), 2);
    assert_eq!(wait_for_message(&mut bob, "three"), 3);
    assert_eq!(bob.name().map(willow_protocol::Name::as_str), Some("bob"));
    server.stop();
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

/// Starts a game of two clients, the first with Black.
fn start_game(black: &mut Client, white: &mut Client) -> GameId {
    let terms = Terms { color: ColorChoice::Black, ..Terms::default() };
    let name = white.name().unwrap().clone();
    assert_eq!(black.request(Command::Challenge { name, terms }).unwrap(), Event::Ok);
    loop {
        if let Event::Offered(offer) = white.next().unwrap().event {
            let game = offer.game;
            assert_eq!(white.request(Command::Join { game: Some(game) }).unwrap(), Event::Ok);
            return game;
        }
    }
}

/// Asks until the server takes a command of somebody who has asked too much.
fn insist(client: &mut Client, command: &Command) {
    while let Event::Error { code, .. } = client.request(command.clone()).unwrap() {
        assert_eq!(code, ErrorCode::Limit);
    }
}

#[test]
fn a_client_with_more_rooms_than_its_command_burst_catches_up_with_all() {
    let folder = tempfile::TempDir::new().unwrap();
    // Eight rooms: the lobby, the private one, and two for each game.
    let limits = Limits { command_burst: 6, refused_commands: u32::MAX, ..Limits::default() };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let server =
        start_with(folder.path(), Config { listen, limits: limits.clone(), ..Config::default() });
    let (mut alice, mut bob) = (guest(&server, "alice", 1), guest(&server, "bob", 2));
    let games: Vec<GameId> = (0..3).map(|_| start_game(&mut alice, &mut bob)).collect();
    let address = server.address;
    server.stop();
    let server = start_with(folder.path(), Config { listen: address, limits, ..Config::default() });
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
    server.stop();
}

#[test]
fn a_client_beyond_the_sign_up_limit_waits() {
    let folder = tempfile::TempDir::new().unwrap();
    // A place is free again every three seconds.
    let limits = Limits { newcomers_per_minute: 20, ..Limits::default() };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = start_with(folder.path(), Config { listen, limits, ..Config::default() });
    let names: Vec<String> = (0..21)
        .map(|number| guest(&server, &format!("user-{number}"), number))
        .filter_map(|client| client.name().map(ToString::to_string))
        .collect();
    assert_eq!(names.len(), 21);
    server.stop();
}

#[test]
fn a_refused_login_is_an_error_with_a_reason() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = start(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let token = Credentials::Token("unknown".to_owned());
    let refused = Client::connect(server.address.to_string(), token, TIMEOUT, 1);
    assert!(matches!(refused, Err(ClientError::Refused(_))), "{refused:?}");
    server.stop();
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
