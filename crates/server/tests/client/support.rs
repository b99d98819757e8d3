//! A server on a thread of its own.

use std::net::SocketAddr;
use std::path::Path;
use std::thread::JoinHandle;
use std::time::Duration;

use tokio::sync::oneshot;
use willow_server::{Config, Server, StopReason};

/// How long a client of a test waits for its server.
pub(crate) const TIMEOUT: Duration = Duration::from_mins(1);

/// A server that runs.
pub(crate) struct Running {
    pub(crate) address: SocketAddr,
    end: oneshot::Sender<()>,
    thread: JoinHandle<()>,
}

/// Starts a server with the usual limits.
#[allow(dead_code, reason = "some tests need other limits")]
pub(crate) fn start(folder: &Path, listen: SocketAddr) -> Running {
    start_with(folder, Config { listen, ..Config::default() })
}

/// Starts a server. The folder, and the port of HTTP, are not those of the configuration.
pub(crate) fn start_with(folder: &Path, config: Config) -> Running {
    let http = SocketAddr::from(([127, 0, 0, 1], 0));
    let config = Config { data: folder.to_owned(), http, ..config };
    let (end, ended) = oneshot::channel();
    let (tell, told) = std::sync::mpsc::channel();
    let thread = std::thread::spawn(move || {
        tokio::runtime::Runtime::new().unwrap().block_on(async move {
            let server = Server::start(config).await.unwrap();
            tell.send(server.address()).unwrap();
            let end = async {
                let _ = ended.await;
                StopReason::Program
            };
            server.run(end).await.unwrap();
        });
    });
    Running { address: told.recv().unwrap(), end, thread }
}

impl Running {
    pub(crate) fn stop(self) {
        drop(self.end);
        self.thread.join().unwrap();
    }
}
