//! The tournament file: finished games are saved at once.
//!
//! A log of JSON lines: the settings first, then one game a line. The pairings follow from them.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use willow_files::AppendLog;
use willow_players::matches::GameRecord;

use super::settings::Settings;
use crate::error::CliError;
use crate::files;

/// The first line.
#[derive(Serialize, Deserialize)]
struct Heading<T> {
    tournament: T,
}

/// A game and where it was played. Rounds and tables are counted from 1.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PlayedGame {
    pub(super) round: u32,
    pub(super) table: u32,
    #[serde(flatten)]
    pub(super) record: GameRecord,
}

/// A tournament read from a file.
pub(super) struct SavedTournament {
    pub(super) settings: Settings,
    pub(super) games: Vec<PlayedGame>,
}

/// Reads a tournament file; `None` if it does not exist.
///
/// # Errors
/// The file is not a tournament file.
pub(super) fn read(path: &Path) -> Result<Option<SavedTournament>, CliError> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read(path)?;
    // A crash may have cut off the last line.
    let whole = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let mut lines = whole.enumerate();
    let invalid = |number: usize| {
        CliError::failed(format!("{}: line {number}: not a tournament file", path.display()))
            .with_hint("use a file that --resume has written, or a new file name")
    };
    let (_, head) = lines.next().ok_or_else(|| invalid(1))?;
    let Heading { tournament } = serde_json::from_slice(head).map_err(|_| invalid(1))?;
    let mut games = Vec::new();
    for (index, line) in lines {
        games.push(serde_json::from_slice(line).map_err(|_| invalid(index + 1))?);
    }
    Ok(Some(SavedTournament { settings: tournament, games }))
}

/// The log of a tournament, if it has one.
pub(super) struct TournamentLog(Option<(PathBuf, AppendLog)>);

impl TournamentLog {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// The file must be writable.
    pub(super) fn open(
        path: Option<&Path>,
        settings: &Settings,
    ) -> Result<TournamentLog, CliError> {
        let open = |path: &Path| {
            let heading = line(&Heading { tournament: settings });
            match AppendLog::open(path, &heading, |_| Ok::<(), Infallible>(())) {
                Ok((log, _)) => Ok((path.to_owned(), log)),
                Err(error) => Err(CliError::from(&error)),
            }
        };
        Ok(TournamentLog(path.map(open).transpose()?))
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, game: &PlayedGame) -> Result<(), CliError> {
        let Some((path, log)) = &mut self.0 else { return Ok(()) };
        log.append(&line(game)).map_err(|error| CliError::file("write", path, &error))
    }
}

fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the values are plain data")
}
