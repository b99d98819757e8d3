//! HTTP and WebSocket, byte by byte.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use willow_protocol::{ErrorCode, Event, json};

use crate::support::{TestServer, code, limited};

/// Requests a path and returns head and body.
pub(crate) fn get(address: SocketAddr, path: &str) -> (String, String) {
    get_with(address, path, "")
}

/// Requests a path with further headers, each with its line end.
pub(crate) fn get_with(address: SocketAddr, path: &str, headers: &str) -> (String, String) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request =
        format!("GET {path} HTTP/1.1\r\nHost: {address}\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    (head.to_owned(), body.to_owned())
}

#[test]
fn health_and_counters_are_there_for_the_operator() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    assert_eq!(alice.ask("1", r#""do":"say","text":"hello""#), Event::Ok);
    let (head, body) = get(server.http, "/healthz");
    assert!(head.starts_with("HTTP/1.1 200") && body == "ok\n", "{head}\n{body}");
    assert!(head.to_lowercase().contains("content-security-policy: default-src 'none'"), "{head}");
    assert!(!head.to_lowercase().contains("set-cookie"), "nobody is anybody by a cookie: {head}");
    let (head, body) = get(server.http, "/metrics");
    assert!(head.contains("content-type: application/openmetrics-text; version=1.0.0"), "{head}");
    assert!(body.contains("willow_open_connections 1\n"), "{body}");
    assert!(body.contains("willow_commands_total 2\n"), "{body}");
}

#[test]
fn a_record_is_read_over_http_and_a_private_one_is_not() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let mut game = |terms: &str| {
        let challenge = r#""do":"challenge","name":"random-bot","clock":"5+3","color":"black""#;
        alice.send(&format!("{{{challenge}{terms}}}"));
        let game = alice.game();
        assert_eq!(alice.ask(&format!("f{game}"), r#""do":"move","move":"f5""#), Event::Ok);
        alice.send(r#"{"do":"resign"}"#);
        alice.wait_for(|event| matches!(event, Event::Ended(_)));
        game
    };
    let (public, private) = (game(""), game(r#","private":true"#));
    let (head, body) = get(server.http, &format!("/api/games/{public}/record"));
    assert!(head.starts_with("HTTP/1.1 200") && body.starts_with("f5"), "{head}\n{body}");
    let (_, body) = get(server.http, &format!("/api/games/{public}/record?format=ggf"));
    assert!(body.starts_with("(;GM[Othello]"), "{body}");
    let (head, body) = get(server.http, "/api/users/alice/games");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    assert!(!body.contains(&private.to_string()), "{body}");
    for path in [format!("/api/games/{private}"), "/api/games/999999".to_owned()] {
        let (head, body) = get(server.http, &path);
        assert!(
            head.starts_with("HTTP/1.1 404") && body.contains("no-such-game"),
            "{head}\n{body}"
        );
    }
    assert!(get(server.http, "/api/top/fast").0.starts_with("HTTP/1.1 400"));
}

#[test]
fn a_game_in_progress_has_its_clocks_and_its_number_over_http() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    for (terms, status) in [("", "200"), (r#","private":true"#, "404")] {
        let challenge = r#""do":"challenge","name":"bob","clock":"5+3","color":"black""#;
        alice.send(&format!("{{{challenge}{terms}}}"));
        let game = bob.offer();
        let join = format!(r#""do":"join","game":{game}"#);
        assert_eq!(bob.ask(&format!("j{game}"), &join), Event::Ok);
        let play = format!(r#""do":"move","game":{game},"move":"f5""#);
        assert_eq!(alice.ask(&format!("f{game}"), &play), Event::Ok);
        let (head, body) = get(server.http, &format!("/api/games/{game}"));
        assert!(head.starts_with(&format!("HTTP/1.1 {status}")), "{head}\n{body}");
        if let Ok(Event::State(state)) = serde_json::from_str(&body) {
            assert_eq!((state.last, state.moves.len()), (2, 1));
            assert!(state.clocks.black > Some(290_000), "{:?}", state.clocks);
            assert!(state.clocks.deadline.is_some(), "bob's clock runs");
        } else {
            assert_eq!(status, "404", "{body}");
        }
    }
}

#[test]
fn a_game_that_is_over_is_found_over_http_and_by_the_protocol() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let terms = r#""do":"challenge","name":"random-bot","clock":"5+3","color":"black""#;
    alice.send(&format!("{{{terms}}}"));
    let game = alice.game();
    assert_eq!(alice.ask("1", r#""do":"move","move":"d3""#), Event::Ok);
    alice.send(r#"{"do":"resign"}"#);
    alice.wait_for(|event| matches!(event, Event::Ended(_)));
    let Event::Explored(explored) = alice.ask("2", r#""do":"explore""#) else { panic!() };
    // f5 stands for all four first moves.
    assert_eq!(explored.moves[0].mv.to_string(), "f5");
    assert_eq!((explored.moves[0].losses, explored.moves[0].average), (1, None));
    let Event::Archive(page) = alice.ask("3", r#""do":"archive","player":"ALI","opening":"f5""#)
    else {
        panic!()
    };
    assert_eq!((page.games.len(), page.games[0].game), (1, game));
    let (head, body) = get(server.http, "/api/archive?player=ali&result=white&limit=1");
    assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
    assert!(body.contains(&format!(r#""game":{game},"black":"alice""#)), "{body}");
    let (_, body) = get(server.http, "/api/archive?player=nobody");
    assert!(body.contains(r#""games":[]"#), "{body}");
    let (_, body) = get(server.http, "/api/explorer?position=c4");
    assert!(body.contains(r#""games":1"#), "{body}");
    for path in ["/api/explorer?position=a1", "/api/archive?from=soon", "/api/archive?player=%25"] {
        let (head, body) = get(server.http, path);
        assert!(head.starts_with("HTTP/1.1 400") && body.contains("syntax"), "{head}\n{body}");
    }
    let head = get(server.http, &format!("/api/games/{game}/record?format=trn")).0;
    assert!(head.contains("application/octet-stream"), "{head}");
}

/// A WebSocket with text messages only (RFC 6455).
struct Socket(TcpStream);

impl Socket {
    /// Opens a WebSocket and returns it with the head of the response.
    fn open(address: SocketAddr, origin: &str) -> (Socket, String) {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        let request = format!(
            "GET /ws HTTP/1.1\r\nHost: {address}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n\
             Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n\
             Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).unwrap();
        let mut head = Vec::new();
        while !head.ends_with(b"\r\n\r\n") {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            head.extend(byte);
        }
        (Socket(stream), String::from_utf8(head).unwrap())
    }

    fn send(&mut self, text: &str) {
        let mut frame = vec![0x81];
        match text.len() {
            short @ ..126 => frame.push(0x80 | short as u8),
            long => {
                frame.push(0x80 | 127);
                frame.extend((long as u64).to_be_bytes());
            }
        }
        // A mask of zeros changes nothing.
        frame.extend([0; 4]);
        frame.extend(text.bytes());
        self.0.write_all(&frame).unwrap();
    }

    fn next(&mut self) -> Event {
        let mut head = [0; 2];
        self.0.read_exact(&mut head).unwrap();
        let length = match head[1] {
            126 => {
                let mut length = [0; 2];
                self.0.read_exact(&mut length).unwrap();
                usize::from(u16::from_be_bytes(length))
            }
            length => usize::from(length),
        };
        let mut text = vec![0; length];
        self.0.read_exact(&mut text).unwrap();
        json::read_notice(std::str::from_utf8(&text).unwrap()).unwrap().event
    }
}

#[test]
fn a_web_page_plays_over_websocket_but_not_any_page() {
    let server = TestServer::start();
    let (mut socket, head) = Socket::open(server.http, &format!("http://{}", server.http));
    assert!(head.starts_with("HTTP/1.1 101"), "{head}");
    assert!(matches!(socket.next(), Event::Welcome { .. }));
    socket.send(r#"{"do":"guest","name":"webby"}"#);
    while !matches!(socket.next(), Event::Entered { .. }) {}
    let mut alice = server.client("alice");
    socket.send(r#"{"do":"say","text":"from the web"}"#);
    let said = alice.wait_for(|event| matches!(event, Event::Said { .. }));
    assert!(matches!(said.event, Event::Said { text, .. } if text.as_str() == "from the web"));
    let (_, head) = Socket::open(server.http, "https://evil.example");
    assert!(head.starts_with("HTTP/1.1 403"), "{head}");
}

#[test]
fn a_message_that_is_too_long_is_answered_and_one_that_is_far_too_long_is_the_last() {
    let (server, _folder) = limited(|limits| limits.line_bytes = 1000);
    let (mut socket, _) = Socket::open(server.http, &format!("http://{}", server.http));
    socket.send(r#"{"do":"guest","name":"webby"}"#);
    while !matches!(socket.next(), Event::Entered { .. }) {}
    socket.send(&format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(1500)));
    assert_eq!(code(socket.next()), ErrorCode::Limit);
    socket.send(r#"{"do":"ping"}"#);
    assert_eq!(socket.next(), Event::Pong);
    socket.send(&format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(50_000)));
    assert_eq!(code(socket.next()), ErrorCode::Limit);
    let mut rest = Vec::new();
    let _ = socket.0.read_to_end(&mut rest);
    assert!(rest.len() < 100, "it ends: {rest:?}");
}
