//! The archive over HTTP: records, searches and the position explorer.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use willow_protocol::{ArchiveFilter, ExploreFilter, RecordFormat, SearchText};

use super::answer::{answer, store_failed};
use super::export::ExportFormat;
use super::response::{GameNumber, bad_query, refused};
use super::state::HttpState;
use crate::domain::{ArchiveQuery, Query, Refusal};
use crate::store::ArchivedRecord;

/// The query string of a URL.
type UrlParameters<T> = Result<UrlQuery<T>, QueryRejection>;

/// The parameters of a record.
#[derive(Debug, Deserialize)]
pub(super) struct RecordParameters {
    /// The format; a transcript by default.
    format: Option<ExportFormat>,
}

/// Returns the record of a game, played here or imported.
pub(super) async fn record(
    State(state): State<HttpState>,
    GameNumber(game): GameNumber,
    asked: UrlParameters<RecordParameters>,
) -> Response {
    let format = match asked {
        Ok(UrlQuery(parameters)) => parameters.format.unwrap_or(ExportFormat::Transcript),
        Err(rejection) => return bad_query(&rejection),
    };
    let _permit = match state.query_permits.acquire() {
        Ok(permit) => permit,
        Err(refusal) => return refused(refusal),
    };
    match state.store.record(game, None).await {
        Ok(found) => {
            let body = found.and_then(|record| download(&record, format));
            body.unwrap_or_else(refused)
        }
        Err(error) => store_failed(&error),
    }
}

fn download(record: &ArchivedRecord, format: ExportFormat) -> Result<Response, Refusal> {
    let text = |format| Ok(plain(record.text(format)? + "\n"));
    match format {
        ExportFormat::Transcript => text(RecordFormat::Transcript),
        ExportFormat::Ggf => text(RecordFormat::Ggf),
        ExportFormat::Wtb => Ok(binary(record.wthor()?.games)),
        ExportFormat::Jou => Ok(binary(record.wthor()?.players)),
        ExportFormat::Trn => Ok(binary(record.wthor()?.tournaments)),
    }
}

fn plain(text: String) -> Response {
    ([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response()
}

fn binary(bytes: Vec<u8>) -> Response {
    ([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response()
}

/// Searches for games.
pub(super) async fn search(
    State(state): State<HttpState>,
    asked: UrlParameters<ArchiveFilter>,
) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => {
            answer(&state, Query::Archive(ArchiveQuery::Games(Box::new(filter)))).await
        }
        Err(rejection) => bad_query(&rejection),
    }
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
    asked: UrlParameters<SearchParameters>,
) -> Response {
    match asked {
        Ok(UrlQuery(SearchParameters { text })) => {
            answer(&state, Query::Archive(ArchiveQuery::Text(text))).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}

/// Shows which moves were played in a position, the standard start if none is given.
pub(super) async fn explore(
    State(state): State<HttpState>,
    asked: UrlParameters<ArchiveFilter>,
) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => {
            let filter = Box::new(ExploreFilter { filter });
            answer(&state, Query::Archive(ArchiveQuery::Moves(filter))).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}

/// Shows how the games of a player ended.
pub(super) async fn results(
    State(state): State<HttpState>,
    asked: UrlParameters<ArchiveFilter>,
) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => {
            answer(&state, Query::Archive(ArchiveQuery::Results(Box::new(filter)))).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}
