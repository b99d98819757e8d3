//! The archive over HTTP: records, searches and the position explorer.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use willow_protocol::{ArchiveFilter, GameId, RecordFormat, Spot};

use super::api::{STRANGER, answer, failed};
use super::guard::{GameNumber, bad_query, refused};
use super::{Web, schema};
use crate::archive::ArchivedRecord;
use crate::core::{Query, Refusal};

/// The words after the question mark of a URL.
type Asked<T> = Result<UrlQuery<T>, QueryRejection>;

/// Returns the routes with their description.
pub(super) fn router() -> OpenApiRouter<Web> {
    OpenApiRouter::new().routes(routes!(record)).routes(routes!(search)).routes(routes!(explore))
}

/// What a URL may ask for about a record.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Wanted {
    /// The format; a transcript if nothing is said.
    #[serde(default)]
    #[param(inline)]
    format: Download,
}

/// A format in which a record can be had: WTHOR has three files for it.
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

/// Gives the record of a game, played here or imported.
#[utoipa::path(
    get,
    path = "/games/{game}/record",
    tag = "archive",
    params(("game" = GameId, Path, description = "the number of the game"), Wanted),
    responses(
        (status = 200, description = "the record: text, or a file of WTHOR",
         content((String = "text/plain"), (schema::Bytes = "application/octet-stream"))),
        (status = 400, description = "there is no such format, or that is no number", body = schema::Problem),
        (status = 404, description = "there is no such public game", body = schema::Problem),
        (status = 409, description = "the format cannot hold the game", body = schema::Problem),
    )
)]
async fn record(
    State(web): State<Web>,
    GameNumber(game): GameNumber,
    asked: Asked<Wanted>,
) -> Response {
    let format = match asked {
        Ok(UrlQuery(wanted)) => wanted.format,
        Err(rejection) => return bad_query(&rejection),
    };
    let _place = match web.questions.begin() {
        Ok(place) => place,
        Err(refusal) => return refused(refusal),
    };
    match web.store.record(game, STRANGER).await {
        Ok(found) => {
            let body = found.and_then(|record| download(&record, format));
            body.unwrap_or_else(refused)
        }
        Err(error) => failed(&error),
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

/// Looks for games.
#[utoipa::path(
    get,
    path = "/archive",
    tag = "archive",
    params(ArchiveFilter),
    responses(
        (status = 200, description = "the games, the newest first", body = schema::Archive),
        (status = 400, description = "the question says nothing", body = schema::Problem),
    )
)]
async fn search(State(web): State<Web>, asked: Asked<ArchiveFilter>) -> Response {
    match asked {
        Ok(UrlQuery(filter)) => answer(&web, Query::Archive { filter: Box::new(filter) }).await,
        Err(rejection) => bad_query(&rejection),
    }
}

/// A position that a URL asks about.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Explore {
    /// The position, by moves such as `f5d6c3` or as `CELLS/SIDE`; the usual start if nothing is
    /// said.
    #[serde(default)]
    #[param(value_type = String)]
    position: Spot,
}

/// Says what was played in a position.
#[utoipa::path(
    get,
    path = "/explorer",
    tag = "archive",
    params(Explore),
    responses(
        (status = 200, description = "moves and games", body = schema::Exploration),
        (status = 400, description = "that is no position", body = schema::Problem),
    )
)]
async fn explore(State(web): State<Web>, asked: Asked<Explore>) -> Response {
    match asked {
        Ok(UrlQuery(Explore { position })) => {
            answer(&web, Query::Explore { position: position.0 }).await
        }
        Err(rejection) => bad_query(&rejection),
    }
}
