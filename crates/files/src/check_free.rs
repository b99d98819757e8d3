//! Whether a file may be written: long work asks before it begins.

use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::Overwrite;

/// Why a file may not be written.
#[derive(Debug, Error)]
pub enum NotFree {
    /// The path is that of a folder.
    #[error("{}: is a folder", .0.display())]
    IsFolder(PathBuf),
    /// The folder of the file does not exist.
    #[error("cannot write {}: there is no folder {}", .0.display(), .1.display())]
    NoFolder(PathBuf, PathBuf),
    /// The file exists and must not be replaced.
    #[error("{}: the file already exists", .0.display())]
    Exists(PathBuf),
}

impl NotFree {
    /// Returns what the user of a command with `--force` can do.
    pub fn hint(&self) -> &'static str {
        match self {
            NotFree::IsFolder(_) => "name a file in it",
            NotFree::NoFolder(..) => "make the folder, or choose another one",
            NotFree::Exists(_) => "choose another name, or use --force to replace the file",
        }
    }
}

/// Checks that a file may be written.
///
/// # Errors
/// The path is a folder, its folder does not exist, or the file exists and must not be replaced.
pub fn check_free(path: &Path, overwrite: Overwrite) -> Result<(), NotFree> {
    if path.is_dir() {
        return Err(NotFree::IsFolder(path.to_owned()));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        return Err(NotFree::NoFolder(path.to_owned(), folder.to_owned()));
    }
    match overwrite {
        Overwrite::Never if path.symlink_metadata().is_ok() => {
            Err(NotFree::Exists(path.to_owned()))
        }
        _ => Ok(()),
    }
}
