//! Writing files that appear whole or not at all.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process;

/// What to do with a file that exists already.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Overwrite {
    /// Leave it alone and fail.
    Never,
    /// Put the new one in its place.
    Always,
}

/// Writes a file under another name first, beside it, and renames it when it is complete and on the disk.
///
/// # Errors
/// Whatever goes wrong, a file of that name is as it was before. With [`Overwrite::Never`] one that exists is
/// [`io::ErrorKind::AlreadyExists`].
pub fn write_whole(path: &Path, bytes: &[u8], overwrite: Overwrite) -> io::Result<()> {
    if overwrite == Overwrite::Never && path.symlink_metadata().is_ok() {
        return Err(io::ErrorKind::AlreadyExists.into());
    }
    let draft = draft_path(path);
    let written = write_new(&draft, bytes).and_then(|()| publish(&draft, path, overwrite));
    if written.is_err() {
        // A draft that could not be made need not be removed either, and the first error is the one to tell.
        let _ = fs::remove_file(&draft);
    }
    written
}

fn draft_path(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(format!(".{}.part", process::id()));
    path.with_file_name(name)
}

fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut file = File::create(path)?;
    file.write_all(bytes)?;
    file.sync_all()
}

/// Gives a finished draft its name.
fn publish(draft: &Path, path: &Path, overwrite: Overwrite) -> io::Result<()> {
    match overwrite {
        Overwrite::Always => fs::rename(draft, path),
        // A link, unlike a rename, never replaces a file that appeared in the meantime. Where the
        // file system has no links, the check a moment ago must do.
        Overwrite::Never => match fs::hard_link(draft, path) {
            Ok(()) => fs::remove_file(draft),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(error),
            Err(_) => fs::rename(draft, path),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_replaced_only_when_told_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write_whole(&path, b"one", Overwrite::Never).unwrap();
        let error = write_whole(&path, b"two", Overwrite::Never).unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&path).unwrap(), b"one");
        write_whole(&path, b"two", Overwrite::Always).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"two");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_write_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write_whole(&folder.path().join("no/such/file"), b"x", Overwrite::Always).is_err());
        let taken = folder.path().join("folder");
        fs::create_dir(&taken).unwrap();
        assert!(write_whole(&taken, b"x", Overwrite::Always).is_err());
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }
}
