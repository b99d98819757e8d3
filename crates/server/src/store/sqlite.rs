//! The store in one `SQLite` database, written by one connection in large transactions and read by others.
//!
//! Invariant: when [`Writer`] has committed, the writes have been synced to the disk. The journal
//! is a write-ahead log (WAL) with `synchronous=FULL`, and a store that cannot be opened so is not
//! opened.

mod accounts;
mod archive;
mod backup;
mod bulk;
mod check;
mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
mod command_ids;
mod commit;
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
mod open;
mod opponents;
mod personal_data;
#[cfg(test)]
mod plan_tests;
mod private_files;
mod push;
mod ratings;
mod reports;
mod retention;
mod sanctions;
mod settings;
#[cfg(test)]
mod test_support;
mod thoughts;
mod users;
mod wal;

pub(super) use sqlx::Error as DatabaseError;
pub(super) use sqlx::migrate::MigrateError;

use self::archive::ArchiveBacklog;
pub(super) use self::backup::backup;
use self::bulk::{Value, run};
pub use self::check::Findings;
pub(super) use self::check::check;
use self::checkpoint::Checkpoints;
use self::command_ids::{CommandIdRing, last_command_ids};
use self::decode::{
    display_name, first_column, from_json, game_end, last_of_page, notice, parsed, position,
    read_rows, terms,
};
use self::events::{EVENTS, last_events, of_tournaments, past_tournaments};
use self::history::public_when_over;
pub(crate) use self::library::LibraryGame;
use self::lobby_chat::last_messages;
pub(super) use self::open::{Readers, Writer, has_database, open, open_to_read};
pub(crate) use self::personal_data::{PARTS, Part, PersonalPage, RowKey};
use self::reports::open_reports;
pub(crate) use self::retention::Sweep;
use super::{Result, StoreError, StoredGame};

/// The codes for a write that failed: `SQLITE_FULL`, `SQLITE_IOERR_WRITE` (a quota or a limit of the size of
/// files) and `SQLITE_IOERR_SHMSIZE` (the index of the write-ahead log).
const DISK_FULL: [&str; 3] = ["13", "778", "4874"];

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
            MigrateError::VersionMissing(..open::FIRST) => StoreError::TooOld,
            error => StoreError::Migration(error),
        }
    }
}
