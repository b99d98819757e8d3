//! What is kept: one `SQLite` database, written by one connection in large transactions and read by
//! others.
//!
//! Invariant: when [`Writer::commit`] returns, the writes have been synced to the disk. The journal
//! is a write-ahead log with `synchronous=FULL`, and a store that cannot be opened so is not opened.

mod answer;
mod batch;
pub(crate) mod bulk;
mod checkpoint;
mod error;
mod handled;
mod load;
mod lookup;
mod moderation_log;
mod open;
mod past;
mod rating_history;
mod retention;
mod tables;
mod write;

pub use error::StoreError;
pub use load::load;
pub(crate) use load::{game_end, position, reserved};
pub use lookup::Credentials;
pub use open::{Store, Writer};
pub(crate) use retention::Sweep;
pub(crate) use tables::game::{RESERVED, set};
use write::user_write;
