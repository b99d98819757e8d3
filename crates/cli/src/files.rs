//! Files as commands use them: errors become messages for the user.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use willow_files::{DATA_FOLDER_VARIABLE, MAX_FILE_BYTES, Overwrite, ReadError};

use crate::error::CliError;

/// What error messages call standard input.
pub(crate) const STDIN_NAME: &str = "standard input";

/// Stands for standard input or output in place of a file name.
pub(crate) const STANDARD_STREAM: &str = "-";

/// The extension of files that `gzip` has compressed.
const GZIP: &str = "gz";

/// Returns the name of a file without `.gz`, and whether it had it.
pub(crate) fn without_gz(path: &Path) -> (PathBuf, bool) {
    match path.extension() {
        Some(extension) if extension.eq_ignore_ascii_case(GZIP) => (path.with_extension(""), true),
        _ => (path.to_owned(), false),
    }
}

/// Compresses bytes as `gzip` does.
pub(crate) fn gzipped(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).expect("a vector takes all bytes");
    encoder.finish().expect("a vector takes all bytes")
}

/// Reads a file; one that `gzip` has compressed is decompressed.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    willow_files::read_limited(path, MAX_FILE_BYTES).map_err(|error| match error {
        ReadError::Io(error) => CliError::file("read", path, &error),
        ReadError::IsFolder => CliError::failed(format!("{}: {error}", path.display())),
        ReadError::TooLarge { .. } => too_large(&path.display().to_string(), &error),
    })
}

/// Reads standard input to its end.
pub(crate) fn read_stdin() -> Result<Vec<u8>, CliError> {
    willow_files::read_stream_limited(io::stdin().lock(), MAX_FILE_BYTES).map_err(|error| {
        match error {
            ReadError::Io(error) => CliError::file("read", Path::new(STDIN_NAME), &error),
            _ => too_large(STDIN_NAME, &error),
        }
    })
}

fn too_large(name: &str, error: &ReadError) -> CliError {
    CliError::failed(format!("{name}: {error}"))
        .with_hint("split the file, or check that it contains Othello positions or games")
}

/// Returns the folder for the user's files.
///
/// # Errors
/// The platform must know the user's home folder, or `WILLOW_HOME` be set.
pub(crate) fn data_folder() -> Result<PathBuf, CliError> {
    willow_files::data_folder().map_err(|_| {
        CliError::failed("no home folder found")
            .with_hint(format!("set the environment variable {DATA_FOLDER_VARIABLE} to a folder"))
    })
}

/// Writes a file atomically: under another name first, renamed when it is complete.
///
/// # Errors
/// The file exists and must not be replaced, or it cannot be written. An existing file is unchanged
/// then.
pub(crate) fn write(path: &Path, bytes: &[u8], overwrite: Overwrite) -> Result<(), CliError> {
    check_free(path, overwrite)?;
    willow_files::write_whole(path, bytes, overwrite).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => exists(path),
        _ => CliError::file("write", path, &error),
    })
}

/// Returns what `--force` means for an existing file.
pub(crate) const fn overwrite(force: bool) -> Overwrite {
    if force { Overwrite::Always } else { Overwrite::Never }
}

/// Checks that a file may be written: long work asks before it begins.
///
/// # Errors
/// The path is a folder, its folder does not exist, or the file exists and must not be replaced.
pub(crate) fn check_free(path: &Path, overwrite: Overwrite) -> Result<(), CliError> {
    if path.is_dir() {
        return Err(CliError::failed(format!("{}: is a folder", path.display())));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    if let Some(folder) = folder.filter(|folder| !folder.is_dir()) {
        let (path, folder) = (path.display(), folder.display());
        return Err(CliError::failed(format!("cannot write {path}: there is no folder {folder}"))
            .with_hint("make the folder, or choose another one"));
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
        assert!(check_free(&folder.path().join("no/file"), Overwrite::Always).is_err());
        assert!(check_free(Path::new("a file of this name is not here"), Overwrite::Never).is_ok());
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    }
}
