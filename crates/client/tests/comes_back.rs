//! A client over the end of a server and the beginning of the next.
#![allow(clippy::unwrap_used, reason = "helpers of tests may panic like tests")]

use std::net::SocketAddr;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::oneshot;
use willow_client::{Client, ClientError, Credentials};
use willow_protocol::{Command, Event, Room};
use willow_server::{Config, Limits, Server};

const PATIENCE: Duration = Duration::from_mins(1);

/// A server on a thread of its own.
struct Running {
    address: SocketAddr,
    end: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

fn start(folder: &Path, listen: SocketAddr) -> Running {
    start_with(folder, listen, Limits::default())
}

fn start_with(folder: &Path, listen: SocketAddr, limits: Limits) -> Running {
    let http = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { data: folder.to_owned(), listen, http, limits, ..Config::default() };
    let (end, ended) = oneshot::channel();
    let (tell, told) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        tokio::runtime::Runtime::new().unwrap().block_on(async move {
            let server = Server::start(config).await.unwrap();
            tell.send(server.address()).unwrap();
            let end = async {
                let _ = ended.await;
            };
            server.run(end).await.unwrap();
        });
    });
    Running { address: told.recv().unwrap(), end, thread }
}

impl Running {
    fn stop(self) {
        drop(self.end);
        self.thread.join().unwrap();
    }
}

fn guest(server: &Running, name: &str, seed: u64) -> Client {
    let credentials = Credentials::Guest(Some(name.parse().unwrap()));
    Client::connect(&server.address.to_string(), credentials, PATIENCE, seed).unwrap()
}

/// Waits for a text in the lobby and returns its number.
fn said(client: &mut Client, wanted: &str) -> u64 {
    loop {
        let notice = client.next().unwrap();
        if let Event::Said { text, .. } = &notice.event
            && text.as_str() == wanted
        {
            assert_eq!(notice.room, Some(Room::Lobby));
            return notice.number.unwrap();
        }
    }
}

fn say(client: &mut Client, text: &str) {
    let command = Command::Say { text: text.parse().unwrap() };
    assert_eq!(client.ask(command).unwrap(), Event::Ok);
}

#[test]
fn a_client_comes_back_as_itself_and_misses_nothing() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = start(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let (mut alice, mut bob) = (guest(&server, "alice", 1), guest(&server, "bob", 2));
    say(&mut alice, "one");
    assert_eq!(said(&mut bob, "one"), 1);
    let address = server.address;
    server.stop();
    let server = start(folder.path(), address);
    // Alice notices and says two things before Bob looks.
    say(&mut alice, "two");
    say(&mut alice, "three");
    assert_eq!(said(&mut bob, "two"), 2);
    assert_eq!(said(&mut bob, "three"), 3);
    assert_eq!(bob.name().map(willow_protocol::Name::as_str), Some("bob"));
    server.stop();
}

#[test]
fn a_client_that_comes_too_often_waits_until_it_is_let_in() {
    let folder = tempfile::TempDir::new().unwrap();
    // A place is free again every three seconds.
    let limits = Limits { newcomers_per_minute: 20, ..Limits::default() };
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    let server = start_with(folder.path(), listen, limits);
    let names: Vec<String> = (0..21)
        .map(|number| guest(&server, &format!("user-{number}"), number))
        .filter_map(|client| client.name().map(ToString::to_string))
        .collect();
    assert_eq!(names.len(), 21);
    server.stop();
}

#[test]
fn who_is_not_let_in_is_told_why() {
    let folder = tempfile::TempDir::new().unwrap();
    let server = start(folder.path(), SocketAddr::from(([127, 0, 0, 1], 0)));
    let token = Credentials::Token("unknown".to_owned());
    let refused = Client::connect(&server.address.to_string(), token, PATIENCE, 1);
    assert!(matches!(refused, Err(ClientError::Refused(_))), "{refused:?}");
    server.stop();
}

#[test]
fn a_server_that_is_not_there_is_waited_for_and_no_longer() {
    // A port that was free a moment ago.
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap().to_string();
    drop(listener);
    let missing =
        Client::connect(&address, Credentials::Guest(None), Duration::from_millis(200), 1);
    assert!(matches!(missing, Err(ClientError::Unreachable { .. })), "{missing:?}");
}
