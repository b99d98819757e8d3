//! The protocol for bots that speak HTTP: a stream of events, and one command at a time.
//!
//! Each request is a client of its own with a token, whose lines are written here.

mod wires;

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::body::{Body, Bytes};
use axum::extract::{FromRequestParts, Path, Query};
use axum::http::request::Parts;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures_util::stream::unfold;
use serde::Deserialize;
use tokio::sync::{mpsc, oneshot};
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use willow_protocol::{
    Command, Dialect, ErrorCode, GameId, Notice, Request, RequestId, Room, json,
};

use self::wires::{Errand, Feed, Script};
use super::address::{ClientAddress, Peer};
use super::guard::{refused, status_of};
use super::{Web, schema};
use crate::connection::Client;
use crate::conversation::{Conversation, Wire};
use crate::core::{ConnId, Millis, Refusal};

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
    web: Web,
    token: String,
    peer: Peer,
    address: ClientAddress,
}

impl FromRequestParts<Web> for Bot {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, web: &Web) -> Result<Bot, Response> {
        let header = parts.headers.get(header::AUTHORIZATION);
        let token = header.and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
        let unknown = || Refusal::new(ErrorCode::Denied, "a token is needed: Bearer TOKEN");
        let token = token.ok_or_else(|| refused(unknown()))?.trim().to_owned();
        web.shared.doorkeeper.owner_of(&token).await.map_err(refused)?;
        let lost = |_| StatusCode::INTERNAL_SERVER_ERROR.into_response();
        let Extension(peer) = Extension::from_request_parts(parts, web).await.map_err(lost)?;
        let Extension(address) = Extension::from_request_parts(parts, web).await.map_err(lost)?;
        Ok(Bot { web: web.clone(), token, peer, address })
    }
}

impl Bot {
    /// Returns the line with which the bot comes in.
    fn enters(&self) -> Request {
        asks("enter", Command::Resume { token: self.token.clone() })
    }

    /// Lets the bot talk over a wire.
    async fn talk(self, wire: impl Wire + 'static) -> Result<(), Refusal> {
        let Bot { web, peer, address: ClientAddress(address), .. } = self;
        let shared = web.shared;
        let admission = peer.admission.or_else(|| shared.gauge.admit(address).map(Arc::new));
        let full = || Refusal::new(ErrorCode::Limit, "there are too many connections");
        let admission = admission.ok_or_else(full)?;
        let limits = shared.limits.clone();
        let (mut client, outbound) =
            Client::connect(shared, ConnId::next(), address, admission).await;
        client.speaks(Dialect::Json);
        tokio::spawn(Conversation::new(client, wire, limits).run(outbound));
        Ok(())
    }
}

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
        (status = 401, description = "the token is not known", body = schema::Problem),
    )
)]
async fn events(bot: Bot, Query(After { after }): Query<After>) -> Response {
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
        (status = 401, description = "the token is not known", body = schema::Problem),
    )
)]
async fn game(bot: Bot, Path(game): Path<u64>, Query(After { after }): Query<After>) -> Response {
    let game = GameId(game);
    let follow = match after {
        Some(after) => Command::Sync { room: Room::Game(game), after },
        None => Command::Watch { game },
    };
    let quiet = asks("lobby", Command::Lobby { follow: false });
    let requests = [bot.enters(), quiet, asks("follow", follow)];
    stream(bot, &requests, Some(game)).await
}

/// Lets a bot ask and listen, and answers with what it hears.
async fn stream(bot: Bot, requests: &[Request], game: Option<GameId>) -> Response {
    let (sender, pieces) = mpsc::channel(PIECES);
    let feed = Feed::new(Script::new(requests), sender, game);
    if let Err(refusal) = bot.talk(feed).await {
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
async fn act(bot: Bot, body: String) -> Response {
    let request = match json::read_request(&body) {
        Ok(request) => request,
        Err(error) => return noticed(error.into_notice(bot.web.shared.clock.now())),
    };
    let given = request.id.clone();
    let id = given.clone().or_else(|| new_id(bot.web.shared.clock.now()));
    let request = Request { id, command: request.command };
    let (answer, answered) = oneshot::channel();
    let errand = Errand::new(Script::new(&[bot.enters(), request]), answer);
    if let Err(refusal) = bot.talk(errand).await {
        return refused(refusal);
    }
    match answered.await {
        Ok(notice) => noticed(notice.answering(given)),
        Err(_) => refused(Refusal::new(ErrorCode::NotNow, "there is no answer to this here")),
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
