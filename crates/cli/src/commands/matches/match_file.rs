//! The match file: finished games are saved at once.
//!
//! A log of JSON lines: the settings first, then one game per line.

use std::convert::Infallible;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use willow_files::AppendLog;
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
}

/// A match and its finished games, with its file if there is one.
#[derive(Debug)]
pub(super) struct MatchFile {
    pub(super) settings: Settings,
    pub(super) games: Vec<GameRecord>,
    log: Option<(PathBuf, AppendLog)>,
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
    // A crash may have cut off the last line.
    let whole = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let mut lines = whole.enumerate();
    let invalid = |number: usize| {
        CliError::failed(format!("{}: line {number}: not a match file", path.display()))
            .with_hint("use a file that --resume has written, or a new file name")
    };
    let (_, head) = lines.next().ok_or_else(|| invalid(1))?;
    let MatchFileHeader { settings } = serde_json::from_slice(head).map_err(|_| invalid(1))?;
    let mut games = Vec::new();
    for (index, line) in lines {
        games.push(serde_json::from_slice(line).map_err(|_| invalid(index + 1))?);
    }
    Ok(Some(SavedMatch { settings, games }))
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
        let open = |path: &Path| {
            let heading = line(&MatchFileHeader { settings: &settings });
            match AppendLog::open(path, &heading, |_| Ok::<(), Infallible>(())) {
                Ok((log, _)) => Ok((path.to_owned(), log)),
                Err(error) => Err(CliError::from(&error)),
            }
        };
        let log = path.map(open).transpose()?;
        Ok(MatchFile { settings, games, log })
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, record: &GameRecord) -> Result<(), CliError> {
        let Some((path, log)) = &mut self.log else { return Ok(()) };
        log.append(&line(record)).map_err(|error| CliError::file("write", path, &error))
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
        if let Some((path, _)) = &self.log {
            return Ok(path.clone());
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

/// Returns a value as a line of JSON, without its end.
fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the values are plain data")
}
