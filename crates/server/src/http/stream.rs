//! The protocol for bots over HTTP: streams of events, and one command at a time.
//!
//! Each request is a session of its own, which logs in with the bot's token. Visitors without a token
//! may stream the lobby and games.

use std::convert::Infallible;
use std::fmt::Display;
use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::header;
use axum::http::request::Parts;
use axum::response::IntoResponse;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::mpsc;
use willow_protocol::{
    ClientWord, Command, ErrorDetail, GameId, Request, RequestId, Room, RoomNumbers, VERSION,
    WatchTarget, json,
};

use super::HttpState;
use super::browser::{cookie, cookie_token};
use super::caller::{Caller, PrivateRoom, RequestScript, StreamTransport, StreamedRooms, request};
use super::response::{Answer, Parameters, PathValue, TextBody, notice_response};
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
    /// The requests that name the version and log the owner in.
    login: Vec<Request>,
}

impl FromRequestParts<HttpState> for AuthorizedCaller {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &HttpState,
    ) -> Result<AuthorizedCaller, Refusal> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let bearer = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let bearer = bearer.map(|token| token.trim().to_owned());
        let cookie = if bearer.is_none() { cookie_token(parts, state)? } else { None };
        let token = bearer.as_ref().or(cookie.as_ref()).ok_or_else(|| {
            let message = "missing header `Authorization: Bearer TOKEN`";
            Refusal::new(ErrorDetail::MissingToken, message)
        })?;
        let now = state.context.clock.now();
        let (user, _) = state.context.authenticator.owner_of(token, now).await?;
        let caller = Caller::from_request_parts(parts, state).await?;
        check_version(parts)?;
        let token = bearer.unwrap_or_else(|| COOKIE_TOKEN.to_owned());
        let resume = Command::Resume { token, rooms: RoomNumbers::default() };
        let version = version(header_value(parts, CLIENT_HEADER)?);
        let login = vec![version, request("enter", resume)];
        Ok(AuthorizedCaller { caller: Caller { cookie, ..caller }, user, login })
    }
}

/// Returns the request that names the version.
fn version(client: Option<ClientWord>) -> Request {
    request("version", Command::Protocol { version: VERSION, client })
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

/// A caller with a valid token in a header, or without any: a visitor.
pub(super) struct Reader {
    caller: Caller,
    /// The first requests: they name the version and, with a token, log the caller in.
    first: Vec<Request>,
    is_visitor: bool,
}

impl From<AuthorizedCaller> for Reader {
    fn from(AuthorizedCaller { caller, login, .. }: AuthorizedCaller) -> Reader {
        Reader { caller, first: login, is_visitor: false }
    }
}

impl FromRequestParts<HttpState> for Reader {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &HttpState) -> Result<Reader, Refusal> {
        if parts.headers.contains_key(header::AUTHORIZATION) {
            return Ok(AuthorizedCaller::from_request_parts(parts, state).await?.into());
        }
        let caller = Caller::from_request_parts(parts, state).await?;
        check_version(parts)?;
        Ok(Reader { caller, first: vec![version(None)], is_visitor: true })
    }
}

/// Who sends a command: a reader, or the owner of a cookie.
pub(super) struct CommandSender(Reader);

impl FromRequestParts<HttpState> for CommandSender {
    type Rejection = Refusal;

    async fn from_request_parts(
        parts: &mut Parts,
        state: &HttpState,
    ) -> Result<CommandSender, Refusal> {
        Ok(CommandSender(if cookie(&parts.headers).is_some() {
            AuthorizedCaller::from_request_parts(parts, state).await?.into()
        } else {
            Reader::from_request_parts(parts, state).await?
        }))
    }
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
    Parameters(After { after }): Parameters<After>,
) -> Answer {
    let room = Room::Private;
    let sync = after.map(|after| request("sync", Command::Sync { room, after }));
    let requests: Vec<Request> = bot.login.into_iter().chain(sync).collect();
    stream(bot.caller, &requests, StreamedRooms::All).await
}

/// Streams the lobby: its events after a number, and all further events.
///
/// Visitors need no token.
pub(super) async fn lobby(
    Reader { caller, first, .. }: Reader,
    Parameters(After { after }): Parameters<After>,
) -> Answer {
    let room = Room::Lobby;
    let sync = after.map(|after| request("sync", Command::Sync { room, after }));
    let subscribe = request("lobby", Command::Lobby { follow: true });
    let requests: Vec<Request> = first.into_iter().chain([subscribe]).chain(sync).collect();
    stream(caller, &requests, StreamedRooms::Lobby).await
}

/// Streams a game: its state, or its events after a number, and all further events.
///
/// Visitors need no token.
pub(super) async fn game(
    Reader { caller, first, .. }: Reader,
    PathValue(game): PathValue<GameId>,
    Parameters(After { after }): Parameters<After>,
) -> Answer {
    let follow = match after {
        Some(after) => Command::Sync { room: Room::Game(game), after },
        None => Command::Watch { target: WatchTarget::Game(game) },
    };
    let last = [request("lobby", Command::Lobby { follow: false }), request("follow", follow)];
    let requests: Vec<Request> = first.into_iter().chain(last).collect();
    stream(caller, &requests, StreamedRooms::Game(game)).await
}

/// Sends requests, and streams the notices that follow.
async fn stream(caller: Caller, requests: &[Request], rooms: StreamedRooms) -> Answer {
    let (sender, receiver) = mpsc::channel(QUEUED_CHUNKS);
    let keepalive = TcpTimes::of_http(caller.context.limits.ping_interval()).keepalive();
    let private_room = match rooms {
        StreamedRooms::All => PrivateRoom::Read,
        StreamedRooms::Lobby | StreamedRooms::Game(_) => PrivateRoom::Unread,
    };
    let script = RequestScript::new(requests);
    let transport = StreamTransport { script, chunks: sender, rooms, keepalive };
    caller.run(transport, private_room).await?;
    let body = unfold(receiver, |mut chunks| async move {
        let chunk: Bytes = chunks.recv().await?;
        Some((Ok::<_, Infallible>(chunk), chunks))
    });
    Ok(([(header::CONTENT_TYPE, NDJSON)], Body::from_stream(body)).into_response())
}

/// Executes one command of the token's owner, and returns its answer.
///
/// Visitors need no token for commands that read what is public.
///
/// Without an open stream, the owner is online only during the command. Commands about a connection
/// (`watch`, `lobby`) have no effect here.
pub(super) async fn execute(
    CommandSender(Reader { caller, first, is_visitor }): CommandSender,
    TextBody(body): TextBody,
) -> Answer {
    let now = caller.context.clock.now();
    let Request { id: given, command } = match json::read_request(&body) {
        Ok(request) => request,
        Err(error) => return Ok(notice_response(&error.into_notice(now))),
    };
    // The user would leave again with the answer.
    if is_visitor && command.kind().description().logs_in() {
        let message = "a login over HTTP is `POST /api/session`; or send a token in the header";
        return Err(Refusal::new(ErrorDetail::MissingToken, message));
    }
    let id = given.clone().or_else(|| new_id(now));
    let requests: Vec<Request> = first.into_iter().chain([Request { id, command }]).collect();
    let notice = caller.request(&requests).await?;
    Ok(notice_response(&notice.answering(given)))
}

/// Returns a unique id for a command without one.
fn new_id(now: Millis) -> Option<RequestId> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("http-{now:x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().ok()
}
