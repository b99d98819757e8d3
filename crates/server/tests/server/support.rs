//! A server in this process, and its clients.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use willow_protocol::{ErrorCode, Event, GameId, Name, Notice, json};
pub(crate) use willow_server::Server;
use willow_server::{Config, Limits, Quotas, ServeError, StopReason};

/// How long a test waits for an event.
const PATIENCE: Duration = Duration::from_mins(1);

/// The time between two looks at a condition.
const POLL: Duration = Duration::from_millis(10);

/// A server on a thread of its own, until it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) http: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    thread: Option<std::thread::JoinHandle<Result<(), ServeError>>>,
    folder: Option<TempDir>,
}

/// Returns a configuration for a folder, with ports of the system's choice.
pub(crate) fn config(folder: &Path) -> Config {
    Config {
        data: folder.to_owned(),
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        http: SocketAddr::from(([127, 0, 0, 1], 0)),
        limits: Limits {
            newcomers_per_minute: 10_000,
            offers_per_minute: 10_000,
            logins_per_minute: 10_000,
            commands_per_second: 10_000,
            command_burst: 10_000,
            commands_per_second_per_address: 100_000,
            command_burst_per_address: 100_000,
            visitor_commands_per_second_per_address: 100_000,
            visitor_command_burst_per_address: 100_000,
            connections_per_address: 10_000,
            ..Limits::default()
        },
        quotas: Quotas::UNLIMITED,
        bot_move_milliseconds: 0,
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) fn start() -> TestServer {
        let folder = TempDir::new().unwrap();
        let config = config(folder.path());
        let mut server = TestServer::with(config);
        server.folder = Some(folder);
        server
    }

    pub(crate) fn with(config: Config) -> TestServer {
        let (end, ended) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let thread = std::thread::spawn(move || {
            Runtime::new().unwrap().block_on(async move {
                let server = Server::start(config).await?;
                tell.send((server.address(), server.http_address())).unwrap();
                server
                    .run(async {
                        let _ = ended.await;
                        StopReason::Program
                    })
                    .await
            })
        });
        let (address, http) = told.recv().expect("the server starts");
        TestServer { address, http, end: Some(end), thread: Some(thread), folder: None }
    }

    pub(crate) fn client(&self, name: &str) -> Client {
        let mut client = Client::connect(self.address);
        client.send(&format!(r#"{{"do":"guest","name":"{name}"}}"#));
        let entered = client.wait_for(|event| matches!(event, Event::Entered { .. }));
        let Event::Entered { token, .. } = entered.event else { unreachable!() };
        client.token = token;
        client
    }

    /// Shuts the server down.
    pub(crate) fn stop(&mut self) {
        drop(self.end.take());
        if let Some(thread) = self.thread.take() {
            thread.join().unwrap().unwrap();
        }
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if self.thread.is_some() && !std::thread::panicking() {
            self.stop();
        }
        drop(self.folder.take());
    }
}

/// A client that uses JSON.
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    pub(crate) token: Option<String>,
}

impl Client {
    pub(crate) fn connect(address: SocketAddr) -> Client {
        let writer = TcpStream::connect(address).unwrap();
        writer.set_read_timeout(Some(PATIENCE)).unwrap();
        writer.set_nodelay(true).unwrap();
        let mut reader = BufReader::new(writer.try_clone().unwrap());
        // The welcome is in text, because the client has sent nothing yet.
        let mut welcome = String::new();
        reader.read_line(&mut welcome).unwrap();
        assert!(welcome.starts_with("welcome"), "{welcome}");
        Client { reader, writer, token: None }
    }

    /// Reconnects.
    pub(crate) fn again(self, address: SocketAddr) -> Client {
        let token = self.token.expect("somebody who is in has a token");
        let mut client = Client::connect(address);
        client.send(&format!(r#"{{"do":"resume","token":"{token}"}}"#));
        client.wait_for(|event| matches!(event, Event::Entered { .. }));
        client.token = Some(token);
        client
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.writer.write_all(format!("{line}\n").as_bytes()).unwrap();
    }

    pub(crate) fn next(&mut self) -> Notice {
        let mut line = String::new();
        let n = self.reader.read_line(&mut line).expect("an answer in time");
        assert_ne!(n, 0, "the connection ended");
        json::read_notice(line.trim_end()).unwrap_or_else(|error| panic!("{error}: {line}"))
    }

    pub(crate) fn wait_for(&mut self, wanted: impl Fn(&Event) -> bool) -> Notice {
        loop {
            let notice = self.next();
            if wanted(&notice.event) {
                return notice;
            }
        }
    }

    /// Sends a command with an id and waits for its answer.
    pub(crate) fn ask(&mut self, id: &str, rest: &str) -> Event {
        self.send(&format!(r#"{{"id":"{id}",{rest}}}"#));
        loop {
            let notice = self.next();
            if notice.id.as_ref().is_some_and(|answered| answered.as_str() == id) {
                return notice.event;
            }
        }
    }

    /// Waits for a game to start.
    pub(crate) fn game(&mut self) -> GameId {
        let notice = self.wait_for(|event| matches!(event, Event::Started(_)));
        let Event::Started(state) = notice.event else { unreachable!() };
        state.summary.game
    }

    /// Waits for an offer.
    pub(crate) fn offer(&mut self) -> GameId {
        let notice = self.wait_for(|event| matches!(event, Event::Offered(_)));
        let Event::Offered(offer) = notice.event else { unreachable!() };
        offer.game
    }
}

/// Starts a server with other limits. The folder lives as long as the server.
pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> (TestServer, TempDir) {
    let folder = TempDir::new().unwrap();
    let mut config = config(folder.path());
    change(&mut config.limits);
    (TestServer::with(config), folder)
}

/// Waits until a condition holds.
///
/// # Panics
/// If it does not hold in time. `what` says what was waited for.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "{what} within {PATIENCE:?}");
        std::thread::sleep(POLL);
    }
}

/// Returns the code of an error.
pub(crate) fn code(event: Event) -> ErrorCode {
    match event {
        Event::Error { code, .. } => code,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn name(text: &str) -> Name {
    text.parse().unwrap()
}
