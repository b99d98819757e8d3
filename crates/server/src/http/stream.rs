//! The protocol for bots over HTTP: streams of events, and one command at a time.
//!
//! Each request is a session of its own, which logs in with the bot's token. Visitors without a token
//! may stream the lobby and games.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes};
use axum::extract;
use axum::http::header;
use axum::response::IntoResponse;
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::mpsc;
use willow_protocol::{Command, ErrorDetail, GameId, Request, RequestId, Room, WatchTarget, json};

use super::caller::{Caller, PrivateRoom, request};
use super::cookie::cookie;
use super::response::{Answer, Parameters, PathValue, notice_response, text_body};
use super::transport::{LOOK, StreamTransport, StreamedRooms};
use crate::domain::{Millis, Refusal};
use crate::net::TcpTimes;

/// The content type of a stream: one JSON object a line.
pub(super) const NDJSON: &str = "application/x-ndjson";

/// The number of chunks that wait for the client to read them.
const QUEUED_CHUNKS: usize = 16;

/// The parameters of a stream.
#[derive(Debug, Deserialize)]
pub(super) struct After {
    /// The number of the last event that was received; the events after it come first.
    after: Option<u64>,
}

impl After {
    /// Returns the request for the events of a room after the number, if there is one.
    fn sync(&self, room: Room) -> Option<Request> {
        self.after.map(|after| request("sync", Command::Sync { room, after }))
    }
}

/// Streams the events of the token's owner.
///
/// First comes `entered` with the owner's games and offers, then the events of the lobby, of the private room, and of
/// the owner's games: one event a line, and an empty line now and then. While the stream is open, its owner is online.
pub(super) async fn events(mut caller: Caller, Parameters(after): Parameters<After>) -> Answer {
    caller.member().await?;
    stream(&caller, after.sync(Room::Private), StreamedRooms::All).await
}

/// Streams the lobby: its events after a number, and all further events.
///
/// Visitors need no token.
pub(super) async fn lobby(mut caller: Caller, Parameters(after): Parameters<After>) -> Answer {
    caller.member_or_visitor().await?;
    let subscribe = request("lobby", Command::Lobby { follow: true });
    let requests = [subscribe].into_iter().chain(after.sync(Room::Lobby));
    stream(&caller, requests, StreamedRooms::Lobby).await
}

/// Streams a game: its state, or its events after a number, and all further events until its end.
///
/// Visitors need no token.
pub(super) async fn game(
    mut caller: Caller,
    PathValue(game): PathValue<GameId>,
    Parameters(After { after }): Parameters<After>,
) -> Answer {
    caller.member_or_visitor().await?;
    let follow = match after {
        Some(after) => Command::Sync { room: Room::Game(game), after },
        None => Command::Watch { target: WatchTarget::Game(game) },
    };
    // The events after a number may be none because the game is over.
    let look = after.map(|_| request(LOOK, Command::Board { game: Some(game) }));
    let requests = [request("lobby", Command::Lobby { follow: false }), request("follow", follow)];
    let requests = requests.into_iter().chain(look);
    stream(&caller, requests, StreamedRooms::Game(game)).await
}

/// Sends requests, and streams the notices that follow.
async fn stream(
    caller: &Caller,
    requests: impl IntoIterator<Item = Request>,
    rooms: StreamedRooms,
) -> Answer {
    let (sender, receiver) = mpsc::channel(QUEUED_CHUNKS);
    let limits = &caller.state.context.limits;
    let keepalive = TcpTimes::of_http(limits.ping_interval()).keepalive();
    let private_room = match rooms {
        StreamedRooms::All => PrivateRoom::Read,
        StreamedRooms::Lobby | StreamedRooms::Game(_) => PrivateRoom::Unread,
    };
    let script = caller.script(requests);
    let transport = StreamTransport { script, chunks: sender, rooms, keepalive, is_over: false };
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
pub(super) async fn execute(mut caller: Caller, body: extract::Request) -> Answer {
    let is_member = match cookie(&caller.headers) {
        Some(_) => caller.member().await.map(|_| true),
        None => caller.member_or_visitor().await,
    }?;
    let now = caller.state.context.clock.now();
    let Request { id: given, command } =
        match json::read_request(&text_body(&caller.state, body).await?) {
            Ok(request) => request,
            Err(error) => return Ok(notice_response(&error.into_notice(now))),
        };
    // The user would leave again with the answer.
    if !is_member && command.kind().description().logs_in() {
        let message =
            "a login over HTTP is `POST /api/session?token=true`; or send a token in the header";
        return Err(Refusal::new(ErrorDetail::MissingToken, message));
    }
    let id = given.clone().or_else(|| new_id(now));
    let notice = caller.request(Request { id, command }).await?;
    Ok(notice_response(&notice.answering(given)))
}

/// Returns a unique id for a command without one.
fn new_id(now: Millis) -> Option<RequestId> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("http-{now:x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().ok()
}
