//! Clients that vanish without a sign, and many that come and go.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use willow_protocol::{Event, Notice, json};

use crate::http::get;
use crate::support::{Client, TestServer, limited, wait_until};

/// Returns the value of a metric.
fn metric(server: &TestServer, name: &str) -> String {
    let (_, body) = get(server.http, "/metrics");
    let value = body.lines().find_map(|line| line.strip_prefix(&format!("willow_{name} ")));
    value.unwrap_or_else(|| panic!("{name}: {body}")).to_owned()
}

/// Nobody has to wait until the server misses the old connection.
#[test]
fn a_user_whose_connection_vanished_logs_in_again_at_once() {
    let server = TestServer::start();
    let mut vanished = server.client("alice");
    let mut bob = server.client("bob");
    vanished.send(r#"{"do":"challenge","name":"bob","clock":"5+3","color":"black"}"#);
    let offer = bob.offer();
    bob.send(&format!(r#"{{"do":"join","game":{}}}"#, offer.0));
    bob.game();
    let token = vanished.token.clone().unwrap();
    let mut alice = Client::connect(server.address);
    alice.send(&format!(r#"{{"do":"resume","token":"{token}"}}"#));
    alice.wait_for(|event| matches!(event, Event::Entered { .. }));
    let command = format!(r#""do":"move","game":{},"move":"f5""#, offer.0);
    assert_eq!(alice.ask("m", &command), Event::Ok);
    bob.wait_for(|event| matches!(event, Event::Moved { .. }));
    assert_eq!(metric(&server, "open_connections"), "3");
    drop(vanished);
}

/// How many threads connect, and how many guests each.
const THREADS: usize = 8;
const VISITS: usize = 60;

/// The queue of each connection is far shorter than the storm.
const QUEUE: usize = 64;

/// Reads until the server has answered a ping, and counts who came and went.
fn count_presence(reader: &mut impl BufRead, n_online: &mut usize, n_offline: &mut usize) {
    loop {
        let mut line = String::new();
        assert_ne!(reader.read_line(&mut line).unwrap(), 0, "a client that reads was dropped");
        let notice: Notice = json::read_notice(line.trim_end()).unwrap();
        match notice.event {
            Event::Online { .. } => *n_online += 1,
            Event::Offline { .. } => *n_offline += 1,
            Event::Bye { reason } => panic!("a client that reads was dropped: {reason}"),
            Event::Pong => return,
            _ => {}
        }
    }
}

#[test]
fn a_storm_of_presence_drops_nobody_who_reads() {
    let (server, _folder) = limited(|limits| limits.queue = QUEUE);
    let stream = TcpStream::connect(server.address).unwrap();
    stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
    let (mut writer, mut reader) = (stream.try_clone().unwrap(), BufReader::new(stream));
    reader.read_line(&mut String::new()).unwrap();
    writer.write_all(b"{\"do\":\"guest\",\"name\":\"reader\"}\n{\"do\":\"ping\"}\n").unwrap();
    // The storm begins when the reader is subscribed to the lobby.
    count_presence(&mut reader, &mut 0, &mut 0);
    let is_over = AtomicBool::new(false);
    let (mut n_online, mut n_offline) = (0, 0);
    std::thread::scope(|scope| {
        let storm: Vec<_> = (0..THREADS)
            .map(|thread| {
                let server = &server;
                scope.spawn(move || {
                    let guests = (0..VISITS).map(|visit| {
                        // No two of these letters look alike, which names must not.
                        let letter = |digit: usize| char::from(b"abcdefghkp"[digit]);
                        let name = [thread, visit / 10, visit % 10].map(letter);
                        server.client(&format!("guest-{}", String::from_iter(name)))
                    });
                    guests.collect::<Vec<Client>>()
                })
            })
            .collect();
        let pings = scope.spawn(|| {
            while !is_over.load(Ordering::Relaxed) {
                writer.write_all(b"{\"do\":\"ping\"}\n").unwrap();
                std::thread::sleep(Duration::from_millis(20));
            }
        });
        while n_online < THREADS * VISITS {
            count_presence(&mut reader, &mut n_online, &mut n_offline);
        }
        let guests: Vec<_> = storm.into_iter().map(|thread| thread.join().unwrap()).collect();
        drop(guests);
        while n_offline < THREADS * VISITS {
            count_presence(&mut reader, &mut n_online, &mut n_offline);
        }
        is_over.store(true, Ordering::Relaxed);
        pings.join().unwrap();
    });
    assert_eq!((n_online, n_offline), (THREADS * VISITS, THREADS * VISITS));
    assert_eq!(metric(&server, "dropped_total"), "0");
    wait_until("the guests are gone", || metric(&server, "open_connections") == "1");
}
