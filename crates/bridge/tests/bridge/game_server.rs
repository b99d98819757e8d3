//! A game server in this process that speaks the language of GGS, too: `willow serve --ggs`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::{SocketAddr, TcpStream};
use std::thread::JoinHandle;
use std::time::Duration;

use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use willow_server::{Config, ServeError, Server, StopReason};

/// How a server is ended, and its thread.
type Running = (oneshot::Sender<()>, JoinHandle<Result<(), ServeError>>);

/// A server on a thread of its own, until it is dropped.
pub(crate) struct GameServer {
    pub(crate) ggs: SocketAddr,
    lines: SocketAddr,
    running: Option<Running>,
    _folder: TempDir,
}

impl GameServer {
    pub(crate) fn start() -> GameServer {
        let folder = TempDir::new().unwrap();
        let free = SocketAddr::from(([127, 0, 0, 1], 0));
        let config = Config {
            data: folder.path().to_owned(),
            listen: free,
            http: free,
            ggs: Some(free),
            ..Config::default()
        };
        let (end, ended) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            Runtime::new().unwrap().block_on(async move {
                let server = Server::start(config).await?;
                tell.send((server.address(), server.ggs_address().unwrap())).unwrap();
                let end = async {
                    let _ = ended.await;
                    StopReason::Program
                };
                server.run(end).await
            })
        });
        let (lines, ggs) = told.recv().expect("the server starts");
        GameServer { ggs, lines, running: Some((end, thread)), _folder: folder }
    }
}

impl GameServer {
    /// Makes an account, and returns a token of it: the password on GGS.
    pub(crate) fn register(&self, name: &str) -> String {
        let mut stream = TcpStream::connect(self.lines).unwrap();
        stream.set_read_timeout(Some(Duration::from_mins(1))).unwrap();
        let mut heard = BufReader::new(stream.try_clone().unwrap()).lines().map(Result::unwrap);
        let mut answer = |line: String, wanted: &str| {
            writeln!(stream, "{line}").unwrap();
            heard.find(|heard| heard.contains(wanted)).expect("the server answers")
        };
        answer(format!("#1 register {name} correct-horse"), "Welcome, ");
        let line = answer("#2 token ggs play,chat correct-horse".to_owned(), "#2 token ");
        let token = line.split_whitespace().find(|word| word.len() == 64);
        token.expect("a token has 64 digits").to_owned()
    }
}

impl Drop for GameServer {
    fn drop(&mut self) {
        if let Some((end, thread)) = self.running.take() {
            drop(end);
            thread.join().unwrap().unwrap();
        }
    }
}
