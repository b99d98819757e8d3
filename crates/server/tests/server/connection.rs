//! Connections: ids, secrets and ends.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpStream};
use std::time::Duration;

use tempfile::TempDir;
use willow_protocol::{CloseReason, ErrorCode, Event};

use crate::support::{Client, TestServer, code, config, limited};

const REGISTER: &str = r#""do":"register","name":"alice","password":"correct horse""#;

#[test]
fn an_object_that_is_no_request_is_answered_under_its_id() {
    let server = TestServer::start();
    let mut alice = server.client("alice");
    assert_eq!(code(alice.ask("1", r#""do":"dance""#)), ErrorCode::UnknownCommand);
    assert_eq!(code(alice.ask("2", r#""do":"move","move":"z9""#)), ErrorCode::Syntax);
    assert_eq!(alice.ask("3", r#""do":"ping""#), Event::Pong);
}

#[test]
fn an_error_names_the_command_and_the_connection_stays_open() {
    let server = TestServer::start();
    server.client("alice");
    let mut bob = Client::connect(server.address);
    let named = |bob: &mut Client, command: &str, rest: &str| match bob
        .ask(command, &format!(r#""do":"{command}"{rest}"#))
    {
        Event::Error { command: named, code, .. } => {
            assert_eq!(named, command);
            code
        }
        other => panic!("{command}: {other:?}"),
    };
    let alice = r#","name":"alice","password":"correct horse""#;
    assert_eq!(named(&mut bob, "guest", r#","name":"alice""#), ErrorCode::NameTaken);
    assert_eq!(named(&mut bob, "register", alice), ErrorCode::NameTaken);
    assert_eq!(named(&mut bob, "login", alice), ErrorCode::Denied);
    assert_eq!(named(&mut bob, "resume", r#","token":"guess""#), ErrorCode::Denied);
    assert_eq!(named(&mut bob, "token", ""), ErrorCode::NotIn);
    assert_eq!(named(&mut bob, "move", r#","move":"f5""#), ErrorCode::NotIn);
    for version in [1, 3, 99] {
        let asked = format!(r#","version":{version}"#);
        assert_eq!(named(&mut bob, "protocol", &asked), ErrorCode::Version);
    }
    assert_eq!(bob.ask("2", r#""do":"protocol","version":2,"client":"tab-12345""#), Event::Ok);
    assert!(matches!(bob.ask("2", r#""do":"guest","name":"bob""#), Event::Entered { .. }));
    assert_eq!(named(&mut bob, "guest", ""), ErrorCode::AlreadyIn);
    assert_eq!(named(&mut bob, "kick", r#","name":"alice","reason":"so""#), ErrorCode::Forbidden);
    assert_eq!(bob.ask("3", r#""do":"ping""#), Event::Pong);
}

/// Sends lines and returns all that is received until the connection ends.
fn typed(server: &TestServer, lines: &str) -> String {
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all(lines.as_bytes()).unwrap();
    stream.shutdown(Shutdown::Write).unwrap();
    let mut received = Vec::new();
    stream.read_to_end(&mut received).unwrap();
    String::from_utf8_lossy(&received).into_owned()
}

#[test]
fn a_client_that_quits_receives_the_answers_to_earlier_commands() {
    let server = TestServer::start();
    let received = typed(&server, "guest alice\nwho\nuser\nquit\nwho\n");
    let answers = ["entered as alice", "users ", "profile alice", "bye goodbye"];
    let offsets =
        answers.map(|text| received.find(text).unwrap_or_else(|| panic!("{text}: {received}")));
    assert!(offsets.is_sorted(), "{received}");
    let received = typed(&server, "guest bob\nuser\n");
    assert!(
        received.contains("profile bob"),
        "a client that has closed its sending side may still receive: {received}"
    );
    assert!(typed(&server, "quit\n").ends_with("bye goodbye\r\n"), "before a login");
}

#[test]
fn what_changes_nothing_that_is_seen_is_acknowledged_without_an_id() {
    let server = TestServer::start();
    let _bob = server.client("bob");
    let received = typed(
        &server,
        "register alice\ncorrect horse\nmute bob\npassword correct-horse x\n\
         lobby off\nlobby on\nunmute bob\nsay hello\nquit\n",
    );
    let lines: Vec<&str> = received.lines().collect();
    assert_eq!(lines.iter().filter(|line| **line == "ok").count(), 4, "{received}");
    let first_ok = lines.iter().position(|line| *line == "ok");
    let entered = lines.iter().position(|line| line.starts_with("entered"));
    assert!(entered < first_ok, "nothing is acknowledged before it is done: {received}");
}

#[test]
fn the_deletion_of_an_account_is_acknowledged_before_the_connection_ends() {
    let server = TestServer::start();
    let mut alice = Client::connect(server.address);
    assert!(matches!(alice.ask("1", REGISTER), Event::Entered { .. }));
    let delete = r#""do":"delete-account","password":"correct horse""#;
    assert_eq!(alice.ask("2", delete), Event::Ok);
    let bye = alice.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Quit });
    let mut other = Client::connect(server.address);
    assert_eq!(code(other.ask("1", REGISTER)), ErrorCode::NameTaken, "names are held for a while");
}

#[test]
fn a_user_who_logged_in_with_a_token_may_change_the_password() {
    let server = TestServer::start();
    let mut alice = Client::connect(server.address);
    let Event::Entered { token, .. } = alice.ask("1", REGISTER) else { panic!("not in") };
    alice.token = token;
    let mut alice = alice.again(server.address);
    let wrong = r#""do":"password","old":"wrong pass","new":"battery staple""#;
    assert_eq!(code(alice.ask("2", wrong)), ErrorCode::Denied);
    let right = r#""do":"password","old":"correct horse","new":"battery staple""#;
    assert_eq!(alice.ask("3", right), Event::Ok);
    let mut again = Client::connect(server.address);
    let login = r#""do":"login","name":"alice","password":"battery staple""#;
    assert!(matches!(again.ask("1", login), Event::Entered { .. }));
}

#[test]
fn the_end_of_the_server_is_announced_before_it_comes() {
    let folder = TempDir::new().unwrap();
    let mut server = TestServer::with(config(folder.path()));
    let mut clients: Vec<Client> = (0..20).map(|n| server.client(&format!("user-{n}"))).collect();
    server.stop();
    for client in &mut clients {
        let ending = |event: &Event| matches!(event, Event::Announced { .. } | Event::Bye { .. });
        assert!(matches!(client.wait_for(ending).event, Event::Announced { .. }));
        let bye = client.wait_for(ending).event;
        assert_eq!(bye, Event::Bye { reason: CloseReason::Shutdown });
    }
}

#[test]
fn wrong_passwords_are_refusals_in_a_row() {
    let (server, _folder) = limited(|limits| limits.refused_commands = 5);
    let mut client = Client::connect(server.address);
    for _ in 0..10 {
        client.send(r#"{"do":"login","name":"alice","password":"wrong pass"}"#);
    }
    let bye = client.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Limits });
}

#[test]
fn password_prompts_count_as_commands() {
    let (server, _folder) = limited(|limits| {
        limits.commands_per_second_per_address = 1;
        limits.command_burst_per_address = 4;
    });
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all("login alice\r\nshort\r\n".repeat(20).as_bytes()).unwrap();
    let mut received = Vec::new();
    let wanted = b"error login limit: rate limit exceeded";
    while !received.windows(wanted.len()).any(|window| window == wanted) {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        received.extend(byte);
    }
}
