//! What only `SQLite` has: its file, the write-ahead log beside it, and their checks.
//!
//! Invariant: when [`Writer`](super::Writer) has committed, the writes have been synced to the disk. The journal
//! is a write-ahead log (WAL) with `synchronous=FULL`, and a store that cannot be opened so is not
//! opened.

mod backup;
mod check;
mod checkpoint;
#[cfg(test)]
mod checkpoint_tests;
mod open;
#[cfg(test)]
mod plan_tests;
mod private_files;
mod wal;

pub(in super::super) use self::backup::backup;
pub use self::check::Findings;
pub(in super::super) use self::check::check;
pub(super) use self::open::{FIRST, Primary};
pub(in super::super) use self::open::{has_database, open, open_to_read};
pub(in super::super) use self::private_files::create_folder;
