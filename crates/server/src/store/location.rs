//! Where the data of a server is.

use std::fmt::{self, Display, Formatter};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use thiserror::Error;

use super::{Result, StoreError};
use crate::ops::Config;

/// Where the data of a server is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    /// In a file of a folder.
    Folder(PathBuf),
    /// In a database of PostgreSQL.
    Postgres {
        /// The address, without a password.
        url: String,
        /// The file with the password, if one is needed.
        password_file: Option<PathBuf>,
    },
}

impl Location {
    /// Returns where a server with a configuration has its data.
    pub fn of(config: &Config) -> Location {
        match &config.store {
            Some(url) => Location::Postgres {
                url: url.clone(),
                password_file: config.store_password_file.clone(),
            },
            None => Location::Folder(config.data.clone()),
        }
    }
}

/// A text is no location of data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LocationError {
    /// The address has a password.
    #[error(
        "a database has no password in its address: write it into a file that the environment variable PGPASSFILE names"
    )]
    Password,
    /// The address is of something else.
    #[error("write a folder, or postgres://USER@HOST/DATABASE")]
    Scheme,
}

impl FromStr for Location {
    type Err = LocationError;

    /// Parses the address of a database of PostgreSQL, or a folder. Passwords are in files, not in lists of processes.
    fn from_str(text: &str) -> Result<Location, LocationError> {
        match has_password(text) {
            None if text.contains("://") => Err(LocationError::Scheme),
            None => Ok(Location::Folder(text.into())),
            Some(true) => Err(LocationError::Password),
            Some(false) => Ok(Location::Postgres { url: text.to_owned(), password_file: None }),
        }
    }
}

/// Returns whether an address of PostgreSQL has a password; nothing if it is none.
pub(crate) fn has_password(url: &str) -> Option<bool> {
    let rest = url.strip_prefix("postgres://").or_else(|| url.strip_prefix("postgresql://"))?;
    let (user, _) = rest.rsplit_once('@').unwrap_or_default();
    Some(user.contains(':') || rest.contains("password="))
}

impl Location {
    /// Returns the folder for what PostgreSQL does by its own programs.
    pub(crate) fn folder(&self) -> Result<&Path> {
        match self {
            Location::Folder(folder) => Ok(folder),
            Location::Postgres { .. } => Err(StoreError::OfPostgres),
        }
    }
}

impl From<&Path> for Location {
    fn from(folder: &Path) -> Location {
        Location::Folder(folder.to_owned())
    }
}

impl Display for Location {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Location::Folder(folder) => folder.display().fmt(f),
            Location::Postgres { url, .. } => f.write_str(url),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_no_password() {
        for (text, wanted) in [
            ("data", Ok(Location::from(Path::new("data")))),
            ("postgres://willow:secret@db/willow", Err(LocationError::Password)),
            ("postgres://willow@db/willow?password=secret", Err(LocationError::Password)),
            ("POSTGRES://willow:secret@db/willow", Err(LocationError::Scheme)),
        ] {
            assert_eq!(text.parse(), wanted, "{text}");
        }
        let url = "postgresql://willow@[::1]:5433/willow";
        assert_eq!(url.parse::<Location>().unwrap().to_string(), url);
    }
}
