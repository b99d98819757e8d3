//! Many clients at once.

use std::thread;

use willow_protocol::Event;

use crate::support::{Client, TestServer, wait_until};

/// How many threads connect, and how many guests each.
const THREADS: usize = 8;
const VISITS: usize = 60;

/// The queue of each connection is far shorter than the storm.
const QUEUE: usize = 64;

/// Connects guests, each thread some of them.
fn crowd(server: &TestServer) -> Vec<Client> {
    let visit = |thread: usize| {
        // No two of these letters look alike, which names must not.
        let letter = |digit: usize| char::from(b"abcdefghkp"[digit]);
        let name = move |n: usize| String::from_iter([thread, n / 10, n % 10].map(letter));
        (0..VISITS).map(|n| server.client(&format!("guest-{}", name(n)))).collect::<Vec<Client>>()
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..THREADS).map(|it| scope.spawn(move || visit(it))).collect();
        threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect()
    })
}

/// Reads until as many users as the crowd came or went.
fn read_presence(reader: &mut Client, is_wanted: impl Fn(&Event) -> bool) {
    for _ in 0..THREADS * VISITS {
        let notice =
            reader.wait_for(|event| is_wanted(event) || matches!(event, Event::Bye { .. }));
        assert!(is_wanted(&notice.event), "a client that reads was dropped: {notice:?}");
    }
}

#[test]
fn a_storm_of_presence_drops_nobody_who_reads() {
    let server = TestServer::limited(|limits| limits.queue = QUEUE);
    let mut reader = server.client("reader");
    let guests = thread::scope(|scope| {
        let guests = scope.spawn(|| crowd(&server));
        read_presence(&mut reader, |event| matches!(event, Event::Online { .. }));
        guests.join().unwrap()
    });
    drop(guests);
    read_presence(&mut reader, |event| matches!(event, Event::Offline { .. }));
    assert_eq!(server.metric("dropped_total"), 0);
    wait_until("the guests are gone", || server.metric("open_connections") == 1);
}

#[test]
fn hundreds_of_spectators_see_every_move_until_they_leave() {
    let server = TestServer::start();
    let (mut alice, mut bob) = (server.client("alice"), server.client("bob"));
    let game = alice.play(&mut bob, "");
    let mut stays = crowd(&server);
    for spectator in &mut stays {
        spectator.ok(&format!(r#""do":"watch","game":{game}"#));
    }
    let mut leaves = stays.split_off(THREADS * VISITS / 2);
    for spectator in &mut leaves {
        spectator.ok(&format!(r#""do":"leave","game":{game}"#));
    }
    alice.ok(r#""do":"move","move":"f5""#);
    for spectator in &mut stays {
        spectator.wait_for(|event| matches!(event, Event::Moved { ply: 1, .. }));
    }
    for spectator in &mut leaves {
        let heard = spectator.ask_and_hear(r#""do":"ping""#);
        let has_seen = heard.iter().any(|notice| matches!(notice.event, Event::Moved { .. }));
        assert!(!has_seen, "who has left sees no more moves: {heard:?}");
    }
}
