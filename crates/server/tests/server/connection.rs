//! What a connection says of itself: ids, secrets and ends.

use std::io::{Read, Write};
use std::net::TcpStream;
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
fn what_is_done_for_a_connection_is_done_again_for_the_next() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    assert_eq!(alice.ask("1", r#""do":"challenge","name":"bob","color":"black""#), Event::Ok);
    let game = bob.offer();
    assert_eq!(bob.ask("1", &format!(r#""do":"join","game":{game}"#)), Event::Ok);
    let mut carol = server.client("carol");
    let watch = format!(r#""do":"watch","game":{game}"#);
    assert_eq!(carol.ask("w", &watch), Event::Ok);
    let mut carol = carol.again(server.address);
    // The answer to the first one may have been lost with the connection.
    assert_eq!(carol.ask("w", &watch), Event::Ok);
    assert_eq!(alice.ask("2", r#""do":"move","move":"f5""#), Event::Ok);
    carol.wait_for(|event| matches!(event, Event::Moved { ply: 1, .. }));
}

#[test]
fn a_deleted_account_is_told_so_before_its_connection_ends() {
    let server = TestServer::start();
    let mut alice = Client::connect(server.address);
    assert!(matches!(alice.ask("1", REGISTER), Event::Entered { .. }));
    let delete = r#""do":"delete-account","password":"correct horse""#;
    assert_eq!(alice.ask("2", delete), Event::Ok);
    let bye = alice.wait_for(|event| matches!(event, Event::Bye { .. }));
    assert_eq!(bye.event, Event::Bye { reason: CloseReason::Quit });
    let mut other = Client::connect(server.address);
    assert!(matches!(other.ask("1", REGISTER), Event::Entered { .. }), "the name is free");
}

#[test]
fn whoever_came_in_with_a_token_may_change_the_password() {
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
fn lines_that_are_asked_for_are_counted_too() {
    let (server, _folder) = limited(|limits| {
        limits.commands_per_second_per_address = 1;
        limits.command_burst_per_address = 4;
    });
    let mut stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
    stream.write_all("login alice\r\nshort\r\n".repeat(20).as_bytes()).unwrap();
    let mut heard = Vec::new();
    let wanted = b"error login limit: too many commands";
    while !heard.windows(wanted.len()).any(|window| window == wanted) {
        let mut byte = [0];
        stream.read_exact(&mut byte).unwrap();
        heard.extend(byte);
    }
}
