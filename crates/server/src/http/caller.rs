//! The client behind a request: how it logs in, and how its commands run, each request in a session of its own.

use std::fmt::Display;
use std::net::IpAddr;
use std::str::FromStr;
use std::sync::Arc;

use axum::Extension;
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, header};
use tokio::sync::oneshot;
use willow_protocol::{
    ClientId, Command, Encoding, ErrorDetail, Event, Notice, Request, Role, RoomNumbers, TokenName,
    TokenScope, VERSION, VisitorAccess,
};

use super::HttpState;
use super::cookie::{PLAIN, SECURE, SessionCookie, cookie};
use super::origin::{foreign_page, is_allowed_origin, may_use_cookie};
use super::transport::{OneShotTransport, RequestScript};
use crate::domain::{Refusal, TokenGrant, TokenNumber, UsedToken, UserId};
use crate::error_report::internal_error;
use crate::net::{
    COOKIE_TOKEN, ClientAddress, Connection, ConnectionPermit, Peer, QueueReceiver, Session,
    SessionContext, Transport, is_trusted,
};
use crate::ops::DiskState;

/// The header with the version of the protocol that the caller speaks.
const VERSION_HEADER: &str = "willow-protocol";

/// The header with the client id of the caller, to which the ids of its commands belong.
const CLIENT_HEADER: &str = "willow-client";

/// The header in which a reverse proxy says how its client is connected.
const FORWARDED_SCHEME: &str = "x-forwarded-proto";

/// The client behind a request. It is a visitor until its handler lets it log in.
pub(super) struct Caller {
    pub(super) state: HttpState,
    /// The connection itself, which may be a reverse proxy's.
    peer: Peer,
    address: ClientAddress,
    method: Method,
    pub(super) headers: HeaderMap,
    /// The token in the cookie of a browser, if the caller may log in with it.
    pub(super) cookie: Option<String>,
    /// The requests before all others: they name the version and log the caller in.
    first: Vec<Request>,
    /// The grant of the token of a login, and its name.
    pub(super) grant: TokenGrant,
    pub(super) login_name: Option<TokenName>,
}

/// Whether a session delivers the events of its user's private room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PrivateRoom {
    /// It delivers them.
    Read,
    /// It does not: they stay unseen.
    Unread,
}

impl FromRequestParts<HttpState> for Caller {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Caller, Refusal> {
        let found = <(Extension<Peer>, Extension<ClientAddress>)>::from_request_parts(parts, state);
        let (Extension(peer), Extension(address)) =
            found.await.map_err(|missing| internal_error("a request", &missing.status()))?;
        let (method, headers) = (parts.method.clone(), parts.headers.clone());
        let (state, cookie, first, grant) = (state.clone(), None, Vec::new(), TokenGrant::LOGIN);
        let login_name = None;
        Ok(Caller { state, peer, address, method, headers, cookie, first, grant, login_name })
    }
}

/// How a caller logs in.
impl Caller {
    /// Logs a browser in with its cookie, whose token is returned.
    pub(super) fn browser(&mut self) -> Result<String, Refusal> {
        let missing = || Refusal::new(ErrorDetail::MissingToken, "this browser is not logged in");
        let token = self.usable_cookie()?.ok_or_else(missing)?;
        self.cookie = Some(token.clone());
        self.first = vec![resume(COOKIE_TOKEN.to_owned())];
        Ok(token)
    }

    /// Logs a browser in, whose token must have a scope. Returns its user and the number of the token.
    pub(super) async fn browser_with(
        &mut self,
        scope: TokenScope,
    ) -> Result<(UserId, TokenNumber), Refusal> {
        let cookie = self.browser()?;
        let SessionContext { clock, credentials, .. } = &self.state.context;
        let (user, token) = credentials.owner_of(&cookie, clock.now()).await?;
        token.grant.require(scope)?;
        Ok((user, token.number))
    }

    /// Logs a member in, whose token must have a scope. Returns the token's owner.
    pub(super) async fn member_with(&mut self, scope: TokenScope) -> Result<UserId, Refusal> {
        let (user, grant) = self.owner().await?;
        grant.require(scope)?;
        Ok(user)
    }

    /// Logs a member in. What the commands need the session checks.
    pub(super) async fn member(&mut self) -> Result<UserId, Refusal> {
        Ok(self.owner().await?.0)
    }

    /// Logs a member in with the token in a header or else in the cookie. Returns the token's owner, and what the
    /// token may do.
    async fn owner(&mut self) -> Result<(UserId, TokenGrant), Refusal> {
        let header = self.headers.get(header::AUTHORIZATION);
        let bearer = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let bearer = bearer.map(|token| token.trim().to_owned());
        self.cookie = if bearer.is_none() { self.usable_cookie()? } else { None };
        let token = bearer.as_ref().or(self.cookie.as_ref()).ok_or_else(|| {
            let message = "missing header `Authorization: Bearer TOKEN`";
            Refusal::new(ErrorDetail::MissingToken, message)
        })?;
        let now = self.state.context.clock.now();
        let (user, UsedToken { grant, .. }) =
            self.state.context.credentials.owner_of(token, now).await?;
        self.check_version()?;
        let token = bearer.unwrap_or_else(|| COOKIE_TOKEN.to_owned());
        self.first = vec![version(self.header_value(CLIENT_HEADER)?), resume(token)];
        Ok((user, grant))
    }

    /// Logs a member in with the token in a header. Without one the caller stays a visitor; then this returns false.
    pub(super) async fn member_or_visitor(&mut self) -> Result<bool, Refusal> {
        if self.headers.contains_key(header::AUTHORIZATION) {
            return self.member().await.map(|_| true);
        }
        self.check_version()?;
        self.first = vec![version(None)];
        self.reader().await?;
        Ok(false)
    }

    /// Logs a member in where visitors may not read everything: commands ask for the login, too.
    pub(super) async fn reader(&mut self) -> Result<(), Refusal> {
        let is_member = self.state.config.visitors_read < VisitorAccess::All
            && (self.headers.contains_key(header::AUTHORIZATION)
                || cookie(&self.headers).is_some());
        if is_member { self.member().await.map(drop) } else { Ok(()) }
    }

    /// Returns the token in the cookie.
    ///
    /// # Errors
    /// There is a cookie, and the page may not use it.
    fn usable_cookie(&self) -> Result<Option<String>, Refusal> {
        let Some(token) = cookie(&self.headers) else { return Ok(None) };
        if may_use_cookie(&self.method, &self.headers, &self.state.config) {
            return Ok(Some(token));
        }
        Err(foreign_page())
    }

    /// Returns the address of the client.
    pub(super) fn address(&self) -> IpAddr {
        self.address.0
    }

    /// Refuses a page of an origin that is not allowed.
    pub(super) fn check_origin(&self) -> Result<(), Refusal> {
        if is_allowed_origin(&self.headers, &self.state.config) {
            Ok(())
        } else {
            Err(foreign_page())
        }
    }

    /// Returns the cookie for the client's connection: encrypted or not, as far as the server or its reverse proxy
    /// knows.
    pub(super) fn session_cookie(&self) -> SessionCookie {
        let scheme = self.headers.get(FORWARDED_SCHEME).and_then(|it| it.to_str().ok());
        let is_proxied = is_trusted(self.peer.address, &self.state.config.trusted_proxies);
        let is_encrypted = self.state.config.has_https() || (is_proxied && scheme == Some("https"));
        if is_encrypted { SECURE } else { PLAIN }
    }

    /// Checks the version of the protocol, if the request names one.
    fn check_version(&self) -> Result<(), Refusal> {
        match self.header_value(VERSION_HEADER)? {
            None | Some(VERSION) => Ok(()),
            Some(other) => Err(Refusal::unsupported_version(other)),
        }
    }

    /// Reads a header, if the request has it.
    fn header_value<T: FromStr<Err: Display>>(&self, name: &str) -> Result<Option<T>, Refusal> {
        let Some(value) = self.headers.get(name) else { return Ok(None) };
        let text = value.to_str().unwrap_or_default().trim();
        text.parse().map(Some).map_err(|error| {
            let message = format!("the header `{name}` is invalid: {error}");
            Refusal::new(ErrorDetail::InvalidArgument, message).about(name.to_owned())
        })
    }
}

/// How a caller's commands run.
impl Caller {
    /// Takes the permit of a connection: that of the caller's own, or one for the client of a reverse proxy.
    pub(super) fn permit(&self) -> Result<Arc<ConnectionPermit>, Refusal> {
        let limits = &self.state.context.rate_limits;
        let permit =
            self.peer.permit.clone().or_else(|| limits.admit(self.address.0).map(Arc::new));
        permit.ok_or_else(too_many_connections)
    }

    /// Starts a session, which is not logged in yet.
    pub(super) async fn session(&self, permit: Arc<ConnectionPermit>) -> (Session, QueueReceiver) {
        let context = self.state.context.clone();
        let (mut session, outbound) = Session::start(context, self.address.0, permit).await;
        session.set_encoding(Encoding::Json);
        session.set_cookie(self.cookie.clone());
        session.set_login_grant(self.grant, self.login_name.clone());
        (session, outbound)
    }

    /// Runs a session over a transport, in a task of its own.
    pub(super) async fn run(
        &self,
        transport: impl Transport + 'static,
        private_room: PrivateRoom,
    ) -> Result<(), Refusal> {
        let (session, outbound) = self.session(self.permit()?).await;
        if private_room == PrivateRoom::Unread {
            session.leave_private_unread().await;
        }
        let connection = Connection::new(session, transport, self.state.context.limits.clone());
        tokio::spawn(connection.run(outbound));
        Ok(())
    }

    /// Returns a script of the login and of requests with ids.
    pub(super) fn script(&self, requests: impl IntoIterator<Item = Request>) -> RequestScript {
        RequestScript::new(self.first.iter().cloned().chain(requests))
    }

    /// Executes a command, and returns its answer or the refusal of the login.
    pub(super) async fn execute(&self, command: Command) -> Result<Notice, Refusal> {
        self.request(request("command", command)).await
    }

    /// Refuses changes while nothing can be written.
    pub(super) fn check_disk(&self) -> Result<(), Refusal> {
        if *self.state.health.disk().borrow() == DiskState::Full {
            let message =
                "the disk of the server is full: it is read-only until its operator frees space";
            return Err(Refusal::new(ErrorDetail::ReadOnly, message));
        }
        Ok(())
    }

    /// Refuses a browser that is logged in as somebody else than its page believes, and guests, who are gone after a
    /// day. The request counts as a command.
    pub(super) async fn check_account(&self, account: &str) -> Result<(), Refusal> {
        let profile = match self.execute(Command::User { name: None }).await?.event {
            Event::Profile(profile) => profile,
            Event::Error { detail: Some(detail), message, retry_after, .. } => {
                return Err(Refusal { retry_after, ..Refusal::new(detail, message) });
            }
            _ => return Err(Refusal::not_logged_in()),
        };
        if profile.role == Role::Guest {
            let message = "a guest keeps no games here: `register` makes an account of it";
            return Err(Refusal::new(ErrorDetail::AccountNeeded, message));
        }
        if profile.name.as_str() == account {
            return Ok(());
        }
        let message = format!("the account you named is not yours: you are {}", profile.name);
        Err(Refusal::new(ErrorDetail::RequestForbidden, message))
    }

    /// Sends a request, which has an id.
    pub(super) async fn request(&self, request: Request) -> Result<Notice, Refusal> {
        let (sender, answer) = oneshot::channel();
        let transport = OneShotTransport { script: self.script([request]), answer: Some(sender) };
        self.run(transport, PrivateRoom::Unread).await?;
        let nothing =
            |_| Refusal::new(ErrorDetail::NoAnswerOverHttp, "this command has no answer over HTTP");
        answer.await.map_err(nothing)
    }
}

/// Refuses a client for which there is no connection.
pub(super) fn too_many_connections() -> Refusal {
    Refusal::new(ErrorDetail::TooManyConnections, "too many connections")
}

pub(super) fn request(id: &str, command: Command) -> Request {
    Request { id: id.parse().ok(), command }
}

fn resume(token: String) -> Request {
    request("enter", Command::Resume { token, rooms: RoomNumbers::default() })
}

fn version(client: Option<ClientId>) -> Request {
    request("version", Command::Protocol { version: VERSION, client })
}
