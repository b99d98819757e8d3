//! Tournaments as files: pairings and results, the log, and the games in WTHOR's three files.

use axum::http::header;
use axum::response::IntoResponse;
use serde::Deserialize;
use willow_protocol::{Command, ErrorDetail, TournamentId};

use super::api::about_its_parameter;
use super::caller::Caller;
use super::export::ExportFormat;
use super::response::{Answer, Parameters, PathValue};
use crate::domain::{Refusal, ServerState, TournamentFile};
use crate::store::{possible_in_wthor, wthor};

/// Which file of a tournament is wanted.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileParameters {
    /// The format; CSV by default.
    #[serde(default)]
    format: FileFormat,
}

/// The format of a file of a tournament. WTHOR has three files.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum FileFormat {
    /// The World Othello Federation's.
    Elf,
    /// FIDE's.
    Trf,
    /// Every game in a line.
    #[default]
    Csv,
    /// Players, pairings and results as changes, which the command line reads.
    Json,
    /// Every change with its time and who made it, one a line.
    Log,
    /// The games on the server, those from the standard start.
    Wtb,
    /// The players of the same games.
    Jou,
    /// The tournament of the same games.
    Trn,
}

impl FileFormat {
    /// Returns how it is made, or which file of WTHOR it is.
    const fn kind(self) -> Result<TournamentFile, ExportFormat> {
        match self {
            FileFormat::Elf => Ok(TournamentFile::Elf),
            FileFormat::Trf => Ok(TournamentFile::Trf),
            FileFormat::Csv => Ok(TournamentFile::Csv),
            FileFormat::Json => Ok(TournamentFile::Json),
            FileFormat::Log => Ok(TournamentFile::Log),
            FileFormat::Wtb => Err(ExportFormat::Wtb),
            FileFormat::Jou => Err(ExportFormat::Jou),
            FileFormat::Trn => Err(ExportFormat::Trn),
        }
    }
}

/// Returns a file of a tournament.
pub(super) async fn file(
    mut caller: Caller,
    PathValue(tournament): PathValue<TournamentId>,
    Parameters(FileParameters { format }): Parameters<FileParameters>,
) -> Answer {
    caller.reader().await?;
    // Brings one that is over into memory.
    caller.execute(Command::Tournament { tournament, follow: None }).await?;
    let inputs = &caller.state.context.inputs;
    let ending = || Refusal::new(ErrorDetail::ServerBusy, "the server is shutting down");
    match format.kind() {
        Ok(kind) => {
            let asked = move |state: &ServerState| state.tournament_file(tournament, kind);
            let text = inputs.ask(asked).await.ok_or_else(ending)?.map_err(about_its_parameter)?;
            Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
        }
        Err(format) => {
            let asked = move |state: &ServerState| state.tournament_games(tournament);
            let games = inputs.ask(asked).await.ok_or_else(ending)?.map_err(about_its_parameter)?;
            let _permit = caller.state.exports.acquire()?;
            let mut records = Vec::with_capacity(games.len());
            for game in games {
                records.push(caller.state.store.record(game, None).await?);
            }
            let bytes = format.of_wthor(wthor(&possible_in_wthor(records))?);
            Ok(([(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response())
        }
    }
}
