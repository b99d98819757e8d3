//! What anybody may read over HTTP: users, ratings, games, the archive, and what is played now. Lists of
//! users and games are made once for all who ask.

use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use willow_protocol::{
    ArchiveFilter, Command, ErrorDetail, Event, ExploreFilter, GameId, HistoryFilter, Name,
    NamePrefix, SearchText, SpeedClass,
};

use super::HttpState;
use super::caller::{Caller, request};
use super::response::{Answer, Parameters, PathValue, answer, event_response, found};
use crate::domain::{ArchiveQuery, Query, Refusal};
use crate::pipeline::EncodedList;

/// Lists the best players of a speed class.
pub(super) async fn top(
    State(state): State<HttpState>,
    PathValue(class): PathValue<SpeedClass>,
) -> Answer {
    answer(&state, Query::Top { class }).await
}

/// Lists a user's latest games.
pub(super) async fn history(
    State(state): State<HttpState>,
    PathValue(name): PathValue<Name>,
    Parameters(page): Parameters<HistoryFilter>,
) -> Answer {
    answer(&state, Query::History { name, page }).await
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
    Parameters(RatingsPage { class, before }): Parameters<RatingsPage>,
) -> Answer {
    answer(&state, Query::Ratings { name, class, before }).await
}

/// Shows a game.
pub(super) async fn board(
    State(state): State<HttpState>,
    caller: Caller,
    PathValue(game): PathValue<GameId>,
) -> Answer {
    match found(&state, Query::Board { game }).await? {
        // The store has neither the clocks of a game that is played nor the number of its last event.
        Event::State(stored) if stored.summary.end.is_none() => {
            ask(caller, Command::Board { game: Some(game) }).await
        }
        event => Ok(event_response(&event)),
    }
}

/// Tells what the server's bots thought about their moves in a game that is over.
pub(super) async fn thoughts(
    State(state): State<HttpState>,
    PathValue(game): PathValue<GameId>,
) -> Answer {
    answer(&state, Query::Thoughts { game }).await
}

/// Searches for games.
pub(super) async fn search(
    State(state): State<HttpState>,
    Parameters(filter): Parameters<ArchiveFilter>,
) -> Answer {
    answer(&state, Query::Archive(ArchiveQuery::Games(Box::new(filter)))).await
}

/// The parameters of a search by one text.
#[derive(Debug, Deserialize)]
pub(super) struct SearchParameters {
    /// Names, dates, events, results, openings, moves and boards in any order; docs/protocol.md
    /// describes the language. All games if it is empty.
    #[serde(default)]
    text: SearchText,
}

/// Searches for games by one text.
pub(super) async fn search_text(
    State(state): State<HttpState>,
    Parameters(SearchParameters { text }): Parameters<SearchParameters>,
) -> Answer {
    answer(&state, Query::Archive(ArchiveQuery::Text(text))).await
}

/// Shows which moves were played in a position, the standard start if none is given.
pub(super) async fn explore(
    State(state): State<HttpState>,
    Parameters(filter): Parameters<ArchiveFilter>,
) -> Answer {
    let filter = Box::new(ExploreFilter { filter });
    answer(&state, Query::Archive(ArchiveQuery::Moves(filter))).await
}

/// Shows how the games of a player ended.
pub(super) async fn results(
    State(state): State<HttpState>,
    Parameters(filter): Parameters<ArchiveFilter>,
) -> Answer {
    answer(&state, Query::Archive(ArchiveQuery::Results(Box::new(filter)))).await
}

/// Finds users by the beginning of their names.
pub(super) async fn find(
    State(state): State<HttpState>,
    PathValue(prefix): PathValue<NamePrefix>,
) -> Answer {
    answer(&state, Query::Find { prefix }).await
}

/// Lists who is online.
pub(super) async fn users(State(state): State<HttpState>) -> Answer {
    list(state.lists.get().await.as_deref().map(|lists| &lists.users))
}

/// Lists the games that anybody may join or watch.
pub(super) async fn games(State(state): State<HttpState>) -> Answer {
    list(state.lists.get().await.as_deref().map(|lists| &lists.games))
}

/// Returns a list that is encoded already; without one the server ends.
fn list(list: Option<&EncodedList>) -> Answer {
    let ending = || Refusal::new(ErrorDetail::ServerBusy, "the server is shutting down");
    let EncodedList { json, tag } = list.ok_or_else(ending)?;
    let headers = [(header::CONTENT_TYPE, "application/json"), (header::ETAG, &**tag)];
    Ok((headers, json.clone()).into_response())
}

/// Shows a user: role, presence and ratings.
pub(super) async fn user(caller: Caller, PathValue(name): PathValue<Name>) -> Answer {
    ask(caller, Command::User { name: Some(name) }).await
}

/// Shows an open offer: a public one, or one whose number the caller was given as a link.
pub(super) async fn offer(caller: Caller, PathValue(game): PathValue<GameId>) -> Answer {
    ask(caller, Command::Offer { game }).await
}

/// Lists the pools in which players wait for a game.
pub(super) async fn pools(caller: Caller) -> Answer {
    ask(caller, Command::Pools).await
}

/// Sends a command without a login.
async fn ask(caller: Caller, command: Command) -> Answer {
    Ok(event_response(&caller.request(&[request("ask", command)]).await?.event))
}
