//! Exports: all games of a search as one file, streamed page by page.

use axum::body::{Body, Bytes};
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query as UrlQuery, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use serde::Deserialize;
use tokio::sync::OwnedSemaphorePermit;
use willow_protocol::{ArchiveFilter, ErrorDetail, MAX_PAGE};
use willow_records::{RecordedGame, ggf, transcript};

use super::answer::store_failed;
use super::response::{bad_query, refused};
use super::state::HttpState;
use crate::domain::Refusal;
use crate::store::{ExportPage, Store, StoreError, wthor_files};

/// The largest number of games of an export.
const MAX_GAMES: u32 = 10_000;

/// The largest number of games of a WTHOR file: its head has their number, so they are in memory.
const MAX_WTHOR_GAMES: u32 = 1000;

/// The number of games by default.
const DEFAULT_GAMES: u32 = 1000;

/// The parameters of an export beside those of a search.
#[derive(Debug, Deserialize)]
pub(super) struct ExportParameters {
    /// The format; GGF by default.
    #[serde(default)]
    format: ExportFormat,
    /// The largest number of games: up to 10,000, for WTHOR up to 1,000; 1,000 by default.
    games: Option<u32>,
}

/// The format of a record or of an export. WTHOR has three files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum ExportFormat {
    /// The moves without passes; in an export, one game a line.
    Transcript,
    /// The format of the Generic Game Server; in an export, one game a line.
    #[default]
    Ggf,
    /// The games of WTHOR, those from the standard start with a result.
    #[serde(alias = "wthor")]
    Wtb,
    /// The players of the same games.
    Jou,
    /// The tournaments of the same games.
    Trn,
}

impl ExportFormat {
    const fn file_name(self) -> &'static str {
        match self {
            ExportFormat::Transcript => "attachment; filename=\"willow.txt\"",
            ExportFormat::Ggf => "attachment; filename=\"willow.ggf\"",
            ExportFormat::Wtb => "attachment; filename=\"willow.wtb\"",
            ExportFormat::Jou => "attachment; filename=\"willow.jou\"",
            ExportFormat::Trn => "attachment; filename=\"willow.trn\"",
        }
    }

    const fn is_wthor(self) -> bool {
        matches!(self, ExportFormat::Wtb | ExportFormat::Jou | ExportFormat::Trn)
    }
}

/// Exports the games of a search, newest first.
pub(super) async fn export(
    State(state): State<HttpState>,
    parameters: Result<UrlQuery<ExportParameters>, QueryRejection>,
    filter: Result<UrlQuery<ArchiveFilter>, QueryRejection>,
) -> Response {
    let (UrlQuery(parameters), UrlQuery(filter)) = match (parameters, filter) {
        (Ok(parameters), Ok(filter)) => (parameters, filter),
        (Err(rejection), _) | (_, Err(rejection)) => return bad_query(&rejection),
    };
    let most = if parameters.format.is_wthor() { MAX_WTHOR_GAMES } else { MAX_GAMES };
    let n_games = parameters.games.unwrap_or(DEFAULT_GAMES);
    if !(1..=most).contains(&n_games) {
        let message = format!("games must be a number from 1 to {most}");
        return refused(Refusal::new(ErrorDetail::InvalidArgument, message));
    }
    let permit = match state.exports.acquire() {
        Ok(permit) => permit,
        Err(refusal) => return refused(refusal),
    };
    let pages = Pages { store: state.store, filter, left: n_games, _permit: permit };
    let format = parameters.format;
    let answered =
        if format.is_wthor() { pages.wthor(format).await } else { pages.text(format).await };
    answered.unwrap_or_else(|failure| match failure {
        Failure::Refused(refusal) => refused(refusal),
        Failure::Store(error) => store_failed(&error),
    })
}

/// Why there is no export.
enum Failure {
    Refused(Refusal),
    Store(StoreError),
}

/// The pages of an export that are left.
struct Pages {
    store: Store,
    /// The filter of the next page.
    filter: ArchiveFilter,
    /// The number of games that are left.
    left: u32,
    /// Held until the export ends.
    _permit: OwnedSemaphorePermit,
}

impl Pages {
    /// Returns the games of the next page, or none at the end.
    async fn next(&mut self) -> Result<Option<Vec<RecordedGame>>, Failure> {
        if self.left == 0 {
            return Ok(None);
        }
        self.filter.limit = Some(self.left.min(MAX_PAGE));
        let found = self.store.export(&self.filter).await.map_err(Failure::Store)?;
        let ExportPage { games, next } = found.map_err(Failure::Refused)?;
        self.left = if next.is_some() { self.left - games.len() as u32 } else { 0 };
        self.filter.after = next;
        Ok(Some(games))
    }

    /// Streams the games, one a line. The first page is read before the head is sent, so that an
    /// error of the search has its status.
    async fn text(mut self, format: ExportFormat) -> Result<Response, Failure> {
        let first = self.next().await?;
        let body = try_unfold((self, first), move |(mut pages, ready)| async move {
            let games = match ready {
                Some(games) => Some(games),
                None => {
                    pages.next().await.map_err(|_| std::io::Error::other("the export failed"))?
                }
            };
            let chunk = games.map(|games| Bytes::from(lines(&games, format)));
            Ok::<_, std::io::Error>(chunk.map(|chunk| (chunk, (pages, None))))
        });
        Ok(file("text/plain; charset=utf-8", format, Body::from_stream(body)))
    }

    /// Returns one of the three files of WTHOR.
    async fn wthor(mut self, format: ExportFormat) -> Result<Response, Failure> {
        let mut games = Vec::new();
        while let Some(page) = self.next().await? {
            games.extend(page);
        }
        let files = wthor_files(&games).map_err(Failure::Refused)?;
        let bytes = match format {
            ExportFormat::Jou => files.players,
            ExportFormat::Trn => files.tournaments,
            ExportFormat::Wtb | ExportFormat::Ggf | ExportFormat::Transcript => files.games,
        };
        Ok(file("application/octet-stream", format, Body::from(bytes)))
    }
}

fn file(kind: &'static str, format: ExportFormat, body: Body) -> Response {
    let headers = [(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, format.file_name())];
    (headers, body).into_response()
}

fn lines(games: &[RecordedGame], format: ExportFormat) -> String {
    let line = |game: &RecordedGame| match format {
        ExportFormat::Transcript => transcript::write(&game.game),
        _ => ggf::write(game),
    };
    games.iter().map(|game| line(game) + "\n").collect()
}
