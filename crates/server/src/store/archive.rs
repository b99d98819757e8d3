//! The archive: games that are over, and games that were imported, found by their positions.
//!
//! A game is added with its players, date and result, and with the key of every position: a key is
//! the number that a position shares with its images under the eight symmetries. The explorer shows
//! which moves were played in a position: for positions with few discs from counts that are kept up
//! to date, for others from the rows of the few games that reach them.
//!
//! Invariant: a game of the server is added in the transaction that ends it, or waits in a table until
//! it is added; imported games are added in transactions of many. Private games are not added. Those that users
//! played on their devices are in no answer, unless the question is about them, and in no counts.

mod changes;
mod copies;
mod date;
mod entry;
mod explore;
mod index;
mod japanese;
mod key;
mod player_results;
mod records;
mod remembered;
mod search;
mod text;

use willow_protocol::GameId;

pub(super) use self::changes::shown_names;
pub use self::changes::{ArchiveChange, ArchiveError, ChangeKind, Import, MergedKind, NameMerge};
pub use self::copies::{ComparedGame, PossibleCopy};
pub(super) use self::copies::{copies_among, moves_key};
pub(super) use self::date::date_of_number;
pub use self::entry::ArchiveEntry;
pub(super) use self::entry::{DIGEST, digest, end_kind_of, ending_name, ending_of, ending_of_name};
pub(crate) use self::explore::opening_name;
pub(super) use self::index::{MoveCounts, MoveCountsByMove, PositionRow, index};
pub(super) use self::player_results::PlayedGame;
pub(super) use self::records::{note_ratings, note_times};
pub(crate) use self::records::{possible_in_wthor, record_text, wthor};
pub(super) use self::remembered::{ArchiveVersion, RememberedAnswers, changes_archive};
pub use self::search::PageOf;
pub(super) use self::search::Search;

/// The outcome of an import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// The number of games that were added.
    pub added: usize,
    /// The games that were in the archive already.
    pub known: Vec<KnownGame>,
}

/// A game that an import skipped, because the archive has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KnownGame {
    /// Its index among the entries of the call.
    pub entry: usize,
    /// The game in the archive that it equals or, if that was taken out as a copy, the one that stayed.
    pub game: GameId,
}
