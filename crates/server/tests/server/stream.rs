//! A bot that speaks HTTP.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;

use willow_protocol::{CloseReason, ErrorCode, Event, GameId, Notice, json};

use crate::support::http::{connect, read_until};
use crate::support::{Answer, TestServer, code};

/// What is streamed, without the frames that HTTP puts around it.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn of_user(server: &TestServer, path: &str, token: &str) -> Stream {
        Stream::open(server, path, &bearer(token))
    }

    fn of_visitor(server: &TestServer, path: &str) -> Stream {
        Stream::open(server, path, "")
    }

    fn open(server: &TestServer, path: &str, headers: &str) -> Stream {
        let mut stream = BufReader::new(connect(server.http));
        let request = format!("GET {path} HTTP/1.1\r\nHost: here\r\n{headers}\r\n");
        stream.get_mut().write_all(request.as_bytes()).unwrap();
        let head = read_until(&mut stream, b"\r\n\r\n");
        assert!(head.starts_with("HTTP/1.1 200"), "{head}");
        assert!(head.contains("content-type: application/x-ndjson\r\n"), "{head}");
        Stream(stream)
    }

    /// Returns the next notice: lines that are none are lengths of chunks, and empty ones.
    fn next(&mut self) -> Notice {
        loop {
            let mut line = String::new();
            assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the stream ended");
            if line.starts_with('{') {
                return json::read_notice(line.trim_end()).unwrap();
            }
        }
    }

    fn wait_for(&mut self, wanted: impl Fn(&Event) -> bool) -> Notice {
        std::iter::repeat_with(|| self.next()).find(|notice| wanted(&notice.event)).unwrap()
    }

    /// Reads the rest until the end of the body: the last chunk is empty.
    fn expect_end(&mut self) {
        read_until(&mut self.0, b"0\r\n\r\n");
    }
}

fn bearer(token: &str) -> String {
    format!("Authorization: Bearer {token}\r\n")
}

fn act(server: &TestServer, token: &str, command: &str) -> Answer {
    server.request("POST", "/api/do", &bearer(token), command)
}

#[test]
fn visitors_stream_games_and_the_lobby_without_a_token() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let mut lobby = Stream::of_visitor(&server, "/api/stream/lobby?after=0");
    lobby.wait_for(|event| matches!(event, Event::Synced { .. }));
    let game = alice.play(&mut bob, "");
    lobby.wait_for(|event| matches!(event, Event::Playing(_)));
    let mut stream = Stream::of_visitor(&server, &format!("/api/stream/games/{game}"));
    stream.wait_for(|event| matches!(event, Event::State(_)));
    alice.ok(r#""do":"move","move":"f5""#);
    stream.wait_for(|event| matches!(event, Event::Moved { .. }));
    alice.ok(r#""do":"resign""#);
    let ended = stream.wait_for(|event| matches!(event, Event::Ended(_)));
    stream.expect_end();
    let number = ended.number.unwrap();
    for path in [format!("{game}"), format!("{game}?after={number}")] {
        Stream::of_visitor(&server, &format!("/api/stream/games/{path}")).expect_end();
    }
}

/// The beginning of a stream is what was asked for, without the dialogue in which the server logs its client in.
#[test]
fn a_stream_begins_with_what_was_asked_for() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let (token, game) = (alice.token.clone().unwrap(), alice.play(&mut bob, ""));
    for (path, first) in [
        ("events".to_owned(), "entered"),
        ("events?after=0".to_owned(), "entered"),
        ("lobby?after=0".to_owned(), "playing"),
        (format!("games/{game}"), "state"),
        (format!("games/{game}?after=0"), "started"),
    ] {
        let mut stream = Stream::of_user(&server, &format!("/api/stream/{path}"), &token);
        let notice = stream.next();
        let event = serde_json::to_value(&notice).unwrap();
        assert_eq!((event["event"].as_str(), notice.id), (Some(first), None), "{path}");
    }
}

#[test]
fn a_bot_plays_over_http() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let token = server.client("dice").token.unwrap();
    let mut events = Stream::of_user(&server, "/api/stream/events?after=0", &token);
    events.wait_for(|event| matches!(event, Event::Synced { .. }));
    alice.ok(r#""do":"challenge","name":"dice","color":"black""#);
    let offered = events.wait_for(|event| matches!(event, Event::Offered(_)));
    let Event::Offered(offer) = offered.event else { unreachable!() };
    let game = offer.game;
    let join = format!(r#"{{"do":"join","game":{game}}}"#);
    assert_eq!(act(&server, &token, &join).is(200).event(), Event::Ok);
    events.wait_for(|event| matches!(event, Event::Started(_)));
    alice.ok(r#""do":"move","move":"f5""#);
    events.wait_for(|event| matches!(event, Event::Moved { ply: 1, .. }));
    let reply = |square| format!(r#"{{"do":"move","game":{game},"move":"{square}"}}"#);
    let illegal = act(&server, &token, &reply("a1")).is(400);
    assert_eq!(code(illegal.event()), ErrorCode::Illegal);
    act(&server, &token, &reply("d6")).is(200);
    alice.wait_for(|event| matches!(event, Event::Moved { ply: 2, .. }));
    let late = act(&server, &token, &reply("c4")).is(409);
    assert_eq!(code(late.event()), ErrorCode::NotYourTurn);
    alice.ok(r#""do":"resign""#);
    events.wait_for(|event| matches!(event, Event::Ended(_)));
    watched_from_the_beginning(&server, game);
    drop(events);
    alice.wait_for(|event| matches!(event, Event::Offline { name } if name.as_str() == "dice"));
}

/// Lets somebody else read the game from its first event on.
fn watched_from_the_beginning(server: &TestServer, game: GameId) {
    let mut stream = Stream::of_visitor(server, &format!("/api/stream/games/{game}?after=0"));
    let mut numbers = Vec::new();
    loop {
        let notice = stream.next();
        numbers.extend(notice.number);
        if matches!(notice.event, Event::Ended(_)) {
            break;
        }
    }
    stream.expect_end();
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    assert!(numbers.len() >= 4, "started, two moves, ended: {numbers:?}");
}

#[test]
fn a_command_under_the_same_id_is_not_carried_out_twice_over_http_either() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let token = server.client("dice").token.unwrap();
    for _ in 0..3 {
        act(&server, &token, r#"{"id":"once","do":"say","text":"hello"}"#).is(200);
    }
    let synced = alice.ask(r#""do":"sync","room":"lobby","after":0"#);
    assert!(matches!(synced, Event::Synced { last: 1, .. }), "{synced:?}");
}

#[test]
fn commands_with_a_token_do_not_count_as_login_attempts() {
    let server = TestServer::limited(|limits| {
        limits.logins_per_minute = 2;
        limits.line_bytes = 500;
    });
    let token = server.client("dice").token.unwrap();
    for _ in 0..5 {
        assert_eq!(act(&server, &token, r#"{"do":"ping"}"#).is(200).event(), Event::Pong);
    }
    let long = format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(500));
    assert_eq!(code(act(&server, &token, &long).is(413).event()), ErrorCode::Limit);
}

#[test]
fn a_stream_of_an_unknown_game_is_an_error_and_ends() {
    let server = TestServer::start();
    let mut stream = Stream::of_visitor(&server, "/api/stream/games/99");
    let refused = stream.wait_for(|event| matches!(event, Event::Error { .. }));
    assert_eq!(code(refused.event), ErrorCode::NoSuchGame);
    stream.expect_end();
}

/// Whoever has a stolen token hears nothing more through a stream that is open already.
#[test]
fn a_stream_ends_when_its_token_is_revoked() {
    let server = TestServer::start();
    let mut alice = server.register("alice");
    for (id, end) in [
        ("revoke", ""),
        ("password", r#""do":"password","old":"correct horse","new":"battery staple""#),
        ("logout", r#""do":"logout","scope":"all""#),
    ] {
        let made = alice.ask(r#""do":"token""#);
        let Event::Token { token, token_number: Some(number) } = made else { panic!("{made:?}") };
        let header = bearer(&token) + "Willow-Protocol: 2\r\n";
        let mut streams = ["events", "lobby"]
            .map(|path| Stream::open(&server, &format!("/api/stream/{path}?after=0"), &header));
        for stream in &mut streams {
            stream.wait_for(|event| matches!(event, Event::Synced { .. } | Event::Snapshot(_)));
        }
        let revoke = format!(r#""do":"revoke","token":{number}"#);
        let command = if end.is_empty() { &revoke } else { end };
        alice.ok(command);
        for stream in &mut streams {
            let bye = stream.wait_for(|event| matches!(event, Event::Bye { .. }));
            assert_eq!(bye.event, Event::Bye { reason: CloseReason::SignedOut }, "{id}");
            stream.expect_end();
        }
        assert_eq!(server.get_with("/api/stream/events", &header).status, 401, "{id}");
    }
}
