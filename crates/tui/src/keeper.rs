//! Keeping an unfinished game on disk, so that nothing is lost whatever happens.

use std::path::{Path, PathBuf};
use std::{fs, io};

use willow_players::{Overwrite, write_whole};

use crate::options::PlayError;
use crate::unfinished::Unfinished;

/// Keeps one unfinished game in a file.
#[derive(Debug)]
pub(crate) struct Keeper {
    path: Option<PathBuf>,
    holder: Holder,
}

/// Whose game the file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Holder {
    /// The game being played.
    Us,
    /// Nobody, or an earlier game that nobody took up.
    Others,
}

impl Keeper {
    /// Returns a keeper of the game in this file; without a path nothing is kept.
    pub(crate) fn new(path: Option<PathBuf>) -> Keeper {
        Keeper { path, holder: Holder::Others }
    }

    /// Takes over the game in the file: it is being played.
    pub(crate) fn take_over(&mut self) {
        self.holder = Holder::Us;
    }

    /// Keeps a game in its present state. An earlier game in the file is set aside.
    ///
    /// # Errors
    /// The file must be writable.
    pub(crate) fn keep(&mut self, unfinished: &Unfinished) -> io::Result<()> {
        let Some(path) = &self.path else { return Ok(()) };
        if self.holder == Holder::Others && path.exists() {
            set_aside(path)?;
        }
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        write_whole(path, unfinished.to_string().as_bytes(), Overwrite::Always)?;
        self.holder = Holder::Us;
        Ok(())
    }

    /// Removes the game being played from the file: it is finished or not begun.
    ///
    /// # Errors
    /// The file must be removable.
    pub(crate) fn drop_ours(&mut self) -> io::Result<()> {
        if self.holder == Holder::Us
            && let Some(path) = &self.path
        {
            fs::remove_file(path)?;
            self.holder = Holder::Others;
        }
        Ok(())
    }

    /// Returns the file that holds the game being played.
    pub(crate) fn kept(&self) -> Option<&Path> {
        self.path.as_deref().filter(|_| self.holder == Holder::Us)
    }
}

/// Gives a file a name that no file has: its own and `.previous`, or `.previous-2` and so on.
fn set_aside(path: &Path) -> io::Result<()> {
    let mut aside = with_suffix(path, ".previous");
    for number in 2_u32.. {
        if !aside.exists() {
            break;
        }
        aside = with_suffix(path, &format!(".previous-{number}"));
    }
    fs::rename(path, aside)
}

/// Returns the unfinished game in a file, if there is one.
///
/// # Errors
/// The file must be readable and hold an unfinished game.
pub(crate) fn look(path: Option<&Path>) -> Result<Option<Unfinished>, PlayError> {
    let Some(path) = path else { return Ok(None) };
    let failed = |error| PlayError::Unfinished { path: path.to_owned(), error };
    match fs::read_to_string(path) {
        Ok(text) => text.parse().map(Some).map_err(failed),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(failed(error.into())),
    }
}

fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    name.into()
}
