//! A client: its lines become inputs of the domain, and notices are sent in its encoding.

mod authentication;

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use willow_protocol::text::{PasswordPrompt, TextInput, TextStyle, TextView};
use willow_protocol::{
    ClientWord, CloseReason, Command, CommandKind, Encoding, ErrorDetail, Event, Message, Name,
    Notice, Password, Request, RequestError, RequestId, RoomNumbers, TokenName, Version, json,
    text,
};

use self::authentication::SignInChecks;
use super::authenticator;
use super::context::SessionContext;
use super::rate_limits::{ConnectionPermit, limited_address};
use super::registry::{Outbound, next_connection_id};
use crate::domain::{ConnId, EncodedNotice, Format, Input, Refusal, SignIn, UserId};

/// What a page sends as its token to log in with the cookie that its scripts cannot read.
pub(crate) const COOKIE_TOKEN: &str = "cookie";

/// One client, without its socket.
#[derive(Debug)]
pub(crate) struct Session {
    context: SessionContext,
    id: ConnId,
    address: IpAddr,
    /// The user, and the name under which the client is logged in.
    account: Option<(UserId, Name)>,
    encoding: Option<Encoding>,
    /// The version of the protocol that the client speaks in JSON.
    version: Version,
    prompt: Option<PasswordPrompt>,
    /// Whether the client has sent a command.
    has_asked: bool,
    /// What a client that reads text is shown beside the events.
    view: Option<Box<TextView>>,
    /// The token in the cookie of a browser.
    cookie: Option<String>,
    /// Whether the client is logged in by its cookie.
    is_browser: bool,
    /// How many commands in a row were refused.
    n_refused: u32,
    _permit: Arc<ConnectionPermit>,
}

/// What the connection does next on its transport.
#[derive(Debug)]
pub(crate) enum Action {
    /// Does nothing.
    Nothing,
    /// Sends a notice.
    Send(Arc<EncodedNotice>),
    /// Prompts for a password, which the terminal should not show.
    PromptPassword,
    /// Turns the echo on after a password prompt, and sends a notice if there is one already.
    RestoreEcho(Option<Arc<EncodedNotice>>),
    /// Closes the connection.
    Close(CloseReason),
    /// Sends a last notice and closes the connection.
    SendAndClose(Arc<EncodedNotice>),
}

impl Session {
    /// Starts a session, and tells the domain.
    pub(crate) async fn start(
        context: SessionContext,
        address: IpAddr,
        permit: Arc<ConnectionPermit>,
    ) -> (Session, mpsc::Receiver<Outbound>) {
        let id = next_connection_id();
        let (queue, outbound) = mpsc::channel(context.limits.queue.max(1));
        context.registry.insert(id, queue);
        context.metrics.connected();
        context.inputs.send(Input::Connected { connection: id }).await;
        let session = Session {
            context,
            id,
            address,
            account: None,
            encoding: None,
            version: Version::default(),
            prompt: None,
            has_asked: false,
            view: None,
            cookie: None,
            is_browser: false,
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
        self.context.inputs.send(Input::Disconnected { connection: self.id }).await;
    }

    /// Returns the greeting.
    pub(crate) fn welcome(&self) -> Arc<EncodedNotice> {
        let server = format!("Willow {}", env!("CARGO_PKG_VERSION"));
        self.notice(None, Event::Welcome { server, protocol: Version::NEWEST.number() })
    }

    /// Returns how the client reads. Before its first line that is as text.
    pub(crate) fn format(&self) -> Format {
        match self.encoding.unwrap_or_default() {
            Encoding::Text => Format::Text,
            Encoding::Json => Format::Json(self.version),
        }
    }

    /// Sets the encoding, if it is known before the first line.
    pub(crate) fn set_encoding(&mut self, encoding: Encoding) {
        self.encoding = Some(encoding);
    }

    /// Counts how long the oldest event of a write waited for the socket.
    pub(crate) fn sent(&self, waited: Duration) {
        self.context.metrics.sent(waited);
    }

    /// Lets a browser log in with the token in its cookie.
    pub(crate) fn set_cookie(&mut self, cookie: Option<String>) {
        self.cookie = cookie;
    }

    /// Returns whether the client is logged in.
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

    /// Returns whether the client answers the event `ping`.
    pub(crate) fn takes_ping_events(&self) -> bool {
        self.encoding == Some(Encoding::Json) && self.version == Version::Two
    }

    /// Asks whether the client is alive.
    pub(crate) fn ping(&self) -> Arc<EncodedNotice> {
        self.notice(None, Event::Ping)
    }

    /// Notes under which account the client is logged in.
    pub(crate) fn signed_in(&mut self, user: UserId, name: Name) {
        let (connection, address) = (self.id.0, self.address);
        tracing::debug!(connection, %address, user = user.0, %name, "logged in");
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
        let most = self.context.limits.line_bytes;
        let message = format!("line too long (limit: {most} bytes)");
        self.refuse(None, "line", Refusal::new(ErrorDetail::LineTooLong, message))
    }

    /// Handles a line of the client.
    pub(crate) async fn line(&mut self, line: &str) -> Action {
        if self.encoding.is_none() && is_http(line) {
            return self.refuse_http();
        }
        let encoding = *self.encoding.get_or_insert_with(|| Encoding::of_first_line(line));
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
        self.context.metrics.command();
        let user = self.account.as_ref().map(|&(user, _)| user);
        let is_allowed = self.context.rate_limits.allows_command(user, self.address);
        if !is_allowed || !self.allows_visitor(&read) {
            return self.refuse_too_many(read);
        }
        match read {
            Ok(TextInput::Request(request)) => self.request(request).await,
            Ok(TextInput::AskPassword(prompt)) => {
                self.prompt = Some(prompt);
                Action::PromptPassword
            }
            Ok(TextInput::Empty) => Action::Nothing,
            Err(error) => {
                Action::Send(EncodedNotice::new(error.into_notice(self.context.clock.now())))
            }
        }
    }

    /// Counts a command of a visitor without a login, and returns whether it is allowed. Commands with
    /// which visitors log in have limits of their own.
    fn allows_visitor(&self, read: &Result<TextInput, RequestError>) -> bool {
        let Ok(TextInput::Request(request)) = read else { return true };
        self.account.is_some()
            || matches!(
                request.command,
                Command::Guest { .. }
                    | Command::Register { .. }
                    | Command::Login { .. }
                    | Command::Resume { .. }
                    | Command::Protocol { .. }
                    | Command::Quit
            )
            || self.context.rate_limits.allows_visitor(self.address)
    }

    fn refuse_too_many(&mut self, read: Result<TextInput, RequestError>) -> Action {
        let refusal =
            Refusal::new(ErrorDetail::TooManyCommands, "rate limit exceeded; wait a moment");
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
        self.n_refused += 1;
        self.context.metrics.refused();
        if self.n_refused > self.context.limits.refused_commands {
            return Action::Close(CloseReason::Limits);
        }
        Action::Send(self.notice(id, refusal.into_event(command)))
    }

    /// Answers a request, or hands it to the domain. Secrets are checked here: the domain gets none.
    async fn request(&mut self, request: Request) -> Action {
        self.has_asked = true;
        let Request { id, command } = request;
        let kind = command.kind();
        let checks = self.sign_in_checks();
        if let Some(view) = self.view.as_mut().filter(|_| id.is_none()) {
            view.sent(&command);
        }
        match command {
            Command::Ping => self.answered(self.notice(id, Event::Pong)),
            Command::Help { topic } => self.answered(self.help(id, topic.as_deref())),
            Command::Style { style } => self.set_style(id, style),
            Command::Protocol { version, client } => self.protocol(id, version, client).await,
            Command::Guest { name } => self.sign_in(id, kind, checks.guest(name)).await,
            Command::Register { name, password } => {
                self.sign_in(id, kind, checks.register(name, password).await).await
            }
            Command::Login { name, password } => {
                self.sign_in(id, kind, checks.login(&name, password).await).await
            }
            Command::Resume { token, rooms } => self.resume(id, &token, rooms).await,
            Command::Password { old, new } => self.set_password(id, old, new).await,
            Command::Token { name } => self.new_token(id, name).await,
            Command::Revoke { token } => self.revoke(id, token).await,
            Command::RecoveryCodes { password } => self.recovery_codes(id, password).await,
            Command::ResetPassword { name, code, password } => {
                let checked = checks.reset_password(&name, &code, password).await;
                self.sign_in(id, kind, checked).await
            }
            Command::Recover { name, reason } => self.recover(id, name, reason).await,
            Command::DeleteAccount { password } => self.delete_account(id, password).await,
            Command::Quit
            | Command::Who
            | Command::Tokens
            | Command::Logout { .. }
            | Command::Say { .. }
            | Command::Tell { .. }
            | Command::Lobby { .. }
            | Command::Games
            | Command::New { .. }
            | Command::Challenge { .. }
            | Command::Join { .. }
            | Command::Decline { .. }
            | Command::Cancel { .. }
            | Command::Watch { .. }
            | Command::Leave { .. }
            | Command::Board { .. }
            | Command::Moves { .. }
            | Command::Move { .. }
            | Command::Gsay { .. }
            | Command::Resign { .. }
            | Command::Abort { .. }
            | Command::Takeback { .. }
            | Command::Refuse { .. }
            | Command::MoreTime { .. }
            | Command::Seek { .. }
            | Command::Unseek
            | Command::Pools
            | Command::Pool { .. }
            | Command::Link { .. }
            | Command::Offer { .. }
            | Command::Rematch { .. }
            | Command::Claim { .. }
            | Command::Mute { .. }
            | Command::Unmute { .. }
            | Command::Block { .. }
            | Command::Unblock { .. }
            | Command::Muted
            | Command::User { .. }
            | Command::Report { .. }
            | Command::Reports { .. }
            | Command::ReadReport { .. }
            | Command::CloseReport { .. }
            | Command::Find { .. }
            | Command::Set { .. }
            | Command::Follow { .. }
            | Command::Unfollow { .. }
            | Command::Following
            | Command::Friends
            | Command::Top { .. }
            | Command::History { .. }
            | Command::Ratings { .. }
            | Command::Record { .. }
            | Command::Thoughts { .. }
            | Command::Archive { .. }
            | Command::Explore { .. }
            | Command::Sync { .. }
            | Command::Silence { .. }
            | Command::Kick { .. }
            | Command::Ban { .. }
            | Command::Unban { .. }
            | Command::Log { .. }
            | Command::Role { .. } => {
                let request = Request { id, command };
                self.forward(Input::Request { connection: self.id, request }).await
            }
        }
    }

    /// Quits for a client that has closed its sending side.
    pub(crate) async fn quit(&mut self) {
        let request = Request { id: None, command: Command::Quit };
        self.forward(Input::Request { connection: self.id, request }).await;
    }

    /// Sends an answer. It ends a row of refusals.
    fn answered(&mut self, notice: Arc<EncodedNotice>) -> Action {
        self.n_refused = 0;
        Action::Send(notice)
    }

    /// Hands an input to the domain. It ends a row of refusals.
    async fn forward(&mut self, input: Input) -> Action {
        self.n_refused = 0;
        self.context.inputs.send(input).await;
        Action::Nothing
    }

    /// Forwards an input that was made from a secret, or refuses the command.
    async fn checked(
        &mut self,
        id: Option<RequestId>,
        kind: CommandKind,
        checked: Result<Input, Refusal>,
    ) -> Action {
        match checked {
            Ok(input) => self.forward(input).await,
            Err(refusal) => self.refuse(id, kind.description().name, refusal),
        }
    }

    async fn sign_in(
        &mut self,
        id: Option<RequestId>,
        kind: CommandKind,
        checked: Result<SignIn, Refusal>,
    ) -> Action {
        let (connection, address) = (self.id, limited_address(self.address));
        let input = checked.map(|sign_in| {
            let id = id.clone();
            Input::SignIn { connection, id, sign_in, address }
        });
        self.checked(id, kind, input).await
    }

    /// Logs in with a token, or with the one in the browser's cookie.
    async fn resume(&mut self, id: Option<RequestId>, token: &str, rooms: RoomNumbers) -> Action {
        let checks = self.sign_in_checks();
        let checked = match (token, &self.cookie) {
            (COOKIE_TOKEN, Some(cookie)) => checks.resume(cookie, rooms).await,
            (COOKIE_TOKEN, None) => {
                Err(Refusal::new(ErrorDetail::MissingToken, "this browser is not logged in"))
            }
            (token, _) => checks.resume(token, rooms).await,
        };
        self.is_browser |= token == COOKIE_TOKEN && checked.is_ok();
        self.sign_in(id, CommandKind::Resume, checked).await
    }

    async fn set_password(
        &mut self,
        id: Option<RequestId>,
        old: Password,
        new: Password,
    ) -> Action {
        let (connection, checks) = (self.id, self.sign_in_checks());
        let hash = checks.new_password_hash(self.account.as_ref(), old, new).await;
        let input = hash.map(|hash| Input::SetPassword { connection, id: id.clone(), hash });
        self.checked(id, CommandKind::Password, input).await
    }

    /// Makes a token for a program. A page cannot: a foreign script in it would keep the token.
    async fn new_token(&mut self, id: Option<RequestId>, name: Option<TokenName>) -> Action {
        if self.is_browser {
            let message = "a page cannot make tokens; log in with your password in a program";
            return self.refuse(id, "token", Refusal::new(ErrorDetail::TokenInBrowser, message));
        }
        let (connection, token) = (self.id, authenticator::new_token());
        let input = token.map(|(token, hash)| {
            let id = id.clone();
            Input::NewToken { connection, id, token, hash, name }
        });
        self.checked(id, CommandKind::Token, input).await
    }

    async fn revoke(&mut self, id: Option<RequestId>, token: u64) -> Action {
        let (connection, checks) = (self.id, self.sign_in_checks());
        let owned = checks.own_token(self.account.as_ref(), token).await;
        let request = Request { id: id.clone(), command: Command::Revoke { token } };
        let input = owned.map(|()| Input::Request { connection, request });
        self.checked(id, CommandKind::Revoke, input).await
    }

    async fn recovery_codes(&mut self, id: Option<RequestId>, password: Password) -> Action {
        let (connection, checks) = (self.id, self.sign_in_checks());
        let owner = checks.own_password(self.account.as_ref(), password).await;
        let codes = owner.and_then(|()| authenticator::new_recovery_codes());
        let input = codes.map(|codes| Input::RecoveryCodes { connection, id: id.clone(), codes });
        self.checked(id, CommandKind::RecoveryCodes, input).await
    }

    async fn recover(&mut self, id: Option<RequestId>, name: Name, reason: Message) -> Action {
        let (connection, code) = (self.id, authenticator::new_recovery_code());
        let input = code.map(|(code, hash)| {
            let id = id.clone();
            Input::Recover { connection, id, name, reason, code, hash }
        });
        self.checked(id, CommandKind::Recover, input).await
    }

    async fn delete_account(&mut self, id: Option<RequestId>, password: Password) -> Action {
        let (connection, checks) = (self.id, self.sign_in_checks());
        let owner = checks.own_password(self.account.as_ref(), password).await;
        let input = owner.map(|()| Input::DeleteAccount { connection, id: id.clone() });
        self.checked(id, CommandKind::DeleteAccount, input).await
    }

    fn sign_in_checks(&self) -> SignInChecks {
        SignInChecks::new(&self.context, self.address)
    }

    fn help(&self, id: Option<RequestId>, topic: Option<&str>) -> Arc<EncodedNotice> {
        let lines = match topic {
            None => Some(text::overview()),
            Some(topic) => text::help(topic),
        };
        let none = "there is no help on this word; `help` lists the topics";
        let event = lines.map_or_else(
            || Refusal::new(ErrorDetail::UnknownCommand, none).into_event("help"),
            |lines| Event::Help { lines },
        );
        self.notice(id, event)
    }

    /// Sets what a client that reads text is shown beside the events.
    fn set_style(&mut self, id: Option<RequestId>, style: TextStyle) -> Action {
        let Some(view) = &mut self.view else {
            let message = "only text has styles: a JSON client draws its own boards";
            return self.refuse(id, "style", Refusal::new(ErrorDetail::NotPossibleHere, message));
        };
        view.set_style(style);
        self.answered(self.notice(id, Event::Ok))
    }

    /// Notes the version that the client speaks, and tells the domain the word of the client.
    async fn protocol(
        &mut self,
        id: Option<RequestId>,
        version: u32,
        client: Option<ClientWord>,
    ) -> Action {
        if let Some(version) = Version::of_number(version) {
            self.version = version;
            if let Some(word) = client {
                let connection = self.id;
                self.context.inputs.send(Input::Client { connection, word }).await;
            }
            return self.answered(self.notice(id, Event::Ok));
        }
        let newest = Version::NEWEST.number();
        let message = format!("protocol version {version} is not supported; use 1 or {newest}");
        self.refuse(id, "protocol", Refusal::new(ErrorDetail::UnsupportedVersion, message))
    }
}

/// Turns the echo on before anything else is sent.
fn restore_echo(action: Action) -> Action {
    match action {
        Action::Send(notice) => Action::RestoreEcho(Some(notice)),
        Action::Nothing => Action::RestoreEcho(None),
        other @ (Action::PromptPassword
        | Action::RestoreEcho(_)
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

/// Reads a request in JSON.
fn read_json(line: &str) -> Result<TextInput, RequestError> {
    if line.trim().is_empty() {
        return Ok(TextInput::Empty);
    }
    json::read_request(line).map(TextInput::Request)
}
