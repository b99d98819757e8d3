//! The commands that a session answers itself, or turns into other inputs of the domain.
//!
//! Secrets are checked here: the domain gets none.

use std::sync::Arc;

use willow_protocol::text::TextStyle;
use willow_protocol::{
    ClientWord, Command, CommandKind, Encoding, ErrorDetail, Event, Message, Name, Password,
    Request, RequestId, RoomNumbers, TokenName, VERSION, text,
};

use super::authentication::SignInChecks;
use super::{Action, COOKIE_TOKEN, Session};
use crate::domain::{CheckedCommand, EncodedNotice, Input, Refusal, SignIn, refuse};
use crate::net::{authenticator, limited_address};

/// Where users get their data over HTTP.
const ACCOUNT_EXPORT: &str = "/api/account/export";

impl Session {
    /// Answers a request, or hands it to the domain.
    pub(super) async fn request(&mut self, request: Request) -> Action {
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
            Command::ExportData => self.export_data(id),
            Command::Proxy { name, online } => self.bring(id, name, online).await,
            Command::As { name, command } => self.execute_as(id, name, *command).await,
            Command::DeleteAccount { password } => self.delete_account(id, password).await,
            command => self.forward_request(Request { id, command }).await,
        }
    }

    /// Quits for a client that has closed its sending side.
    pub(crate) async fn quit(&mut self) {
        self.forward_request(Request { id: None, command: Command::Quit }).await;
    }

    /// Sends an answer. It ends a row of refusals.
    fn answered(&mut self, notice: Arc<EncodedNotice>) -> Action {
        self.n_refused = 0;
        Action::Send(notice)
    }

    /// Hands a command to the domain.
    async fn forward_request(&mut self, request: Request) -> Action {
        self.forward(Input::Request { connection: self.id, request }).await
    }

    /// Hands an input to the domain. It ends a row of refusals.
    pub(super) async fn forward(&mut self, input: Input) -> Action {
        self.n_refused = 0;
        self.context.inputs.send(input).await;
        Action::Nothing
    }

    /// Forwards a command whose secret was checked, or refuses it.
    async fn checked(
        &mut self,
        id: Option<RequestId>,
        kind: CommandKind,
        checked: Result<CheckedCommand, Refusal>,
    ) -> Action {
        let connection = self.id;
        match checked {
            Ok(command) => self.forward(Input::Checked { connection, id, command }).await,
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
        match checked {
            Ok(sign_in) => self.forward(Input::SignIn { connection, id, sign_in, address }).await,
            Err(refusal) => self.refuse(id, kind.description().name, refusal),
        }
    }

    /// Logs in with a token, or with the one in the browser's cookie.
    async fn resume(&mut self, id: Option<RequestId>, token: &str, rooms: RoomNumbers) -> Action {
        let checks = self.sign_in_checks();
        let checked = match (token, &self.cookie) {
            (COOKIE_TOKEN, Some(cookie)) => checks.resume(cookie, rooms).await,
            (COOKIE_TOKEN, None) => {
                refuse(ErrorDetail::MissingToken, "this browser is not logged in")
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
        let checks = self.sign_in_checks();
        let hash = checks.new_password_hash(self.account.as_ref(), old, new).await;
        self.checked(id, CommandKind::Password, hash.map(CheckedCommand::Password)).await
    }

    /// Makes a token for a program. A page cannot: a foreign script in it would keep the token.
    async fn new_token(&mut self, id: Option<RequestId>, name: Option<TokenName>) -> Action {
        if self.is_browser {
            let message = "a page cannot make tokens; log in with your password in a program";
            return self.refuse(id, "token", Refusal::new(ErrorDetail::TokenInBrowser, message));
        }
        let token = authenticator::new_token();
        let token = token.map(|(token, hash)| CheckedCommand::Token { token, hash, name });
        self.checked(id, CommandKind::Token, token).await
    }

    async fn revoke(&mut self, id: Option<RequestId>, token: u64) -> Action {
        let checks = self.sign_in_checks();
        match checks.own_token(self.account.as_ref(), token).await {
            Ok(()) => {
                self.forward_request(Request { id, command: Command::Revoke { token } }).await
            }
            Err(refusal) => self.refuse(id, "revoke", refusal),
        }
    }

    async fn recovery_codes(&mut self, id: Option<RequestId>, password: Password) -> Action {
        let checks = self.sign_in_checks();
        let owner = checks.own_password(self.account.as_ref(), password).await;
        let codes = owner.and_then(|()| authenticator::new_recovery_codes());
        self.checked(id, CommandKind::RecoveryCodes, codes.map(CheckedCommand::RecoveryCodes)).await
    }

    async fn recover(&mut self, id: Option<RequestId>, name: Name, reason: Message) -> Action {
        let code = authenticator::new_recovery_code();
        let code = code.map(|(code, hash)| CheckedCommand::Recover { name, reason, code, hash });
        self.checked(id, CommandKind::Recover, code).await
    }

    /// Says where users get their data: one JSON document over HTTP, whatever its length. A line or a
    /// message of this connection could not hold it.
    fn export_data(&mut self, id: Option<RequestId>) -> Action {
        if self.account.is_none() {
            return self.refuse(id, "export-data", Refusal::not_logged_in());
        }
        let (path, port) = (ACCOUNT_EXPORT.to_owned(), self.context.http_port);
        self.answered(self.notice(id, Event::ExportData { path, port }))
    }

    async fn delete_account(&mut self, id: Option<RequestId>, password: Password) -> Action {
        let checks = self.sign_in_checks();
        let owner = checks.own_password(self.account.as_ref(), password).await;
        self.checked(id, CommandKind::DeleteAccount, owner.map(|()| CheckedCommand::DeleteAccount))
            .await
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

    /// Checks the version that the client speaks, and tells the domain the word of the client.
    async fn protocol(
        &mut self,
        id: Option<RequestId>,
        version: u32,
        client: Option<ClientWord>,
    ) -> Action {
        if version == VERSION {
            if let Some(word) = client {
                let connection = self.id;
                self.context.inputs.send(Input::Client { connection, word }).await;
            }
            let answer = self.notice(id, Event::Ok);
            self.n_refused = 0;
            // Before the first line of a client its greeting was one of text.
            let says_more =
                self.encoding == Some(Encoding::Json) && self.context.public_url.is_some();
            return if says_more {
                Action::SendBoth([self.welcome(), answer])
            } else {
                Action::Send(answer)
            };
        }
        self.refuse(id, "protocol", Refusal::unsupported_version(version))
    }
}
