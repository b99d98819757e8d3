//! A bot that speaks HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use willow_protocol::{CloseReason, ErrorCode, Event, GameId, Notice, json};

use crate::accounts::register;
use crate::http::get_with;
use crate::support::{TestServer, code, limited};

/// What is streamed, without the frames that HTTP puts around it.
struct Stream(BufReader<TcpStream>);

impl Stream {
    fn open(address: SocketAddr, path: &str, token: &str) -> Stream {
        Stream::with(address, path, &format!("Authorization: Bearer {token}\r\n"))
    }

    fn of_visitor(address: SocketAddr, path: &str) -> Stream {
        Stream::with(address, path, "")
    }

    fn with(address: SocketAddr, path: &str, headers: &str) -> Stream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).unwrap();
        let mut stream = Stream(BufReader::new(stream));
        let head: Vec<String> = std::iter::from_fn(|| Some(stream.line()))
            .take_while(|line| !line.is_empty())
            .collect();
        assert!(head[0].starts_with("HTTP/1.1 200"), "{head:?}");
        assert!(head.contains(&"content-type: application/x-ndjson".to_owned()), "{head:?}");
        stream
    }

    fn line(&mut self) -> String {
        let mut line = String::new();
        assert_ne!(self.0.read_line(&mut line).unwrap(), 0, "the stream ended");
        line.trim_end().to_owned()
    }

    /// Returns the next notice: lines that are none are lengths of chunks, and empty ones.
    fn next(&mut self) -> Notice {
        loop {
            let line = self.line();
            if line.starts_with('{') {
                return json::read_notice(&line).unwrap();
            }
        }
    }

    fn wait_for(&mut self, wanted: impl Fn(&Event) -> bool) -> Notice {
        loop {
            let notice = self.next();
            if wanted(&notice.event) {
                return notice;
            }
        }
    }

    /// Reads the rest until the end of the body.
    fn expect_end(&mut self) {
        let mut rest = Vec::new();
        self.0.get_mut().set_read_timeout(Some(Duration::from_secs(5))).unwrap();
        // The last chunk is empty.
        while !rest.ends_with(b"0\r\n\r\n") {
            let mut byte = [0];
            self.0.read_exact(&mut byte).unwrap();
            rest.extend(byte);
        }
    }
}

/// Sends a command and returns the status and the answer.
fn act(address: SocketAddr, token: &str, command: &str) -> (String, Event) {
    let (status, notice) = act_with(address, token, "", command);
    (status, notice.event)
}

/// Sends a command with further headers, each with its line end.
fn act_with(address: SocketAddr, token: &str, headers: &str, command: &str) -> (String, Notice) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!(
        "POST /api/do HTTP/1.1\r\nHost: {address}\r\nAuthorization: Bearer {token}\r\n\
         {headers}Content-Length: {}\r\nConnection: close\r\n\r\n{command}",
        command.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    // A refusal of the request itself is an event without a time.
    let refused = || Notice::new(0, serde_json::from_str(body).unwrap());
    (head[9..12].to_owned(), json::read_notice(body).unwrap_or_else(|_| refused()))
}

#[test]
fn visitors_stream_games_and_the_lobby_without_a_token() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let mut lobby = Stream::of_visitor(server.http, "/api/stream/lobby?after=0");
    lobby.wait_for(|event| matches!(event, Event::Synced { .. }));
    assert_eq!(alice.ask("1", r#""do":"challenge","name":"bob","color":"black""#), Event::Ok);
    let game = bob.offer();
    assert_eq!(bob.ask("1", &format!(r#""do":"join","game":{game}"#)), Event::Ok);
    lobby.wait_for(|event| matches!(event, Event::Playing(_)));
    let mut stream = Stream::of_visitor(server.http, &format!("/api/stream/games/{game}"));
    stream.wait_for(|event| matches!(event, Event::State(_)));
    assert_eq!(alice.ask("2", r#""do":"move","move":"f5""#), Event::Ok);
    stream.wait_for(|event| matches!(event, Event::Moved { .. }));
    let (head, _) = get_with(server.http, "/api/stream/lobby", "Authorization: Bearer guess\r\n");
    assert!(head.starts_with("HTTP/1.1 401"), "{head}");
}

#[test]
fn a_bot_plays_over_http() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let token = server.client("dice").token.unwrap();
    let mut events = Stream::open(server.http, "/api/stream/events?after=0", &token);
    events.wait_for(|event| matches!(event, Event::Synced { .. }));
    assert_eq!(alice.ask("1", r#""do":"challenge","name":"dice","color":"black""#), Event::Ok);
    let offered = events.wait_for(|event| matches!(event, Event::Offered(_)));
    let Event::Offered(offer) = offered.event else { unreachable!() };
    let game = offer.game;
    let join = format!(r#"{{"do":"join","game":{game}}}"#);
    assert_eq!(act(server.http, &token, &join), ("200".to_owned(), Event::Ok));
    events.wait_for(|event| matches!(event, Event::Started(_)));
    assert_eq!(alice.ask("2", r#""do":"move","move":"f5""#), Event::Ok);
    events.wait_for(|event| matches!(event, Event::Moved { ply: 1, .. }));
    let reply = |square| format!(r#"{{"do":"move","game":{game},"move":"{square}"}}"#);
    let (status, refused) = act(server.http, &token, &reply("a1"));
    assert_eq!((status.as_str(), code(refused)), ("400", ErrorCode::Illegal));
    assert_eq!(act(server.http, &token, &reply("d6")).1, Event::Ok);
    alice.wait_for(|event| matches!(event, Event::Moved { ply: 2, .. }));
    let (status, refused) = act(server.http, &token, &reply("c4"));
    assert_eq!((status.as_str(), code(refused)), ("409", ErrorCode::NotYourTurn));
    assert_eq!(alice.ask("3", r#""do":"resign""#), Event::Ok);
    events.wait_for(|event| matches!(event, Event::Ended(_)));
    watched_from_the_beginning(&server, game);
    drop(events);
    alice.wait_for(|event| matches!(event, Event::Offline { name } if name.as_str() == "dice"));
}

/// Lets somebody else read the game from its first event on.
fn watched_from_the_beginning(server: &TestServer, game: GameId) {
    let carol = server.client("carol");
    let token = carol.token.clone().unwrap();
    let path = format!("/api/stream/games/{game}?after=0");
    let mut stream = Stream::open(server.http, &path, &token);
    let mut numbers = Vec::new();
    loop {
        let notice = stream.next();
        numbers.extend(notice.number);
        if matches!(notice.event, Event::Ended(_)) {
            break;
        }
    }
    assert_eq!(numbers, (1..=numbers.len() as u64).collect::<Vec<_>>());
    assert!(numbers.len() >= 4, "started, two moves, ended: {numbers:?}");
}

#[test]
fn a_command_under_the_same_id_is_not_carried_out_twice_over_http_either() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let token = server.client("dice").token.unwrap();
    let say = r#"{"id":"once","do":"say","text":"hello"}"#;
    for _ in 0..3 {
        assert_eq!(act(server.http, &token, say), ("200".to_owned(), Event::Ok));
    }
    let Event::Synced { last, .. } = alice.ask("1", r#""do":"sync","room":"lobby","after":0"#)
    else {
        panic!("no numbers");
    };
    assert_eq!(last, 1);
}

#[test]
fn commands_with_a_token_do_not_count_as_login_attempts() {
    let (server, _folder) = limited(|limits| {
        limits.logins_per_minute = 2;
        limits.line_bytes = 500;
    });
    let token = server.client("dice").token.unwrap();
    for _ in 0..5 {
        assert_eq!(act(server.http, &token, r#"{"do":"ping"}"#), ("200".to_owned(), Event::Pong));
    }
    let long = format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(500));
    let (status, refused) = act(server.http, &token, &long);
    assert_eq!((status.as_str(), code(refused)), ("413", ErrorCode::Limit));
}

#[test]
fn without_a_token_there_is_no_stream_and_no_command() {
    let server = TestServer::start();
    for header in ["", "Authorization: Bearer nonsense\r\n", "Cookie: token=nonsense\r\n"] {
        let (head, body) = get_with(server.http, "/api/stream/events", header);
        assert!(head.starts_with("HTTP/1.1 401") && body.contains("denied"), "{head}\n{body}");
    }
    for path in ["/api/stream/games/1", "/api/stream/lobby"] {
        let (head, _) = get_with(server.http, path, "Authorization: Bearer nonsense\r\n");
        assert!(head.starts_with("HTTP/1.1 401"), "{head}");
    }
    let (status, refused) = act(server.http, "nonsense", r#"{"do":"who"}"#);
    assert_eq!((status.as_str(), code(refused)), ("401", ErrorCode::Denied));
}

#[test]
fn a_stream_of_an_unknown_game_is_an_error_and_ends() {
    let server = TestServer::start();
    let alice = server.client("alice");
    let token = alice.token.clone().unwrap();
    let mut stream = Stream::open(server.http, "/api/stream/games/99", &token);
    let refused = stream.wait_for(|event| matches!(event, Event::Error { .. }));
    assert_eq!(code(refused.event), ErrorCode::NoSuchGame);
    stream.expect_end();
}

/// Whoever has a stolen token hears nothing more through a stream that is open already.
#[test]
fn a_stream_ends_when_its_token_is_revoked() {
    let server = TestServer::start();
    let (mut alice, _) = register(&server, "alice");
    for (id, end) in [
        ("revoke", ""),
        ("password", r#""do":"password","old":"correct horse","new":"battery staple""#),
        ("logout", r#""do":"logout","scope":"all""#),
    ] {
        let made = alice.ask(&format!("{id}-token"), r#""do":"token""#);
        let Event::Token { token, token_number: Some(number) } = made else { panic!("{made:?}") };
        let header = format!("Authorization: Bearer {token}\r\nWillow-Protocol: 2\r\n");
        let mut streams = ["events", "lobby"]
            .map(|path| Stream::with(server.http, &format!("/api/stream/{path}?after=0"), &header));
        for stream in &mut streams {
            stream.wait_for(|event| matches!(event, Event::Synced { .. } | Event::Snapshot(_)));
        }
        let revoke = format!(r#""do":"revoke","token":{number}"#);
        let command = if end.is_empty() { &revoke } else { end };
        assert_eq!(alice.ask(id, command), Event::Ok, "{id}");
        for stream in &mut streams {
            let bye = stream.wait_for(|event| matches!(event, Event::Bye { .. }));
            assert_eq!(bye.event, Event::Bye { reason: CloseReason::SignedOut }, "{id}");
            stream.expect_end();
        }
        let (head, _) = get_with(server.http, "/api/stream/events", &header);
        assert!(head.starts_with("HTTP/1.1 401"), "{id}: {head}");
    }
}
