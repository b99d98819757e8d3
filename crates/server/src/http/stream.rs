//! The protocol for bots over HTTP: streams of events, and one command at a time.
//!
//! Each request is a session of its own, which logs in with the bot's token. Visitors without a token
//! may stream the lobby and games.

use std::convert::Infallible;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{FromRequest, FromRequestParts, Query};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::mpsc;
use tokio::time::timeout;
use willow_protocol::{
    ClientWord, Command, ErrorDetail, Notice, Request, RequestId, Room, RoomNumbers, VERSION,
    WatchTarget, json,
};

use super::browser::{cookie, cookie_token};
use super::caller::{Caller, PrivateRoom};
use super::response::{GameNumber, bad_body, bad_query, refused, status_of};
use super::state::HttpState;
use super::transports::{RequestScript, StreamTransport, StreamedRooms};
use crate::domain::{Millis, Refusal, UserId};
use crate::net::{COOKIE_TOKEN, TcpTimes};

/// The content type of a stream: one JSON object a line.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// The number of chunks that wait for the client to read them.
const QUEUED_CHUNKS: usize = 16;

/// The header with the version of the protocol that the caller speaks.
const VERSION_HEADER: &str = "willow-protocol";

/// The header with the random word of the caller, to which the ids of its commands belong.
const CLIENT_HEADER: &str = "willow-client";

/// A caller with a valid token, in a header or in the cookie of a browser.
pub(super) struct AuthorizedCaller {
    caller: Caller,
    /// The owner of the token.
    pub(super) user: UserId,
    token: String,
    word: Option<ClientWord>,
}

impl FromRequestParts<HttpState> for AuthorizedCaller {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &HttpState,
    ) -> Result<AuthorizedCaller, Response> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let token = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let unknown = || {
            Refusal::new(ErrorDetail::MissingToken, "missing header `Authorization: Bearer TOKEN`")
        };
        let (token, cookie) = if let Some(token) = token {
            (token.trim().to_owned(), None)
        } else {
            let cookie = cookie_token(parts, state).map_err(refused)?;
            let token = cookie.clone().ok_or_else(|| refused(unknown()))?;
            (token, cookie)
        };
        let now = state.context.clock.now();
        let owner = state.context.authenticator.owner_of(&token, now).await;
        let (user, _) = owner.map_err(refused)?;
        let caller = Caller::from_request_parts(parts, state).await;
        let caller = caller.map_err(IntoResponse::into_response)?;
        check_version(parts).map_err(refused)?;
        let word = header_value(parts, CLIENT_HEADER).map_err(refused)?;
        Ok(match cookie {
            None => AuthorizedCaller { caller, user, token, word },
            Some(cookie) => {
                let (caller, token) = (caller.with_cookie(cookie), COOKIE_TOKEN.to_owned());
                AuthorizedCaller { caller, user, token, word }
            }
        })
    }
}

/// Checks the version of the protocol, if the request names one.
fn check_version(parts: &Parts) -> Result<(), Refusal> {
    match header_value(parts, VERSION_HEADER)? {
        None | Some(VERSION) => Ok(()),
        Some(other) => Err(Refusal::unsupported_version(other)),
    }
}

/// Reads a header, if the request has it.
fn header_value<T: FromStr<Err: Display>>(
    parts: &Parts,
    name: &'static str,
) -> Result<Option<T>, Refusal> {
    let Some(value) = parts.headers.get(name) else { return Ok(None) };
    let text = value.to_str().unwrap_or_default().trim();
    text.parse().map(Some).map_err(|error| {
        let message = format!("the header `{name}` is invalid: {error}");
        Refusal::new(ErrorDetail::InvalidArgument, message)
    })
}

impl AuthorizedCaller {
    /// Returns the requests that name the version and log the bot in.
    fn login(&self) -> [Request; 2] {
        let client = self.word.clone();
        [
            request("version", Command::Protocol { version: VERSION, client }),
            request(
                "enter",
                Command::Resume { token: self.token.clone(), rooms: RoomNumbers::default() },
            ),
        ]
    }
}

/// A body that has arrived in time.
pub(super) struct CommandBody(String);

impl FromRequest<HttpState> for CommandBody {
    type Rejection = Response;

    async fn from_request(
        request: axum::extract::Request,
        state: &HttpState,
    ) -> Result<CommandBody, Response> {
        let limit = state.context.limits.request_timeout();
        match timeout(limit, String::from_request(request, state)).await {
            Ok(Ok(body)) => Ok(CommandBody(body)),
            Ok(Err(rejection)) => Err(bad_body(&rejection)),
            Err(_) => {
                let late =
                    refused(Refusal::new(ErrorDetail::BodyTooSlow, "the body came too slowly"));
                Err((StatusCode::REQUEST_TIMEOUT, late).into_response())
            }
        }
    }
}

/// A caller with a valid token, or without any: a visitor.
pub(super) struct Reader {
    caller: Caller,
    /// The requests that name the version and, with a token, log the caller in.
    first: Vec<Request>,
}

impl FromRequestParts<HttpState> for Reader {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Reader, Response> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            let bot = AuthorizedCaller::from_request_parts(parts, state).await?;
            return Ok(Reader { first: bot.login().into(), caller: bot.caller });
        }
        let caller = Caller::from_request_parts(parts, state).await;
        let caller = caller.map_err(IntoResponse::into_response)?;
        check_version(parts).map_err(refused)?;
        let version = Command::Protocol { version: VERSION, client: None };
        let first = vec![request("version", version)];
        Ok(Reader { caller, first })
    }
}

/// Who sends a command: the owner of a token or of a cookie, or a visitor.
pub(super) struct CommandSender {
    caller: Caller,
    /// The requests before the command: they name the version and log the owner in.
    first: Vec<Request>,
    is_visitor: bool,
}

impl FromRequestParts<HttpState> for CommandSender {
    type Rejection = Response;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &HttpState,
    ) -> Result<CommandSender, Response> {
        let has_cookie = cookie(&parts.headers).is_some();
        if has_cookie || parts.headers.contains_key(header::AUTHORIZATION) {
            let owner = AuthorizedCaller::from_request_parts(parts, state).await?;
            let first = owner.login().into();
            return Ok(CommandSender { caller: owner.caller, first, is_visitor: false });
        }
        let Reader { caller, first } = Reader::from_request_parts(parts, state).await?;
        Ok(CommandSender { caller, first, is_visitor: true })
    }
}

/// Returns a request under an id.
fn request(id: &str, command: Command) -> Request {
    Request { id: id.parse().ok(), command }
}

/// The parameters of a stream.
#[derive(Debug, Deserialize)]
pub(super) struct After {
    /// The number of the last event that was received; the events after it come first.
    after: Option<u64>,
}

/// Streams the events of the token's owner.
///
/// They are those of the lobby, of the private room, and of the owner's games: one event a line, and
/// an empty line now and then. While the stream is open, its owner is online.
pub(super) async fn events(
    bot: AuthorizedCaller,
    after: Result<Query<After>, QueryRejection>,
) -> Response {
    let after = match after {
        Ok(Query(After { after })) => after,
        Err(rejection) => return bad_query(&rejection),
    };
    let room = Room::Private;
    let sync = after.map(|after| request("sync", Command::Sync { room, after }));
    let requests: Vec<Request> = bot.login().into_iter().chain(sync).collect();
    stream(bot.caller, &requests, StreamedRooms::All).await
}

/// Streams the lobby: its events after a number, and all further events.
///
/// Visitors need no token.
pub(super) async fn lobby(reader: Reader, after: Result<Query<After>, QueryRejection>) -> Response {
    let after = match after {
        Ok(Query(After { after })) => after,
        Err(rejection) => return bad_query(&rejection),
    };
    let room = Room::Lobby;
    let sync = after.map(|after| request("sync", Command::Sync { room, after }));
    let subscribe = request("lobby", Command::Lobby { follow: true });
    let requests: Vec<Request> = reader.first.into_iter().chain([subscribe]).chain(sync).collect();
    stream(reader.caller, &requests, StreamedRooms::Lobby).await
}

/// Streams a game: its state, or its events after a number, and all further events.
///
/// Visitors need no token.
pub(super) async fn game(
    reader: Reader,
    GameNumber(game): GameNumber,
    after: Result<Query<After>, QueryRejection>,
) -> Response {
    let follow = match after {
        Ok(Query(After { after: Some(after) })) => Command::Sync { room: Room::Game(game), after },
        Ok(Query(After { after: None })) => Command::Watch { target: WatchTarget::Game(game) },
        Err(rejection) => return bad_query(&rejection),
    };
    let unsubscribe = request("lobby", Command::Lobby { follow: false });
    let requests: Vec<Request> =
        reader.first.into_iter().chain([unsubscribe, request("follow", follow)]).collect();
    stream(reader.caller, &requests, StreamedRooms::Game(game)).await
}

/// Sends requests, and streams the notices that follow.
async fn stream(caller: Caller, requests: &[Request], rooms: StreamedRooms) -> Response {
    let (sender, chunks) = mpsc::channel(QUEUED_CHUNKS);
    let keepalive = TcpTimes::of_http(caller.context.limits.ping_interval()).keepalive();
    let private_room = match rooms {
        StreamedRooms::All => PrivateRoom::Read,
        StreamedRooms::Lobby | StreamedRooms::Game(_) => PrivateRoom::Unread,
    };
    let transport = StreamTransport::new(RequestScript::new(requests), sender, rooms, keepalive);
    if let Err(refusal) = caller.run(transport, private_room).await {
        return refused(refusal);
    }
    let body = unfold(chunks, |mut chunks| async move {
        let chunk: Bytes = chunks.recv().await?;
        Some((Ok::<_, Infallible>(chunk), chunks))
    });
    let kind = [(header::CONTENT_TYPE, NDJSON), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(body)).into_response()
}

/// Executes one command of the token's owner, and returns its answer.
///
/// Visitors need no token for commands that read what is public.
///
/// Without an open stream, the owner is online only during the command. Commands about a connection
/// (`watch`, `lobby`) have no effect here.
pub(super) async fn execute(sender: CommandSender, CommandBody(body): CommandBody) -> Response {
    let CommandSender { caller, first, is_visitor } = sender;
    let now = caller.context.clock.now();
    let read = match json::read_request(&body) {
        Ok(request) => request,
        Err(error) => return respond(&error.into_notice(now)),
    };
    if is_visitor && logs_in(&read.command) {
        let message = "a login over HTTP is `POST /api/session`; or send a token in the header";
        return refused(Refusal::new(ErrorDetail::MissingToken, message));
    }
    let given = read.id.clone();
    let id = given.clone().or_else(|| new_id(now));
    let named = Request { id, command: read.command };
    let requests: Vec<Request> = first.into_iter().chain([named]).collect();
    match caller.request(&requests).await {
        Ok(notice) => respond(&notice.answering(given)),
        Err(refusal) => refused(refusal),
    }
}

/// Returns whether a command makes a visitor a user. The user would leave again with the answer.
const fn logs_in(command: &Command) -> bool {
    matches!(
        command,
        Command::Guest { .. }
            | Command::Register { .. }
            | Command::Login { .. }
            | Command::Resume { .. }
            | Command::ResetPassword { .. }
    )
}

/// Returns a unique id for a command without one.
fn new_id(now: Millis) -> Option<RequestId> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("http-{now:x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().ok()
}

/// Returns a notice as the response, with the status of its error if it is one.
fn respond(notice: &Notice) -> Response {
    let kind = [(header::CONTENT_TYPE, "application/json")];
    (status_of(&notice.event), kind, json::write_notice(notice)).into_response()
}
