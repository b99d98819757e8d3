//! The protocol for bots that speak HTTP: a stream of events, and one command at a time.
//!
//! Each request is a client of its own with a token, whose lines are written here.

use std::convert::Infallible;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::rejection::{QueryRejection, StringRejection};
use axum::extract::{FromRequestParts, Query};
use axum::http::header;
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::mpsc;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use willow_protocol::{Command, ErrorCode, GameId, Notice, Request, RequestId, Room, json};

use super::caller::Caller;
use super::guard::{GameNumber, bad_body, bad_query, refused, status_of};
use super::wires::{Feed, Script};
use super::{Web, schema};
use crate::core::{Millis, Refusal};

/// What a stream is made of: one JSON object a line.
const NDJSON: &str = "application/x-ndjson";

/// How many pieces of a stream wait for the client to read them.
const PIECES: usize = 16;

/// Returns the routes with their description.
pub(super) fn router() -> OpenApiRouter<Web> {
    OpenApiRouter::new().routes(routes!(events)).routes(routes!(game)).routes(routes!(act))
}

/// Somebody whose token was right.
struct Bot {
    caller: Caller,
    token: String,
}

impl FromRequestParts<Web> for Bot {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Bot, Response> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let token = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let unknown = || Refusal::new(ErrorCode::Denied, "a token is needed: Bearer TOKEN");
        let token = token.ok_or_else(|| refused(unknown()))?.trim().to_owned();
        web.shared.doorkeeper.owner_of(&token).await.map_err(refused)?;
        let caller = Caller::from_request_parts(parts, web).await;
        Ok(Bot { caller: caller.map_err(IntoResponse::into_response)?, token })
    }
}

impl Bot {
    /// Returns the line with which the bot comes in.
    fn enters(&self) -> Request {
        asks("enter", Command::Resume { token: self.token.clone() })
    }
}

/// Returns a request under an id.
fn asks(id: &str, command: Command) -> Request {
    Request { id: id.parse().ok(), command }
}

/// From where on events are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct After {
    /// The last number that was seen; events after it come first.
    after: Option<u64>,
}

/// Streams what the owner of the token hears.
///
/// The lobby, the private room, and the games that the owner plays in: one event a line, and an
/// empty line now and then. While it is open its owner is present.
#[utoipa::path(
    get,
    path = "/stream/events",
    tag = "bots",
    params(After),
    security(("token" = [])),
    responses(
        (status = 200, description = "events, the private ones after `after` first",
         body = schema::AnyNotice, content_type = "application/x-ndjson"),
        (status = 400, description = "a number is none", body = schema::Problem),
        (status = 401, description = "the token is not known", body = schema::Problem),
    )
)]
async fn events(bot: Bot, after: Result<Query<After>, QueryRejection>) -> Response {
    let after = match after {
        Ok(Query(After { after })) => after,
        Err(rejection) => return bad_query(&rejection),
    };
    let room = Room::Private;
    let sync = after.map(|after| asks("sync", Command::Sync { room, after }));
    let requests: Vec<Request> = [bot.enters()].into_iter().chain(sync).collect();
    stream(bot, &requests, None).await
}

/// Streams a game: its state as it is, or its events after a number, and all that come.
#[utoipa::path(
    get,
    path = "/stream/games/{game}",
    tag = "bots",
    params(("game" = GameId, Path, description = "the number of the game"), After),
    security(("token" = [])),
    responses(
        (status = 200, description = "events", body = schema::AnyNotice,
         content_type = "application/x-ndjson"),
        (status = 400, description = "a number is none", body = schema::Problem),
        (status = 401, description = "the token is not known", body = schema::Problem),
    )
)]
async fn game(
    bot: Bot,
    GameNumber(game): GameNumber,
    after: Result<Query<After>, QueryRejection>,
) -> Response {
    let follow = match after {
        Ok(Query(After { after: Some(after) })) => Command::Sync { room: Room::Game(game), after },
        Ok(Query(After { after: None })) => Command::Watch { game },
        Err(rejection) => return bad_query(&rejection),
    };
    let quiet = asks("lobby", Command::Lobby { follow: false });
    let requests = [bot.enters(), quiet, asks("follow", follow)];
    stream(bot, &requests, Some(game)).await
}

/// Lets a bot ask and listen, and answers with what it hears.
async fn stream(bot: Bot, requests: &[Request], game: Option<GameId>) -> Response {
    let (sender, pieces) = mpsc::channel(PIECES);
    let feed = Feed::new(Script::new(requests), sender, game);
    if let Err(refusal) = bot.caller.talk(feed).await {
        return refused(refusal);
    }
    let body = unfold(pieces, |mut pieces| async move {
        let piece: Bytes = pieces.recv().await?;
        Some((Ok::<_, Infallible>(piece), pieces))
    });
    let kind = [(header::CONTENT_TYPE, NDJSON), (header::CACHE_CONTROL, "no-store")];
    (kind, Body::from_stream(body)).into_response()
}

/// Carries out one command of the owner of the token, and answers with its answer.
///
/// Whoever is not present otherwise comes and goes with it: keep a stream open. What is about a
/// connection (`watch`, `lobby`) has no effect here.
#[utoipa::path(
    post,
    path = "/do",
    tag = "bots",
    request_body = schema::AnyRequest,
    security(("token" = [])),
    responses(
        (status = 200, description = "the answer", body = schema::AnyNotice),
        (status = "4XX", description = "it was refused: an error of the protocol",
         body = schema::AnyNotice),
    )
)]
async fn act(bot: Bot, body: Result<String, StringRejection>) -> Response {
    let body = match body {
        Ok(body) => body,
        Err(rejection) => return bad_body(&rejection),
    };
    let now = bot.caller.shared.clock.now();
    let request = match json::read_request(&body) {
        Ok(request) => request,
        Err(error) => return noticed(error.into_notice(now)),
    };
    let given = request.id.clone();
    let id = given.clone().or_else(|| new_id(now));
    let request = Request { id, command: request.command };
    let requests = [bot.enters(), request];
    match bot.caller.ask(&requests).await {
        Ok(notice) => noticed(notice.answering(given)),
        Err(refusal) => refused(refusal),
    }
}

/// Returns an id for a command without one, as no other has: under an old one nothing is done.
fn new_id(now: Millis) -> Option<RequestId> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("http-{now:x}-{:x}", NEXT.fetch_add(1, Ordering::Relaxed)).parse().ok()
}

/// Answers with a notice, under the status of its error if it is one.
fn noticed(notice: Notice) -> Response {
    (status_of(&notice.event), Json(notice)).into_response()
}
