//! The store: one `SQLite` database, written by one connection in large transactions and read by
//! others. The archive of games is a part of it.
//!
//! Invariant: when [`Writer::commit`] returns, the writes have been synced to the disk. The journal
//! is a write-ahead log (WAL) with `synchronous=FULL`, and a store that cannot be opened so is not
//! opened.

mod answer;
pub mod archive;
mod batch;
pub(crate) mod bulk;
mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
pub(crate) mod decode;
mod erasure;
mod error;
mod find_users;
mod handled;
mod history;
mod load;
mod lobby_chat;
mod lookup;
mod moderation_log;
mod open;
mod past;
pub(crate) mod personal_data;
#[cfg(test)]
mod plans;
pub(crate) mod push_subscriptions;
mod rating_history;
mod reports;
mod retention;
pub(crate) mod settings;
mod tables;
#[cfg(test)]
pub(crate) mod test_support;
mod thoughts;
mod tokens;
mod write;

use self::answer::{StoredGame, stored_game};
use self::archive::{
    ArchiveBacklog, ArchiveVersion, RememberedAnswers, changes_archive, ending_of,
};
pub(crate) use self::archive::{ArchivedRecord, ExportPage, wthor_files};
use self::batch::Batch;
use self::checkpoint::Checkpoints;
use self::decode::{
    clocks, display_name, game_end, game_ratings, last_events, notice, parsed, position, terms,
};
use self::handled::{HandledRing, HandledRow, last_handled};
use self::history::USER;
use self::lobby_chat::last_messages;
pub(crate) use self::personal_data::{PARTS, RowKey};
pub(crate) use self::push_subscriptions::PushSubscription;
use self::reports::open_reports;
use self::settings::{HEARTBEAT, RESERVED};
use self::tables::hidden_move;
pub(crate) use archive::ArchiveTiming;
pub use error::StoreError;
pub(crate) use error::{QueryError, parted};
pub(crate) use load::load;
pub use open::{Store, Writer};
pub(crate) use retention::Sweep;
