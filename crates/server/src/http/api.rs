//! Public read-only endpoints: users, ratings, games and the archive. User and game lists are encoded once and
//! shared.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use willow_protocol::{Command, ErrorDetail, Event, GameId, SearchText, SpeedClass};

use super::HttpState;
use super::caller::Caller;
use super::response::{Answer, PathValue, event_response};
use crate::domain::{Query, Refusal};
use crate::pipeline::EncodedList;

/// Which ratings of a user are wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RatingsPage {
    /// Only ratings of this speed class.
    pub(super) class: Option<SpeedClass>,
    /// Only ratings before this time, in milliseconds since 1970; an answer with more names the
    /// next one.
    pub(super) before: Option<u64>,
}

#[derive(Debug, Deserialize)]
pub(super) struct SearchParameters {
    /// Names, dates, events, results, openings, moves and boards in any order; docs/protocol.md
    /// describes the language. All games if it is empty.
    #[serde(default)]
    pub(super) text: SearchText,
}

pub(super) async fn answer(State(state): State<HttpState>, query: Query) -> Answer {
    Ok(event_response(&found(&state, query).await?))
}

/// Returns the answer of the store to a query, as an anonymous visitor may see it.
pub(super) async fn found(state: &HttpState, query: Query) -> Result<Event, Refusal> {
    let _permit = state.query_permits.acquire()?;
    state.store.answer(&query, None).await.map_err(about_its_parameter)
}

/// Names the parameter of the path that a refusal is about: those have the names of fields.
pub(super) fn about_its_parameter(refusal: impl Into<Refusal>) -> Refusal {
    let refusal = refusal.into();
    match (&refusal.argument, refusal.detail.fields()) {
        (None, [field, ..]) => refusal.about(*field),
        _ => refusal,
    }
}

/// Executes a command that reads what visitors may read.
pub(super) async fn ask(mut caller: Caller, command: Command) -> Answer {
    caller.reader().await?;
    Ok(event_response(&caller.execute(command).await?.event))
}

pub(super) async fn board(mut caller: Caller, PathValue(game): PathValue<GameId>) -> Answer {
    caller.reader().await?;
    let event = match found(&caller.state, Query::Board { game }).await? {
        // The store has neither the clocks of a game that is played nor the number of its last event.
        Event::State(stored) if stored.summary.end.is_none() => {
            caller.execute(Command::Board { game: Some(game) }).await?.event
        }
        event => event,
    };
    Ok(event_response(&event))
}

/// Lists who is online.
pub(super) async fn users(State(state): State<HttpState>) -> Answer {
    list(state.lists.get().await.as_deref().map(|lists| &lists.users))
}

/// Lists the games that anybody may join or watch.
pub(super) async fn games(State(state): State<HttpState>) -> Answer {
    list(state.lists.get().await.as_deref().map(|lists| &lists.games))
}

/// Responds with an encoded list; `None` means the server is shutting down.
fn list(list: Option<&EncodedList>) -> Answer {
    let ending = || Refusal::new(ErrorDetail::ServerBusy, "the server is shutting down");
    let EncodedList { json, tag } = list.ok_or_else(ending)?;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::ETAG, &**tag)];
    Ok((headers, json.clone()).into_response())
}
