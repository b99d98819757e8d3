//! The folder for the user's own files: saved games, matches, experiments.

use std::env;
use std::path::PathBuf;

use etcetera::BaseStrategy;
use thiserror::Error;

/// The environment variable that names the folder in place of the platform's.
pub const DATA_FOLDER_VARIABLE: &str = "WILLOW_HOME";

/// The platform knows no home folder of the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the user has no home folder")]
pub struct NoHomeFolder;

/// Returns the folder for the user's files: `WILLOW_HOME`, or `willow` in the platform's data
/// folder.
///
/// # Errors
/// Without the variable, the platform must know the user's home folder.
pub fn data_folder() -> Result<PathBuf, NoHomeFolder> {
    if let Some(path) = env::var_os(DATA_FOLDER_VARIABLE).filter(|path| !path.is_empty()) {
        return Ok(path.into());
    }
    let strategy = etcetera::base_strategy::choose_native_strategy().map_err(|_| NoHomeFolder)?;
    Ok(strategy.data_dir().join("willow"))
}
