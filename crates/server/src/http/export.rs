//! Records of games, all games of a search as one file, and a user's own data as one document. What is
//! long is streamed page by page.

use std::fmt::Write as _;
use std::{io, slice};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{Uri, header};
use axum::response::IntoResponse;
use futures_util::stream::try_unfold;
use serde::Deserialize;
use tokio::runtime::Handle;
use tokio::sync::OwnedSemaphorePermit;
use willow_protocol::{
    ArchiveCursor, ArchiveFilter, Command, ErrorDetail, Event, GameId, MAX_PAGE, Message, Name,
    TokenScope,
};
use willow_records::wthor::WthorFiles;
use willow_records::{RecordedGame, ggf, transcript};

use super::HttpState;
use super::api::about_its_parameter;
use super::caller::Caller;
use super::response::{Answer, Parameters, PathValue, event_response};
use crate::domain::{Exported, Input, Refusal, UserId};
use crate::pipeline::InputSender;
use crate::store::{PARTS, RowKey, Store, possible_in_wthor, wthor};

/// Maximum number of games of an export.
const MAX_GAMES: u32 = 10_000;

/// Maximum number of games of a WTHOR file: its head has their number, so they are in memory.
const MAX_WTHOR_GAMES: u32 = 1000;

/// The number of games without `games`.
const DEFAULT_GAMES: u32 = 1000;

#[derive(Debug, Deserialize)]
pub(super) struct RecordParameters {
    /// The format; a transcript by default.
    format: Option<ExportFormat>,
}

/// The parameters of an export beside those of a search.
#[derive(Debug, Deserialize)]
pub(super) struct ExportParameters {
    /// The format; GGF by default.
    #[serde(default)]
    format: ExportFormat,
    /// Maximum number of games: up to 10,000, for WTHOR up to 1,000; 1,000 by default.
    games: Option<u32>,
}

/// Why an administrator exports the data of a user.
#[derive(Debug, Deserialize)]
pub(super) struct UserExportParameters {
    /// For the log; the user reads it, too.
    reason: Message,
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

    const fn content_type(self) -> &'static str {
        if self.is_wthor() { "application/octet-stream" } else { "text/plain; charset=utf-8" }
    }

    /// Returns one of the three files of WTHOR.
    pub(super) fn of_wthor(self, files: WthorFiles) -> Vec<u8> {
        match self {
            ExportFormat::Jou => files.players,
            ExportFormat::Trn => files.tournaments,
            ExportFormat::Wtb | ExportFormat::Ggf | ExportFormat::Transcript => files.games,
        }
    }

    /// Returns games as text, one a line.
    fn lines(self, games: &[RecordedGame]) -> String {
        let line = |game: &RecordedGame| match self {
            ExportFormat::Transcript => transcript::write(&game.game),
            _ => ggf::write(game),
        };
        games.iter().map(|game| line(game) + "\n").collect()
    }
}

/// Returns the record of a game, played here or imported.
pub(super) async fn record(
    State(state): State<HttpState>,
    PathValue(game): PathValue<GameId>,
    Parameters(RecordParameters { format }): Parameters<RecordParameters>,
) -> Answer {
    let format = format.unwrap_or(ExportFormat::Transcript);
    let _permit = state.query_permits.acquire()?;
    let record = state.store.record(game, None).await.map_err(about_its_parameter)?;
    let games = slice::from_ref(&record);
    let bytes = if format.is_wthor() {
        format.of_wthor(wthor(games)?)
    } else {
        format.lines(games).into_bytes()
    };
    Ok(([(header::CONTENT_TYPE, format.content_type())], bytes).into_response())
}

/// Exports the games of a search, newest first. A link leads to those that follow.
pub(super) async fn games(
    State(state): State<HttpState>,
    uri: Uri,
    Parameters(ExportParameters { format, games }): Parameters<ExportParameters>,
    Parameters(filter): Parameters<ArchiveFilter>,
) -> Answer {
    let max = if format.is_wthor() { MAX_WTHOR_GAMES } else { MAX_GAMES };
    let left = games.unwrap_or(DEFAULT_GAMES);
    if !(1..=max).contains(&left) {
        let message = format!("games must be a number from 1 to {max}");
        return Err(Refusal::new(ErrorDetail::InvalidArgument, message).about("games"));
    }
    let permit = state.exports.acquire()?;
    let cursor = state.store.cursor_behind(&filter, left).await?;
    let next = cursor.map(|cursor| [(header::LINK, link_to_next(&uri, cursor))]);
    let mut pages = Pages { store: state.store, filter, left, format, _permit: permit };
    let body = if format.is_wthor() {
        let mut games = Vec::new();
        while let Some(page) = pages.next_games().await? {
            games.extend(page);
        }
        Body::from(format.of_wthor(wthor(&possible_in_wthor(games))?))
    } else {
        streamed(pages).await?
    };
    let headers = [
        (header::CONTENT_TYPE, format.content_type()),
        (header::CONTENT_DISPOSITION, format.file_name()),
    ];
    Ok((headers, next, body).into_response())
}

/// Returns a link to the same export behind a cursor (RFC 8288).
fn link_to_next(uri: &Uri, cursor: ArchiveCursor) -> String {
    let pairs = uri.query().unwrap_or_default().split('&');
    let others = pairs.filter(|pair| !pair.is_empty() && !pair.starts_with("after="));
    let after = format!("after={cursor}");
    let query = others.chain([after.as_str()]).collect::<Vec<_>>().join("&");
    format!("<{}?{query}>; rel=\"next\"", uri.path())
}

/// Exports everything that is stored about the token's owner.
///
/// Two exports in a row are possible, and one every ten minutes afterwards.
pub(super) async fn account(mut caller: Caller) -> Answer {
    let user = caller.member_with(TokenScope::Account).await?;
    let state = caller.state;
    let permit = state.exports.acquire()?;
    state.context.rate_limits.count_account_export(user)?;
    exported(state.store, user, permit, None).await
}

/// Streams everything that is stored about a user.
async fn exported(
    store: Store,
    user: UserId,
    permit: OwnedSemaphorePermit,
    report: Option<ExportReport>,
) -> Answer {
    let document =
        Document { store, user, part: 0, after: None, needs_comma: false, _permit: permit, report };
    let headers = [
        (header::CONTENT_TYPE, "application/json"),
        (header::CONTENT_DISPOSITION, "attachment; filename=\"willow-account.json\""),
    ];
    Ok((headers, streamed(document).await?).into_response())
}

/// Exports everything that is stored about a user, for an administrator. It is logged, and the user is notified.
pub(super) async fn user(
    mut caller: Caller,
    PathValue(name): PathValue<Name>,
    Parameters(UserExportParameters { reason }): Parameters<UserExportParameters>,
) -> Answer {
    let by = caller.member().await?;
    let user = caller.state.store.user_of(&name).await?;
    let request = Command::ExportUser { name, reason: reason.clone() };
    let answer = caller.execute(request).await?.event;
    let (Event::ExportData { .. }, Some(user)) = (&answer, user) else {
        return Ok(event_response(&answer));
    };
    let inputs = caller.state.context.inputs.clone();
    let exported_data = Exported { by, user, reason, is_delivered: false };
    let report = ExportReport { inputs, exported: Some(Box::new(exported_data)) };
    let permit = caller.state.exports.acquire()?;
    exported(caller.state.store, user, permit, Some(report)).await
}

/// Tells the domain, when it is dropped, whether an administrator was sent the data of a user.
struct ExportReport {
    inputs: InputSender,
    exported: Option<Box<Exported>>,
}

impl ExportReport {
    fn delivered(&mut self) {
        if let Some(exported) = &mut self.exported {
            exported.is_delivered = true;
        }
    }
}

impl Drop for ExportReport {
    fn drop(&mut self) {
        let (Some(exported), Ok(runtime)) = (self.exported.take(), Handle::try_current()) else {
            return;
        };
        let inputs = self.inputs.clone();
        runtime.spawn(async move { inputs.send(Input::Exported(exported)).await });
    }
}

/// A long text that is streamed piece by piece.
trait Pieces: Send + 'static {
    /// Returns the next piece, or none after the end.
    fn next(&mut self) -> impl Future<Output = Result<Option<String>, Refusal>> + Send;
}

/// Streams a text. Its beginning is read before the head is sent, so that a failure has its status.
async fn streamed(mut pieces: impl Pieces) -> Result<Body, Refusal> {
    let first = pieces.next().await?;
    let stream = try_unfold((pieces, first), |(mut pieces, ready)| async move {
        let piece = match ready {
            Some(piece) => Some(piece),
            None => pieces.next().await.map_err(|_| io::Error::other("the export failed"))?,
        };
        Ok::<_, io::Error>(piece.map(|piece| (Bytes::from(piece), (pieces, None))))
    });
    Ok(Body::from_stream(stream))
}

struct Pages {
    store: Store,
    filter: ArchiveFilter,
    /// The number of games that are left.
    left: u32,
    format: ExportFormat,
    /// Held until the export ends.
    _permit: OwnedSemaphorePermit,
}

impl Pages {
    async fn next_games(&mut self) -> Result<Option<Vec<RecordedGame>>, Refusal> {
        if self.left == 0 {
            return Ok(None);
        }
        self.filter.limit = Some(self.left.min(MAX_PAGE));
        let (mut games, next) = self.store.export(&self.filter).await?;
        self.left = if next.is_some() { self.left - games.len() as u32 } else { 0 };
        self.filter.after = next;
        // A game without moves, such as an aborted one, would be an empty line.
        games.retain(|record| 0 < record.game.n_plies());
        Ok(Some(games))
    }
}

impl Pieces for Pages {
    async fn next(&mut self) -> Result<Option<String>, Refusal> {
        let games = self.next_games().await?;
        Ok(games.map(|games| self.format.lines(&games)))
    }
}

/// The data of a user that is not sent yet.
struct Document {
    store: Store,
    user: UserId,
    part: usize,
    /// The key of the last row of the part that was sent; none if the part has not begun.
    after: Option<RowKey>,
    /// Whether the part has rows that were sent.
    needs_comma: bool,
    /// Held until the export ends.
    _permit: OwnedSemaphorePermit,
    /// Whom to notify of the outcome, if an administrator asked for the export.
    report: Option<ExportReport>,
}

impl Pieces for Document {
    /// Returns a page of a part.
    async fn next(&mut self) -> Result<Option<String>, Refusal> {
        let Some(part) = PARTS.get(self.part) else {
            if let Some(report) = &mut self.report {
                report.delivered();
            }
            return Ok(None);
        };
        let mut text = String::new();
        let (open, close) = if part.is_single { ("", "") } else { ("[", "]") };
        if self.after.is_none() {
            let before = if self.part == 0 { '{' } else { ',' };
            // Writing to a string cannot fail.
            let _ = write!(text, "{before}\"{}\":{open}", part.name);
        }
        let after = self.after.take().unwrap_or_default();
        let page = self.store.personal_data(self.user, part, &after).await?;
        for row in page.rows {
            if std::mem::replace(&mut self.needs_comma, true) {
                text.push(',');
            }
            text += &row;
        }
        self.after = page.next;
        if self.after.is_none() {
            text += close;
            (self.part, self.needs_comma) = (self.part + 1, false);
            if self.part == PARTS.len() {
                text += "}\n";
            }
        }
        Ok(Some(text))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::input_queue::{Queued, input_queue};

    /// The body of an answer is dropped when all of it was taken, or when the client has gone.
    #[tokio::test]
    async fn an_export_is_told_when_it_ends_and_whether_all_of_it_was_taken() {
        for is_delivered in [true, false] {
            let (inputs, mut receiver) = input_queue();
            let [by, user] = [UserId(1), UserId(2)];
            let exported = Exported {
                by,
                user,
                reason: "bob asked for it".parse().unwrap(),
                is_delivered: false,
            };
            let mut report = ExportReport { inputs, exported: Some(Box::new(exported)) };
            if is_delivered {
                report.delivered();
            }
            assert!(receiver.try_recv().is_err(), "not before the end");
            drop(report);
            let Some(Queued::Input(Input::Exported(told), _)) = receiver.recv().await else {
                panic!("nothing is told")
            };
            assert_eq!((told.by, told.user, told.is_delivered), (by, user, is_delivered));
        }
    }
}
