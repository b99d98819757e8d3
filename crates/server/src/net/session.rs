//! A client: its lines become inputs of the domain, and notices are sent in its encoding.

mod login;
mod proxies;
mod requests;
mod scopes;

use std::net::IpAddr;
use std::sync::Arc;

use willow_protocol::text::{PasswordPrompt, TextInput, TextView};
use willow_protocol::{
    CloseReason, Command, Encoding, ErrorDetail, Event, Name, Notice, Request, RequestError,
    RequestId, TokenName, json, text,
};

use self::proxies::Proxies;
use super::{ConnectionPermit, QueueReceiver, SessionContext, next_connection_id};
use crate::domain::{ConnId, EncodedNotice, Input, Refusal, TokenGrant, UserId};

/// Token value by which a page asks to log in with its `HttpOnly` cookie.
pub(crate) const COOKIE_TOKEN: &str = "cookie";

/// One client, without its socket.
#[derive(Debug)]
pub(crate) struct Session {
    context: SessionContext,
    id: ConnId,
    address: IpAddr,
    /// The user, and the name under which the client is logged in.
    account: Option<(UserId, Name)>,
    /// How the client reads and writes: unknown until its first line.
    encoding: Option<Encoding>,
    prompt: Option<PasswordPrompt>,
    /// Whether the client has sent a command.
    has_asked: bool,
    /// The view of a client that reads text, beside the events.
    view: Option<Box<TextView>>,
    /// The token in the cookie of a browser.
    cookie: Option<String>,
    /// The grant of the token that a login will get.
    login: TokenGrant,
    /// The name of that token.
    login_name: Option<TokenName>,
    /// Scopes of the token used to log in; after several attempts only what all those tokens allow.
    resumed: Option<TokenGrant>,
    /// The players of another server that the client, a bridge, has logged in.
    proxies: Proxies,
    /// Number of lines in a row refused before they reached the domain.
    n_refused: u32,
    _permit: Arc<ConnectionPermit>,
}

/// The next action of the connection on its transport.
#[derive(Debug)]
pub(crate) enum Action {
    Nothing,
    Send(Arc<EncodedNotice>),
    /// Sends two notices at once.
    SendBoth([Arc<EncodedNotice>; 2]),
    /// Prompts for a password, which the terminal should not show.
    PromptPassword,
    /// Turns the echo on after a password prompt, and sends a notice if there is one already.
    RestoreEcho(Option<Arc<EncodedNotice>>),
    Close(CloseReason),
    /// Sends a last notice and closes the connection.
    SendAndClose(Arc<EncodedNotice>),
}

impl Session {
    /// Starts a session and registers it with the domain.
    pub(crate) async fn start(
        context: SessionContext,
        address: IpAddr,
        permit: Arc<ConnectionPermit>,
    ) -> (Session, QueueReceiver) {
        let id = next_connection_id();
        let outbound = context.registry.insert(id, context.limits.queue);
        context.metrics.connections.inc();
        context.inputs.send(Input::Connected { connection: id }).await;
        let session = Session {
            context,
            id,
            address,
            account: None,
            encoding: None,
            prompt: None,
            has_asked: false,
            view: None,
            cookie: None,
            login: TokenGrant::LOGIN,
            login_name: None,
            resumed: None,
            proxies: Proxies::default(),
            n_refused: 0,
            _permit: permit,
        };
        (session, outbound)
    }

    /// Tells the domain that the client does not read the private room of its user.
    pub(crate) async fn leave_private_unread(&self) {
        let connection = self.id;
        self.context.inputs.send(Input::PrivateRoomUnread { connection }).await;
    }

    /// Tells the domain that the client has disconnected.
    pub(crate) async fn disconnect(self) {
        let user = self.account.as_ref().map(|(user, _)| user.0);
        tracing::debug!(connection = self.id.0, user, "connection closed");
        self.context.registry.remove(self.id);
        for proxy in self.proxies.connections() {
            self.context.registry.remove(proxy);
        }
        self.context.inputs.send(Input::Disconnected { connection: self.id }).await;
    }

    pub(crate) fn welcome(&self) -> Arc<EncodedNotice> {
        self.notice(None, self.context.greeting.get().event.clone())
    }

    /// Returns how the client reads. Before its first line that is as text.
    pub(crate) fn encoding(&self) -> Encoding {
        self.encoding.unwrap_or_default()
    }

    /// Sets the encoding: with the first line, or before it if it is known.
    pub(crate) fn set_encoding(&mut self, encoding: Encoding) {
        self.encoding = Some(encoding);
        self.context.registry.set_encoding(self.id, encoding);
    }

    /// Sets the token of a browser's cookie, with which it may log in.
    pub(crate) fn set_cookie(&mut self, cookie: Option<String>) {
        self.cookie = cookie;
    }

    pub(crate) fn is_logged_in(&self) -> bool {
        self.account.is_some()
    }

    /// Returns whether the client has sent a command: it may read without a login.
    pub(crate) fn has_asked(&self) -> bool {
        self.has_asked
    }

    /// Returns what the client is shown beside the events, if it reads text.
    pub(crate) fn view(&mut self) -> Option<&mut TextView> {
        self.view.as_deref_mut()
    }

    /// Asks whether the client is alive.
    pub(crate) fn ping(&self) -> Arc<EncodedNotice> {
        self.notice(None, Event::Ping)
    }

    /// Counts a command, or refuses it. A bridge brings many proxies at once, within its own limits.
    fn count_command(
        &self,
        user: Option<UserId>,
        read: &Result<TextInput, RequestError>,
    ) -> Result<(), Refusal> {
        let limits = &self.context.rate_limits;
        match (user, read) {
            (
                Some(bridge),
                Ok(TextInput::Request(Request { command: Command::Proxy { .. }, .. })),
            ) if self.proxies.any_is_online() => limits.count_proxied(bridge, None),
            _ => limits.count_command(user, self.address),
        }
    }

    /// Notes under which account the client is logged in.
    pub(crate) fn logged_in(&mut self, user: UserId, name: Name) {
        let (connection, address) = (self.id.0, self.address);
        tracing::debug!(connection, %address, user = user.0, "logged in");
        self.account = Some((user, name));
    }

    fn notice(&self, id: Option<RequestId>, event: Event) -> Arc<EncodedNotice> {
        EncodedNotice::new(Notice::new(self.context.clock.now(), event).answering(id))
    }

    /// Returns the last notice of a connection.
    pub(crate) fn bye(&self, reason: CloseReason) -> Arc<EncodedNotice> {
        self.notice(None, Event::Bye { reason })
    }

    /// Refuses a line that was too long.
    pub(crate) fn line_too_long(&mut self) -> Action {
        let max = self.context.limits.line_bytes;
        let message = format!("the line has more than {max} bytes");
        self.refuse(None, "line", Refusal::new(ErrorDetail::LineTooLong, message))
    }

    /// Handles a line of the client.
    pub(crate) async fn line(&mut self, line: &str) -> Action {
        if self.encoding.is_none() && is_http(line) {
            return self.refuse_http();
        }
        if self.encoding.is_none() {
            self.set_encoding(Encoding::of_first_line(line));
        }
        let encoding = self.encoding();
        if encoding == Encoding::Text && self.view.is_none() {
            self.view = Some(Box::default());
        }
        let read = match (encoding, self.prompt.take()) {
            (Encoding::Json, _) => read_json(line),
            (Encoding::Text, Some(prompt)) => {
                let read = prompt.answer(line).map(TextInput::Request);
                let answered = self.input(read).await;
                return restore_echo(answered);
            }
            (Encoding::Text, None) => text::read_line(line),
        };
        self.input(read).await
    }

    /// Handles what was read. Lines that cannot be parsed count as commands.
    async fn input(&mut self, read: Result<TextInput, RequestError>) -> Action {
        if matches!(read, Ok(TextInput::Empty)) {
            return Action::Nothing;
        }
        self.context.metrics.commands.inc();
        if let Ok(TextInput::Request(Request { command, .. })) = &read
            && let Err(refusal) = self.check_scope(command)
        {
            let user = self.account.as_ref().map(|&(user, _)| user);
            let counted = self.count_command(user, &read);
            return self.refuse_unread(read, counted.err().unwrap_or(refusal));
        }
        if let Ok(TextInput::Request(Request { id, command: Command::As { name, command } })) = read
        {
            return self.execute_as(id, name, *command).await;
        }
        let user = self.account.as_ref().map(|&(user, _)| user);
        let counted = self.count_command(user, &read).and_then(|()| self.count_visitor(&read));
        if let Err(refusal) = counted {
            return self.refuse_unread(read, refusal);
        }
        match read {
            Ok(TextInput::Request(request)) => self.request(request).await,
            Ok(TextInput::AskPassword(prompt)) => {
                self.prompt = Some(prompt);
                Action::PromptPassword
            }
            Ok(TextInput::Empty) => Action::Nothing,
            Err(error) => {
                let refused = error.into_notice(self.context.clock.now());
                self.refuse_with(EncodedNotice::new(refused))
            }
        }
    }

    /// Counts a command of a visitor without a login, or refuses it. Commands with which visitors log in have
    /// limits of their own.
    fn count_visitor(&self, read: &Result<TextInput, RequestError>) -> Result<(), Refusal> {
        let is_counted = |command: &Command| {
            !matches!(
                command,
                Command::Guest { .. }
                    | Command::Register { .. }
                    | Command::Login { .. }
                    | Command::Resume { .. }
                    | Command::Protocol { .. }
                    | Command::Quit
            )
        };
        match read {
            Ok(TextInput::Request(request))
                if self.account.is_none() && is_counted(&request.command) =>
            {
                self.context.rate_limits.count_visitor(self.address)
            }
            _ => Ok(()),
        }
    }

    fn refuse_unread(&mut self, read: Result<TextInput, RequestError>, refusal: Refusal) -> Action {
        match read {
            Ok(TextInput::Request(Request { id, command })) => {
                self.refuse(id, command.kind().description().name, refusal)
            }
            Ok(TextInput::AskPassword(prompt)) => {
                self.refuse(None, prompt.command().description().name, refusal)
            }
            Ok(TextInput::Empty) => Action::Nothing,
            Err(RequestError { id, command, .. }) => self.refuse(id, &command, refusal),
        }
    }

    /// Tells an HTTP client which port is for it.
    fn refuse_http(&self) -> Action {
        let port = self.context.http_port;
        let message = format!("this port does not speak HTTP: use port {port}");
        let refusal = Refusal::new(ErrorDetail::WrongPort, message);
        Action::SendAndClose(self.notice(None, refusal.into_event("http")))
    }

    fn refuse(&mut self, id: Option<RequestId>, command: &str, refusal: Refusal) -> Action {
        self.context.metrics.refusals.inc();
        let refused = self.notice(id, refusal.into_event(command));
        self.refuse_with(refused)
    }

    /// Sends a refusal, or ends a connection with too many of them in a row.
    fn refuse_with(&mut self, refused: Arc<EncodedNotice>) -> Action {
        self.n_refused += 1;
        if self.n_refused > self.context.limits.refused_commands {
            return Action::Close(CloseReason::Limits);
        }
        Action::Send(refused)
    }
}

/// Turns the echo on before anything else is sent.
fn restore_echo(action: Action) -> Action {
    match action {
        Action::Send(notice) => Action::RestoreEcho(Some(notice)),
        Action::Nothing => Action::RestoreEcho(None),
        other @ (Action::PromptPassword
        | Action::RestoreEcho(_)
        | Action::SendBoth(_)
        | Action::Close(_)
        | Action::SendAndClose(_)) => other,
    }
}

/// Returns whether a first line is that of an HTTP request, such as `GET / HTTP/1.1`.
fn is_http(line: &str) -> bool {
    let version = line.trim_end().rsplit(' ').next();
    version.is_some_and(|word| word.starts_with("HTTP/"))
        && line.starts_with(|first: char| first.is_ascii_uppercase())
}

fn read_json(line: &str) -> Result<TextInput, RequestError> {
    if line.trim().is_empty() {
        return Ok(TextInput::Empty);
    }
    json::read_request(line).map(TextInput::Request)
}
