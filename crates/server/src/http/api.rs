//! The server's games over HTTP: whatever a stranger may read, in the words of the protocol's answers.

use axum::Json;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use willow_protocol::{ErrorCode, Event, GameId, Name, SpeedClass};

use super::guard::{GameNumber, refused};
use super::{Web, archive, schema};
use crate::core::{Query, Refusal, UserId};
use crate::store::StoreError;

/// A user that nobody is: sees what everybody sees.
pub(super) const STRANGER: UserId = UserId(0);

/// Returns the routes with their description. Each is added by `routes!`, so that none is left out.
pub(super) fn router() -> OpenApiRouter<Web> {
    OpenApiRouter::new()
        .routes(routes!(top))
        .routes(routes!(history))
        .routes(routes!(ratings))
        .routes(routes!(board))
        .merge(archive::router())
}

/// Shows the best players of a class.
#[utoipa::path(
    get,
    path = "/top/{class}",
    tag = "archive",
    params(("class" = SpeedClass, Path, description = "the class")),
    responses(
        (status = 200, description = "the best of the class", body = schema::Top),
        (status = 400, description = "there is no such class", body = schema::Problem),
    )
)]
async fn top(State(web): State<Web>, Path(class): Path<String>) -> Response {
    match class.parse::<SpeedClass>() {
        Ok(class) => answer(&web, Query::Top { class }).await,
        Err(error) => refused(Refusal::new(ErrorCode::Syntax, error)),
    }
}

/// Shows a user's last games.
#[utoipa::path(
    get,
    path = "/users/{name}/games",
    tag = "archive",
    params(("name" = Name, Path, description = "the user")),
    responses(
        (status = 200, description = "the last games", body = schema::History),
        (status = 400, description = "that is no name", body = schema::Problem),
    )
)]
async fn history(State(web): State<Web>, Path(name): Path<String>) -> Response {
    match name.parse::<Name>() {
        Ok(name) => answer(&web, Query::History { name, asker: STRANGER }).await,
        Err(error) => refused(Refusal::new(ErrorCode::Syntax, error)),
    }
}

/// Shows how a user's ratings changed.
#[utoipa::path(
    get,
    path = "/users/{name}/ratings",
    tag = "archive",
    params(("name" = Name, Path, description = "the user")),
    responses(
        (status = 200, description = "the ratings after the last games", body = schema::Ratings),
        (status = 400, description = "that is no name", body = schema::Problem),
    )
)]
async fn ratings(State(web): State<Web>, Path(name): Path<String>) -> Response {
    match name.parse::<Name>() {
        Ok(name) => answer(&web, Query::Ratings { name, asker: STRANGER }).await,
        Err(error) => refused(Refusal::new(ErrorCode::Syntax, error)),
    }
}

/// Shows a game.
#[utoipa::path(
    get,
    path = "/games/{game}",
    tag = "archive",
    params(("game" = GameId, Path, description = "the number of the game")),
    responses(
        (status = 200, description = "the game", body = schema::State),
        (status = 400, description = "that is no number", body = schema::Problem),
        (status = 404, description = "there is no such public game", body = schema::Problem),
    )
)]
async fn board(State(web): State<Web>, GameNumber(game): GameNumber) -> Response {
    answer(&web, Query::Board { game, asker: STRANGER }).await
}

/// Asks the archive.
pub(super) async fn answer(web: &Web, query: Query) -> Response {
    match web.questions.begin() {
        Ok(_place) => response(web.store.answer(&query).await),
        Err(refusal) => refused(refusal),
    }
}

/// Words what the archive answered.
fn response(answered: Result<Result<Event, Refusal>, StoreError>) -> Response {
    match answered {
        Ok(Ok(event)) => Json(event).into_response(),
        Ok(Err(refusal)) => refused(refusal),
        Err(error) => failed(&error),
    }
}

/// Words that the archive did not answer.
pub(super) fn failed(error: &StoreError) -> Response {
    tracing::error!(%error, "the archive did not answer");
    refused(Refusal::new(ErrorCode::Internal, "the server failed; try again"))
}
