//! Links that die without a sign: a proxy between a client and the server forwards nothing more, and
//! keeps all sockets open.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use tungstenite::{Message, WebSocket};
use willow_protocol::{Event, Notice, json};

use crate::support::{Client, TestServer, limited};

/// The time between two looks at a socket.
const POLL: Duration = Duration::from_millis(10);

/// A proxy for one connection, whose cable can be pulled.
pub(crate) struct Cable {
    pub(crate) address: SocketAddr,
    is_pulled: Arc<AtomicBool>,
}

impl Cable {
    /// Forwards the next connection to an address.
    pub(crate) fn to(server: SocketAddr) -> Cable {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = listener.local_addr().unwrap();
        let is_pulled = Arc::new(AtomicBool::new(false));
        let pulled = is_pulled.clone();
        thread::spawn(move || {
            let (client, _) = listener.accept().unwrap();
            let server = TcpStream::connect(server).unwrap();
            let back = (server.try_clone().unwrap(), client.try_clone().unwrap());
            let pulled_back = pulled.clone();
            let backwards = thread::spawn(move || forward(back.0, back.1, &pulled_back));
            forward(client, server, &pulled);
            backwards.join().unwrap();
        });
        Cable { address, is_pulled }
    }

    /// From now on nothing comes through, and no end either.
    pub(crate) fn pull(&self) {
        self.is_pulled.store(true, Ordering::Relaxed);
    }
}

/// Forwards bytes until the cable is pulled. Then the sockets stay open.
fn forward(mut from: TcpStream, mut to: TcpStream, is_pulled: &AtomicBool) {
    from.set_read_timeout(Some(POLL)).unwrap();
    let mut buffer = [0; 4096];
    while !is_pulled.load(Ordering::Relaxed) {
        match from.read(&mut buffer) {
            Ok(0) => return,
            Ok(n) if to.write_all(&buffer[..n]).is_err() => return,
            Ok(_) => {}
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
            Err(_) => return,
        }
    }
    loop {
        thread::park();
    }
}

/// A client over WebSocket, which answers pings while it reads.
struct WebClient(WebSocket<TcpStream>);

impl WebClient {
    fn connect(address: SocketAddr) -> WebClient {
        let stream = TcpStream::connect(address).unwrap();
        let (socket, _) = tungstenite::client(format!("ws://{address}/ws"), stream).unwrap();
        socket.get_ref().set_read_timeout(Some(POLL)).unwrap();
        WebClient(socket)
    }

    fn send(&mut self, line: &str) {
        self.0.send(Message::text(line)).unwrap();
    }

    /// Reads for a while, which answers pings.
    fn read_for(&mut self, time: Duration) -> Vec<Notice> {
        let until = Instant::now() + time;
        let mut notices = Vec::new();
        while Instant::now() < until {
            match self.0.read() {
                Ok(Message::Text(text)) => notices.push(json::read_notice(&text).unwrap()),
                Ok(_) => {}
                Err(tungstenite::Error::Io(error))
                    if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {}
                Err(error) => panic!("{error}"),
            }
        }
        notices
    }

    fn wait_for(&mut self, wanted: impl Fn(&Event) -> bool) {
        let until = Instant::now() + Duration::from_mins(1);
        while !self.read_for(POLL).iter().any(|notice| wanted(&notice.event)) {
            assert!(Instant::now() < until);
        }
    }
}

/// Waits until the opponent is gone, and returns how long that took.
fn time_until_gone(bob: &mut Client) -> Duration {
    let start = Instant::now();
    while !matches!(bob.next().event, Event::Gone { .. }) {
        // An empty line answers a ping.
        bob.send("");
    }
    start.elapsed()
}

#[test]
fn a_player_on_a_dead_websocket_is_gone_after_two_missed_pings() {
    let (server, _folder) = limited(|limits| limits.ping_seconds = 1);
    let cable = Cable::to(server.http);
    let mut alice = WebClient::connect(cable.address);
    let mut bob = server.client("bob");
    alice.send(r#"{"do":"guest","name":"alice"}"#);
    alice.wait_for(|event| matches!(event, Event::Entered { .. }));
    alice.send(r#"{"do":"challenge","name":"bob","clock":"5+3","color":"white"}"#);
    let offer = bob.offer();
    bob.send(&format!(r#"{{"do":"join","game":{offer}}}"#));
    alice.wait_for(|event| matches!(event, Event::Started(_)));
    // A client that says nothing and answers pings stays, however long it is silent.
    let mut received = Vec::new();
    for _ in 0..8 {
        received.extend(alice.read_for(Duration::from_secs(1)));
        bob.send("");
    }
    assert!(received.iter().all(|notice| !matches!(notice.event, Event::Bye { .. })));
    cable.pull();
    let time = time_until_gone(&mut bob);
    // Three intervals, and three seconds in which an absence is not told.
    assert!((4..20).contains(&time.as_secs()), "{time:?}");
    drop(server);
}

/// A client of JSON lines that speaks version 2 is sent the event `ping`.
#[test]
fn a_player_on_a_dead_line_is_gone_after_two_missed_pings() {
    let (server, _folder) = limited(|limits| limits.ping_seconds = 1);
    let cable = Cable::to(server.address);
    let (mut alice, mut bob) = (Client::connect(cable.address), server.client("bob"));
    assert_eq!(alice.ask("v", r#""do":"protocol","version":2"#), Event::Ok);
    assert!(matches!(alice.ask("in", r#""do":"guest","name":"alice""#), Event::Entered { .. }));
    alice.send(r#"{"do":"challenge","name":"bob","clock":"5+3","color":"white"}"#);
    let offer = bob.offer();
    bob.send(&format!(r#"{{"do":"join","game":{offer}}}"#));
    alice.game();
    for _ in 0..6 {
        alice.wait_for(|event| *event == Event::Ping);
        alice.send("");
        bob.send("");
    }
    cable.pull();
    let time = time_until_gone(&mut bob);
    assert!((4..20).contains(&time.as_secs()), "{time:?}");
    drop(alice);
    drop(server);
}

/// A visitor who is not logged in is missed, too.
#[test]
fn a_dead_connection_without_a_login_ends() {
    let (server, _folder) = limited(|limits| limits.ping_seconds = 1);
    let cable = Cable::to(server.http);
    let _visitor = WebClient::connect(cable.address);
    open_connections(&server, "1");
    cable.pull();
    open_connections(&server, "0");
}

/// Waits until the server has this number of connections.
fn open_connections(server: &TestServer, wanted: &str) {
    crate::support::wait_until("the connections are counted", || {
        let (_, body) = crate::http::get(server.http, "/metrics");
        body.contains(&format!("willow_open_connections {wanted}\n"))
    });
}
