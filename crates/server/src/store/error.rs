//! The errors of the store.

use std::path::PathBuf;

use thiserror::Error;

/// An error of the store.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The folder cannot be created or used.
    #[error("cannot use the folder {path}: {error}")]
    Folder {
        /// The folder.
        path: PathBuf,
        /// The cause.
        error: std::io::Error,
    },
    /// Another server uses the folder.
    #[error("another server is using {0}")]
    InUse(PathBuf),
    /// The database does not have a setting that durability needs.
    #[error("the database has {setting} = {found}, but {wanted} is needed")]
    Setting {
        /// The setting.
        setting: &'static str,
        /// Its value.
        found: String,
        /// The value that is needed.
        wanted: &'static str,
    },
    /// The database is of a newer version, or its migrations were changed.
    #[error("cannot migrate the database: {0}")]
    Migration(sqlx::migrate::MigrateError),
    /// A value in the database is invalid.
    #[error("invalid data in the database: {what}: {value}")]
    InvalidData {
        /// The kind of value.
        what: &'static str,
        /// The value.
        value: String,
    },
    /// The database failed.
    #[error("the database failed: {0}")]
    Database(sqlx::Error),
}

impl From<sqlx::migrate::MigrateError> for StoreError {
    fn from(error: sqlx::migrate::MigrateError) -> StoreError {
        StoreError::Migration(error)
    }
}

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        StoreError::Database(error)
    }
}

impl StoreError {
    pub(crate) fn invalid(what: &'static str, value: &str) -> StoreError {
        StoreError::InvalidData { what, value: value.chars().take(200).collect() }
    }
}
