//! Connections that are cut in the middle of the traffic: no event is lost, none comes twice, and no
//! command is executed twice.

use std::io::{Read, Write};
use std::net::{Shutdown, SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use willow_protocol::client::Client;
use willow_protocol::{Command, Event, Room};

use crate::reconnect::{guest, start_game};
use crate::support::TestServer;

/// How many messages each user says.
const MESSAGES: usize = 60;

/// Which direction of a connection is cut.
#[derive(Clone, Copy, PartialEq)]
enum Cut {
    /// What the server sends, in the middle of a line.
    Answers,
    /// What the client sends, in the middle of a line.
    Commands,
}

/// A relay between clients and the server, whose connections break.
struct Relay {
    address: SocketAddr,
    /// How many connections were made.
    connections: Arc<AtomicUsize>,
}

impl Relay {
    /// Starts a relay. Each connection ends after some more bytes than the one before, in this
    /// direction: so the cuts fall on different places, and there is an end to them.
    fn start(server: SocketAddr, cut: Cut) -> Relay {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let connections = Arc::new(AtomicUsize::new(0));
        let counter = connections.clone();
        thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let n = counter.fetch_add(1, Ordering::Relaxed);
                let Ok(server) = TcpStream::connect(server) else { return };
                let (answers, commands) = match cut {
                    Cut::Answers => (1100 + 293 * n, usize::MAX),
                    Cut::Commands => (usize::MAX, 500 + 97 * n),
                };
                let (from, to) = (server.try_clone().unwrap(), client.try_clone().unwrap());
                thread::spawn(move || copy(from, to, answers));
                thread::spawn(move || copy(client, server, commands));
            }
        });
        Relay { address, connections }
    }

    fn connections(&self) -> usize {
        self.connections.load(Ordering::Relaxed)
    }
}

/// Copies at most so many bytes, and then breaks both connections.
fn copy(mut from: TcpStream, mut to: TcpStream, limit: usize) {
    let (mut left, mut buffer) = (limit, [0; 97]);
    while let Ok(n @ 1..) = from.read(&mut buffer) {
        let kept = n.min(left);
        left -= kept;
        if to.write_all(&buffer[..kept]).is_err() || left == 0 {
            break;
        }
    }
    let _ = (from.shutdown(Shutdown::Both), to.shutdown(Shutdown::Both));
}

fn message(number: usize) -> willow_protocol::Message {
    format!("message {number}").parse().unwrap()
}

/// Returns the numbers and the texts of a room's messages, up to the last one of a user.
fn messages(client: &mut Client, wanted: Room) -> Vec<(u64, String)> {
    let mut messages = Vec::new();
    while messages.len() < MESSAGES {
        let notice = client.next().unwrap();
        if let (Some(room), Event::Said { text, .. }) = (notice.room, &notice.event)
            && room == wanted
        {
            messages.push((notice.number.unwrap(), text.to_string()));
        }
    }
    messages
}

/// Makes sure that every message came once and in order.
fn assert_complete(messages: &[(u64, String)]) {
    let texts: Vec<&str> = messages.iter().map(|(_, text)| text.as_str()).collect();
    let expected: Vec<String> = (0..MESSAGES).map(|number| message(number).to_string()).collect();
    assert_eq!(texts, expected);
    assert!(messages.windows(2).all(|pair| pair[0].0 < pair[1].0), "{messages:?}");
}

#[test]
fn a_cut_connection_loses_no_event_and_repeats_none() {
    let server = TestServer::start();
    let relay = Relay::start(server.address, Cut::Answers);
    let (mut alice, mut bob) = (guest(server.address, "alice", 1), guest(relay.address, "bob", 2));
    let game = start_game(&mut alice, &mut bob);
    let talk = thread::spawn(move || {
        for number in 0..MESSAGES {
            let say = Command::Gsay { game: Some(game), text: message(number) };
            assert_eq!(alice.request(say).unwrap(), Event::Ok);
        }
        alice
    });
    assert_complete(&messages(&mut bob, Room::Players(game)));
    assert!(relay.connections() > 3, "{} connections", relay.connections());
    let _alice = talk.join().unwrap();
}

#[test]
fn a_command_is_executed_once_however_often_the_connection_is_cut() {
    let server = TestServer::start();
    for (cut, name, seed) in [(Cut::Answers, "bob", 2), (Cut::Commands, "carol", 3)] {
        let relay = Relay::start(server.address, cut);
        let mut alice = guest(server.address, &format!("alice-{name}"), seed + 10);
        let mut user = guest(relay.address, name, seed);
        let game = start_game(&mut alice, &mut user);
        let mut numbers = Vec::new();
        for number in 0..MESSAGES {
            let say = Command::Gsay { game: Some(game), text: message(number) };
            let answer = user.request_notice(say).unwrap();
            let done = answer.done.unwrap_or_else(|| panic!("{:?}", answer.event));
            assert_eq!(done.room, Some(Room::Players(game)));
            numbers.push(done.number.unwrap());
        }
        let received = messages(&mut alice, Room::Players(game));
        assert_complete(&received);
        let received: Vec<u64> = received.iter().map(|&(number, _)| number).collect();
        assert_eq!(numbers, received, "`done` says where each message is, also when sent again");
        assert!(relay.connections() > 3, "{} connections", relay.connections());
    }
}
