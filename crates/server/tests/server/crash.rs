//! The server is killed again and again while people play and chat, and nothing that it
//! acknowledged is lost or happens twice.
//!
//! The server is this test program once more, in a process of its own. `WILLOW_CRASHES=20` kills it
//! twenty times; without that it is done in some seconds.

mod damaged_log;
#[cfg(target_os = "linux")]
mod full_disk;
mod load;
#[cfg(unix)]
mod stopped;
#[cfg(all(unix, feature = "postgres"))]
mod takeover;
#[cfg(target_os = "linux")]
mod tournaments;
mod trace;
mod verify;

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, mpsc};

use tempfile::TempDir;

use self::load::{Journal, Pair};
use crate::support::{PATIENCE, Server, config};

/// The environment variable with the folder of the server.
const FOLDER: &str = "WILLOW_CRASH_TEST_FOLDER";

/// How often the server is killed by default.
const CRASHES: u32 = 3;

/// How many pairs play.
const PAIRS: usize = 3;

/// What stands before the address that the server prints.
const LISTENS: &str = "listens at ";

/// The address of the server, which waits while the server is down.
#[derive(Debug, Default)]
pub(crate) struct Address {
    current: Mutex<Option<SocketAddr>>,
    changed: Condvar,
}

impl Address {
    fn set(&self, address: Option<SocketAddr>) {
        *self.current.lock().unwrap() = address;
        self.changed.notify_all();
    }

    /// Returns the address as soon as there is one.
    fn get(&self) -> SocketAddr {
        let current = self.current.lock().unwrap();
        let is_down = |address: &mut Option<SocketAddr>| address.is_none();
        let (current, _) = self.changed.wait_timeout_while(current, PATIENCE, is_down).unwrap();
        current.expect("the server starts in time")
    }
}

/// Runs the server if the test below asks for it, and does nothing otherwise.
#[test]
fn server_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false);
    log.with_max_level(tracing_subscriber::filter::LevelFilter::WARN).init();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let server = Server::start(config(folder)).await.unwrap();
        std::fs::write(folder.join("pid"), std::process::id().to_string()).unwrap();
        std::fs::write(folder.join("http"), server.http_address().to_string()).unwrap();
        println!("\n{LISTENS}{}", server.address());
        server.run(std::future::pending()).await.unwrap();
    });
}

/// Lets a command run the server of a folder: it is this program, or what runs a program.
fn serving<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command
        .args(["--exact", "crash::server_process", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::piped())
}

/// Waits until a server listens.
fn wait_for_address(server: &mut Child) -> SocketAddr {
    let mut lines = BufReader::new(server.stdout.take().unwrap()).lines().map_while(Result::ok);
    let address = lines.find_map(|line| line.strip_prefix(LISTENS)?.parse().ok());
    // After a minute its test harness says so, and would end without a reader.
    std::thread::spawn(move || lines.for_each(drop));
    address.expect("the server listens")
}

/// Starts a server in a process of its own and waits until it listens.
pub(crate) fn start(folder: &Path) -> (Child, SocketAddr) {
    let mut program = Command::new(std::env::current_exe().unwrap());
    let mut child = serving(&mut program, folder).spawn().unwrap();
    let address = wait_for_address(&mut child);
    (child, address)
}

pub(crate) fn kill(mut child: Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn nothing_acknowledged_is_lost_and_nothing_happens_twice() {
    let crashes = std::env::var("WILLOW_CRASHES").map_or(CRASHES, |text| text.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let address = Arc::new(Address::default());
    let stop = Arc::new(AtomicBool::new(false));
    let (acknowledged, acknowledgements) = mpsc::channel();
    let wait_for_more = |n: usize| {
        acknowledgements.try_iter().for_each(drop);
        (0..n).for_each(|_| acknowledgements.recv_timeout(PATIENCE).expect("the pairs go on"));
    };
    let (mut child, listening) = start(folder.path());
    address.set(Some(listening));
    let pairs: Vec<_> = (0..PAIRS)
        .map(|number| {
            let pair = Pair::new(number, &address, &acknowledged);
            let stop = stop.clone();
            std::thread::spawn(move || pair.play_until(&stop))
        })
        .collect();
    for crash in 0..crashes {
        // After different numbers of commands.
        wait_for_more(200 + crash as usize * 37 % 101);
        address.set(None);
        kill(child);
        let (next, listening) = start(folder.path());
        child = next;
        address.set(Some(listening));
    }
    wait_for_more(200);
    stop.store(true, Ordering::Relaxed);
    let journals: Vec<Journal> = pairs.into_iter().map(|pair| pair.join().unwrap()).collect();
    kill(child);
    verify::check(folder.path(), &journals);
}
