//! The archive: games that are over, and games that were imported, found by what was played.
//!
//! A game enters it with its players, its date and its result, and with every position that it went
//! through: a key is the number that a position shares with its images under the
//! eight symmetries. The explorer counts what was played in a position, from sums that are kept for
//! positions with few discs, from the rows themselves for the others, of which there are few.
//!
//! Invariant: games of the server enter in the transaction that ends them; games of an import in
//! transactions of many. Private games do not enter.

mod date;
mod enter;
mod entry;
mod explore;
mod export;
mod finished;
mod import;
mod index;
mod key;
mod search;

#[cfg(test)]
mod tests;

pub use self::entry::ArchiveEntry;
pub(crate) use self::export::ArchivedRecord;
pub(crate) use self::finished::{catch_up, ending_of, enter_finished};
pub use self::import::Imported;
