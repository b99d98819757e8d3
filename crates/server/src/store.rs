//! The store: one `SQLite` database, written by one connection in large transactions and read by
//! others. The archive of games is a part of it.
//!
//! Invariant: when [`Writer`] has committed, the writes have been synced to the disk. The journal
//! is a write-ahead log (WAL) with `synchronous=FULL`, and a store that cannot be opened so is not
//! opened.

mod accounts;
mod answer;
pub mod archive;
pub(crate) mod bulk;
mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
pub(crate) mod decode;
mod erasure;
mod error;
mod games;
mod handled;
mod history;
mod load;
mod lobby_chat;
mod lookup;
mod moderation_log;
mod open;
mod opponents;
pub(crate) mod personal_data;
#[cfg(test)]
mod plan_tests;
mod private_files;
pub(crate) mod push;
mod rating_history;
mod reports;
mod retention;
pub(crate) mod settings;
mod start_time;
#[cfg(test)]
pub(crate) mod test_support;
mod thoughts;
mod users;
mod wal;
mod write;

use self::answer::{StoredGame, note_ratings, note_times, started_game, stored_game};
use self::archive::{
    ArchiveBacklog, ArchiveVersion, RememberedAnswers, changes_archive, ending_of, record_text,
};
pub(crate) use self::archive::{ExportPage, possible_in_wthor, wthor};
use self::checkpoint::Checkpoints;
use self::decode::{
    display_name, first_column, from_json, game_end, last_events, last_of_page, notice, parsed,
    position, read_rows, terms,
};
use self::handled::{HandledRing, HandledRow, last_handled};
use self::history::public_when_over;
use self::lobby_chat::last_messages;
pub(crate) use self::personal_data::{PARTS, RowKey};
pub(crate) use self::push::PushSubscription;
use self::reports::open_reports;
use self::settings::{HEARTBEAT, RESERVED};
pub(crate) use archive::ArchiveTiming;
pub(crate) use error::QueryError;
pub use error::StoreError;
pub(crate) use load::load;
pub use open::{Store, Writer};
pub(crate) use retention::Sweep;
pub(crate) use write::Batch;
