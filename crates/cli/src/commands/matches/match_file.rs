//! The match file: finished games are saved at once.
//!
//! JSON lines: the settings first, then one game per line. A game is appended in one write. An
//! incomplete last line, after a crash, is dropped when the match is continued.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use willow_players::matches::GameRecord;

use super::settings::Settings;
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
    /// The length of the complete lines of the file, in bytes.
    length: u64,
}

/// A match and its finished games, with its file if there is one.
#[derive(Debug)]
pub(super) struct MatchFile {
    pub(super) settings: Settings,
    pub(super) games: Vec<GameRecord>,
    file: Option<(PathBuf, File)>,
}

/// Reads a match file; `None` if it does not exist.
///
/// # Errors
/// The file is not a match file.
pub(super) fn read(path: &Path) -> Result<Option<SavedMatch>, CliError> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read(path)?;
    // Only complete lines count.
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = bytes[..length].split(|&byte| byte == b'\n').enumerate();
    let invalid = |number: usize| {
        CliError::failed(format!("{}: line {number}: not a match file", path.display()))
            .with_hint("use a file that --resume has written, or a new file name")
    };
    let (_, head) = lines.next().ok_or_else(|| invalid(1))?;
    let MatchFileHeader { settings } = serde_json::from_slice(head).map_err(|_| invalid(1))?;
    let mut games = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.is_empty()) {
        games.push(serde_json::from_slice(line).map_err(|_| invalid(index + 1))?);
    }
    Ok(Some(SavedMatch { settings, games, length: length as u64 }))
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
        let Some(path) = path else {
            return Ok(MatchFile { settings, games: Vec::new(), file: None });
        };
        let failed = |error: std::io::Error| CliError::file("write", path, &error);
        let (games, file) = if let Some(saved) = saved {
            let file = File::options().append(true).open(path).map_err(failed)?;
            file.set_len(saved.length).map_err(failed)?;
            (saved.games, file)
        } else {
            let mut file =
                File::options().append(true).create_new(true).open(path).map_err(failed)?;
            file.write_all(&line(&MatchFileHeader { settings: &settings })).map_err(failed)?;
            (Vec::new(), file)
        };
        Ok(MatchFile { settings, games, file: Some((path.to_owned(), file)) })
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, record: &GameRecord) -> Result<(), CliError> {
        match &mut self.file {
            Some((path, file)) => {
                file.write_all(&line(record)).map_err(|error| CliError::file("write", path, &error))
            }
            None => Ok(()),
        }
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
        if let Some((path, _)) = &self.file {
            return Ok(path.clone());
        }
        let folder = files::data_folder()?.join(FOLDER);
        fs::create_dir_all(&folder).map_err(|error| CliError::file("make", &folder, &error))?;
        let games = self.games.iter().flat_map(line);
        let bytes: Vec<u8> =
            line(&MatchFileHeader { settings: &self.settings }).into_iter().chain(games).collect();
        let name = |number: usize| format!("match-{}-{number}.jsonl", self.settings.seed);
        for number in 1.. {
            let path = folder.join(name(number));
            if !path.exists() {
                files::write(&path, &bytes, willow_files::Overwrite::Never)?;
                return Ok(path);
            }
        }
        Err(CliError::file("write", &folder, &ErrorKind::StorageFull.into()))
    }
}

/// Returns a value as a line of JSON.
fn line(value: &impl Serialize) -> Vec<u8> {
    let mut bytes = serde_json::to_vec(value).expect("the values are plain data");
    bytes.push(b'\n');
    bytes
}
