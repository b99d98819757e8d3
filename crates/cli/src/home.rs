//! The folder of the user's own files.

use std::path::PathBuf;

use etcetera::BaseStrategy;

use crate::error::CliError;

/// Names the folder instead of the platform.
const VARIABLE: &str = "WILLOW_HOME";

/// Returns the folder for saved games and the like: `WILLOW_HOME`, or Willow's part of the
/// platform's data folder.
///
/// # Errors
/// The platform may not know a home.
pub(crate) fn folder() -> Result<PathBuf, CliError> {
    if let Some(path) = std::env::var_os(VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let strategy = etcetera::base_strategy::choose_native_strategy().map_err(|_| {
        CliError::failed("no home folder found")
            .with_hint(format!("set the environment variable {VARIABLE} to a folder"))
    })?;
    Ok(strategy.data_dir().join("willow"))
}
