//! Users, ratings and games over HTTP, as an anonymous visitor may see them.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::IntoParams;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use willow_protocol::{Command, Event, GameId, HistoryFilter, Name, SpeedClass};

use super::answer::{answer, found};
use super::caller::Caller;
use super::live;
use super::response::{GameNumber, PathValue, bad_query, refused};
use super::schema;
use super::state::HttpState;
use crate::domain::Query;

/// Returns the routes with their description.
pub(super) fn router() -> OpenApiRouter<HttpState> {
    OpenApiRouter::new()
        .routes(routes!(top))
        .routes(routes!(history))
        .routes(routes!(ratings))
        .routes(routes!(board))
        .routes(routes!(thoughts))
}

/// Lists the best players of a speed class.
#[utoipa::path(
    get,
    path = "/top/{class}",
    tag = "archive",
    params(("class" = SpeedClass, Path, description = "the class")),
    responses(
        (status = 200, description = "the best players of the class", body = schema::Top),
        (status = 400, description = "there is no such class", body = schema::Problem),
    )
)]
async fn top(State(state): State<HttpState>, PathValue(class): PathValue<SpeedClass>) -> Response {
    answer(&state, Query::Top { class }).await
}

/// Lists a user's latest games.
#[utoipa::path(
    get,
    path = "/users/{name}/games",
    tag = "archive",
    params(("name" = Name, Path, description = "the user"), HistoryFilter),
    responses(
        (status = 200, description = "the games, newest first", body = schema::History),
        (status = 400, description = "the name or a parameter is invalid", body = schema::Problem),
        (status = 404, description = "there is no such user", body = schema::Problem),
    )
)]
async fn history(
    State(state): State<HttpState>,
    PathValue(name): PathValue<Name>,
    page: Result<UrlQuery<HistoryFilter>, QueryRejection>,
) -> Response {
    let page = match page {
        Ok(UrlQuery(page)) => page,
        Err(rejection) => return bad_query(&rejection),
    };
    answer(&state, Query::History { name, page, asker: None }).await
}

/// Which ratings of a user are wanted.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct RatingsPage {
    /// Only ratings of this speed class.
    #[param(inline)]
    class: Option<SpeedClass>,
    /// Only ratings before this time, in milliseconds since 1970; an answer with more names the
    /// next one.
    #[param(minimum = 0)]
    before: Option<u64>,
}

/// Shows the history of a user's ratings.
#[utoipa::path(
    get,
    path = "/users/{name}/ratings",
    tag = "archive",
    params(("name" = Name, Path, description = "the user"), RatingsPage),
    responses(
        (status = 200, description = "a page of ratings, the newest first", body = schema::Ratings),
        (status = 400, description = "the name is invalid", body = schema::Problem),
        (status = 404, description = "there is no such user", body = schema::Problem),
    )
)]
async fn ratings(
    State(state): State<HttpState>,
    PathValue(name): PathValue<Name>,
    page: Result<UrlQuery<RatingsPage>, QueryRejection>,
) -> Response {
    let RatingsPage { class, before } = match page {
        Ok(UrlQuery(page)) => page,
        Err(rejection) => return bad_query(&rejection),
    };
    answer(&state, Query::Ratings { name, class, before, asker: None }).await
}

/// Shows a game.
#[utoipa::path(
    get,
    path = "/games/{game}",
    tag = "archive",
    params(("game" = GameId, Path, description = "the number of the game")),
    responses(
        (status = 200, description = "the game: `state`, or `archived` if it was imported",
         body = schema::AnyGame),
        (status = 400, description = "the number is invalid", body = schema::Problem),
        (status = 404, description = "there is no such public game", body = schema::Problem),
    )
)]
async fn board(
    State(state): State<HttpState>,
    caller: Caller,
    GameNumber(game): GameNumber,
) -> Response {
    match found(&state, Query::Board { game, asker: None }).await {
        // The store has neither the clocks of a game that is played nor the number of its last event.
        Ok(Event::State(stored)) if stored.summary.end.is_none() => {
            live::answer(caller, Command::Board { game: Some(game) }).await
        }
        Ok(event) => Json(event).into_response(),
        Err(refusal) => refused(refusal),
    }
}

/// Tells what the server's bots thought about their moves in a game that is over.
#[utoipa::path(
    get,
    path = "/games/{game}/thoughts",
    tag = "archive",
    params(("game" = GameId, Path, description = "the number of the game")),
    responses(
        (status = 200, description = "the thoughts", body = schema::Thoughts),
        (status = 400, description = "the number is invalid", body = schema::Problem),
        (status = 404, description = "there is no such public game", body = schema::Problem),
        (status = 409, description = "the game is not over", body = schema::Problem),
    )
)]
async fn thoughts(State(state): State<HttpState>, GameNumber(game): GameNumber) -> Response {
    answer(&state, Query::Thoughts { game, asker: None }).await
}
