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

/// The environment variable that names the configuration file.
pub const CONFIG_FILE_VARIABLE: &str = "WILLOW_CONFIG";

/// Returns the user's configuration file: `WILLOW_CONFIG`, or `config.toml` in `WILLOW_HOME`, or
/// `willow/config.toml` in the platform's folder for configuration.
///
/// # Errors
/// Without the variables, the platform must know the user's home folder.
pub fn config_file() -> Result<PathBuf, NoHomeFolder> {
    let set = |name| env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
    if let Some(path) = set(CONFIG_FILE_VARIABLE) {
        return Ok(path);
    }
    if let Some(folder) = set(DATA_FOLDER_VARIABLE) {
        return Ok(folder.join("config.toml"));
    }
    let strategy = etcetera::base_strategy::choose_native_strategy().map_err(|_| NoHomeFolder)?;
    Ok(strategy.config_dir().join("willow").join("config.toml"))
}

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
