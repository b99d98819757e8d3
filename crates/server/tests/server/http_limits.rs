//! Limits over HTTP, and which address they count.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use willow_protocol::{ErrorCode, Event};
use willow_server::Limits;

use crate::http::{get, get_with};
use crate::support::{TestServer, code, config, limited};

/// Allows an address a burst of four requests, and then very few.
fn few_requests(limits: &mut Limits) {
    limits.commands_per_second_per_address = 1;
    limits.command_burst_per_address = 4;
}

/// Sends more requests than the limit, and returns how many were not refused.
fn answered(mut ask: impl FnMut() -> (String, String)) -> usize {
    (0..12).filter(|_| ask().0.starts_with("HTTP/1.1 200")).count()
}

#[test]
fn too_many_requests_are_refused() {
    let (server, _folder) = limited(few_requests);
    let n_answered = answered(|| get(server.http, "/api/top/blitz"));
    assert!((4..8).contains(&n_answered), "{n_answered}");
    let (head, body) = get(server.http, "/healthz");
    assert!(head.starts_with("HTTP/1.1 429") && head.contains("retry-after: 1"), "{head}");
    assert!(body.contains(r#""code":"limit""#), "{body}");
}

#[test]
fn connections_for_http_are_counted_until_they_end() {
    let (server, _folder) = limited(|limits| limits.connections_per_address = 2);
    let mut open: Vec<TcpStream> =
        (0..2).map(|_| TcpStream::connect(server.http).unwrap()).collect();
    for stream in &mut open {
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
        let mut word = [0; 12];
        stream.read_exact(&mut word).unwrap();
        assert_eq!(&word, b"HTTP/1.1 200");
    }
    let (head, body) = get(server.http, "/healthz");
    assert!(head.starts_with("HTTP/1.1 503") && body == "too many connections\n", "{head}");
    drop(open);
    // The permit is free as soon as the server has noticed the end.
    let is_free = (0..1000).any(|_| get(server.http, "/healthz").0.starts_with("HTTP/1.1 200"));
    assert!(is_free, "the place of a connection that ended is not free");
}

#[test]
fn a_trusted_proxy_names_its_client() {
    let folder = TempDir::new().unwrap();
    let mut config = config(folder.path());
    few_requests(&mut config.limits);
    config.limits.connections_per_address = 1;
    config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    let server = TestServer::with(config);
    let ask = |forwarded: &str| {
        let header = format!("X-Forwarded-For: {forwarded}\r\n");
        get_with(server.http, "/healthz", &header)
    };
    let n_answered = answered(|| ask("192.0.2.1"));
    assert!((4..8).contains(&n_answered), "{n_answered}");
    assert!(ask("192.0.2.2").0.starts_with("HTTP/1.1 200"), "another address is not limited");
    assert!(ask("192.0.2.2, 192.0.2.1").0.starts_with("HTTP/1.1 429"), "the last one asks");
}

#[test]
fn the_header_of_other_clients_is_ignored() {
    let (server, _folder) = limited(few_requests);
    let mut number = 0;
    let n_answered = answered(|| {
        number += 1;
        get_with(server.http, "/healthz", &format!("X-Forwarded-For: 192.0.2.{number}\r\n"))
    });
    assert!(n_answered < 8, "{n_answered}");
}

/// Writes bytes and returns the response until the connection ends, and the time until then.
fn until_the_end(server: &TestServer, bytes: &str) -> (String, Duration) {
    let mut stream = TcpStream::connect(server.http).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let began = Instant::now();
    stream.write_all(bytes.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the connection ends in time");
    (answer, began.elapsed())
}

#[test]
fn who_does_not_say_what_he_wants_is_dropped() {
    // The other limits are not reached; this one is far below its default.
    let (server, _folder) = limited(|limits| {
        limits.request_seconds = 1;
        limits.answer_seconds = 1000;
    });
    for (bytes, status) in [
        ("GET /healthz HTTP/1.1\r\nHost: he", ""),
        ("", ""),
        ("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", "HTTP/1.1 200"),
    ] {
        let (answer, time) = until_the_end(&server, bytes);
        assert!(answer.starts_with(status), "{bytes}: {answer}");
        assert_eq!(answer.is_empty(), status.is_empty(), "{bytes}: {answer}");
        assert!(time >= Duration::from_secs(1), "{bytes}: {time:?}");
    }
}

#[test]
fn an_answer_that_does_not_begin_in_time_is_given_up() {
    let (server, _folder) = limited(|limits| {
        limits.request_seconds = 1000;
        limits.answer_seconds = 1;
    });
    let token = server.client("dice").token.unwrap();
    // The rest of the body never comes.
    let request = format!(
        "POST /api/do HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: 100\r\nConnection: close\r\n\r\n{{\"do\":"
    );
    let (answer, time) = until_the_end(&server, &request);
    assert!(answer.starts_with("HTTP/1.1 503"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    assert_eq!(code(serde_json::from_str(body).unwrap()), ErrorCode::Internal);
    let configured = Duration::from_secs(1)..Duration::from_secs(15);
    assert!(configured.contains(&time), "the default is 20 seconds: {time:?}");
}

#[test]
fn queries_beyond_the_limit_are_refused_over_every_transport() {
    let (server, _folder) = limited(|limits| (limits.questions, limits.visitor_questions) = (0, 0));
    for path in ["/api/top/blitz", "/api/archive", "/api/games/1", "/api/games/1/record"] {
        let (head, body) = get(server.http, path);
        assert!(head.starts_with("HTTP/1.1 429"), "{path}: {head}");
        let event = serde_json::from_str(&body).unwrap();
        assert!(is_busy(&event), "{path}: {body}");
    }
    let mut alice = server.client("alice");
    assert!(is_busy(&alice.ask("1", r#""do":"top","class":"blitz""#)));
    assert!(
        matches!(alice.ask("2", r#""do":"who""#), Event::Users { .. }),
        "not a query to the store"
    );
    assert!(
        get(server.http, "/api/users").0.starts_with("HTTP/1.1 200"),
        "not a query to the store"
    );
}

/// Returns whether a query was refused.
fn is_busy(event: &Event) -> bool {
    matches!(event, Event::Error { code: ErrorCode::Limit, message, .. }
        if message == "too many queries at a time; try again")
}
