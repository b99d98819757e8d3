//! Connections: ids, secrets and ends.

use std::io::{Read, Write};
use std::net::Shutdown;

use willow_protocol::{CloseReason, ErrorCode, Event};

use crate::support::http::{connect, read_until};
use crate::support::{Client, TestServer};

#[test]
fn an_error_names_the_command_and_the_connection_stays_open() {
    let server = TestServer::start();
    server.client("alice");
    let mut bob = Client::connect(server.address);
    let mut check = |rows: &[(&str, &str, ErrorCode)]| {
        for (command, rest, wanted) in rows {
            let answer = bob.ask(&format!(r#""do":"{command}"{rest}"#));
            let Event::Error { command: named, code, .. } = answer else { panic!("{answer:?}") };
            assert_eq!((&*named, code), (*command, *wanted), "{command}{rest}");
        }
    };
    let alice = r#","name":"alice","password":"correct horse""#;
    check(&[
        ("dance", "", ErrorCode::UnknownCommand),
        ("move", r#","move":"z9""#, ErrorCode::Syntax),
        ("guest", r#","name":"alice""#, ErrorCode::NameTaken),
        ("register", alice, ErrorCode::NameTaken),
        ("login", alice, ErrorCode::Denied),
        ("resume", r#","token":"guess""#, ErrorCode::Denied),
        ("token", "", ErrorCode::NotLoggedIn),
        ("move", r#","move":"f5""#, ErrorCode::NotLoggedIn),
        ("protocol", r#","version":1"#, ErrorCode::Version),
        ("protocol", r#","version":3"#, ErrorCode::Version),
    ]);
    bob.ok(r#""do":"protocol","version":2,"client":"tab-12345""#);
    assert!(matches!(bob.ask(r#""do":"guest","name":"bob""#), Event::Entered { .. }));
    for (command, wanted) in [
        (r#""do":"guest""#, ErrorCode::AlreadyLoggedIn),
        (r#""do":"kick","name":"alice","reason":"so""#, ErrorCode::Forbidden),
    ] {
        assert_eq!(bob.refused(command), wanted, "{command}");
    }
    assert_eq!(bob.ask(r#""do":"ping""#), Event::Pong);
}

/// Sends lines and returns all that is received until the connection ends.
fn typed(server: &TestServer, lines: &str) -> String {
    let mut stream = connect(server.address);
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
fn the_end_of_the_server_is_announced_before_it_comes() {
    let mut server = TestServer::start();
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
    let server = TestServer::limited(|limits| limits.refused_commands = 5);
    let mut client = Client::connect(server.address);
    for _ in 0..10 {
        client.send(r#"{"do":"login","name":"alice","password":"wrong pass"}"#);
    }
    assert_eq!(client.bye(), CloseReason::Limits);
}

#[test]
fn password_prompts_count_as_commands() {
    let server = TestServer::limited(|limits| {
        limits.commands_per_second_per_address = 1;
        limits.command_burst_per_address = 4;
    });
    let mut stream = connect(server.address);
    stream.write_all("login alice\r\nshort\r\n".repeat(20).as_bytes()).unwrap();
    read_until(&mut stream, b"error rate limit exceeded; wait a moment (login: limit)");
}

#[test]
fn a_password_that_is_asked_for_is_not_echoed() {
    let server = TestServer::start();
    let mut stream = connect(server.address);
    // A telnet client that negotiates before its user types.
    stream.write_all(b"\xff\xfd\x03\xff\xfb\x18register alice\r\n").unwrap();
    read_until(&mut stream, &[&willow_protocol::ECHO_OFF[..], b"password: "].concat());
    stream.write_all(b"correct horse\r\nwho\r\n").unwrap();
    read_until(&mut stream, &willow_protocol::ECHO_ON);
    read_until(&mut stream, b"entered as alice, player");
    read_until(&mut stream, b"\nusers ");
}

#[test]
fn an_http_client_on_the_line_port_is_told_the_other_port_at_once() {
    let server = TestServer::start();
    let port = server.http.port();
    for request in ["GET / HTTP/1.1\r\nHost: here\r\n\r\n", "POST /api/do HTTP/1.0\r\n\r\n"] {
        let mut stream = connect(server.address);
        stream.write_all(request.as_bytes()).unwrap();
        let mut answer = String::new();
        stream.read_to_string(&mut answer).unwrap();
        let wanted = format!("error this port does not speak HTTP: use port {port} (http: syntax)");
        assert_eq!(answer.lines().last(), Some(&*wanted), "{answer}");
    }
}
