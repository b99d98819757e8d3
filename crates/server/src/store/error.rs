//! What goes wrong with the store.

use std::path::PathBuf;

use thiserror::Error;

/// The store could not do something.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The folder cannot be made or used.
    #[error("cannot use the folder {path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Another server uses the folder.
    #[error("another server uses {0}")]
    InUse(PathBuf),
    /// The database does not promise what is needed of it.
    #[error("the database has {setting} = {found}, and {wanted} is needed")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// What it is.
        found: String,
        /// What it should be.
        wanted: &'static str,
    },
    /// The database is of a newer version, or was changed.
    #[error("the database cannot be brought up to date: {0}")]
    Migration(#[from] sqlx::migrate::MigrateError),
    /// Something in the database makes no sense.
    #[error("the database has {what} that makes no sense: {value}")]
    Nonsense {
        /// What.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
}

impl StoreError {
    pub(crate) fn nonsense(what: &'static str, value: &str) -> StoreError {
        StoreError::Nonsense { what, value: value.chars().take(200).collect() }
    }
}
