//! A client: what it says goes to the core, what is said to it is spelled as it speaks.

mod secrets;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::sync::mpsc;
use willow_protocol::text::{PasswordPrompt, TextInput};
use willow_protocol::{
    CloseReason, Command, Dialect, ErrorCode, Event, Name, Notice, PROTOCOL_VERSION, Request,
    RequestError, RequestId, json, text,
};

use crate::auth::Doorkeeper;
use crate::clock::ServerClock;
use crate::config::Limits;
use crate::core::{ConnId, Input, Refusal, UserId};
use crate::directory::{Directory, Outbound};
use crate::hub::Hub;
use crate::limits::{Admission, Gauge};
use crate::metrics::Metrics;
use crate::outgoing::Outgoing;

/// Gives connections their numbers.
static NEXT: AtomicU64 = AtomicU64::new(1);

impl ConnId {
    /// Returns the number of a new connection.
    pub(crate) fn next() -> ConnId {
        ConnId(NEXT.fetch_add(1, Ordering::Relaxed))
    }
}

/// What all connections share.
#[derive(Clone, Debug)]
pub(crate) struct Shared {
    pub(crate) hub: Hub,
    pub(crate) directory: Directory,
    pub(crate) doorkeeper: Doorkeeper,
    pub(crate) gauge: Arc<Gauge>,
    pub(crate) limits: Arc<Limits>,
    pub(crate) clock: ServerClock,
    pub(crate) metrics: Arc<Metrics>,
}

/// One client.
#[derive(Debug)]
pub(crate) struct Client {
    shared: Shared,
    id: ConnId,
    address: IpAddr,
    user: Option<UserId>,
    /// The name under which the client is in, for its own password.
    name: Option<Name>,
    dialect: Option<Dialect>,
    prompt: Option<PasswordPrompt>,
    refused: u32,
    _admission: Arc<Admission>,
}

/// What is to be done on the socket.
#[derive(Debug)]
pub(crate) enum Action {
    /// Nothing.
    Nothing,
    /// Says something.
    Say(Arc<Outgoing>),
    /// Asks for a password, which the terminal should not show.
    AskPassword,
    /// Shows again what is typed, after a password was asked for, and says something if there is
    /// something to be said already.
    EchoAgain(Option<Arc<Outgoing>>),
    /// Ends the connection.
    Close(CloseReason),
}

impl Client {
    /// Brings a client in contact with the core.
    pub(crate) async fn connect(
        shared: Shared,
        id: ConnId,
        address: IpAddr,
        admission: Arc<Admission>,
    ) -> (Client, mpsc::Receiver<Outbound>) {
        let (queue, outbound) = mpsc::channel(shared.limits.queue.max(1));
        shared.directory.insert(id, queue);
        shared.metrics.connected();
        shared.hub.send(Input::Connected { connection: id }).await;
        let client = Client {
            shared,
            id,
            address,
            user: None,
            name: None,
            dialect: None,
            prompt: None,
            refused: 0,
            _admission: admission,
        };
        (client, outbound)
    }

    /// Tells the core that the client is gone.
    pub(crate) async fn disconnect(self) {
        tracing::debug!(
            connection = self.id.0,
            user = self.user.map(|user| user.0),
            "a connection ended"
        );
        self.shared.directory.remove(self.id);
        self.shared.hub.send(Input::Disconnected { connection: self.id }).await;
    }

    /// Returns the first words to a client.
    pub(crate) fn welcome(&self) -> Arc<Outgoing> {
        let server = format!("Willow {}", env!("CARGO_PKG_VERSION"));
        self.notice(None, Event::Welcome { server, protocol: PROTOCOL_VERSION })
    }

    /// Returns how the client spells. Before its first line that is as text.
    pub(crate) fn dialect(&self) -> Dialect {
        self.dialect.unwrap_or_default()
    }

    /// Takes the spelling as known before the first line.
    pub(crate) fn speaks(&mut self, dialect: Dialect) {
        self.dialect = Some(dialect);
    }

    pub(crate) fn is_in(&self) -> bool {
        self.user.is_some()
    }

    /// Takes note of who the client is.
    pub(crate) fn entered(&mut self, user: UserId, name: Name) {
        let (connection, address) = (self.id.0, self.address);
        tracing::debug!(connection, %address, user = user.0, %name, "somebody came in");
        self.user = Some(user);
        self.name = Some(name);
    }

    fn notice(&self, id: Option<RequestId>, event: Event) -> Arc<Outgoing> {
        Outgoing::new(Notice::new(self.shared.clock.now(), event).answering(id))
    }

    pub(crate) fn bye(&self, reason: CloseReason) -> Arc<Outgoing> {
        self.notice(None, Event::Bye { reason })
    }

    /// Complains about a line that was too long.
    pub(crate) fn too_long(&mut self) -> Action {
        let most = self.shared.limits.line_bytes;
        let message = format!("a line has at most {most} bytes");
        self.refuse(None, "line", Refusal::new(ErrorCode::Limit, message))
    }

    /// Takes a line of the client.
    pub(crate) async fn line(&mut self, line: &str) -> Action {
        let dialect = *self.dialect.get_or_insert_with(|| Dialect::of_first_line(line));
        let read = match (dialect, self.prompt.take()) {
            (Dialect::Json, _) => read_json(line),
            (Dialect::Text, Some(prompt)) => {
                let read = prompt.answer(line).map(TextInput::Request);
                let answered = self.input(read).await;
                return echo_again(answered);
            }
            (Dialect::Text, None) => text::read_line(line),
        };
        self.input(read).await
    }

    /// Takes what was read. Lines that make no sense are counted like commands.
    async fn input(&mut self, read: Result<TextInput, RequestError>) -> Action {
        if matches!(read, Ok(TextInput::Empty)) {
            return Action::Nothing;
        }
        self.shared.metrics.command();
        if !self.shared.gauge.allows_command(self.user, self.address) {
            let refusal = Refusal::new(ErrorCode::Limit, "too many commands; wait a little");
            return match read {
                Ok(TextInput::Request(Request { id, command })) => {
                    self.refuse(id, command.name(), refusal)
                }
                Err(RequestError { id, command, .. }) => self.refuse(id, &command, refusal),
                Ok(_) => self.refuse(None, "login", refusal),
            };
        }
        match read {
            Ok(TextInput::Request(request)) => self.request(request).await,
            Ok(TextInput::AskPassword(prompt)) => {
                self.prompt = Some(prompt);
                Action::AskPassword
            }
            Ok(TextInput::Empty) => Action::Nothing,
            Err(error) => Action::Say(Outgoing::new(error.into_notice(self.shared.clock.now()))),
        }
    }

    fn refuse(&mut self, id: Option<RequestId>, command: &str, refusal: Refusal) -> Action {
        self.refused += 1;
        self.shared.metrics.refused();
        if self.refused > self.shared.limits.refused_commands {
            return Action::Close(CloseReason::Limits);
        }
        Action::Say(self.notice(id, refusal.into_event(command)))
    }

    /// Answers a request or hands it on.
    async fn request(&mut self, request: Request) -> Action {
        let Request { id, command } = request;
        match command {
            Command::Ping => self.answered(self.notice(id, Event::Pong)),
            Command::Help { topic } => self.answered(self.help(id, topic.as_deref())),
            Command::Protocol { version } => self.protocol(id, version),
            Command::Guest { .. }
            | Command::Register { .. }
            | Command::Login { .. }
            | Command::Resume { .. }
            | Command::Password { .. }
            | Command::Token
            | Command::DeleteAccount { .. } => {
                let name = command.name();
                match self.secret(id.clone(), command).await {
                    Ok(input) => self.hand_on(input).await,
                    Err(refusal) => self.refuse(id, name, refusal),
                }
            }
            command => {
                let request = Request { id, command };
                self.hand_on(Input::Request { connection: self.id, request }).await
            }
        }
    }

    /// Quits for a client that says nothing more.
    pub(crate) async fn quit(&mut self) {
        let request = Request { id: None, command: Command::Quit };
        self.hand_on(Input::Request { connection: self.id, request }).await;
    }

    /// Says an answer. Refusals are counted in a row, which ends here.
    fn answered(&mut self, notice: Arc<Outgoing>) -> Action {
        self.refused = 0;
        Action::Say(notice)
    }

    async fn hand_on(&mut self, input: Input) -> Action {
        self.refused = 0;
        self.shared.hub.send(input).await;
        Action::Nothing
    }

    fn help(&self, id: Option<RequestId>, topic: Option<&str>) -> Arc<Outgoing> {
        let lines = match topic {
            None => Some(text::overview()),
            Some(topic) => text::help(topic),
        };
        let event = lines.map_or_else(
            || Refusal::new(ErrorCode::UnknownCommand, "no such command").into_event("help"),
            |lines| Event::Help { lines },
        );
        self.notice(id, event)
    }

    fn protocol(&mut self, id: Option<RequestId>, version: u32) -> Action {
        if version == PROTOCOL_VERSION {
            return self.answered(self.notice(id, Event::Ok));
        }
        let message = format!("version {PROTOCOL_VERSION} is spoken here, not {version}");
        self.refuse(id, "protocol", Refusal::new(ErrorCode::Version, message))
    }
}

/// Shows again what is typed before anything else is done.
fn echo_again(action: Action) -> Action {
    match action {
        Action::Say(notice) => Action::EchoAgain(Some(notice)),
        Action::Nothing => Action::EchoAgain(None),
        other => other,
    }
}

/// Reads a request in JSON.
fn read_json(line: &str) -> Result<TextInput, RequestError> {
    if line.trim().is_empty() {
        return Ok(TextInput::Empty);
    }
    json::read_request(line).map(TextInput::Request)
}
