//! The archive over HTTP: whatever a stranger may read, in the words of the protocol's answers.

use axum::extract::{Path, Query as UrlQuery, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use willow_protocol::{ErrorCode, Event, GameId, Name, RecordFormat, SpeedClass};

use super::Web;
use super::guard::refused;
use crate::core::{Query, Refusal, UserId};

/// A user that nobody is: sees what everybody sees.
const STRANGER: UserId = UserId(0);

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/top/{class}", get(top))
        .route("/users/{name}/games", get(history))
        .route("/games/{game}", get(board))
        .route("/games/{game}/record", get(record))
}

async fn top(State(web): State<Web>, Path(class): Path<String>) -> Response {
    match class.parse::<SpeedClass>() {
        Ok(class) => answer(&web, Query::Top { class }).await,
        Err(error) => error_response(&Refusal::new(ErrorCode::Syntax, error)),
    }
}

async fn history(State(web): State<Web>, Path(name): Path<String>) -> Response {
    match name.parse::<Name>() {
        Ok(name) => answer(&web, Query::History { name, asker: STRANGER }).await,
        Err(error) => error_response(&Refusal::new(ErrorCode::Syntax, error)),
    }
}

async fn board(State(web): State<Web>, Path(game): Path<u64>) -> Response {
    answer(&web, Query::Board { game: GameId(game), asker: STRANGER }).await
}

/// Which format a record is wanted in.
#[derive(Debug, Deserialize)]
struct Wanted {
    format: Option<RecordFormat>,
}

async fn record(
    State(web): State<Web>,
    Path(game): Path<u64>,
    UrlQuery(wanted): UrlQuery<Wanted>,
) -> Response {
    let format = wanted.format.unwrap_or(RecordFormat::Transcript);
    let query = Query::Record { game: GameId(game), format, asker: STRANGER };
    match web.store.answer(&query).await {
        Ok(Ok(Event::Record { text, .. })) => {
            let mut headers = HeaderMap::new();
            let plain = header::HeaderValue::from_static("text/plain; charset=utf-8");
            headers.insert(header::CONTENT_TYPE, plain);
            (headers, text + "\n").into_response()
        }
        other => response(other),
    }
}

async fn answer(web: &Web, query: Query) -> Response {
    response(web.store.answer(&query).await)
}

fn response(answered: Result<Result<Event, Refusal>, crate::store::StoreError>) -> Response {
    match answered {
        Ok(Ok(event)) => Json(event).into_response(),
        Ok(Err(refusal)) => error_response(&refusal),
        Err(error) => {
            tracing::error!(%error, "the archive did not answer");
            error_response(&Refusal::new(ErrorCode::Internal, "the server failed; try again"))
        }
    }
}

/// The one place where an error becomes a status.
fn error_response(refusal: &Refusal) -> Response {
    let status = match refusal.code {
        ErrorCode::NoSuchGame | ErrorCode::NoSuchUser => StatusCode::NOT_FOUND,
        ErrorCode::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        _ => StatusCode::BAD_REQUEST,
    };
    refused(status, refusal.clone())
}
