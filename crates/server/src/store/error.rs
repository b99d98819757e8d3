//! The errors of the store.

use std::path::{Path, PathBuf};

use thiserror::Error;
use willow_protocol::ArchiveDate;

use super::sql::{DatabaseError, MigrateError};
use crate::domain::{DamagedRow, MINUTE, Refusal};

/// The result of a store operation.
pub(crate) type Result<T, E = StoreError> = std::result::Result<T, E>;

/// An error of the store.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum StoreError {
    /// The folder cannot be created or used.
    #[error("cannot use the folder {path}: {error}")]
    Folder {
        /// As the operator named it.
        path: PathBuf,
        /// The system's error.
        error: std::io::Error,
    },
    /// The folder has no database, and the command is for one that exists.
    #[error("there is no database in {0}: name the folder of your server")]
    NoDatabase(PathBuf),
    /// The folder belongs to another user of the machine, who could not use new files in it.
    #[error(
        "{path} belongs to the user {owner}, who could not use files that another user leaves there: write \
         `sudo -u {owner}` (as root `runuser -u {owner} --`) before the command"
    )]
    ForeignFolder {
        /// As the operator named it.
        path: PathBuf,
        /// The name of its owner, or the number as `sudo -u` takes it.
        owner: String,
    },
    /// The folder or the database belongs to root, and the other or this process does not.
    #[error(
        "{path} has files of root: if they are to be {user}'s, write as root `chown -R {user}: {path}`"
    )]
    RootsFiles {
        /// As the operator named it.
        path: PathBuf,
        /// The name or the number of the other user.
        user: String,
    },
    /// Another server or command uses the folder.
    #[error("a server or another command is using {0}: stop it first")]
    InUse(PathBuf),
    /// The clock of the machine is behind the data.
    #[error(
        "the clock of this machine is {} behind the newest data, of {}",
        duration(*.behind),
        ArchiveDate::of_millis(*.newest).map(|date| date.to_string()).unwrap_or_default()
    )]
    ClockBehind {
        /// How far, in milliseconds.
        behind: u64,
        /// The time of the newest row, in milliseconds since 1970.
        newest: u64,
    },
    /// The database does not have a setting that durability needs.
    #[error("the database has {setting} = {found}, but {wanted} is needed")]
    Setting {
        /// The name of its pragma.
        setting: &'static str,
        /// The value after it was set.
        found: String,
        /// The value that is needed.
        wanted: &'static str,
    },
    /// The database is older than the first release.
    #[error(
        "the database was made before the first release: the commit 047aff51 is the last that can open it"
    )]
    TooOld,
    /// The database is of a newer version.
    #[error(
        "{path} was made by a newer Willow ({willow}, schema {schema}; this is {}, schema {known}): start that version, \
         or restore a backup from before its first start",
        env!("CARGO_PKG_VERSION")
    )]
    Newer {
        /// The file of the database.
        path: PathBuf,
        /// The version of Willow that used it last.
        willow: String,
        /// The version of its schema.
        schema: i64,
        /// The newest version that this Willow knows.
        known: i64,
    },
    /// The file of the database is damaged.
    #[error(
        "{path} is damaged ({fault}): restore a backup, as docs/operating.md says; `willow check` lists the damage"
    )]
    DamagedFile {
        /// The file of the database.
        path: PathBuf,
        /// What `SQLite` says.
        fault: String,
    },
    /// The disk has no space for the write.
    #[error("the disk of {0} is full: make room, and try again")]
    NoRoom(PathBuf),
    /// The command is for a database in a folder.
    #[error(
        "this is for a database in a folder: for PostgreSQL there are pg_dump, pg_basebackup and pg_amcheck"
    )]
    OfPostgres,
    /// This program cannot talk to PostgreSQL.
    #[cfg(not(feature = "postgres"))]
    #[error(
        "this program was built without PostgreSQL: `cargo build --release --features postgres` builds one with it"
    )]
    WithoutPostgres,
    /// A server runs on the database.
    #[cfg(feature = "postgres")]
    #[error("{leader} is using the database: stop it first")]
    Led {
        /// The node that leads.
        leader: String,
    },
    /// Another node leads.
    #[cfg(feature = "postgres")]
    #[error("another node leads now: nothing more was committed here")]
    NotLeader,
    /// The server of PostgreSQL cannot be reached, or refuses the user.
    #[cfg(feature = "postgres")]
    #[error("cannot open {url}: {error}")]
    Unreachable {
        /// The address of the database.
        url: String,
        /// What went wrong.
        error: DatabaseError,
    },
    /// The file of the password cannot be read.
    #[cfg(feature = "postgres")]
    #[error("cannot read the password of the database from {path}: {error}")]
    Password {
        /// The file.
        path: PathBuf,
        /// What went wrong.
        error: std::io::Error,
    },
    /// The database has no tables of Willow.
    #[cfg(feature = "postgres")]
    #[error("{0} has no data of Willow: start a server on it first, or name another database")]
    NoTables(String),
    /// The database is an unfinished copy.
    #[error("the database is an unfinished copy of {0}: run the same `willow migrate` again")]
    PartOfCopy(String),
    /// The database to copy to has something else.
    #[error("the database to copy to is not empty: name another one")]
    NotEmpty,
    /// A copied table is not the same.
    #[error("the table {0} has other rows in the copy: report this; the original is unchanged")]
    CopyDiffers(&'static str),
    /// The migrations of the database were changed.
    #[error("cannot migrate the database: {0}")]
    Migration(MigrateError),
    /// A value in the database is invalid.
    #[error("invalid data in the database: {what}: {value}")]
    InvalidData {
        /// The kind of value.
        what: &'static str,
        /// Its first 200 characters.
        value: String,
    },
    /// A row that a start needs cannot be read.
    #[error(transparent)]
    Damaged(#[from] DamagedRow),
    /// The database failed.
    #[error("the database failed: {error}")]
    Database {
        /// What it says.
        error: DatabaseError,
        /// Whether the disk has no space for what was to be written.
        is_disk_full: bool,
    },
}

/// Writes a time in words: in days, or in minutes if it is short.
fn duration(millis: u64) -> String {
    let minutes = millis / MINUTE;
    match minutes / (24 * 60) {
        0 | 1 => format!("{minutes} minutes"),
        days => format!("{days} days"),
    }
}

impl StoreError {
    pub(crate) fn invalid(what: &'static str, value: &str) -> StoreError {
        /// The number of characters that an error message repeats of a value.
        const MAX_SHOWN: usize = 200;
        StoreError::InvalidData { what, value: value.chars().take(MAX_SHOWN).collect() }
    }

    /// Returns an error of the system.
    pub(crate) fn failed(error: std::io::Error) -> StoreError {
        StoreError::Database { error: DatabaseError::Io(error), is_disk_full: false }
    }

    /// Returns the error with the file that it is about, if that is damaged or has no room.
    pub(crate) fn in_file(self, path: &Path) -> StoreError {
        match self {
            StoreError::Database { error, .. } if is_damage(&error) => {
                StoreError::DamagedFile { path: path.to_owned(), fault: error.to_string() }
            }
            StoreError::Database { is_disk_full: true, .. } => StoreError::NoRoom(path.to_owned()),
            other => other,
        }
    }

    /// Returns whether the file of the database is damaged.
    pub(crate) fn is_damage(&self) -> bool {
        match self {
            StoreError::Database { error, .. } => is_damage(error),
            StoreError::DamagedFile { .. } => true,
            _ => false,
        }
    }

    /// Returns whether the disk has no space for what was to be written. Nothing of it was committed then, and
    /// it can be tried again: unlike a failed sync, a failed write leaves nothing uncertain.
    pub(crate) const fn is_disk_full(&self) -> bool {
        matches!(self, StoreError::Database { is_disk_full: true, .. })
    }
}

/// Returns whether an error is `SQLITE_CORRUPT` or `SQLITE_NOTADB`.
fn is_damage(error: &DatabaseError) -> bool {
    let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
    let code = code.and_then(|code| code.parse::<u32>().ok());
    // The lowest byte is the code, the others say more.
    code.is_some_and(|code| matches!(code & 0xff, 11 | 26))
}

/// Why a query has no answer.
#[derive(Debug)]
pub(crate) enum QueryError {
    Refused(Refusal),
    Failed(StoreError),
}

impl From<StoreError> for QueryError {
    fn from(error: StoreError) -> QueryError {
        QueryError::Failed(error)
    }
}

impl From<Refusal> for QueryError {
    fn from(refusal: Refusal) -> QueryError {
        QueryError::Refused(refusal)
    }
}
