//! Several nodes on one database of PostgreSQL: one leads, and another takes over when it is killed or stopped.

use std::path::Path;
use std::process::{Child, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, mpsc};
use std::time::{Duration, Instant};

use tempfile::TempDir;

use super::load::{Journal, Pair};
use super::{Address, CRASHES, PAIRS, kill, serving, verify, wait_for_address};
use crate::support::{PATIENCE, TestServer};

/// How long nobody leads at most: the lease, and the start of the next leader.
const TAKEOVER: Duration = Duration::from_secs(10);

/// Folders of two nodes that have the same database.
fn nodes() -> [TempDir; 2] {
    let url = willow_testkit::new_postgres_database();
    [(), ()].map(|()| {
        let folder = TempDir::new().unwrap();
        std::fs::write(folder.path().join("database"), &url).unwrap();
        folder
    })
}

/// Starts a node, which waits until no other one leads.
fn start(folder: &Path) -> Child {
    let mut program = Command::new(std::env::current_exe().unwrap());
    serving(&mut program, folder).env("WILLOW_TEST_POSTGRES", "1").spawn().unwrap()
}

/// Lets pairs play while leaders end, each as `end` says, and makes sure that nothing is lost.
fn play_over_takeovers(n_takeovers: u32, mut end: impl FnMut(Child) -> Option<Child>) {
    let folders = nodes();
    let address = Arc::new(Address::default());
    let stop = Arc::new(AtomicBool::new(false));
    let (acknowledged, acknowledgements) = mpsc::channel();
    let wait_for_more = |n: usize| {
        acknowledgements.try_iter().for_each(drop);
        (0..n).for_each(|_| acknowledgements.recv_timeout(PATIENCE).expect("the pairs go on"));
    };
    let mut leader = start(folders[0].path());
    address.set(Some(wait_for_address(&mut leader)));
    let pairs: Vec<_> = (0..PAIRS)
        .map(|number| {
            let pair = Pair::new(number, &address, &acknowledged);
            let stop = stop.clone();
            std::thread::spawn(move || pair.play_until(&stop))
        })
        .collect();
    for takeover in 1..=n_takeovers {
        let mut standby = start(folders[takeover as usize % 2].path());
        wait_for_more(100 + takeover as usize * 37 % 101);
        address.set(None);
        let began = Instant::now();
        let left = end(leader);
        address.set(Some(wait_for_address(&mut standby)));
        assert!(began.elapsed() < TAKEOVER, "{:?} without a leader", began.elapsed());
        if let Some(old) = left {
            resume_and_wait(old);
        }
        leader = standby;
    }
    wait_for_more(100);
    stop.store(true, Ordering::Relaxed);
    let journals: Vec<Journal> = pairs.into_iter().map(|pair| pair.join().unwrap()).collect();
    kill(leader);
    verify::check(folders[0].path(), &journals);
}

fn signal(child: &Child, signal: &str) {
    let sent = Command::new("kill").args([signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// A node that no longer leads ends by itself, with an error.
fn resume_and_wait(mut child: Child) {
    signal(&child, "-CONT");
    assert!(!child.wait().unwrap().success());
}

/// A node that ends in order gives the lease back: the next one begins at once, and the end is no error.
#[test]
fn an_orderly_end_hands_the_lease_over() {
    let url = willow_testkit::new_postgres_database();
    let mut server = TestServer::configured(|config| config.store = Some(url));
    let began = Instant::now();
    for _ in 0..2 {
        server.stop();
        server.restart();
    }
    assert!(began.elapsed() < Duration::from_secs(8), "no lease had to expire");
}

#[test]
fn another_node_goes_on_when_the_leader_is_killed() {
    let n = std::env::var("WILLOW_CRASHES").map_or(CRASHES, |text| text.parse().unwrap());
    play_over_takeovers(n, |leader| {
        kill(leader);
        None
    });
}

#[test]
fn a_leader_that_is_stopped_for_longer_than_its_lease_writes_nothing_more() {
    play_over_takeovers(2, |leader| {
        signal(&leader, "-STOP");
        Some(leader)
    });
}
