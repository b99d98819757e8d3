//! Locks the autosave file, so that games played at the same time use different files.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use crate::autosave::with_suffix;

/// Maximum number of files. Further games at the same time share the first.
const MAX_SLOTS: u32 = 100;

/// An autosave file that no other process uses while this value exists.
#[derive(Debug)]
pub struct AutosaveSlot {
    path: PathBuf,
    /// The operating system releases the lock when the process ends.
    _lock: Option<File>,
}

impl AutosaveSlot {
    /// Locks a free file: `path`, or `path` with a number appended to its stem. Files with an
    /// unfinished game are preferred.
    pub fn claim(path: &Path) -> AutosaveSlot {
        let mut free = None;
        for path in (1..=MAX_SLOTS).map(|number| numbered(path, number)) {
            // Files are used in order, so none was ever used after the first one without a lock file.
            if free.is_some() && !lock_path(&path).exists() {
                break;
            }
            match AutosaveSlot::lock(path) {
                Some(slot) if slot.path.exists() => return slot,
                slot => free = free.or(slot),
            }
        }
        free.unwrap_or_else(|| AutosaveSlot { path: path.to_owned(), _lock: None })
    }

    /// Returns the file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Locks a file unless another process has it. Where the system supports no locks, every file
    /// counts as free.
    fn lock(path: PathBuf) -> Option<AutosaveSlot> {
        if let Some(folder) = path.parent() {
            // If the folder cannot be created, opening the lock file fails too.
            let _ = fs::create_dir_all(folder);
        }
        let lock = File::options().create(true).append(true).open(lock_path(&path)).ok();
        match lock.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => None,
            _ => Some(AutosaveSlot { path, _lock: lock }),
        }
    }
}

/// Returns `game.txt`, `game-2.txt` and so on.
fn numbered(path: &Path, number: u32) -> PathBuf {
    if number == 1 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-{number}.{extension}"))
}

fn lock_path(path: &Path) -> PathBuf {
    with_suffix(path, ".lock")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_at_once_have_different_files() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("game.txt");
        let first = AutosaveSlot::claim(&path);
        let second = AutosaveSlot::claim(&path);
        let third = AutosaveSlot::claim(&path);
        assert_eq!(first.path(), path);
        assert_eq!(second.path(), path.with_file_name("game-2.txt"));
        assert_eq!(third.path(), path.with_file_name("game-3.txt"));
        drop(second);
        assert_eq!(AutosaveSlot::claim(&path).path(), path.with_file_name("game-2.txt"));
    }

    #[test]
    fn the_file_of_an_interrupted_game_is_claimed_first() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let first = AutosaveSlot::claim(&path);
        let second = AutosaveSlot::claim(&path);
        fs::write(second.path(), "a game").unwrap();
        let interrupted = second.path().to_owned();
        // The file of a running game is not available.
        assert_ne!(AutosaveSlot::claim(&path).path(), interrupted);
        drop((first, second));
        assert_eq!(AutosaveSlot::claim(&path).path(), interrupted);
        fs::remove_file(&interrupted).unwrap();
        assert_eq!(AutosaveSlot::claim(&path).path(), path);
    }
}
