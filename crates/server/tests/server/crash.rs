//! The server is killed again and again while people play and chat, and nothing that it
//! acknowledged is lost or happens twice.
//!
//! The server is this test program once more, in a process of its own. `WILLOW_CRASHES=20` kills it
//! twenty times; without that it is done in some seconds.

mod load;
#[cfg(target_os = "linux")]
mod trace;
mod verify;

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use tempfile::TempDir;

use self::load::{Journal, Pair};
use crate::support::{Server, config};

/// The environment variable with the folder of the server.
const FOLDER: &str = "WILLOW_CRASH_TEST_FOLDER";

/// How often the server is killed by default.
const CRASHES: u32 = 3;

/// How many pairs play.
const PAIRS: usize = 3;

/// The address of the server; `None` while it is down.
pub(crate) type Address = Arc<Mutex<Option<SocketAddr>>>;

/// Runs the server if the test below asks for it, and does nothing otherwise.
#[test]
fn server_process() {
    let Some(folder) = std::env::var_os(FOLDER) else { return };
    let folder = Path::new(&folder);
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let server = Server::start(config(folder)).await.unwrap();
        std::fs::write(folder.join("pid"), std::process::id().to_string()).unwrap();
        // The address is written by a rename, so that it is never read in part.
        let written = folder.join("address.new");
        std::fs::write(&written, server.address().to_string()).unwrap();
        std::fs::rename(written, folder.join("address")).unwrap();
        server.run(std::future::pending()).await.unwrap();
    });
}

/// Starts a server in a process of its own and waits until it listens.
fn start(folder: &Path) -> (Child, SocketAddr) {
    let _ = std::fs::remove_file(folder.join("address"));
    let child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::server_process", "--nocapture"])
        .env(FOLDER, folder)
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    (child, wait_for_address(folder))
}

/// Waits until the server of a folder is ready.
fn wait_for_address(folder: &Path) -> SocketAddr {
    for _ in 0..6000 {
        if let Ok(text) = std::fs::read_to_string(folder.join("address")) {
            return text.parse().unwrap();
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the server does not listen");
}

#[test]
fn nothing_acknowledged_is_lost_and_nothing_happens_twice() {
    let crashes = std::env::var("WILLOW_CRASHES").map_or(CRASHES, |text| text.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let address: Address = Arc::default();
    let stop = Arc::new(AtomicBool::new(false));
    let (mut child, listening) = start(folder.path());
    *address.lock().unwrap() = Some(listening);
    let pairs: Vec<_> = (0..PAIRS)
        .map(|number| {
            let (address, stop) = (address.clone(), stop.clone());
            std::thread::spawn(move || Pair::new(number, &address).play_until(&stop))
        })
        .collect();
    for crash in 0..crashes {
        // Different moments, the same in every run.
        std::thread::sleep(Duration::from_millis(700 + u64::from(crash) * 137 % 600));
        *address.lock().unwrap() = None;
        child.kill().unwrap();
        child.wait().unwrap();
        let (next, listening) = start(folder.path());
        child = next;
        *address.lock().unwrap() = Some(listening);
    }
    std::thread::sleep(Duration::from_secs(1));
    stop.store(true, Ordering::Relaxed);
    let journals: Vec<Journal> = pairs.into_iter().map(|pair| pair.join().unwrap()).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    verify::check(folder.path(), &journals);
}
