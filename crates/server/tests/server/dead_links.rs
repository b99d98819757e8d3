//! Links that die without a sign: a proxy between a client and the server forwards nothing more, and
//! keeps all sockets open.

use std::io::{ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use willow_protocol::Event;

use crate::support::http::POLL;
use crate::support::{Client, TestServer, WebClient, wait_until};

/// A proxy for one connection, whose cable can be pulled.
struct Cable {
    address: SocketAddr,
    is_pulled: Arc<AtomicBool>,
}

impl Cable {
    /// Forwards the next connection to an address.
    fn to(server: SocketAddr) -> Cable {
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
    fn pull(&self) {
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

/// A client that says nothing and answers pings stays. One whose cable is pulled is gone after three intervals, and
/// a player after three more seconds in which an absence is not told. A visitor who is not logged in is missed, too.
#[test]
fn those_who_answer_no_ping_are_gone() {
    let server = TestServer::limited(|limits| limits.ping_seconds = 1);
    let cables = [server.http, server.address].map(Cable::to);
    let mut bob = server.client("bob");
    let mut web = WebClient::connect(cables[0].address);
    web.send(r#"{"do":"guest","name":"alice"}"#);
    web.wait_for(|event| matches!(event, Event::Entered { .. }));
    web.send(r#"{"do":"challenge","name":"bob","clock":"5+3"}"#);
    let game = bob.offer();
    bob.ok(&format!(r#""do":"join","game":{game}"#));
    // A client of JSON lines is sent the event `ping`.
    let mut lines = Client::connect(cables[1].address);
    lines.ask(r#""do":"guest","name":"carol""#);
    lines.play(&mut bob, r#","clock":"5+3""#);
    let _visitor = WebClient::connect(server.http);
    wait_until("all are counted", || server.metric("open_connections") == 4);
    for _ in 0..5 {
        let received = web.read_for(Duration::from_secs(1));
        assert!(received.iter().all(|notice| !matches!(notice.event, Event::Bye { .. })));
        lines.wait_for(|event| *event == Event::Ping);
        lines.send("");
        bob.send("");
    }
    // The visitor has read no ping.
    wait_until("the visitor is gone", || server.metric("open_connections") == 3);
    cables.iter().for_each(Cable::pull);
    let start = Instant::now();
    let mut n_gone = 0;
    while n_gone < 2 {
        n_gone += usize::from(matches!(bob.next().event, Event::Gone { .. }));
        // An empty line answers a ping.
        bob.send("");
    }
    assert!((4..20).contains(&start.elapsed().as_secs()), "{:?}", start.elapsed());
    wait_until("one connection is left", || server.metric("open_connections") == 1);
}
