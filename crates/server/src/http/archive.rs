//! The archive over HTTP: records, searches and the position explorer.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use willow_protocol::{ArchiveFilter, ExploreFilter, GameId, RecordFormat, SearchText};

use super::answer::{answer, store_failed};
use super::response::{GameNumber, bad_query, refused};
use super::schema;
use super::state::HttpState;
use crate::domain::{ArchiveQuery, Query, Refusal};
use crate::store::ArchivedRecord;

/// The query string of a URL.
type UrlParameters<T> = Result<UrlQuery<T>, QueryRejection>;

/// Returns the routes with their description.
pub(super) fn router() -> OpenApiRouter<HttpState> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(search))
        .routes(routes!(search_text))
        .routes(routes!(explore))
        .routes(routes!(results))
}

/// The parameters of a record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct RecordParameters {
    /// The format; a transcript by default.
    #[serde(default)]
    #[param(inline)]
    format: Download,
}

/// A format of a record: WTHOR has three files.
#[derive(Clone, Copy, Debug, Default, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum Download {
    /// The moves without passes.
    #[default]
    Transcript,
    /// The format of the Generic Game Server.
    Ggf,
    /// The games of WTHOR.
    #[serde(alias = "wthor")]
    Wtb,
    /// The players of WTHOR.
    Jou,
    /// The tournaments of WTHOR.
    Trn,
}

/// Returns the record of a game, played here or imported.
#[utoipa::path(
    get,
    path = "/games/{game}/record",
    tag = "archive",
    params(("game" = GameId, Path, description = "the number of the game"), RecordParameters),
    responses(
        (status = 200, description = "the record: text, or a file of WTHOR",
         content((String = "text/plain"), (schema::Bytes = "application/octet-stream"))),
        (status = 400, description = "the format or the number is invalid", body = schema::Problem),
        (status = 404, description = "there is no such public game", body = schema::Problem),
        (status = 409, description = "the format cannot hold the game", body = schema::Problem),
    )
)]
async fn record(
    State(state): State<HttpState>,
    GameNumber(game): GameNumber,
    asked: UrlParameters<RecordParameters>,
) -> Response {
    let format = match asked {
        Ok(UrlQuery(parameters)) => parameters.format,
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

/// Searches for games.
#[utoipa::path(
    get,
    path = "/archive",
    tag = "archive",
    params(
        ArchiveFilter,
        ("opening" = Option<String>, Query, description = "another name of `position`"),
    ),
    responses(
        (status = 200, description = "the games, newest first", body = schema::Archive),
        (status = 400, description = "the query is invalid", body = schema::Problem),
    )
)]
async fn search(State(state): State<HttpState>, asked: UrlParameters<ArchiveFilter>) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => {
            answer(&state, Query::Archive(ArchiveQuery::Games(Box::new(filter)))).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}

/// The parameters of a search by one text.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct SearchParameters {
    /// Names, dates, events, results, openings, moves and boards in any order; docs/protocol.md
    /// describes the language. All games if it is empty.
    #[serde(default)]
    #[param(value_type = String)]
    text: SearchText,
}

/// Searches for games by one text.
#[utoipa::path(
    get,
    path = "/search",
    tag = "archive",
    params(SearchParameters),
    responses(
        (status = 200, description = "what the text means, and the first games",
         body = schema::SearchedGames),
        (status = 400, description = "the text is too long", body = schema::Problem),
    )
)]
async fn search_text(
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
#[utoipa::path(
    get,
    path = "/explorer",
    tag = "archive",
    params(
        ArchiveFilter,
        ("opening" = Option<String>, Query, description = "another name of `position`"),
    ),
    responses(
        (status = 200, description = "moves and games", body = schema::Exploration),
        (status = 400, description = "the position is invalid", body = schema::Problem),
    )
)]
async fn explore(State(state): State<HttpState>, asked: UrlParameters<ArchiveFilter>) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => {
            let filter = Box::new(ExploreFilter { filter });
            answer(&state, Query::Archive(ArchiveQuery::Moves(filter))).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}

/// Shows how the games of a player ended.
#[utoipa::path(
    get,
    path = "/results",
    tag = "archive",
    params(
        ArchiveFilter,
        ("opening" = Option<String>, Query, description = "another name of `position`"),
    ),
    responses(
        (status = 200, description = "results by colour, opening and opponent",
         body = schema::ResultsOfPlayer),
        (status = 400, description = "no player is named", body = schema::Problem),
    )
)]
async fn results(State(state): State<HttpState>, asked: UrlParameters<ArchiveFilter>) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => {
            answer(&state, Query::Archive(ArchiveQuery::Results(Box::new(filter)))).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}
