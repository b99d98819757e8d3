//! Files of finished games, each saved at once: a log of JSON lines, the settings first, then one game a line.

use std::convert::Infallible;
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;
use willow_files::AppendLog;

use crate::error::CliError;
use crate::files;

/// Reads the heading and the games of a file; `None` if it does not exist. `kind` names such files.
///
/// # Errors
/// The file is not of this kind.
pub(super) fn read<H: DeserializeOwned, G: DeserializeOwned>(
    path: &Path,
    kind: &str,
) -> Result<Option<(H, Vec<G>)>, CliError> {
    if !path.exists() {
        return Ok(None);
    }
    let bytes = files::read(path)?;
    // A crash may have cut off the last line.
    let whole = bytes.split_inclusive(|&byte| byte == b'\n').filter(|line| line.ends_with(b"\n"));
    let mut lines = whole.enumerate();
    let invalid = |number: usize| {
        CliError::failed(format!("{}: line {number}: not a {kind} file", path.display()))
            .with_hint("use a file that --resume has written, or a new file name")
    };
    let (_, head) = lines.next().ok_or_else(|| invalid(1))?;
    let heading = serde_json::from_slice(head).map_err(|_| invalid(1))?;
    let mut games = Vec::new();
    for (index, line) in lines {
        games.push(serde_json::from_slice(line).map_err(|_| invalid(index + 1))?);
    }
    Ok(Some((heading, games)))
}

/// A file to which finished games are appended.
#[derive(Debug)]
pub(super) struct GameFile {
    pub(super) path: PathBuf,
    log: AppendLog,
}

impl GameFile {
    /// Opens the file, or creates it with this heading.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn open(path: &Path, heading: &impl Serialize) -> Result<GameFile, CliError> {
        match AppendLog::open(path, &line(heading), |_| Ok::<(), Infallible>(())) {
            Ok((log, _)) => Ok(GameFile { path: path.to_owned(), log }),
            Err(error) => Err(CliError::from(&error)),
        }
    }

    /// Appends a finished game.
    ///
    /// # Errors
    /// The file cannot be written.
    pub(super) fn add(&mut self, game: &impl Serialize) -> Result<(), CliError> {
        let written = self.log.append(&line(game));
        written.map_err(|error| CliError::file("write", &self.path, &error))
    }
}

/// Returns a value as a line of JSON, without its end.
pub(super) fn line(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the values are plain data")
}
