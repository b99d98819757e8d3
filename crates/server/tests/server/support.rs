//! A server in this process, its clients, and what it answers over HTTP.

pub(crate) mod http;
#[cfg(feature = "mail")]
pub(crate) mod smtp;

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{Connection as _, SqliteConnection};
use tempfile::TempDir;
use tokio::runtime::Runtime;
use tokio::sync::oneshot;
use willow_protocol::{CloseReason, ErrorCode, Event, GameId, Name, Notice, json};
pub(crate) use willow_server::Server;
use willow_server::store::Location;
use willow_server::{Config, Limits, Quotas, ServeError, StopReason, operator};

pub(crate) use self::http::{Answer, WebClient};

/// How long a test waits for an event.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// The password of all accounts.
pub(crate) const PASSWORD: &str = "correct horse";

/// How a server is ended, and its thread.
type Running = (oneshot::Sender<()>, JoinHandle<Result<(), ServeError>>);

/// A server on a thread of its own, until it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) http: SocketAddr,
    pub(crate) ggs: Option<SocketAddr>,
    config: Config,
    running: Option<Running>,
    _folder: TempDir,
}

/// Opens the database in a folder beside a server, or without one.
pub(crate) async fn database(folder: &Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(folder.join("willow.db"));
    SqliteConnection::connect_with(&options).await.unwrap()
}

/// Returns the database of PostgreSQL of a server with a folder, if the tests are run for it. Its address is in the folder, for
/// servers in other processes.
fn store(folder: &Path) -> Option<String> {
    #[cfg(feature = "postgres")]
    if std::env::var_os("WILLOW_TEST_POSTGRES").is_some() {
        let file = folder.join("database");
        let known = std::fs::read_to_string(&file);
        return Some(known.unwrap_or_else(|_| {
            let url = willow_testkit::new_postgres_database();
            std::fs::create_dir_all(folder).unwrap();
            std::fs::write(&file, &url).unwrap();
            url
        }));
    }
    let _ = folder;
    None
}

/// Returns a configuration for a folder, with ports of the system's choice and limits that no test reaches.
pub(crate) fn config(folder: &Path) -> Config {
    Config {
        data: folder.to_owned(),
        store: store(folder),
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
        quotas: Quotas::all(u32::MAX),
        bot_move_milliseconds: 0,
        ..Config::default()
    }
}

impl TestServer {
    pub(crate) fn start() -> TestServer {
        TestServer::configured(|_| ())
    }

    pub(crate) fn limited(change: impl FnOnce(&mut Limits)) -> TestServer {
        TestServer::configured(|config| change(&mut config.limits))
    }

    pub(crate) fn configured(change: impl FnOnce(&mut Config)) -> TestServer {
        let folder = TempDir::new().unwrap();
        let mut config = config(folder.path());
        change(&mut config);
        let none = SocketAddr::from(([0; 4], 0));
        let mut server = TestServer {
            address: none,
            http: none,
            ggs: None,
            config,
            running: None,
            _folder: folder,
        };
        server.restart();
        server
    }

    /// Makes `root` an administrator.
    pub(crate) fn with_admin(mut self) -> TestServer {
        self.register("root");
        self.stop();
        let root = name("root");
        let location = self.location();
        let made = operator::make_admin(&location, &root);
        Runtime::new().unwrap().block_on(made).unwrap();
        self.restart();
        self
    }

    /// Starts the server anew with other settings.
    pub(crate) fn reconfigured(mut self, change: impl FnOnce(&mut Config)) -> TestServer {
        change(&mut self.config);
        self.restart();
        self
    }

    /// Starts the server, after its end if it runs. It listens for lines at the same address again.
    pub(crate) fn restart(&mut self) {
        self.stop();
        let (end, ended) = oneshot::channel();
        let (tell, told) = std::sync::mpsc::channel();
        let config = self.config.clone();
        let thread = std::thread::spawn(move || {
            Runtime::new().unwrap().block_on(async move {
                let server = Server::start(config).await?;
                tell.send((server.address(), server.http_address(), server.ggs_address())).unwrap();
                let end = async {
                    let _ = ended.await;
                    StopReason::Program
                };
                server.run(end).await
            })
        });
        (self.address, self.http, self.ggs) = told.recv().expect("the server starts");
        self.config.listen = self.address;
        self.running = Some((end, thread));
    }

    /// Shuts the server down.
    pub(crate) fn stop(&mut self) {
        if let Some((end, thread)) = self.running.take() {
            drop(end);
            thread.join().unwrap().unwrap();
        }
    }

    pub(crate) fn location(&self) -> Location {
        Location::of(&self.config)
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.config.data
    }

    /// Logs a guest in.
    pub(crate) fn client(&self, name: &str) -> Client {
        let mut client = Client::connect(self.address);
        client.enter(&format!(r#""do":"guest","name":"{name}""#));
        client
    }

    /// Registers a new user.
    pub(crate) fn register(&self, name: &str) -> Client {
        self.register_with_codes(name).0
    }

    /// Registers a new user, and returns the recovery codes, too.
    pub(crate) fn register_with_codes(&self, name: &str) -> (Client, Vec<String>) {
        let mut client = Client::connect(self.address);
        let register = format!(r#""do":"register","name":"{name}","password":"{PASSWORD}""#);
        let codes = client.enter(&register);
        (client, codes)
    }

    /// Logs in over a new connection, and returns the answer, too.
    pub(crate) fn log_in(&self, name: &str, password: &str) -> (Client, Event) {
        let mut client = Client::connect(self.address);
        let login = format!(r#""do":"login","name":"{name}","password":"{password}""#);
        let answer = client.ask(&login);
        (client, answer)
    }

    /// Resumes over a new connection.
    pub(crate) fn resume(&self, token: &str) -> Event {
        Client::connect(self.address).ask(&format!(r#""do":"resume","token":"{token}""#))
    }

    /// Returns the value of a metric.
    pub(crate) fn metric(&self, name: &str) -> u64 {
        let text = self.get("/metrics").text();
        let value = text.lines().find_map(|line| line.strip_prefix(&format!("willow_{name} ")));
        value.unwrap_or_else(|| panic!("{name}: {text}")).parse().unwrap()
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            self.stop();
        }
    }
}

/// A client that uses JSON lines.
pub(crate) struct Client {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    pub(crate) token: Option<String>,
    /// The number of commands, from which their ids are made.
    asked: u32,
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
        Client { reader, writer, token: None, asked: 0 }
    }

    /// Logs in by a command, keeps the token and returns the recovery codes.
    fn enter(&mut self, command: &str) -> Vec<String> {
        match self.ask(command) {
            Event::Entered { token, recovery_codes, .. } => {
                self.token = token;
                recovery_codes
            }
            other => panic!("{other:?}"),
        }
    }

    /// Reconnects.
    pub(crate) fn again(self, address: SocketAddr) -> Client {
        let token = self.token.expect("somebody who is in has a token");
        let mut client = Client { asked: self.asked, ..Client::connect(address) };
        client.enter(&format!(r#""do":"resume","token":"{token}""#));
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

    /// Sends a command under a new id, and returns all that is received until its answer has come.
    pub(crate) fn ask_and_hear(&mut self, command: &str) -> Vec<Notice> {
        self.asked += 1;
        let id = self.asked.to_string();
        self.hear_under(&id, command)
    }

    fn hear_under(&mut self, id: &str, command: &str) -> Vec<Notice> {
        self.send(&format!(r#"{{"id":"{id}",{command}}}"#));
        let mut heard = Vec::new();
        loop {
            let notice = self.next();
            let is_answer = notice.id.as_ref().is_some_and(|answered| answered.as_str() == id);
            heard.push(notice);
            if is_answer {
                return heard;
            }
        }
    }

    /// Sends a command under a new id and waits for its answer.
    pub(crate) fn ask(&mut self, command: &str) -> Event {
        self.ask_and_hear(command).pop().unwrap().event
    }

    /// Sends a command under this id and waits for its answer.
    pub(crate) fn ask_under(&mut self, id: &str, command: &str) -> Event {
        self.hear_under(id, command).pop().unwrap().event
    }

    /// Sends a command that is executed.
    pub(crate) fn ok(&mut self, command: &str) {
        assert_eq!(self.ask(command), Event::Ok, "{command}");
    }

    /// Sends a command that is refused.
    pub(crate) fn refused(&mut self, command: &str) -> ErrorCode {
        code(self.ask(command))
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

    /// Waits for the end of the connection.
    pub(crate) fn bye(&mut self) -> CloseReason {
        let notice = self.wait_for(|event| matches!(event, Event::Bye { .. }));
        let Event::Bye { reason } = notice.event else { unreachable!() };
        reason
    }

    /// Starts a game with bob, this client with Black unless the terms say otherwise.
    pub(crate) fn play(&mut self, bob: &mut Client, terms: &str) -> GameId {
        let color = if terms.contains("komi") { "" } else { r#","color":"black""# };
        self.ok(&format!(r#""do":"challenge","name":"bob"{color}{terms}"#));
        let game = bob.offer();
        bob.ok(&format!(r#""do":"join","game":{game}"#));
        game
    }

    /// Plays a game of one move against a bot, and resigns.
    pub(crate) fn play_bot(&mut self, square: &str, terms: &str) -> GameId {
        let challenge = r#""do":"challenge","name":"random-bot","clock":"5+3","color":"black""#;
        self.send(&format!("{{{challenge}{terms}}}"));
        let game = self.game();
        self.ok(&format!(r#""do":"move","game":{game},"move":"{square}""#));
        self.send(&format!(r#"{{"do":"resign","game":{game}}}"#));
        self.wait_for(|event| matches!(event, Event::Ended(_)));
        game
    }
}

/// Waits until a condition holds.
///
/// # Panics
/// If it does not hold in time. `what` says what was waited for.
pub(crate) fn wait_until(what: &str, mut holds: impl FnMut() -> bool) {
    let deadline = Instant::now() + PATIENCE;
    while !holds() {
        assert!(Instant::now() < deadline, "{what} within {PATIENCE:?}");
        std::thread::yield_now();
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
