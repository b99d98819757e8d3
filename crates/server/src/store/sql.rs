//! All statements of the store. One connection writes, in large transactions, and others read.
//!
//! `connection.rs`, `row.rs` and `bulk.rs` are what both databases have in common; `sqlite/` and `postgres/` have the
//! rest: where the data is, its tables, and what makes a commit durable.

mod accounts;
mod archive;
mod bulk;
mod command_ids;
mod commit;
mod connection;
mod copy;
mod decode;
mod emails;
mod erasure;
mod events;
mod games;
mod history;
mod invitations;
mod library;
mod load;
mod lobby_chat;
mod login;
mod moderation_log;
mod opponents;
mod personal_data;
#[cfg(feature = "postgres")]
mod postgres;
mod push;
mod ratings;
mod readers;
mod reports;
mod retention;
mod row;
mod sanctions;
mod settings;
mod sqlite;
#[cfg(test)]
mod test_support;
mod thoughts;
mod users;
mod writer;

pub(super) use sqlx::Error as DatabaseError;
pub(super) use sqlx::migrate::MigrateError;

use self::archive::ArchiveBacklog;
use self::bulk::{Builder, Statement, Value, run};
use self::command_ids::{CommandIdRing, last_command_ids};
use self::connection::Connection;
pub use self::copy::CopiedTable;
use self::decode::{
    display_name, from_json, game_end, last_of_page, notice, parsed, position, read_rows, terms,
};
use self::events::{EVENTS, last_events, of_tournaments, past_tournaments};
use self::history::public_when_over;
pub(crate) use self::library::LibraryGame;
use self::lobby_chat::last_messages;
pub(crate) use self::personal_data::{PARTS, Part, PersonalPage, RowKey};
#[cfg(feature = "postgres")]
pub(super) use self::postgres::{open as open_postgres, open_to_read as open_postgres_to_read};
pub(crate) use self::readers::Readers;
use self::reports::open_reports;
pub(crate) use self::retention::Sweep;
use self::row::Row;
pub use self::sqlite::Findings;
pub(super) use self::sqlite::{backup, check, create_folder, has_database, open, open_to_read};
pub(crate) use self::writer::Writer;
#[cfg(not(feature = "postgres"))]
use super::Location;
use super::{Result, StoreError, StoredGame};

/// What happens if a server is using a database of PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WhenLed {
    /// This node takes over when the other one ends.
    Wait,
    Refuse,
}

#[cfg(not(feature = "postgres"))]
pub(super) async fn open_postgres(_: &Location, _: WhenLed) -> Result<(Readers, Writer)> {
    Err(StoreError::WithoutPostgres)
}

#[cfg(not(feature = "postgres"))]
pub(super) async fn open_postgres_to_read(_: &Location) -> Result<Readers> {
    Err(StoreError::WithoutPostgres)
}

/// The codes for a write that failed: `SQLITE_FULL`, `SQLITE_IOERR_WRITE` (a quota or a limit of the size of
/// files) and `SQLITE_IOERR_SHMSIZE` (the index of the write-ahead log), and PostgreSQL's `disk_full`.
const DISK_FULL: [&str; 4] = ["13", "778", "4874", "53100"];

impl From<sqlx::Error> for StoreError {
    fn from(error: sqlx::Error) -> StoreError {
        let code = error.as_database_error().and_then(sqlx::error::DatabaseError::code);
        let is_disk_full = code.is_some_and(|code| DISK_FULL.contains(&&*code));
        StoreError::Database { error, is_disk_full }
    }
}

impl From<MigrateError> for StoreError {
    fn from(error: MigrateError) -> StoreError {
        match error {
            MigrateError::VersionMissing(..sqlite::FIRST) => StoreError::TooOld,
            error => StoreError::Migration(error),
        }
    }
}
