//! The finished games of a match, on disk as soon as they are over.
//!
//! A text file: the settings in the first line, a game in each of the others, all JSON. A game is
//! appended in one write; a line that a crash cut off at the end is dropped when the match goes on.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use willow_matches::GameRecord;

use super::settings::Settings;
use crate::error::CliError;
use crate::{files, home};

/// The folder for matches that were interrupted and had no file, among the user's own files.
const FOLDER: &str = "matches";

/// The first line of the file.
#[derive(Serialize, Deserialize)]
struct Head<T> {
    #[serde(rename = "match")]
    settings: T,
}

/// A match as a file holds it.
#[derive(Debug)]
pub(super) struct Held {
    pub(super) settings: Settings,
    games: Vec<GameRecord>,
    /// The length of what is sound in the file, in bytes.
    length: u64,
}

/// A match and its finished games, with the file that keeps them, if there is one.
#[derive(Debug)]
pub(super) struct Ledger {
    pub(super) settings: Settings,
    pub(super) games: Vec<GameRecord>,
    file: Option<(PathBuf, File)>,
}

/// Reads the file of a match; returns `None` if it does not exist.
///
/// # Errors
/// The file must be one of a match.
pub(super) fn read(path: &Path) -> Result<Option<Held>, CliError> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read(path)?;
    // Only complete lines count.
    let length = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |last| last + 1);
    let mut lines = bytes[..length].split(|&byte| byte == b'\n').enumerate();
    let broken = |number: usize| {
        CliError::failed(format!("{}: line {number}: not the file of a match", path.display()))
            .with_hint("--resume wants a file that it wrote itself, or a new name")
    };
    let (_, head) = lines.next().ok_or_else(|| broken(1))?;
    let Head { settings } = serde_json::from_slice(head).map_err(|_| broken(1))?;
    let mut games = Vec::new();
    for (index, line) in lines.filter(|(_, line)| !line.is_empty()) {
        games.push(serde_json::from_slice(line).map_err(|_| broken(index + 1))?);
    }
    Ok(Some(Held { settings, games, length: length as u64 }))
}

impl Ledger {
    /// Returns the ledger of a match, which goes on from what the file held.
    ///
    /// # Errors
    /// The file must be writable.
    pub(super) fn open(
        path: Option<&Path>,
        settings: Settings,
        held: Option<Held>,
    ) -> Result<Ledger, CliError> {
        let Some(path) = path else {
            return Ok(Ledger { settings, games: Vec::new(), file: None });
        };
        let failed = |error: std::io::Error| CliError::file("write", path, &error);
        let (games, file) = if let Some(held) = held {
            let file = File::options().append(true).open(path).map_err(failed)?;
            file.set_len(held.length).map_err(failed)?;
            (held.games, file)
        } else {
            let mut file =
                File::options().append(true).create_new(true).open(path).map_err(failed)?;
            file.write_all(&line(&Head { settings: &settings })).map_err(failed)?;
            (Vec::new(), file)
        };
        Ok(Ledger { settings, games, file: Some((path.to_owned(), file)) })
    }

    /// Keeps a finished game.
    ///
    /// # Errors
    /// The file may be full.
    pub(super) fn add(&mut self, record: &GameRecord) -> Result<(), CliError> {
        match &mut self.file {
            Some((path, file)) => {
                file.write_all(&line(record)).map_err(|error| CliError::file("write", path, &error))
            }
            None => Ok(()),
        }
    }

    /// Returns the file that holds the match. A match without one gets one among the user's files.
    ///
    /// # Errors
    /// There must be room for the file.
    pub(super) fn keep(&self) -> Result<PathBuf, CliError> {
        if let Some((path, _)) = &self.file {
            return Ok(path.clone());
        }
        let folder = home::folder()?.join(FOLDER);
        fs::create_dir_all(&folder).map_err(|error| CliError::file("make", &folder, &error))?;
        let games = self.games.iter().flat_map(line);
        let bytes: Vec<u8> =
            line(&Head { settings: &self.settings }).into_iter().chain(games).collect();
        let name = |number: usize| format!("match-{}-{number}.jsonl", self.settings.seed);
        for number in 1.. {
            let path = folder.join(name(number));
            if !path.exists() {
                files::write(&path, &bytes, files::Overwrite::Never)?;
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
