//! Limits and deadlines over HTTP, and which address they count.

use std::io::{ErrorKind, Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use willow_protocol::{ErrorCode, Event};
use willow_server::Limits;

use crate::support::http::connect;
use crate::support::{Answer, PATIENCE, TestServer, code, wait_until};

/// Allows an address a burst of four requests, and then very few.
fn few_requests(limits: &mut Limits) {
    limits.commands_per_second_per_address = 1;
    limits.command_burst_per_address = 4;
}

/// Sends more requests than the limit, and returns how many were not refused.
fn answered(ask: impl Fn(usize) -> Answer) -> usize {
    (0..12).filter(|&number| ask(number).status == 200).count()
}

#[test]
fn too_many_requests_are_refused_whatever_address_they_name() {
    let server = TestServer::limited(few_requests);
    let n_answered = answered(|_| server.get("/api/top/blitz"));
    assert!((4..8).contains(&n_answered), "{n_answered}");
    let refused = server.get("/healthz").is(429);
    assert_eq!(refused.header("retry-after"), Some("1"));
    assert_eq!(code(refused.event()), ErrorCode::Limit);
    let named =
        answered(|n| server.get_with("/healthz", &format!("X-Forwarded-For: 192.0.2.{n}\r\n")));
    assert!(named < 8, "the header of a client that is no proxy is ignored: {named}");
}

#[test]
fn connections_for_http_are_counted_until_they_end_and_monitoring_has_a_reserve() {
    let server = TestServer::limited(|limits| limits.connections_per_address = 2);
    let mut open = [connect(server.http), connect(server.http)];
    for stream in &mut open {
        stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n").unwrap();
        let mut word = [0; 12];
        stream.read_exact(&mut word).unwrap();
        assert_eq!(&word, b"HTTP/1.1 200");
    }
    for path in ["/api/pools", "/", "/ws"] {
        let text = server.get(path).is(503).text();
        assert!(text.contains("too many connections"), "{path}: {text}");
    }
    // The connection before may not have ended, and an address has one of the reserve.
    wait_until("health is answered", || server.get("/healthz").status == 200);
    wait_until("monitoring is answered", || {
        server.get("/metrics").text().contains("\nwillow_read_only 0\n")
    });
    drop(open);
    wait_until("the place of a connection is free", || server.get("/api/pools").status == 200);
}

#[test]
fn a_trusted_proxy_names_its_client() {
    let server = TestServer::configured(|config| {
        few_requests(&mut config.limits);
        config.limits.connections_per_address = 1;
        config.trusted_proxies = vec!["127.0.0.0/8".parse().unwrap()];
    });
    let ask =
        |forwarded: &str| server.get_with("/healthz", &format!("X-Forwarded-For: {forwarded}\r\n"));
    let n_answered = answered(|_| ask("192.0.2.1"));
    assert!((4..8).contains(&n_answered), "{n_answered}");
    assert_eq!(ask("192.0.2.2").status, 200, "another address is not limited");
    assert_eq!(ask("192.0.2.2, 192.0.2.1").status, 429, "the last one asks");
}

#[test]
fn who_does_not_say_what_he_wants_is_dropped() {
    // The other limits are not reached; this one is far below its default.
    let server = TestServer::limited(|limits| {
        limits.request_seconds = 1;
        limits.answer_seconds = 1000;
    });
    let check = |bytes: &str, status: &str| {
        let began = Instant::now();
        let answer = String::from_utf8(server.exchange(bytes)).unwrap();
        assert!(answer.starts_with(status), "{bytes}: {answer}");
        assert_eq!(answer.is_empty(), status.is_empty(), "{bytes}: {answer}");
        assert!(began.elapsed() >= Duration::from_secs(1), "{bytes}: {:?}", began.elapsed());
    };
    std::thread::scope(|scope| {
        scope.spawn(|| check("GET /healthz HTTP/1.1\r\nHost: he", ""));
        scope.spawn(|| check("", ""));
        check("GET /healthz HTTP/1.1\r\nHost: here\r\n\r\n", "HTTP/1.1 200");
    });
}

/// The rest of a body never comes: the limit of the request ends the wait, or that of the answer.
#[test]
fn a_body_that_is_not_sent_has_a_deadline() {
    for (request_seconds, answer_seconds, status, wanted) in
        [(1, 1000, 408, ErrorCode::Limit), (1000, 1, 503, ErrorCode::Internal)]
    {
        let server = TestServer::limited(|limits| {
            limits.request_seconds = request_seconds;
            limits.answer_seconds = answer_seconds;
        });
        let token = server.client("dice").token.unwrap();
        let began = Instant::now();
        let answer = server.half_a_command(&token).is(status);
        assert_eq!(code(answer.event()), wanted);
        let configured = Duration::from_secs(1)..Duration::from_secs(15);
        assert!(configured.contains(&began.elapsed()), "{status}: {:?}", began.elapsed());
    }
}

/// A client that asks for much and reads nothing.
#[test]
fn an_answer_that_is_not_read_has_a_deadline() {
    let server = TestServer::limited(|limits| limits.write_seconds = 1);
    let mut deaf = TcpStream::connect(server.http).unwrap();
    deaf.set_write_timeout(Some(Duration::from_millis(200))).unwrap();
    let ask = b"GET /api/openapi.json HTTP/1.1\r\nHost: here\r\n\r\n".repeat(1000);
    // Until the buffers of the system are full.
    while deaf.write_all(&ask).is_ok() {}
    let is_full = |kind| matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut);
    wait_until("the end of the connection", || {
        deaf.write(b"G").is_err_and(|error| !is_full(error.kind()))
    });
}

#[test]
fn queries_beyond_the_limit_are_refused_over_every_transport() {
    let server =
        TestServer::limited(|limits| (limits.questions, limits.visitor_questions) = (0, 0));
    let assert_busy = |event: Event| {
        let Event::Error { code, message, .. } = event else { panic!("{event:?}") };
        assert_eq!((code, &*message), (ErrorCode::Limit, "too many queries at a time; try again"));
    };
    for path in ["/api/top/blitz", "/api/archive", "/api/games/1", "/api/games/1/record"] {
        assert_busy(server.get(path).is(429).event());
    }
    let mut alice = server.client("alice");
    assert_busy(alice.ask(r#""do":"top","class":"blitz""#));
    let listed = alice.ask(r#""do":"who""#);
    assert!(matches!(listed, Event::Users { .. }), "not a query to the store: {listed:?}");
    server.get("/api/users").is(200);
}

/// Many visitors ask what is slow, and a user signs in.
#[test]
fn a_flood_of_questions_of_visitors_does_not_delay_a_sign_in() {
    const FLOOD: usize = 64;
    const BOUND: Duration = Duration::from_secs(5);
    let server = TestServer::start();
    let token = server.client("alice").token.unwrap();
    let (answered, answers) = mpsc::channel();
    let is_over = AtomicBool::new(false);
    std::thread::scope(|scope| {
        for answered in vec![answered; FLOOD] {
            let (server, is_over) = (&server, &is_over);
            scope.spawn(move || {
                while !is_over.load(Ordering::Relaxed) {
                    let answer = server.get("/api/archive?player=nobody");
                    assert!([200, 429].contains(&answer.status), "{answer}");
                    let _ = answered.send(());
                }
            });
        }
        (0..=FLOOD).for_each(|_| answers.recv_timeout(PATIENCE).expect("the flood"));
        let began = Instant::now();
        let resumed = server.resume(&token);
        let took = began.elapsed();
        is_over.store(true, Ordering::Relaxed);
        assert!(matches!(resumed, Event::Entered { .. }), "{resumed:?}");
        assert!(took < BOUND, "{took:?}");
    });
}
