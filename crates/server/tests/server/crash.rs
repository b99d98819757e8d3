//! The server is killed again and again while people play and chat, and nothing that it
//! acknowledged is lost or happens twice.
//!
//! The server is this test program once more, in a process of its own. `WILLOW_CRASHES=20` kills it
//! twenty times; without that it is done in some seconds.

#[cfg(unix)]
mod full_disk;
mod load;
#[cfg(target_os = "linux")]
mod trace;
mod verify;

use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use tempfile::TempDir;

use self::load::{Journal, Pair};
use crate::support::{Server, config, wait_until};

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
    let log = tracing_subscriber::fmt().with_writer(std::io::stderr).with_ansi(false);
    log.with_max_level(tracing_subscriber::filter::LevelFilter::WARN).init();
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
    let mut address = None;
    wait_until("the server listens", || {
        address = std::fs::read_to_string(folder.join("address")).ok();
        address.is_some()
    });
    address.unwrap().parse().unwrap()
}

#[test]
fn nothing_acknowledged_is_lost_and_nothing_happens_twice() {
    let crashes = std::env::var("WILLOW_CRASHES").map_or(CRASHES, |text| text.parse().unwrap());
    let folder = TempDir::new().unwrap();
    let address: Address = Arc::default();
    let stop = Arc::new(AtomicBool::new(false));
    let n_acknowledged = Arc::new(AtomicUsize::new(0));
    let wait_for_more = |n: usize| {
        let wanted = n_acknowledged.load(Ordering::Relaxed) + n;
        wait_until("the pairs go on", || n_acknowledged.load(Ordering::Relaxed) >= wanted);
    };
    let (mut child, listening) = start(folder.path());
    *address.lock().unwrap() = Some(listening);
    let pairs: Vec<_> = (0..PAIRS)
        .map(|number| {
            let pair = Pair::new(number, &address, &n_acknowledged);
            let stop = stop.clone();
            std::thread::spawn(move || pair.play_until(&stop))
        })
        .collect();
    for crash in 0..crashes {
        // After different numbers of commands.
        wait_for_more(200 + crash as usize * 37 % 101);
        *address.lock().unwrap() = None;
        child.kill().unwrap();
        child.wait().unwrap();
        let (next, listening) = start(folder.path());
        child = next;
        *address.lock().unwrap() = Some(listening);
    }
    wait_for_more(200);
    stop.store(true, Ordering::Relaxed);
    let journals: Vec<Journal> = pairs.into_iter().map(|pair| pair.join().unwrap()).collect();
    child.kill().unwrap();
    child.wait().unwrap();
    verify::check(folder.path(), &journals);
}
