//! The tournament file: finished games are saved at once.
//!
//! The pairings follow from the settings and the results.

use std::path::Path;

use serde::{Deserialize, Serialize};
use willow_players::matches::GameRecord;

use super::settings::Settings;
use crate::commands::game_file::{self, GameFile};
use crate::error::CliError;

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
    let saved = game_file::read(path, "tournament")?;
    Ok(saved.map(|(Heading { tournament: settings }, games)| SavedTournament { settings, games }))
}

/// The log of a tournament, if it has one.
pub(super) struct TournamentLog(Option<GameFile>);

impl TournamentLog {
    /// Opens or creates the file.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn open(
        path: Option<&Path>,
        settings: &Settings,
    ) -> Result<TournamentLog, CliError> {
        let heading = Heading { tournament: settings };
        Ok(TournamentLog(path.map(|path| GameFile::open(path, &heading)).transpose()?))
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, game: &PlayedGame) -> Result<(), CliError> {
        self.0.as_mut().map_or(Ok(()), |log| log.add(game))
    }
}
