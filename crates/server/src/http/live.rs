//! Who is online and what is played now, for anonymous visitors. Lists are made once for all who ask.

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use willow_protocol::{Command, ErrorDetail, Name, NamePrefix, Request};

use super::answer::answer as store_answer;
use super::caller::Caller;
use super::response::{GameNumber, PathValue, event_response, refused};
use super::state::HttpState;
use crate::domain::{Query, Refusal};
use crate::pipeline::EncodedList;

/// Lists who is online.
pub(super) async fn users(State(state): State<HttpState>) -> Response {
    list(state.lists.get().await.as_deref().map(|lists| lists.users.encoded()))
}

/// Finds users by the beginning of their names.
pub(super) async fn found(
    State(state): State<HttpState>,
    PathValue(prefix): PathValue<NamePrefix>,
) -> Response {
    store_answer(&state, Query::Find { prefix }).await
}

/// Shows a user: role, presence and ratings.
pub(super) async fn user(caller: Caller, PathValue(name): PathValue<Name>) -> Response {
    answer(caller, Command::User { name: Some(name) }).await
}

/// Lists the games that anybody may join or watch.
pub(super) async fn games(State(state): State<HttpState>) -> Response {
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
pub(super) async fn offer(caller: Caller, GameNumber(game): GameNumber) -> Response {
    answer(caller, Command::Offer { game }).await
}

/// Lists the pools in which players wait for a game.
pub(super) async fn pools(caller: Caller) -> Response {
    answer(caller, Command::Pools).await
}

/// Sends a command without a login.
pub(super) async fn answer(caller: Caller, command: Command) -> Response {
    match caller.request(&[Request { id: "ask".parse().ok(), command }]).await {
        Ok(notice) => event_response(&notice.event),
        Err(refusal) => refused(refusal),
    }
}
