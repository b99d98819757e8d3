//! The client, over as many connections as are needed.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};
use std::thread;
use std::time::{Duration, Instant};

use crate::{
    ClientId, CloseReason, Command, CommandKind, ErrorCode, Event, Name, Notice, Password, Request,
    RequestId, Role, VERSION,
};

use crate::client::json_connection::JsonConnection;
use crate::client::retry::{OnRetry, ReportSchedule, Retry};
use crate::client::seen_events::SeenEvents;
use crate::client::{ClientError, Destination, WrongPort, destination, tls};

/// The first pause between two attempts to connect. Each is twice as long as the one before.
const FIRST_PAUSE: Duration = Duration::from_millis(100);

/// The default silence after which the server is pinged. Routers forget connections that are silent for some
/// minutes.
const KEEPALIVE: Duration = Duration::from_secs(12);

/// Maximum pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(5);

/// How a client logs in.
#[derive(Clone, Debug)]
pub enum Credentials {
    /// As a guest, without an account.
    Guest(Option<Name>),
    /// With the name and password of an account.
    Account(Name, Password),
    /// With an account that is made under this name and password.
    NewAccount {
        /// As it will be shown.
        name: Name,
        /// In plain text: the server hashes it.
        password: Password,
        /// The code of an invitation, where the server asks for one.
        invitation: Option<String>,
    },
    /// With what an earlier login or `token` gave.
    Token(String),
}

/// The result of waiting for an event with a timeout.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::large_enum_variant, reason = "it is taken apart where it is made")]
pub enum Received {
    /// A new event.
    Notice(Notice),
    /// No event until the timeout.
    Nothing,
    /// The connection broke. The client reconnects before it does anything else.
    Disconnected,
}

/// A client that reconnects when its connection breaks.
#[derive(Debug)]
pub struct Client {
    server: Destination,
    credentials: Credentials,
    /// How long the server may be unreachable.
    reconnect_timeout: Duration,
    /// The silence after which the server is pinged.
    keepalive: Duration,
    connection: Option<JsonConnection>,
    name: Option<Name>,
    role: Role,
    /// The recovery codes of a new account.
    recovery_codes: Vec<String>,
    seen: SeenEvents,
    /// The events that the caller has not taken yet.
    waiting: VecDeque<Notice>,
    /// The id to which the ids of requests belong, over all connections.
    id: ClientId,
    n_requests: u64,
    /// Called for failed attempts to connect.
    on_retry: Option<OnRetry>,
}

impl Client {
    /// Connects and logs in. The client's id is made from `seed`: each client needs a random one of
    /// its own, also when a program is started again.
    ///
    /// # Errors
    /// The server must be reachable within `reconnect_timeout`, and accept the login.
    pub fn connect(
        server: impl Into<Destination>,
        credentials: Credentials,
        reconnect_timeout: Duration,
        seed: u64,
    ) -> Result<Client, ClientError> {
        Client::connect_with_reports(server, credentials, reconnect_timeout, seed, None)
    }

    /// Connects like [`Client::connect`], and reports failed attempts to connect from now on.
    ///
    /// # Errors
    /// The same as those of [`Client::connect`].
    pub fn connect_with_reports(
        server: impl Into<Destination>,
        credentials: Credentials,
        reconnect_timeout: Duration,
        seed: u64,
        on_retry: Option<OnRetry>,
    ) -> Result<Client, ClientError> {
        let mut client = Client {
            server: server.into(),
            credentials,
            reconnect_timeout,
            keepalive: KEEPALIVE,
            connection: None,
            name: None,
            role: Role::Guest,
            recovery_codes: Vec::new(),
            seen: SeenEvents::default(),
            waiting: VecDeque::new(),
            id: format!("{seed:016x}").parse().expect("16 digits are a client id"),
            n_requests: 0,
            on_retry,
        };
        client.log_in()?;
        Ok(client)
    }

    /// Returns the name under which the client is logged in.
    pub const fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// Returns the role that the user had at the last login.
    pub const fn role(&self) -> Role {
        self.role
    }

    /// Returns the token with which another client can log in as this user, once the server has
    /// given one.
    pub fn token(&self) -> Option<&str> {
        match &self.credentials {
            Credentials::Token(token) => Some(token),
            _ => None,
        }
    }

    /// Takes the recovery codes that the server gives a new account, for its owner to keep. There are
    /// none after another login, and none the second time.
    pub fn take_recovery_codes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.recovery_codes)
    }

    /// Sends a command and waits for its answer, over as many connections as are needed. Events that
    /// come before the answer are kept for [`next`](Client::next).
    ///
    /// # Errors
    /// The server must stay reachable. A refusal of the command is an answer.
    pub fn request(&mut self, command: Command) -> Result<Event, ClientError> {
        self.request_notice(command).map(|answer| answer.event)
    }

    /// Sends a command like [`Client::request`], and returns its answer with what the command has
    /// brought about (`done`).
    ///
    /// # Errors
    /// The same as those of [`Client::request`].
    pub fn request_notice(&mut self, command: Command) -> Result<Notice, ClientError> {
        self.n_requests += 1;
        let id: RequestId = self.n_requests.to_string().parse().expect("20 digits are an id");
        let request = Request { id: Some(id), command };
        loop {
            match self.exchange(&request) {
                Ok(answer) => {
                    self.seen.note_answer(&request.command, &answer);
                    return Ok(answer);
                }
                Err(error) => self.reconnect(&error)?,
            }
        }
    }

    /// Waits for the next new event.
    ///
    /// # Errors
    /// The server must stay reachable.
    #[expect(clippy::should_implement_trait, reason = "it never ends and may fail")]
    pub fn next(&mut self) -> Result<Notice, ClientError> {
        loop {
            if let Some(notice) = self.waiting.pop_front() {
                return Ok(notice);
            }
            match self.receive() {
                Ok(notice) => self.accept(notice),
                Err(error) => self.reconnect(&error)?,
            }
        }
    }

    /// Waits for the next new event, with a timeout. A broken connection is reported before the
    /// client reconnects, so that the caller can show that.
    ///
    /// # Errors
    /// The server must stay reachable.
    pub fn next_timeout(&mut self, time: Duration) -> Result<Received, ClientError> {
        if let Some(notice) = self.waiting.pop_front() {
            return Ok(Received::Notice(notice));
        }
        let Some(line) = &mut self.connection else {
            self.log_in()?;
            return Ok(self.waiting.pop_front().map_or(Received::Nothing, Received::Notice));
        };
        match line.next_timeout(time) {
            Ok(None) => return Ok(Received::Nothing),
            Ok(Some(notice)) => self.accept(notice),
            Err(error) => {
                self.check_reconnect(&error)?;
                self.connection = None;
                return Ok(Received::Disconnected);
            }
        }
        Ok(self.waiting.pop_front().map_or(Received::Nothing, Received::Notice))
    }

    /// Sets how long the server may be unreachable from now on.
    pub const fn set_reconnect_timeout(&mut self, reconnect_timeout: Duration) {
        self.reconnect_timeout = reconnect_timeout;
    }

    /// Sets the silence after which the server is pinged: 12 seconds unless this is called. A server
    /// that misses two pings in a row is taken for dead, and the client reconnects.
    pub const fn set_keepalive(&mut self, interval: Duration) {
        self.keepalive = interval;
        if let Some(connection) = &mut self.connection {
            connection.set_keepalive(interval);
        }
    }

    /// Keeps a new event for the caller.
    fn accept(&mut self, notice: Notice) {
        // After `resume`, the server ends the missed events of a room by `synced`, without an id, or
        // refuses a room that the client can no longer read. The caller needs neither.
        let is_end_of_missed = match &notice.event {
            Event::Synced { .. } => true,
            Event::Error { command, .. } => command == CommandKind::Sync.description().name,
            _ => false,
        };
        if !is_end_of_missed && self.seen.is_new(&notice) {
            self.waiting.push_back(notice);
        }
    }

    fn receive(&mut self) -> io::Result<Notice> {
        let line = self.connection.as_mut().ok_or(ErrorKind::NotConnected)?;
        line.next()
    }

    /// Sends a request over the present connection, and waits for its answer.
    fn exchange(&mut self, request: &Request) -> io::Result<Notice> {
        let line = self.connection.as_mut().ok_or(ErrorKind::NotConnected)?;
        line.send(request)?;
        loop {
            let notice = self.receive()?;
            if notice.id == request.id {
                return Ok(notice);
            }
            self.accept(notice);
        }
    }

    /// Reconnects after a connection broke, unless the server has disconnected the client for good.
    fn reconnect(&mut self, error: &io::Error) -> Result<(), ClientError> {
        self.check_reconnect(error)?;
        self.log_in()
    }

    /// Makes sure that the server has not disconnected the client for good.
    fn check_reconnect(&mut self, error: &io::Error) -> Result<(), ClientError> {
        if error.kind() == ErrorKind::InvalidData {
            return Err(ClientError::Protocol(error.to_string()));
        }
        let bye = self.waiting.iter().find_map(|notice| match notice.event {
            Event::Bye { reason } => Some(reason),
            _ => None,
        });
        match bye {
            Some(reason @ (CloseReason::Kicked | CloseReason::Limits)) => {
                return Err(ClientError::Ended(reason));
            }
            _ => self.waiting.retain(|notice| !matches!(notice.event, Event::Bye { .. })),
        }
        Ok(())
    }

    /// Connects, logs in and catches up, again and again until the timeout.
    fn log_in(&mut self) -> Result<(), ClientError> {
        let started = Instant::now();
        let mut pause = FIRST_PAUSE;
        let mut schedule = ReportSchedule::default();
        let is_first_login = self.name.is_none();
        loop {
            self.connection = None;
            let left = self.reconnect_timeout.saturating_sub(started.elapsed());
            match self.try_log_in(left) {
                Ok(result) => return result,
                Err(error)
                    if let Some(speaks) = WrongPort::of(&error)
                        && (is_first_login || speaks == WrongPort::Plain) =>
                {
                    let address = self.server.address().to_owned();
                    return Err(ClientError::WrongPort { address, speaks });
                }
                Err(error) if tls::is_tls_error(&error) => {
                    return Err(ClientError::Encryption(error));
                }
                Err(error) if is_first_login && destination::is_unknown_host(&error) => {
                    let address = self.server.address().to_owned();
                    return Err(ClientError::UnknownHost { address, error });
                }
                Err(error) if is_first_login && error.kind() == ErrorKind::InvalidData => {
                    return Err(ClientError::Protocol(error.to_string()));
                }
                Err(error) if started.elapsed() + pause > self.reconnect_timeout => {
                    let address = self.server.address().to_owned();
                    return Err(ClientError::Unreachable { address, error });
                }
                Err(error) => {
                    if schedule.is_due(started.elapsed()) {
                        self.report_retry(&error, started.elapsed());
                    }
                    thread::sleep(pause);
                }
            }
            pause = (2 * pause).min(LONGEST_PAUSE);
        }
    }

    /// Reports a failed attempt to connect, so long after the first one.
    fn report_retry(&mut self, error: &io::Error, elapsed: Duration) {
        if let Some(on_retry) = &mut self.on_retry {
            let left = self.reconnect_timeout.saturating_sub(elapsed);
            on_retry.call(&Retry { address: self.server.address(), error, left });
        }
    }

    /// Connects, logs in and receives what was missed. The connection must be there within `left`.
    fn try_log_in(&mut self, left: Duration) -> io::Result<Result<(), ClientError>> {
        let connection = JsonConnection::connect(&self.server, left, self.keepalive)?;
        let server = connection.server_version();
        self.connection = Some(connection);
        if server < VERSION {
            return Ok(Err(ClientError::Version { server }));
        }
        let (version, client) = (VERSION, Some(self.id.clone()));
        match self.exchange(&login_step("version", Command::Protocol { version, client }))?.event {
            Event::Ok => {}
            Event::Error { message, .. } => return Ok(Err(ClientError::Protocol(message))),
            other => return Ok(Err(ClientError::Protocol(format!("{other:?}")))),
        }
        let sign_in = login_step("enter", self.sign_in_command());
        match self.exchange(&sign_in)?.event {
            Event::Entered { name, role, token, rooms, recovery_codes, .. } => {
                (self.name, self.role) = (Some(name), role);
                self.recovery_codes.extend(recovery_codes);
                for (room, last) in rooms {
                    self.seen.begin(room, last);
                }
                if let Some(token) = token {
                    self.credentials = Credentials::Token(token);
                }
                Ok(Ok(()))
            }
            // The server may accept the login a little later.
            Event::Error { code: ErrorCode::Limit | ErrorCode::Internal, message, .. } => {
                Err(io::Error::other(message))
            }
            Event::Error { message, .. } => Ok(Err(ClientError::Refused(message))),
            other => Ok(Err(ClientError::Protocol(format!("{other:?}")))),
        }
    }

    /// Returns the command that logs in. With a token, it names the last events that the client has:
    /// the server sends those after them first.
    fn sign_in_command(&self) -> Command {
        match self.credentials.clone() {
            Credentials::Guest(name) => Command::Guest { name },
            Credentials::Account(name, password) => Command::Login { name, password },
            Credentials::NewAccount { name, password, invitation } => {
                Command::Register { name, password, invitation }
            }
            Credentials::Token(token) => Command::Resume { token, rooms: self.seen.numbers() },
        }
    }
}

/// Returns a request that belongs to the login of one connection.
fn login_step(id: &str, command: Command) -> Request {
    Request { id: id.parse().ok(), command }
}
