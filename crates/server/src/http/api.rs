//! The archive over HTTP: whatever a stranger may read, in the words of the protocol's answers.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Path, Query as UrlQuery, State};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use willow_protocol::{
    ArchiveFilter, ErrorCode, Event, GameId, Name, RecordFormat, SpeedClass, Spot,
};

use super::Web;
use crate::archive::ArchivedRecord;
use crate::core::{Query, Refusal, UserId};

/// A user that nobody is: sees what everybody sees.
const STRANGER: UserId = UserId(0);

pub(super) fn router() -> Router<Web> {
    Router::new()
        .route("/top/{class}", get(top))
        .route("/users/{name}/games", get(history))
        .route("/games/{game}", get(board))
        .route("/games/{game}/record", get(record))
        .route("/archive", get(archive))
        .route("/explorer", get(explorer))
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

/// What a URL may ask for about a record.
#[derive(Debug, Deserialize)]
struct Wanted {
    #[serde(default)]
    format: Download,
}

/// A format in which a record can be had: WTHOR has three files for it.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Download {
    #[default]
    Transcript,
    Ggf,
    #[serde(alias = "wthor")]
    Wtb,
    Jou,
    Trn,
}

/// The words after the question mark of a URL.
type Asked<T> = Result<UrlQuery<T>, QueryRejection>;

async fn record(State(web): State<Web>, Path(game): Path<u64>, asked: Asked<Wanted>) -> Response {
    let format = match asked {
        Ok(UrlQuery(wanted)) => wanted.format,
        Err(rejection) => return bad_query(&rejection),
    };
    match web.store.record(GameId(game), STRANGER).await {
        Ok(Ok(record)) => match download(&record, format) {
            Ok(body) => body,
            Err(refusal) => error_response(&refusal),
        },
        Ok(Err(refusal)) => error_response(&refusal),
        Err(error) => response(Err(error)),
    }
}

fn download(record: &ArchivedRecord, format: Download) -> Result<Response, Refusal> {
    let text = |format| Ok(plain(record.text(format)? + "\n"));
    match format {
        Download::Transcript => text(RecordFormat::Transcript),
        Download::Ggf => text(RecordFormat::Ggf),
        Download::Wtb => Ok(binary(record.wthor()?.games)),
        Download::Jou => Ok(binary(record.wthor()?.players)),
        Download::Trn => Ok(binary(record.wthor()?.tournaments)),
    }
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn binary(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response()
}

async fn archive(State(web): State<Web>, asked: Asked<ArchiveFilter>) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => answer(&web, Query::Archive { filter: Box::new(filter) }).await,
        Err(rejection) => bad_query(&rejection),
    }
}

/// A position that a URL asks about.
#[derive(Debug, Deserialize)]
struct Explore {
    #[serde(default)]
    position: Spot,
}

async fn explorer(State(web): State<Web>, asked: Asked<Explore>) -> Response {
    match asked {
        Ok(UrlQuery(Explore { position })) => {
            answer(&web, Query::Explore { position: position.0 }).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}

fn bad_query(rejection: &QueryRejection) -> Response {
    error_response(&Refusal::new(ErrorCode::Syntax, rejection.body_text()))
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
    (status, Json(refusal.clone().into_event("http"))).into_response()
}
