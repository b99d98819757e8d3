//! The file for an unfinished game, which belongs to one game at a time.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

/// The most games at once that have a file each; further ones share the first.
const MOST: u32 = 100;

/// A file for an unfinished game that no other program has as long as this exists.
#[derive(Debug)]
pub struct Place {
    path: PathBuf,
    /// The system lets go of it when the program ends, however that comes.
    _lock: Option<File>,
}

impl Place {
    /// Finds a place that nobody has: the file of this name, or one with a number behind its name. Places that
    /// hold a game which nobody plays come first.
    #[must_use]
    pub fn claim(path: &Path) -> Place {
        let all = (1..=MOST).map(|number| numbered(path, number));
        // Behind the first place that nobody ever had there are no others.
        let known = all.clone().take_while(|path| lock_path(path).exists());
        let mut free: Vec<Place> = known.filter_map(Place::lock).collect();
        if free.is_empty() {
            let new = all.skip_while(|path| lock_path(path).exists()).find_map(Place::lock);
            free.extend(new);
        }
        let with_game = free.iter().position(|place| place.path.exists());
        let nobody = || Place { path: path.to_owned(), _lock: None };
        free.into_iter().nth(with_game.unwrap_or(0)).unwrap_or_else(nobody)
    }

    /// Returns the file.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes a place, unless somebody has it. Where files cannot be locked nobody is known to have one.
    fn lock(path: PathBuf) -> Option<Place> {
        if let Some(folder) = path.parent() {
            // If it cannot be made, neither can the lock.
            let _ = fs::create_dir_all(folder);
        }
        let lock = File::options().create(true).append(true).open(lock_path(&path)).ok();
        match lock.as_ref().map(File::try_lock) {
            Some(Err(TryLockError::WouldBlock)) => None,
            _ => Some(Place { path, _lock: lock }),
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
    let mut name = path.as_os_str().to_owned();
    name.push(".lock");
    name.into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_games_at_once_have_two_places() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new").join("game.txt");
        let first = Place::claim(&path);
        let second = Place::claim(&path);
        let third = Place::claim(&path);
        assert_eq!(first.path(), path);
        assert_eq!(second.path(), path.with_file_name("game-2.txt"));
        assert_eq!(third.path(), path.with_file_name("game-3.txt"));
        drop(second);
        assert_eq!(Place::claim(&path).path(), path.with_file_name("game-2.txt"));
    }

    #[test]
    fn a_game_that_nobody_plays_is_found_again() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("game.txt");
        let first = Place::claim(&path);
        let second = Place::claim(&path);
        fs::write(second.path(), "a game").unwrap();
        let left = second.path().to_owned();
        // As long as it is played it is nobody else's.
        assert_ne!(Place::claim(&path).path(), left);
        drop((first, second));
        assert_eq!(Place::claim(&path).path(), left);
        fs::remove_file(&left).unwrap();
        assert_eq!(Place::claim(&path).path(), path);
    }
}
