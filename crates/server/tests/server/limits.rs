//! Every limit is exceeded once.

use std::collections::HashMap;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Duration;

use tempfile::TempDir;
use willow_protocol::{CloseReason, ErrorCode, Event};
use willow_server::Limits;

use crate::http::get;
use crate::support::{Client, TestServer, code, config, limited};

#[test]
fn a_line_that_is_too_long_is_refused_and_the_next_one_read() {
    let (server, _folder) = limited(|limits| limits.line_bytes = 200);
    let mut alice = server.client("alice");
    alice.send(&format!(r#"{{"do":"say","text":"{}"}}"#, "x".repeat(300)));
    let refused = alice.wait_for(|event| matches!(event, Event::Error { .. }));
    assert_eq!(code(refused.event), ErrorCode::Limit);
    assert_eq!(alice.ask("1", r#""do":"say","text":"short""#), Event::Ok);
}

#[test]
fn a_message_that_is_too_long_is_refused() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    let text = "x".repeat(willow_protocol::MAX_MESSAGE + 1);
    alice.send(&format!(r#"{{"do":"say","text":"{text}"}}"#));
    let refused = alice.wait_for(|event| matches!(event, Event::Error { .. }));
    assert_eq!(code(refused.event), ErrorCode::Syntax);
}

#[test]
fn the_operator_may_want_shorter_messages() {
    let (server, _folder) = limited(|limits| limits.message_chars = 10);
    let (mut alice, _bob) = (server.client("alice"), server.client("bob"));
    assert_eq!(alice.ask("1", r#""do":"say","text":"ten ch\u00e4rs""#), Event::Ok);
    for (id, command) in [("2", r#""do":"say""#), ("3", r#""do":"tell","to":"bob""#)] {
        let refused = alice.ask(id, &format!(r#"{command},"text":"eleven char""#));
        assert_eq!(code(refused), ErrorCode::Limit);
    }
}

#[test]
fn too_many_commands_are_refused_and_in_the_end_the_connection_goes() {
    let (server, _folder) = limited(|limits| {
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
    let bye = alice.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Limits });
}

#[test]
fn lines_that_cannot_be_read_end_the_connection_like_commands_beyond_a_limit() {
    let (server, _folder) = limited(|limits| limits.refused_commands = 10);
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    for n in 0..20 {
        alice.send(r#"{"do":"dance"}"#);
        bob.send(r#"{"do":"dance"}"#);
        if n % 10 == 9 {
            // A command that reaches the games ends the row, even if it is refused there.
            let refused = bob.ask(&format!("{n}"), r#""do":"resign""#);
            assert!(matches!(refused, Event::Error { .. }));
        }
    }
    let bye = alice.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Limits });
    assert_eq!(bob.ask("say", r#""do":"say","text":"hello""#), Event::Ok);
}

#[test]
fn an_address_has_so_many_commands_however_many_its_users_are() {
    let (server, _folder) = limited(|limits| {
        limits.commands_per_second_per_address = 1;
        limits.command_burst_per_address = 6;
    });
    // Each logs in by a command.
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let answers: Vec<Event> = (0..6)
        .map(|n| if n % 2 == 0 { &mut alice } else { &mut bob }.ask("p", r#""do":"ping""#))
        .collect();
    assert_eq!(answers[..4], [Event::Pong, Event::Pong, Event::Pong, Event::Pong]);
    assert!(answers[4..].iter().any(|event| matches!(event, Event::Error { .. })), "{answers:?}");
}

#[test]
fn the_connections_of_the_server_are_limited() {
    let (server, _folder) = limited(|limits| limits.connections = 2);
    let (_one, _two) = (server.client("alice"), server.client("bob"));
    let mut refused = String::new();
    TcpStream::connect(server.address).unwrap().read_to_string(&mut refused).unwrap();
    assert!(refused.starts_with("bye too many connections"), "{refused}");
}

#[test]
fn the_connections_of_an_address_are_limited() {
    let (server, _folder) = limited(|limits| limits.connections_per_address = 2);
    let (_one, two) = (server.client("alice"), server.client("bob"));
    let mut refused = String::new();
    TcpStream::connect(server.address).unwrap().read_to_string(&mut refused).unwrap();
    assert!(refused.starts_with("bye too many connections"), "{refused}");
    drop(two);
    // The permit is free as soon as the server has noticed the end.
    for _ in 0..1000 {
        let mut stream = TcpStream::connect(server.address).unwrap();
        let mut word = [0; 3];
        stream.read_exact(&mut word).unwrap();
        if &word == b"wel" {
            return;
        }
    }
    panic!("the place of a connection that ended is not free");
}

#[test]
fn passwords_cannot_be_tried_without_end() {
    let (server, _folder) = limited(|limits| limits.logins_per_minute = 3);
    let mut client = Client::connect(server.address);
    let login = r#""do":"login","name":"alice","password":"wrong pass""#;
    let codes: Vec<ErrorCode> = (0..4).map(|n| code(client.ask(&n.to_string(), login))).collect();
    let denied = ErrorCode::Denied;
    assert_eq!(codes, [denied, denied, denied, ErrorCode::Limit]);
}

#[test]
fn tokens_cannot_be_tried_without_end_but_known_ones_open_whenever_they_come() {
    let (server, _folder) = limited(|limits| limits.logins_per_minute = 3);
    let mut alice = server.client("alice");
    for _ in 0..6 {
        alice = alice.again(server.address);
    }
    let mut client = Client::connect(server.address);
    let guess = r#""do":"resume","token":"guess""#;
    let codes: Vec<ErrorCode> = (0..4).map(|n| code(client.ask(&n.to_string(), guess))).collect();
    let denied = ErrorCode::Denied;
    assert_eq!(codes, [denied, denied, denied, ErrorCode::Limit]);
    alice.again(server.address);
}

#[test]
fn guests_and_accounts_share_the_quota_of_sign_ups() {
    let (server, _folder) = limited(|limits| limits.newcomers_per_minute = 2);
    let register =
        |name: &str| format!(r#""do":"register","name":"{name}","password":"long enough""#);
    let mut account = Client::connect(server.address);
    assert!(matches!(account.ask("1", &register("alice")), Event::Entered { .. }));
    let _guest = server.client("bob");
    for command in [r#""do":"guest""#.to_owned(), register("carol")] {
        let refused = Client::connect(server.address).ask("1", &command);
        assert_eq!(code(refused), ErrorCode::Limit, "{command}");
    }
    let login = r#""do":"login","name":"alice","password":"long enough""#;
    let entered = Client::connect(server.address).ask("1", login);
    assert!(matches!(entered, Event::Entered { .. }), "who has an account is not new");
}

#[test]
fn the_idle_timeout_before_the_login_ends_the_connection() {
    let (server, _folder) = limited(|limits| limits.seconds_to_enter = 1);
    let mut silent = TcpStream::connect(server.address).unwrap();
    silent.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    let mut received = String::new();
    silent.read_to_string(&mut received).unwrap();
    assert!(received.contains("bye idle timeout"), "{received}");
}

#[test]
fn the_idle_timeout_after_the_login_ends_the_connection() {
    let (server, _folder) = limited(|limits| {
        limits.seconds_to_enter = 1000;
        limits.idle_seconds = 1;
    });
    let mut alice = server.client("alice");
    let bye = alice.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Idle });
}

#[test]
fn a_client_that_does_not_read_is_disconnected_and_delays_no_other() {
    for (queue, write_seconds, overflows) in [(1000, 10, true), (1_000_000, 1, false)] {
        let server = disconnected(|limits| {
            limits.queue = queue;
            limits.write_seconds = write_seconds;
        });
        let (_, counters) = get(server.0.http, "/metrics");
        let counted = counters.contains("willow_dropped_total 1\n");
        assert_eq!(counted, overflows, "a queue of {queue}: {counters}");
    }
}

/// Talks to somebody who does not read until the server lets him go.
fn disconnected(change: impl FnOnce(&mut Limits)) -> (TestServer, TempDir) {
    let (server, folder) = limited(change);
    let mut deaf = TcpStream::connect(server.address).unwrap();
    deaf.write_all(b"guest deaf\n").unwrap();
    let mut alice = server.client("alice");
    let mut n_asked = 0;
    let mut is_online = |alice: &mut Client| {
        n_asked += 1;
        let Event::Users { users } = alice.ask(&format!("w{n_asked}"), r#""do":"who""#) else {
            panic!("no list of users");
        };
        users.iter().any(|user| user.name.as_str() == "deaf")
    };
    while !is_online(&mut alice) {}
    // Four bytes a character: the buffers of the system hold some megabytes before the server
    // notices anything.
    let text = "\u{1f332}".repeat(willow_protocol::MAX_MESSAGE);
    // Alice does not read while she writes; a few lines at a time, so that she does not seem slow on a busy machine.
    for batch in 0..10_000 {
        for number in 0..10 {
            alice.send(&format!(r#"{{"do":"say","text":"{text}","id":"s{batch}-{number}"}}"#));
        }
        let last = format!("s{batch}-9");
        while alice.next().id.is_none_or(|id| id.as_str() != last) {}
        if !is_online(&mut alice) {
            return (server, folder);
        }
    }
    panic!("a client that does not read is still there");
}

#[test]
fn a_password_that_is_asked_for_is_not_echoed() {
    let server = TestServer::start();
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    // A telnet client that negotiates before its user types.
    stream.write_all(b"\xff\xfd\x03\xff\xfb\x18register alice\r\n").unwrap();
    let mut received = Vec::new();
    let mut read_until = |stream: &mut TcpStream, wanted: &[u8]| {
        while !received.windows(wanted.len()).any(|window| window == wanted) {
            let mut byte = [0];
            stream.read_exact(&mut byte).unwrap();
            received.extend(byte);
        }
    };
    read_until(&mut stream, &[&willow_protocol::ECHO_OFF[..], b"password: "].concat());
    stream.write_all(b"correct horse\r\nwho\r\n").unwrap();
    read_until(&mut stream, &willow_protocol::ECHO_ON);
    read_until(&mut stream, b"entered as alice, player");
    read_until(&mut stream, b"\nusers ");
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
    let (mut server, folder) = limited(|limits| limits.questions = 1);
    let mut alice = server.client("alice");
    for _ in 0..8 {
        alice.send(r#"{"do":"challenge","name":"random-bot","clock":"5+3"}"#);
        let game = alice.game();
        assert_eq!(alice.ask(&format!("r{game}"), &resign(game)), Event::Ok);
    }
    server.stop();
    let mut config = config(folder.path());
    config.limits.questions = 1;
    let server = TestServer::with(config);
    let rooms: Vec<String> = (1..=8)
        .flat_map(|game| {
            ["game", "players", "watchers"].map(|room| format!(r#""{room}/{game}":1"#))
        })
        .collect();
    let token = alice.token.unwrap();
    let mut again = Client::connect(server.address);
    let rooms = rooms.join(",");
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

fn resign(game: willow_protocol::GameId) -> String {
    format!(r#""do":"resign","game":{game}"#)
}
