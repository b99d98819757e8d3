//! Files that players name in their SPECs, read once.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// Contents of one kind of file, by path. They stay in memory for the life of the process: a match rebuilds its
/// players for every game.
pub(crate) struct FileCache<T: 'static>(Mutex<BTreeMap<PathBuf, &'static T>>);

impl<T> FileCache<T> {
    pub(crate) const fn new() -> FileCache<T> {
        FileCache(Mutex::new(BTreeMap::new()))
    }

    /// Returns what `read` makes of a file, which is read once.
    pub(crate) fn get<E>(
        &self,
        path: &Path,
        read: impl FnOnce(&Path) -> Result<T, E>,
    ) -> Result<&'static T, E> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = known.get(path) {
            return Ok(found);
        }
        let found: &'static T = Box::leak(Box::new(read(path)?));
        known.insert(path.to_owned(), found);
        Ok(found)
    }
}
