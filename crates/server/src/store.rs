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
mod thoughts;
mod tokens;
mod write;

pub(crate) use archive::ArchiveTiming;
pub use error::StoreError;
pub use load::load;
pub use lookup::Credentials;
pub use open::{Store, Writer};
pub(crate) use retention::Sweep;
