//! Saves the unfinished game after every move, so that no crash loses it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use willow_files::{Overwrite, write_whole};

use crate::options::PlayError;
use crate::unfinished_game::UnfinishedGame;

/// The file in which the unfinished game is saved.
#[derive(Debug)]
pub(crate) struct Autosave {
    path: Option<PathBuf>,
    owner: FileOwner,
}

/// Which game the file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum FileOwner {
    /// The game being played.
    CurrentGame,
    /// No game, or an earlier game that was not resumed.
    EarlierGame,
}

impl Autosave {
    /// Saves to this file; without a path nothing is saved.
    pub(crate) fn new(path: Option<PathBuf>) -> Autosave {
        Autosave { path, owner: FileOwner::EarlierGame }
    }

    /// Marks the game in the file as the current one: it was resumed.
    pub(crate) fn adopt(&mut self) {
        self.owner = FileOwner::CurrentGame;
    }

    /// Saves a game. An earlier game in the file is kept under another name.
    ///
    /// # Errors
    /// The file must be writable.
    pub(crate) fn save(&mut self, unfinished: &UnfinishedGame) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if self.owner == FileOwner::EarlierGame && path.exists() {
            rename_to_previous(path)?;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_whole(path, unfinished.to_string().as_bytes(), Overwrite::Always)?;
        self.owner = FileOwner::CurrentGame;
        Ok(())
    }

    /// Keeps a game under another name, because another game replaces it. Returns that name, if games
    /// are saved.
    ///
    /// # Errors
    /// The files must be writable.
    pub(crate) fn set_aside(&mut self, unfinished: &UnfinishedGame) -> io::Result<Option<PathBuf>> {
        self.save(unfinished)?;
        let Some(path) = &self.path else { return Ok(None) };
        let kept = rename_to_previous(path)?;
        self.owner = FileOwner::EarlierGame;
        Ok(Some(kept))
    }

    /// Removes the file if it holds the current game, which is over or has no moves.
    ///
    /// # Errors
    /// The file must be removable.
    pub(crate) fn remove(&mut self) -> io::Result<()> {
        if self.owner == FileOwner::CurrentGame
            && let Some(path) = &self.path
        {
            fs::remove_file(path)?;
            self.owner = FileOwner::EarlierGame;
        }
        Ok(())
    }

    /// Returns the file, if games are saved.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Returns the file that holds the current game, if it is saved.
    pub(crate) fn saved_path(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.owner == FileOwner::CurrentGame)
    }
}

/// Renames a file to its name and `.previous`, or `.previous-2` and so on if that exists. Returns the
/// new name.
fn rename_to_previous(path: &Path) -> io::Result<PathBuf> {
    let mut previous = with_suffix(path, ".previous");
    for number in 2_u32.. {
        if !previous.exists() {
            break;
        }
        previous = with_suffix(path, &format!(".previous-{number}"));
    }
    fs::rename(path, &previous)?;
    Ok(previous)
}

/// Reads the unfinished game in a file; `None` if there is no file.
///
/// # Errors
/// The file must be readable and hold an unfinished game.
pub(crate) fn read_unfinished(path: Option<&Path>) -> Result<Option<UnfinishedGame>, PlayError> {
    let Some(path) = path else { return Ok(None) };
    let failed = |error| PlayError::UnfinishedGame { path: path.to_owned(), error };
    match fs::read_to_string(path) {
        Ok(text) => text.parse().map(Some).map_err(failed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error.into())),
    }
}

/// Appends to the name of a file.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
