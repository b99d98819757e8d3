//! The match file: finished games are saved at once.

use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use willow_players::matches::GameRecord;

use super::settings::Settings;
use crate::commands::game_file::{self, GameFile, line};
use crate::error::CliError;
use crate::files;

/// The folder for interrupted matches without a file, in the user's data folder.
const FOLDER: &str = "matches";

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct MatchFileHeader<T> {
    #[serde(rename = "match")]
    settings: T,
}

/// A match read from a file.
#[derive(Debug)]
pub(super) struct SavedMatch {
    pub(super) settings: Settings,
    games: Vec<GameRecord>,
}

/// A match and its finished games, with its file if there is one.
#[derive(Debug)]
pub(super) struct MatchFile {
    pub(super) settings: Settings,
    pub(super) games: Vec<GameRecord>,
    log: Option<GameFile>,
}

/// Reads a match file; `None` if it does not exist.
///
/// # Errors
/// The file is not a match file.
pub(super) fn read(path: &Path) -> Result<Option<SavedMatch>, CliError> {
    let saved = game_file::read(path, "match")?;
    Ok(saved.map(|(MatchFileHeader { settings }, games)| SavedMatch { settings, games }))
}

impl MatchFile {
    /// Opens or creates the file of a match.
    ///
    /// # Errors
    /// The file must be writable.
    pub(super) fn open(
        path: Option<&Path>,
        settings: Settings,
        saved: Option<SavedMatch>,
    ) -> Result<MatchFile, CliError> {
        let games = saved.map_or_else(Vec::new, |saved| saved.games);
        let heading = MatchFileHeader { settings: &settings };
        let log = path.map(|path| GameFile::open(path, &heading)).transpose()?;
        Ok(MatchFile { settings, games, log })
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, record: &GameRecord) -> Result<(), CliError> {
        self.log.as_mut().map_or(Ok(()), |log| log.add(record))
    }

    /// Saves the match and returns the hint how to continue it.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn continue_hint(&self) -> Result<String, CliError> {
        let path = self.save_anyway()?;
        Ok(format!("continue with `willow match --resume {}`", path.display()))
    }

    /// Saves a match whose games are all played, and returns the hint where they are.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn games_hint(&self) -> Result<String, CliError> {
        let path = self.save_anyway()?;
        Ok(format!(
            "the games are saved: `willow match --resume {} --write FILE` plays none again",
            path.display()
        ))
    }

    /// Returns the path of the match file. A match without a file is saved in the user's data
    /// folder.
    ///
    /// # Errors
    /// The file cannot be written.
    fn save_anyway(&self) -> Result<PathBuf, CliError> {
        if let Some(log) = &self.log {
            return Ok(log.path.clone());
        }
        let folder = files::data_folder()?.join(FOLDER);
        fs::create_dir_all(&folder).map_err(|error| CliError::file("make", &folder, &error))?;
        let mut text = line(&MatchFileHeader { settings: &self.settings }) + "\n";
        text.extend(self.games.iter().map(|game| line(game) + "\n"));
        let name = |number: usize| format!("match-{}-{number}.jsonl", self.settings.seed);
        for number in 1.. {
            let path = folder.join(name(number));
            if !path.exists() {
                files::write(&path, text.as_bytes(), willow_files::Overwrite::Never)?;
                return Ok(path);
            }
        }
        Err(CliError::file("write", &folder, &ErrorKind::StorageFull.into()))
    }
}
