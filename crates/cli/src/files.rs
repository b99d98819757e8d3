//! Reads whole files up to a size limit, and writes files atomically.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

pub(crate) use willow_players::Overwrite;
use willow_players::write_whole;

use crate::error::CliError;

/// What error messages call standard input.
pub(crate) const STDIN_NAME: &str = "standard input";

/// The largest file that is read, in bytes. The limit protects the memory. All WTHOR games together
/// are a quarter of it.
pub(crate) const LARGEST_FILE: u64 = 64 << 20;

/// Reads a file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let failed = |error: &io::Error| CliError::file("read", path, error);
    let file = File::open(path).map_err(|error| failed(&error))?;
    let metadata = file.metadata().map_err(|error| failed(&error))?;
    if metadata.is_dir() {
        return Err(CliError::failed(format!("{}: is a folder, not a file", path.display())));
    }
    if LARGEST_FILE < metadata.len() {
        return Err(too_large(&path.display().to_string()));
    }
    read_limited(file, LARGEST_FILE)
        .map_err(|error| failed(&error))?
        .ok_or_else(|| too_large(&path.display().to_string()))
}

/// Reads standard input to its end.
pub(crate) fn read_stdin() -> Result<Vec<u8>, CliError> {
    read_limited(io::stdin().lock(), LARGEST_FILE)
        .map_err(|error| CliError::file("read", Path::new(STDIN_NAME), &error))?
        .ok_or_else(|| too_large(STDIN_NAME))
}

fn too_large(name: &str) -> CliError {
    CliError::failed(format!("{name}: larger than {} MiB", LARGEST_FILE >> 20))
        .with_hint("split the file, or check that it contains Othello positions or games")
}

/// Reads to the end; `None` if there are more than `limit` bytes.
fn read_limited(reader: impl Read, limit: u64) -> io::Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    reader.take(limit + 1).read_to_end(&mut bytes)?;
    Ok((bytes.len() as u64 <= limit).then_some(bytes))
}

/// Writes a file atomically: under another name first, renamed when it is complete.
///
/// # Errors
/// The file exists and must not be replaced, or it cannot be written. An existing file is unchanged
/// then.
pub(crate) fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), CliError> {
    check_free(path, overwrite)?;
    write_whole(path, bytes, overwrite).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => CliError::file("write", path, &error),
    })
}

/// Checks that a file may be written.
pub(crate) fn check_free(path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    if path.is_dir() {
        return Err(CliError::failed(format!("{}: is a folder", path.display())));
    }
    match overwrite {
        Overwrite::Never if path.symlink_metadata().is_ok() => Err(exists(path)),
        _ => Ok(()),
    }
}

fn exists(path: &Path) -> CliError {
    CliError::failed(format!("{}: the file already exists", path.display()))
        .with_hint("choose another name, or use --force to replace the file")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endless_input_is_refused_at_the_limit() {
        assert_eq!(read_limited(io::repeat(b'x'), 1000).unwrap(), None);
        assert_eq!(read_limited(&b"abc"[..], 3).unwrap().as_deref(), Some(&b"abc"[..]));
    }

    #[test]
    fn files_are_replaced_only_when_told_to() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        write(&path, b"one", Overwrite::Never).unwrap();
        assert!(write(&path, b"two", Overwrite::Never).is_err());
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        write(&path, b"two", Overwrite::Always).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_write_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        assert!(write(&folder.path().join("no/such/file"), b"x", Overwrite::Always).is_err());
        assert!(write(folder.path(), b"x", Overwrite::Always).is_err());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
