//! The output files of `willow lab`, and its errors.

use std::path::{Path, PathBuf};

use crate::error::CliError;
pub(super) use crate::files::overwrite;

/// Returns the path of the log of unfinished work, beside the file that will hold the result.
pub(super) fn log_beside(out: &Path, extension: &str) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(extension);
    out.with_file_name(name)
}

/// Returns the error of a step with all its causes in one line.
pub(super) fn failed(error: &anyhow::Error) -> CliError {
    CliError::failed(format!("{error:#}"))
}
