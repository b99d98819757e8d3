//! Who is online and what is played now, for anonymous visitors. Lists are made once for all who ask.

use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use willow_protocol::{Command, ErrorDetail, GameId, Name, NamePrefix, Request};

use super::answer::answer as store_answer;
use super::caller::Caller;
use super::response::{GameNumber, PathValue, refused, status_of};
use super::schema;
use super::state::HttpState;
use crate::domain::{Query, Refusal};
use crate::pipeline::EncodedList;

/// Returns the routes with their description.
pub(super) fn router() -> OpenApiRouter<HttpState> {
    OpenApiRouter::new()
        .routes(routes!(users))
        .routes(routes!(found))
        .routes(routes!(user))
        .routes(routes!(games))
        .routes(routes!(offer))
        .routes(routes!(pools))
}

/// Lists who is online.
#[utoipa::path(
    get,
    path = "/users",
    tag = "now",
    responses((status = 200, description = "who is online", body = schema::Users))
)]
async fn users(State(state): State<HttpState>) -> Response {
    list(state.lists.get().await.as_deref().map(|lists| lists.users.encoded()))
}

/// Finds users by the beginning of their names.
#[utoipa::path(
    get,
    path = "/find/{prefix}",
    tag = "archive",
    params(("prefix" = String, Path, description = "the beginning of the names")),
    responses(
        (status = 200, description = "at most 20 users", body = schema::Found),
        (status = 400, description = "the beginning is invalid", body = schema::Problem),
    )
)]
async fn found(
    State(state): State<HttpState>,
    PathValue(prefix): PathValue<NamePrefix>,
) -> Response {
    store_answer(&state, Query::Find { prefix }).await
}

/// Shows a user: role, presence and ratings.
#[utoipa::path(
    get,
    path = "/users/{name}",
    tag = "now",
    params(("name" = Name, Path, description = "the user")),
    responses(
        (status = 200, description = "the user", body = schema::User),
        (status = 400, description = "the name is invalid", body = schema::Problem),
        (status = 404, description = "there is no such user", body = schema::Problem),
    )
)]
async fn user(caller: Caller, PathValue(name): PathValue<Name>) -> Response {
    answer(caller, Command::User { name: Some(name) }).await
}

/// Lists the games that anybody may join or watch.
#[utoipa::path(
    get,
    path = "/games",
    tag = "now",
    responses((status = 200, description = "offers and games", body = schema::OpenGames))
)]
async fn games(State(state): State<HttpState>) -> Response {
    list(state.lists.get().await.as_deref().map(|lists| lists.games.encoded()))
}

/// Returns a list that is encoded already; without one the server ends.
fn list(list: Option<&EncodedList>) -> Response {
    let ending = || refused(Refusal::new(ErrorDetail::ServerBusy, "the server is shutting down"));
    list.map_or_else(ending, |list| {
        let headers = [(header::CONTENT_TYPE, "application/json"), (header::ETAG, &*list.tag)];
        (headers, list.json.to_string()).into_response()
    })
}

/// Shows an open offer: a public one, or one whose number the caller was given as a link.
#[utoipa::path(
    get,
    path = "/offers/{game}",
    tag = "now",
    params(("game" = GameId, Path, description = "the number of the offer")),
    responses(
        (status = 200, description = "the offer", body = schema::OpenOffer),
        (status = 400, description = "the number is invalid", body = schema::Problem),
        (status = 404, description = "there is no such offer", body = schema::Problem),
    )
)]
async fn offer(caller: Caller, GameNumber(game): GameNumber) -> Response {
    answer(caller, Command::Offer { game }).await
}

/// Lists the pools in which players wait for a game.
#[utoipa::path(
    get,
    path = "/pools",
    tag = "now",
    responses((status = 200, description = "the pools", body = schema::Pools))
)]
async fn pools(caller: Caller) -> Response {
    answer(caller, Command::Pools).await
}

/// Sends a command without a login.
pub(super) async fn answer(caller: Caller, command: Command) -> Response {
    match caller.request(&[Request { id: "ask".parse().ok(), command }]).await {
        Ok(notice) => (status_of(&notice.event), Json(notice.event)).into_response(),
        Err(refusal) => refused(refusal),
    }
}
