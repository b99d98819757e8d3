//! Files as commands use them: errors become messages for the user.

use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use willow_files::{
    DATA_FOLDER_VARIABLE, FileDraft, MAX_FILE_BYTES, NotFree, Overwrite, ReadError, check_free,
};

use crate::error::CliError;

/// What error messages call standard input.
pub(crate) const STDIN_NAME: &str = "standard input";

/// Stands for standard input or output in place of a file name.
pub(crate) const STANDARD_STREAM: &str = "-";

/// Reads a file; one that `gzip` has compressed is decompressed.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    willow_files::read_limited(path, MAX_FILE_BYTES).map_err(|error| read_error(path, error))
}

/// Opens a file of any size; one that `gzip` has compressed is decompressed.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>, CliError> {
    willow_files::open(path).map_err(|error| read_error(path, error))
}

/// Opens standard input, decompressed if `gzip` has compressed it.
pub(crate) fn open_stdin() -> Result<Box<dyn Read>, CliError> {
    willow_files::decompressed(io::stdin().lock())
        .map_err(|error| CliError::file("read", Path::new(STDIN_NAME), &error))
}

fn read_error(path: &Path, error: ReadError) -> CliError {
    match error {
        ReadError::Io(error) => CliError::file("read", path, &error),
        error => CliError::failed(format!("{}: {error}", path.display())),
    }
}

/// Reads a file of text.
pub(crate) fn read_text(path: &Path) -> Result<String, CliError> {
    fs::read_to_string(path).map_err(|error| CliError::file("read", path, &error))
}

/// Reads a text file; `None` if it does not exist yet.
pub(crate) fn read_text_if_any(path: &Path) -> Result<Option<String>, CliError> {
    match fs::read_to_string(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        text => text.map(Some).map_err(|error| CliError::file("read", path, &error)),
    }
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
    willow_files::write_whole(path, bytes, overwrite).map_err(|error| write_error(path, &error))
}

/// Begins a file that is written in parts and published when it is complete.
///
/// # Errors
/// The file exists and must not be replaced, or its folder is not writable.
pub(crate) fn draft(path: &Path, overwrite: Overwrite) -> Result<FileDraft, CliError> {
    check_free(path, overwrite)?;
    FileDraft::create(path, overwrite).map_err(|error| write_error(path, &error))
}

/// Returns the error of a file that could not be written.
pub(crate) fn write_error(path: &Path, error: &io::Error) -> CliError {
    match error.kind() {
        io::ErrorKind::AlreadyExists => NotFree::Exists(path.to_owned()).into(),
        _ => CliError::file("write", path, error),
    }
}

/// Reads the text of a configuration; `show_format` is the command that prints one.
///
/// # Errors
/// The text is not TOML, or not such a configuration.
pub(crate) fn parse_toml<T: DeserializeOwned>(
    path: &Path,
    text: &str,
    show_format: &str,
) -> Result<T, CliError> {
    toml::from_str(text).map_err(|error| {
        let before = error.span().map_or("", |span| &text[..span.start]);
        let line = 1 + before.matches('\n').count();
        let format = format!("`{show_format}` shows the format of the file");
        let failed =
            |problem: &str| CliError::failed(format!("{}, line {line}: {problem}", path.display()));
        let unknown = error.message().strip_prefix("unknown field `");
        let Some((name, expected)) = unknown.and_then(|rest| rest.split_once('`')) else {
            return failed(error.message()).with_hint(format);
        };
        let failed = failed(&format!("unknown field `{name}`"));
        let is_header = |line: &&str| line.starts_with('[');
        match before.lines().map(str::trim_start).rfind(is_header) {
            Some(table) => failed.with_hint(format!(
                "the line stands under {}; a setting of no table is written above the first table; {format}",
                table.trim_end()
            )),
            // The names that serde lists stand between backquotes.
            None => failed.with_nearest(name, expected.split('`').skip(1).step_by(2), format),
        }
    })
}
