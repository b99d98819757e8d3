//! Users, ratings and games over HTTP, as an anonymous visitor may see them.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use axum::response::Response;
use serde::Deserialize;
use willow_protocol::{Command, Event, HistoryFilter, Name, SpeedClass};

use super::answer::{answer, found};
use super::caller::Caller;
use super::live;
use super::response::{GameNumber, PathValue, bad_query, event_response, refused};
use super::state::HttpState;
use crate::domain::Query;

/// Lists the best players of a speed class.
pub(super) async fn top(
    State(state): State<HttpState>,
    PathValue(class): PathValue<SpeedClass>,
) -> Response {
    answer(&state, Query::Top { class }).await
}

/// Lists a user's latest games.
pub(super) async fn history(
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
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RatingsPage {
    /// Only ratings of this speed class.
    class: Option<SpeedClass>,
    /// Only ratings before this time, in milliseconds since 1970; an answer with more names the
    /// next one.
    before: Option<u64>,
}

/// Shows the history of a user's ratings.
pub(super) async fn ratings(
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
pub(super) async fn board(
    State(state): State<HttpState>,
    caller: Caller,
    GameNumber(game): GameNumber,
) -> Response {
    match found(&state, Query::Board { game, asker: None }).await {
        // The store has neither the clocks of a game that is played nor the number of its last event.
        Ok(Event::State(stored)) if stored.summary.end.is_none() => {
            live::answer(caller, Command::Board { game: Some(game) }).await
        }
        Ok(event) => event_response(&event),
        Err(refusal) => refused(refusal),
    }
}

/// Tells what the server's bots thought about their moves in a game that is over.
pub(super) async fn thoughts(
    State(state): State<HttpState>,
    GameNumber(game): GameNumber,
) -> Response {
    answer(&state, Query::Thoughts { game, asker: None }).await
}
