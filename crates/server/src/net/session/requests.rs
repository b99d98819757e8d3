//! The commands that a session answers itself, or turns into other inputs of the domain.
//!
//! Secrets are checked here: the domain gets none.

use std::sync::Arc;

use willow_protocol::text::TextStyle;
use willow_protocol::{
    ClientId, Command, CommandKind, Encoding, ErrorDetail, Event, Handler, Request, RequestId,
    Room, RoomLines, VERSION, text,
};

use super::{Action, Session};
use crate::domain::{
    CheckedCommand, EncodedNotice, FoundMessage, Input, InvitationTerms, Refusal, RemovedMessages,
};
use crate::net::credentials::{new_recovery_code, new_recovery_codes};

/// Where users get their data over HTTP.
const ACCOUNT_EXPORT: &str = "/api/account/export";

impl Session {
    /// Answers a request, or hands it to the domain.
    pub(super) async fn request(&mut self, request: Request) -> Action {
        self.has_asked = true;
        let Request { id, command } = request;
        let kind = command.kind();
        if let Some(view) = self.view.as_mut().filter(|_| id.is_none()) {
            view.sent(&command);
        }
        let (connection, address) = (self.id, self.limited());
        let log_in = |login| Input::Login { connection, id: id.clone(), login, address };
        let checked = |command| Input::Checked { connection, id: id.clone(), command };
        let input = match command {
            Command::Guest { name } => self.guest(name).map(log_in),
            Command::Register { name, password, invitation } => {
                self.register(name, password, invitation).await.map(log_in)
            }
            Command::Login { name, password } => self.login(&name, password).await.map(log_in),
            Command::Resume { token, rooms } => self.resume(&token, rooms).await.map(log_in),
            Command::ResetPassword { name, code, password } => {
                self.reset_password(&name, &code, password).await.map(log_in)
            }
            Command::Password { old, new } => self.new_password(old, new).await.map(checked),
            Command::Token { name, scopes, password } => {
                let made = self.program_token(scopes, password).await;
                made.map(|token| checked(CheckedCommand::Token { token, name }))
            }
            Command::RecoveryCodes { password } => {
                let owner = self.own_password("password", password).await;
                let renewed = owner.and_then(|account| {
                    let codes = new_recovery_codes()?;
                    Ok(CheckedCommand::RecoveryCodes { account, codes })
                });
                renewed.map(checked)
            }
            Command::Recover { name, reason } => new_recovery_code()
                .map(|code| checked(CheckedCommand::Recover { name, reason, code })),
            Command::Invite { role, uses, days, note } => new_recovery_code().map(|code| {
                let terms = InvitationTerms { role, uses, days, note };
                checked(CheckedCommand::Invite { terms, code })
            }),
            Command::RemoveMessage { lines, report, reason } => {
                self.found_messages(lines, report).await.map(|messages| {
                    let removed = RemovedMessages { lines, report, messages, reason };
                    checked(CheckedCommand::RemoveMessages(Box::new(removed)))
                })
            }
            Command::DeleteAccount { password } => {
                let owner = self.own_password("password", password).await;
                owner.map(CheckedCommand::DeleteAccount).map(checked)
            }
            command => return self.unchecked(Request { id, command }, kind).await,
        };
        match input {
            Ok(input) => self.forward(input).await,
            Err(refusal) => self.refuse(id, kind.description().name, refusal),
        }
    }

    /// Answers a request without a secret, or hands it to the domain.
    async fn unchecked(&mut self, Request { id, command }: Request, kind: CommandKind) -> Action {
        match command {
            Command::Ping => self.answered(self.notice(id, Event::Pong)),
            Command::Help { topic } => self.answered(self.help(id, topic.as_deref())),
            Command::Style { style } => self.set_style(id, style),
            Command::Protocol { version, client } => self.protocol(id, version, client).await,
            Command::Revoke { token } => match self.own_token(token).await {
                Ok(()) => self.forward_request(Request { id, command }).await,
                Err(refusal) => self.refuse(id, kind.description().name, refusal),
            },
            Command::ExportData => self.export_data(id),
            Command::Proxy { name, online: true } => self.bring(id, name).await,
            Command::Proxy { name, online: false } => self.let_go(id, name).await,
            Command::As { name, command } => self.execute_as(id, name, *command).await,
            command => {
                debug_assert_eq!(kind.description().handler, Handler::Domain, "{kind:?}");
                self.forward_request(Request { id, command }).await
            }
        }
    }

    /// Finds messages of a room, or private ones of a report.
    async fn found_messages(
        &self,
        lines: RoomLines,
        report: Option<u64>,
    ) -> Result<Vec<FoundMessage>, Refusal> {
        let credentials = &self.context.credentials;
        match (lines.room, report) {
            (Room::Private, Some(report)) => {
                let (user, _) = self.account.as_ref().ok_or_else(Refusal::not_logged_in)?;
                credentials.reported_messages(report, lines, *user).await
            }
            _ => credentials.authors(lines).await,
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

    /// Says where users get their data: one JSON document over HTTP, whatever its length. A line or a
    /// message of this connection could not hold it.
    fn export_data(&mut self, id: Option<RequestId>) -> Action {
        if self.account.is_none() {
            return self.refuse(id, "export-data", Refusal::not_logged_in());
        }
        let (path, port) = (ACCOUNT_EXPORT.to_owned(), self.context.http_port);
        let url = match &self.context.greeting.get().event {
            Event::Welcome { public_url: Some(url), .. } => Some(format!("{url}{path}")),
            _ => None,
        };
        self.answered(self.notice(id, Event::ExportData { path, port, url }))
    }

    fn help(&self, id: Option<RequestId>, topic: Option<&str>) -> Arc<EncodedNotice> {
        let lines = topic.map_or_else(|| Ok(text::overview()), text::help);
        let event = lines.map_or_else(
            |error| Refusal::new(error.detail, error.message).into_event("help"),
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

    /// Checks the client's protocol version, and passes its client id to the domain.
    async fn protocol(
        &mut self,
        id: Option<RequestId>,
        version: u32,
        client: Option<ClientId>,
    ) -> Action {
        if version == VERSION {
            if let Some(client) = client {
                let connection = self.id;
                self.context.inputs.send(Input::Client { connection, client }).await;
            }
            let answer = self.notice(id, Event::Ok);
            self.n_refused = 0;
            // Before the first line of a client its greeting was one of text.
            let says_more =
                self.encoding == Some(Encoding::Json) && self.context.greeting.get().says_more;
            return if says_more {
                Action::SendBoth([self.welcome(), answer])
            } else {
                Action::Send(answer)
            };
        }
        self.refuse(id, "protocol", Refusal::unsupported_version(version))
    }
}
