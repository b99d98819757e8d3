//! The rules of HTTP that hold for every route: statuses, error bodies, caching, compression, foreign
//! pages.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::Value;
use tempfile::TempDir;
use willow_protocol::{ErrorCode, Event};

use crate::http::{get, get_with};
use crate::support::{Client, TestServer, code, config, limited, wait_until};

/// Sends a request with further headers, each with its line end, and returns status, head and body.
fn ask(address: SocketAddr, method: &str, path: &str, headers: &str) -> (u16, String, Vec<u8>) {
    let mut stream = TcpStream::connect(address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request =
        format!("{method} {path} HTTP/1.1\r\nHost: here\r\n{headers}Connection: close\r\n\r\n");
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").unwrap();
    let head = String::from_utf8(answer[..end].to_vec()).unwrap().to_lowercase();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head, answer[end + 4..].to_vec())
}

/// Returns the value of a header, in lower case.
fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[test]
fn every_error_has_the_json_body_of_errors() {
    let server = TestServer::start();
    for (method, path, headers, status, wanted) in [
        ("GET", "/api/nothing", "", 404, ErrorCode::UnknownCommand),
        ("DELETE", "/api/users", "", 405, ErrorCode::UnknownCommand),
        ("POST", "/api/games/1", "", 405, ErrorCode::UnknownCommand),
        ("GET", "/api/do", "", 405, ErrorCode::UnknownCommand),
        ("POST", "/api/do", "", 400, ErrorCode::Syntax),
        ("POST", "/api/do", "Authorization: Bearer guess\r\n", 401, ErrorCode::Denied),
        ("GET", "/api/stream/events", "", 401, ErrorCode::Denied),
        ("GET", "/api/users/%ff", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users/1", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users/nobody", "", 404, ErrorCode::NoSuchUser),
        ("GET", "/api/top/fast", "", 400, ErrorCode::Syntax),
        ("GET", "/api/games/twelve", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?limit=1000", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?player=", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?limit=1&limit=2", "", 400, ErrorCode::Syntax),
        ("GET", "/api/archive?colour=black", "", 400, ErrorCode::Syntax),
        ("GET", "/api/users?page=2", "", 400, ErrorCode::Syntax),
        ("GET", "/healthz?verbose", "", 400, ErrorCode::Syntax),
        ("GET", "/ws", "", 400, ErrorCode::Syntax),
    ] {
        let (found, head, body) = ask(server.http, method, path, headers);
        assert_eq!(found, status, "{method} {path}: {head}");
        assert_eq!(header(&head, "content-type"), Some("application/json"), "{path}: {head}");
        assert_eq!(header(&head, "cache-control"), Some("no-store"), "{path}: {head}");
        let event: Event = serde_json::from_slice(&body).unwrap_or_else(|error| {
            panic!("{method} {path}: {error}: {}", String::from_utf8_lossy(&body))
        });
        assert_eq!(code(event), wanted, "{method} {path}");
        assert_eq!(header(&head, "allow").is_some(), status == 405, "{path}: {head}");
        assert_eq!(header(&head, "www-authenticate").is_some(), status == 401, "{path}: {head}");
    }
    let (_, _, body) = ask(server.http, "GET", "/api/archive?colour=black", "");
    let body = String::from_utf8(body).unwrap();
    assert!(body.contains("unknown parameter `colour`"), "{body}");
}

#[test]
fn head_and_options_say_what_get_would() {
    let server = TestServer::start();
    for path in ["/api/users", "/api/top/blitz", "/api/openapi.json", "/healthz"] {
        let (status, head, body) = ask(server.http, "HEAD", path, "");
        assert_eq!((status, body.len()), (200, 0), "{path}: {head}");
        let (_, whole, body) = ask(server.http, "GET", path, "");
        let length = body.len().to_string();
        assert_eq!(header(&head, "content-length"), Some(length.as_str()), "{path}: {head}");
        assert_eq!(header(&head, "etag"), header(&whole, "etag"), "{path}");
    }
    let (status, head, _) = ask(server.http, "OPTIONS", "/api/users", "");
    assert_eq!(status, 204, "{head}");
    assert_eq!(header(&head, "allow"), Some("get,head"), "{head}");
    let (_, head, _) = ask(server.http, "OPTIONS", "/api/do", "");
    assert_eq!(header(&head, "allow"), Some("post"), "{head}");
}

#[test]
fn an_answer_that_the_client_has_is_not_sent_again() {
    let server = TestServer::start();
    for (path, kept) in [
        ("/api/users", "public, max-age=1"),
        ("/api/games", "public, max-age=1"),
        ("/api/archive", "public, max-age=30"),
        ("/api/explorer", "public, max-age=30"),
        ("/api/book", "public, max-age=30"),
        ("/api/top/blitz", "public, max-age=30"),
        ("/api/users/random-bot", "public, no-cache"),
        ("/api/users/random-bot/games", "public, no-cache"),
        ("/api/openapi.json", "public, max-age=3600"),
    ] {
        let (_, head, _) = ask(server.http, "GET", path, "");
        assert_eq!(header(&head, "cache-control"), Some(kept), "{path}: {head}");
        let tag = header(&head, "etag").unwrap_or_else(|| panic!("{path}: {head}")).to_owned();
        let tag = tag.replace("w/", "W/");
        for known in [tag.clone(), format!("\"other\", {tag}"), "*".to_owned()] {
            let headers = format!("If-None-Match: {known}\r\n");
            let (status, head, body) = ask(server.http, "GET", path, &headers);
            assert_eq!((status, body.len()), (304, 0), "{path}: {head}");
            assert!(header(&head, "etag").is_some(), "{path}: {head}");
        }
        let (status, ..) = ask(server.http, "GET", path, "If-None-Match: W/\"other\"\r\n");
        assert_eq!(status, 200, "{path}");
    }
    for path in ["/healthz", "/metrics"] {
        let (_, head, _) = ask(server.http, "GET", path, "");
        assert_eq!(header(&head, "cache-control"), Some("no-store"), "{path}: {head}");
    }
}

#[test]
fn the_lists_change_with_what_happens() {
    let server = TestServer::start();
    let users = || get(server.http, "/api/users").1;
    assert!(!users().contains("alice"));
    let mut alice = server.client("alice");
    wait_until("alice is listed", || users().contains("alice"));
    assert_eq!(alice.ask("1", r#""do":"new","clock":"5+3""#), Event::Ok);
    wait_until("the offer is listed", || get(server.http, "/api/games").1.contains("alice"));
    assert_eq!(alice.ask("2", r#""do":"new","private":true"#), Event::Ok);
    assert_eq!(alice.ask("3", r#""do":"new","clock":"7+7""#), Event::Ok);
    wait_until("the last offer is listed", || get(server.http, "/api/games").1.contains("7:00+7"));
    let games: Value = serde_json::from_str(&get(server.http, "/api/games").1).unwrap();
    assert_eq!(games["offers"].as_array().unwrap().len(), 2, "what is private is in no list");
}

#[test]
fn answers_are_compressed_for_clients_that_say_so() {
    let server = TestServer::start();
    let (_, plain, whole) = ask(server.http, "GET", "/api/openapi.json", "");
    assert_eq!(header(&plain, "content-encoding"), None);
    let headers = "Accept-Encoding: gzip\r\n";
    let (status, head, body) = ask(server.http, "GET", "/api/openapi.json", headers);
    assert_eq!((status, header(&head, "content-encoding")), (200, Some("gzip")), "{head}");
    assert!(body.len() * 3 < whole.len(), "{} of {}", body.len(), whole.len());
    assert!(header(&head, "vary").is_some_and(|vary| vary.contains("accept-encoding")), "{head}");
    assert_eq!(header(&head, "etag"), header(&plain, "etag"), "the tag is weak");
}

#[test]
fn foreign_pages_read_only_what_the_operator_allows() {
    let page = "Origin: https://club.example\r\n";
    let server = TestServer::start();
    let (_, head, _) = ask(server.http, "GET", "/api/users", page);
    assert_eq!(header(&head, "access-control-allow-origin"), None, "off by default: {head}");
    let folder = TempDir::new().unwrap();
    let mut config = config(folder.path());
    config.cors_origins = vec!["https://club.example".to_owned()];
    let server = TestServer::with(config);
    let (_, head, _) = ask(server.http, "GET", "/api/users", page);
    assert_eq!(header(&head, "access-control-allow-origin"), Some("https://club.example"));
    assert_eq!(header(&head, "access-control-allow-credentials"), None, "no cookies: {head}");
    let (_, head, _) = ask(server.http, "GET", "/api/users", "Origin: https://evil.example\r\n");
    assert_eq!(header(&head, "access-control-allow-origin"), None, "{head}");
    let asks = format!(
        "{page}Access-Control-Request-Method: POST\r\n\
         Access-Control-Request-Headers: authorization\r\n"
    );
    let (status, head, _) = ask(server.http, "OPTIONS", "/api/do", &asks);
    assert_eq!(status, 200, "{head}");
    let methods = header(&head, "access-control-allow-methods").unwrap();
    assert!(methods.contains("post"), "{head}");
}

#[test]
fn a_body_that_is_not_sent_has_a_deadline() {
    let (server, _folder) = limited(|limits| {
        limits.request_seconds = 1;
        limits.answer_seconds = 1000;
    });
    let token = server.client("dice").token.unwrap();
    let mut stream = TcpStream::connect(server.http).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let request = format!(
        "POST /api/do HTTP/1.1\r\nHost: here\r\nAuthorization: Bearer {token}\r\n\
         Content-Length: 100\r\nConnection: close\r\n\r\n{{\"do\":"
    );
    let began = Instant::now();
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("the connection ends in time");
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    let (_, body) = answer.split_once("\r\n\r\n").unwrap();
    assert_eq!(code(serde_json::from_str(body).unwrap()), ErrorCode::Limit);
    assert!(began.elapsed() < Duration::from_secs(15), "{:?}", began.elapsed());
}

/// A client that asks for much and reads nothing.
#[test]
fn an_answer_that_is_not_read_has_a_deadline() {
    let (server, _folder) = limited(|limits| limits.write_seconds = 1);
    let mut deaf = TcpStream::connect(server.http).unwrap();
    deaf.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    let ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n".repeat(1000);
    // Until the buffers of the system are full.
    while deaf.write_all(&ask).is_ok() {}
    wait_until("the end of the connection", || {
        let is_full = |error: std::io::Error| {
            matches!(error.kind(), std::io::ErrorKind::WouldBlock | std::io::ErrorKind::TimedOut)
        };
        deaf.write(b"G").is_err_and(|error| !is_full(error))
    });
}

/// Many visitors ask what is slow, and a user signs in.
#[test]
fn a_flood_of_questions_of_visitors_does_not_delay_a_sign_in() {
    const FLOOD: usize = 64;
    const BOUND: Duration = Duration::from_secs(5);
    let server = TestServer::start();
    let token = server.client("alice").token.unwrap();
    let answered = AtomicUsize::new(0);
    let is_over = std::sync::atomic::AtomicBool::new(false);
    std::thread::scope(|scope| {
        for _ in 0..FLOOD {
            scope.spawn(|| {
                while !is_over.load(Ordering::Relaxed) {
                    let (head, _) = get_with(server.http, "/api/archive?player=nobody", "");
                    let status = head.split(' ').nth(1).unwrap().to_owned();
                    assert!(["200", "429"].contains(&status.as_str()), "{head}");
                    answered.fetch_add(1, Ordering::Relaxed);
                }
            });
        }
        wait_until("the flood", || answered.load(Ordering::Relaxed) > FLOOD);
        let began = Instant::now();
        let mut alice = Client::connect(server.address);
        let resumed = alice.ask("1", &format!(r#""do":"resume","token":"{token}""#));
        let took = began.elapsed();
        is_over.store(true, Ordering::Relaxed);
        assert!(matches!(resumed, Event::Entered { .. }), "{resumed:?}");
        assert!(took < BOUND, "{took:?}");
    });
}

/// Sends a command without a token, and returns status, head and event.
fn command_of_visitor(address: SocketAddr, body: &str) -> (u16, String, Event) {
    let mut stream = TcpStream::connect(address).unwrap();
    let length = body.len();
    let request = format!(
        "POST /api/do HTTP/1.1\r\nHost: here\r\nContent-Length: {length}\r\n\
         Willow-Protocol: 2\r\nConnection: close\r\n\r\n{body}"
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, head.to_lowercase(), serde_json::from_str(body).unwrap())
}

#[test]
fn visitors_send_commands_that_read_and_no_others() {
    let (server, _folder) = limited(|limits| {
        limits.visitor_commands_per_second_per_address = 1;
        limits.visitor_command_burst_per_address = 20;
    });
    let _alice = server.client("alice");
    for body in [r#"{"do":"who"}"#, r#"{"do":"games"}"#, r#"{"do":"user","name":"alice"}"#] {
        let (status, head, event) = command_of_visitor(server.http, body);
        assert_eq!(status, 200, "{body}: {head} {event:?}");
    }
    let Event::Users { users } = command_of_visitor(server.http, r#"{"do":"who"}"#).2 else {
        panic!("no list")
    };
    assert!(users.iter().all(|user| !user.name.as_str().starts_with("guest")), "nobody came");
    for body in [
        r#"{"do":"say","text":"hello"}"#,
        r#"{"do":"new","clock":"5+3"}"#,
        r#"{"do":"following"}"#,
        r#"{"do":"guest"}"#,
    ] {
        let (status, head, event) = command_of_visitor(server.http, body);
        assert_eq!(status, 401, "{body}: {head} {event:?}");
        assert!(head.contains("content-type: application/json"), "{head}");
        assert!(matches!(event, Event::Error { detail: Some(_), .. }), "{event:?}");
    }
    let limited = (0..100).any(|_| command_of_visitor(server.http, r#"{"do":"who"}"#).0 == 429);
    assert!(limited, "an address has so many");
}
