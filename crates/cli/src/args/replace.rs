//! The option about files that exist.

use std::collections::HashSet;
use std::path::PathBuf;

use clap::Args;
use willow_files::Overwrite;

use crate::error::CliError;

/// Whether files that exist are replaced.
#[derive(Args, Debug)]
pub(crate) struct ReplaceArgs {
    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

/// Checks that no two files of a command have the same name: long work asks before it begins.
///
/// # Errors
/// A usage error that names the file.
pub(crate) fn check_distinct<'a>(
    paths: impl IntoIterator<Item = &'a PathBuf>,
) -> Result<(), CliError> {
    let mut seen = HashSet::new();
    match paths.into_iter().find(|&path| !seen.insert(path)) {
        None => Ok(()),
        Some(path) => {
            Err(CliError::usage(format!("{}: two files would have this name", path.display()))
                .with_hint("give each file a name of its own"))
        }
    }
}

impl ReplaceArgs {
    /// Returns what happens to a file that exists.
    pub(crate) const fn overwrite(&self) -> Overwrite {
        if self.force { Overwrite::Always } else { Overwrite::Never }
    }
}
