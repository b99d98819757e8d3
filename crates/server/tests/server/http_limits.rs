//! Limits over HTTP, by exceeding them, and whom they count.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use tempfile::TempDir;
use willow_server::Limits;

use crate::http::{get, get_with};
use crate::support::{TestServer, config, limited};

/// Lets an address ask four times and then once in a long while.
fn few_requests(limits: &mut Limits) {
    limits.commands_per_second_per_address = 1;
    limits.command_burst_per_address = 4;
}

/// Asks so often that somebody must be refused, and returns how many were not.
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
    // The place is free as soon as the server has noticed.
    let is_free = (0..1000).any(|_| get(server.http, "/healthz").0.starts_with("HTTP/1.1 200"));
    assert!(is_free, "the place of a connection that ended is not free");
}

#[test]
fn a_trusted_proxy_says_for_whom_it_asks() {
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
    assert!(ask("192.0.2.2").0.starts_with("HTTP/1.1 200"), "somebody else is not hit");
    assert!(ask("192.0.2.2, 192.0.2.1").0.starts_with("HTTP/1.1 429"), "the last one asks");
}

#[test]
fn nobody_else_is_believed_where_he_comes_from() {
    let (server, _folder) = limited(few_requests);
    let mut number = 0;
    let n_answered = answered(|| {
        number += 1;
        get_with(server.http, "/healthz", &format!("X-Forwarded-For: 192.0.2.{number}\r\n"))
    });
    assert!(n_answered < 8, "{n_answered}");
}
