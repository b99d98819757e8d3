//! Every limit is exceeded once.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::time::{Duration, Instant};

use socket2::SockRef;
use willow_protocol::{CloseReason, ErrorCode, Event};
use willow_server::Limits;

use crate::support::http::{POLL, connect};
use crate::support::{Client, PASSWORD, TestServer, WebClient, code, database, wait_until};

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
    let server = TestServer::limited(|limits| limits.line_bytes = 200);
    let mut alice = server.client("alice");
    alice.send(&format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(300)));
    let refused = alice.wait_for(|event| matches!(event, Event::Error { .. }));
    assert_eq!(code(refused.event), ErrorCode::Limit);
    alice.ok(r#""do":"say","text":"short""#);
}

#[test]
fn the_operator_may_want_shorter_messages() {
    let server = TestServer::limited(|limits| limits.message_chars = 10);
    let (mut alice, _bob) = (server.client("alice"), server.client("bob"));
    alice.ok(r#""do":"say","text":"ten ch\u00e4rs""#);
    for command in [r#""do":"say""#, r#""do":"tell","to":"bob""#] {
        let refused = alice.refused(&format!(r#"{command},"text":"eleven char""#));
        assert_eq!(refused, ErrorCode::Limit, "{command}");
    }
}

/// A club evening: everybody logs in at once, over one address.
#[test]
fn forty_people_behind_one_address_log_in_within_a_minute_and_a_guesser_does_not_get_far() {
    let server = TestServer::limited(|limits| limits.logins_per_minute = 10);
    let names: Vec<String> = (0..40).map(|n| format!("member-{n}")).collect();
    for name in &names {
        server.register(name);
    }
    // None of them was here before: otherwise the limit of an address would not count for them.
    forget_addresses(&server);
    let started = Instant::now();
    std::thread::scope(|scope| {
        let server = &server;
        for name in &names {
            scope.spawn(move || {
                let entered = server.log_in(name, PASSWORD).1;
                assert!(matches!(entered, Event::Entered { .. }), "{name}: {entered:?}");
            });
        }
    });
    assert!(started.elapsed() < Duration::from_mins(1), "{:?}", started.elapsed());
    forget_addresses(&server);
    let guess = |n: usize| code(server.log_in(&names[n], "a wrong password").1);
    let answers: Vec<ErrorCode> = (0..14).map(guess).collect();
    let n_tried = answers.iter().filter(|code| **code == ErrorCode::Denied).count();
    // Each of ten failures is forgotten after six seconds.
    assert!((10..14).contains(&n_tried), "{answers:?}");
    assert_eq!(answers.last(), Some(&ErrorCode::Limit));
}

/// However many guesses come at once, few more are checked than may fail.
#[test]
fn guesses_that_come_at_once_are_limited_too() {
    let server = TestServer::limited(|limits| limits.logins_per_minute = 5);
    let names: Vec<String> = (0..30).map(|n| format!("nobody-{n}")).collect();
    let n_tried = std::thread::scope(|scope| {
        let server = &server;
        let guess = |name| scope.spawn(move || code(server.log_in(name, "a wrong password").1));
        let guesses: Vec<_> = names.iter().map(|name| guess(name)).collect();
        let answers = guesses.into_iter().map(|it| it.join().unwrap());
        answers.filter(|code| *code == ErrorCode::Denied).count()
    });
    assert!((5..=10).contains(&n_tried), "{n_tried}");
}

fn forget_addresses(server: &TestServer) {
    let forget = async {
        let mut database = database(server.folder()).await;
        sqlx::query("DELETE FROM known_addresses").execute(&mut database).await.unwrap();
    };
    tokio::runtime::Runtime::new().unwrap().block_on(forget);
}

#[test]
fn too_many_commands_are_refused_and_in_the_end_the_connection_goes() {
    let server = TestServer::limited(|limits| {
        limits.commands_per_second = 1;
        limits.command_burst = 5;
        limits.refused_commands = 10;
    });
    let mut alice = server.client("alice");
    for _ in 0..40 {
        alice.send(r#"{"do":"ping"}"#);
    }
    let refused = alice.wait_for(|event| matches!(event, Event::Error { .. }));
    assert_eq!(code(refused.event), ErrorCode::Limit);
    assert_eq!(alice.bye(), CloseReason::Limits);
}

/// The messages that are still under way when the server has had enough must not lose its last one.
#[test]
fn a_client_over_websocket_that_sends_too_much_is_told_why_its_connection_ends() {
    let server = TestServer::limited(|limits| {
        limits.commands_per_second = 5;
        limits.command_burst = 10;
        limits.visitor_command_burst_per_address = 10;
        limits.visitor_commands_per_second_per_address = 5;
    });
    let mut page = WebClient::connect(server.http);
    page.send(r#"{"do":"guest","name":"webby"}"#);
    for _ in 0..600 {
        page.send(r#"{"do":"ping"}"#);
    }
    let refused = page.wait_for(|event| matches!(event, Event::Error { .. }));
    assert!(matches!(refused.event, Event::Error { retry_after: Some(1), .. }), "{refused:?}");
    let bye = page.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Limits });
    page.expect_close();
}

/// A client that answers with `429` may wait as long as it is told.
#[test]
fn an_http_client_that_asks_too_often_is_told_when_to_come_back() {
    let server = TestServer::limited(|limits| {
        limits.commands_per_second_per_address = 1;
        limits.command_burst_per_address = 3;
    });
    let answer = std::iter::repeat_with(|| server.get("/api/games")).find(|it| it.status == 429);
    let answer = answer.unwrap();
    assert_eq!(answer.header("retry-after"), Some("1"));
    assert_eq!(answer.json()["retry_after"], 1);
}

#[test]
fn lines_that_cannot_be_read_end_the_connection_like_commands_beyond_a_limit() {
    let server = TestServer::limited(|limits| limits.refused_commands = 10);
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    for n in 0..20 {
        alice.send(r#"{"do":"dance"}"#);
        bob.send(r#"{"do":"dance"}"#);
        if n % 10 == 9 {
            // A command that reaches the games ends the row, even if it is refused there.
            bob.refused(r#""do":"resign""#);
        }
    }
    assert_eq!(alice.bye(), CloseReason::Limits);
    bob.ok(r#""do":"say","text":"hello""#);
}

#[test]
fn an_address_has_so_many_commands_however_many_its_users_are() {
    let server = TestServer::limited(|limits| {
        limits.commands_per_second_per_address = 1;
        limits.command_burst_per_address = 6;
    });
    // Each logs in by a command.
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let answers: Vec<Event> = (0..6)
        .map(|n| if n % 2 == 0 { &mut alice } else { &mut bob }.ask(r#""do":"ping""#))
        .collect();
    assert_eq!(answers[..4], [Event::Pong, Event::Pong, Event::Pong, Event::Pong]);
    assert!(answers[4..].iter().any(|event| matches!(event, Event::Error { .. })), "{answers:?}");
}

#[test]
fn the_connections_of_the_server_and_of_an_address_are_limited() {
    let limits: [fn(&mut Limits); 2] =
        [|limits| limits.connections = 2, |limits| limits.connections_per_address = 2];
    for limit in limits {
        let server = TestServer::limited(limit);
        let greeting = || {
            let mut word = [0; 24];
            connect(server.address).read_exact(&mut word).unwrap();
            String::from_utf8_lossy(&word).into_owned()
        };
        let (_one, two) = (server.client("alice"), server.client("bob"));
        assert_eq!(greeting(), "bye too many connections");
        drop(two);
        wait_until("the place of a connection is free", || greeting().starts_with("welcome"));
    }
}

#[test]
fn secrets_cannot_be_tried_without_end_but_known_tokens_open_whenever_they_come() {
    for guess in [
        r#""do":"login","name":"alice","password":"wrong pass""#,
        r#""do":"resume","token":"guess""#,
    ] {
        let server = TestServer::limited(|limits| limits.logins_per_minute = 3);
        let mut alice = server.client("alice");
        for _ in 0..6 {
            alice = alice.again(server.address);
        }
        let mut client = Client::connect(server.address);
        let denied = ErrorCode::Denied;
        let codes = [0; 4].map(|_| client.refused(guess));
        assert_eq!(codes, [denied, denied, denied, ErrorCode::Limit], "{guess}");
        alice.again(server.address);
    }
}

#[test]
fn guests_and_accounts_share_the_quota_of_sign_ups() {
    let server = TestServer::limited(|limits| limits.newcomers_per_minute = 2);
    server.register("alice");
    let _guest = server.client("bob");
    let register = r#""do":"register","name":"carol","password":"long enough""#;
    for command in [r#""do":"guest""#, register] {
        let refused = Client::connect(server.address).refused(command);
        assert_eq!(refused, ErrorCode::Limit, "{command}");
    }
    let (_, entered) = server.log_in("alice", PASSWORD);
    assert!(matches!(entered, Event::Entered { .. }), "who has an account is not new");
}

#[test]
fn idle_connections_end_before_and_after_the_login() {
    let server = TestServer::limited(|limits| limits.seconds_to_enter = 1);
    let mut received = String::new();
    connect(server.address).read_to_string(&mut received).unwrap();
    assert!(received.contains("bye idle timeout"), "{received}");
    let server = TestServer::limited(|limits| {
        limits.seconds_to_enter = 1000;
        limits.idle_seconds = 1;
    });
    assert_eq!(server.client("alice").bye(), CloseReason::Idle);
}

#[test]
fn blank_lines_keep_no_connection_without_a_command() {
    let server = TestServer::limited(|limits| limits.seconds_to_enter = 1);
    let mut stream = connect(server.address);
    stream.set_read_timeout(Some(POLL)).unwrap();
    let mut received = Vec::new();
    wait_until("the end of the connection", || {
        let is_over = stream.write_all(b"\r\n").is_err();
        let mut buffer = [0; 1024];
        match stream.read(&mut buffer) {
            Ok(0) => return true,
            Ok(n) => received.extend_from_slice(&buffer[..n]),
            Err(_) => {}
        }
        is_over
    });
    let received = String::from_utf8_lossy(&received).into_owned();
    assert!(received.contains("bye idle timeout"), "{received}");
}

#[test]
fn a_client_that_does_not_read_is_disconnected_and_delays_no_other() {
    for (queue, write_seconds, n_dropped) in [(100, 1000, 1), (1_000_000, 1, 0)] {
        let server = TestServer::limited(|limits| {
            limits.queue = queue;
            limits.write_seconds = write_seconds;
        });
        disconnect_deaf(&server);
        assert_eq!(server.metric("dropped_total"), n_dropped, "a queue of {queue}");
    }
}

/// Talks to somebody who does not read until the server lets him go.
fn disconnect_deaf(server: &TestServer) {
    let mut deaf = connect(server.address);
    // With a large window the system would hold megabytes before the server notices anything.
    SockRef::from(&deaf).set_recv_buffer_size(4096).unwrap();
    deaf.write_all(b"guest deaf\n").unwrap();
    let mut alice = server.client("alice");
    let is_online = |alice: &mut Client| {
        let Event::Users { users } = alice.ask(r#""do":"who""#) else { panic!("no list of users") };
        users.iter().any(|user| user.name.as_str() == "deaf")
    };
    while !is_online(&mut alice) {}
    // Four bytes a character.
    let text = "\u{1f332}".repeat(willow_protocol::MAX_MESSAGE);
    // Alice does not read while she writes; a few lines at a time, so that she does not seem slow on a busy machine.
    for _ in 0..10_000 {
        for _ in 0..9 {
            alice.send(&format!(r#"{{"do":"say","text":"{text}"}}"#));
        }
        alice.ok(&format!(r#""do":"say","text":"{text}""#));
        if !is_online(&mut alice) {
            return;
        }
    }
    panic!("a client that does not read is still there");
}

/// Returns the keys of the manual's tables with what stands beside them as the default.
fn documented() -> HashMap<String, String> {
    let rows = include_str!("../../../../docs/operating.md").lines();
    let rows = rows.filter_map(|line| line.strip_prefix("| `"));
    let columns = rows.filter_map(|row| row.split_once("` | "));
    let pairs = columns.flat_map(|(keys, rest)| {
        let defaults = rest.split(" | ").next().unwrap_or_default();
        let keys: Vec<&str> = keys.split("`, `").collect();
        let defaults: Vec<&str> = defaults.split(", ").collect();
        keys.into_iter().zip(defaults).collect::<Vec<_>>()
    });
    pairs.map(|(key, default)| (key.to_owned(), default.to_owned())).collect()
}

#[test]
fn every_limit_is_documented_with_its_default() {
    let documented = documented();
    for (key, default) in toml::Table::try_from(Limits::default()).unwrap() {
        assert_eq!(documented.get(&key), Some(&default.to_string()), "{key}");
    }
}

/// A client that reconnects asks for many rooms at once, and never again for one that was refused.
#[test]
fn rooms_of_past_games_wait_for_their_turn_after_a_login() {
    let mut server = TestServer::limited(|limits| limits.questions = 1);
    let mut alice = server.client("alice");
    for _ in 0..8 {
        alice.play_bot("f5", "");
    }
    server.restart();
    let of_game = |game| ["game", "players", "watchers"].map(|it| format!(r#""{it}/{game}":1"#));
    let rooms = (1..=8).flat_map(of_game).collect::<Vec<String>>().join(",");
    let token = alice.token.unwrap();
    let mut again = Client::connect(server.address);
    again.send(&format!(r#"{{"do":"resume","token":"{token}","rooms":{{{rooms}}}}}"#));
    let mut answered = 0;
    while answered < 24 {
        match again.next().event {
            Event::Snapshot(_) | Event::Synced { .. } => answered += 1,
            Event::Error { message, .. } => panic!("{message} after {answered} rooms"),
            _ => {}
        }
    }
}
