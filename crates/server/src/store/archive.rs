//! The archive: games that are over, and games that were imported, found by their positions.
//!
//! A game is added with its players, date and result, and with the key of every position: a key is
//! the number that a position shares with its images under the eight symmetries. The explorer shows
//! which moves were played in a position: for positions with few discs from counts that are kept up
//! to date, for others from the rows of the games, of which there are few.
//!
//! Invariant: a game of the server is added in the transaction that ends it, or waits in a table until
//! it is added (`backlog.rs`); imported games are added in transactions of many. Private games are not
//! added.

mod add;
mod backlog;
mod date;
mod entry;
mod explore;
mod export;
mod index;
mod japanese;
mod key;
mod player_results;
mod remembered;
mod search;
mod statement;
mod understand;

#[cfg(test)]
mod tests;

pub use self::add::Imported;
pub(crate) use self::backlog::{ArchiveBacklog, ArchiveTiming, ending_of};
pub use self::entry::ArchiveEntry;
#[cfg(test)]
pub(crate) use self::explore::COUNTED;
pub(crate) use self::explore::opening_name;
#[cfg(test)]
pub(crate) use self::export::IMPORTED;
pub(crate) use self::export::{possible_in_wthor, record_text, wthor};
#[cfg(test)]
pub(crate) use self::player_results::NAMES;
pub(crate) use self::remembered::{ArchiveVersion, RememberedAnswers, changes_archive};
pub(crate) use self::search::ExportPage;
#[cfg(test)]
pub(crate) use self::search::{EVENTS, PLAYERS, PLAYERS_CALLED, USERS_CALLED, plan_statements};
#[cfg(test)]
pub(crate) use self::understand::{PLAYERS_BY_WORDS, PLAYERS_NAMED};
