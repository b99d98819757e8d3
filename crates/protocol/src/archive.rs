//! The archive: searches for games, and the moves that were played in a position.

mod answer;
mod date;
mod filter;
mod position_query;

pub use answer::{ArchivePage, ArchivedGame, ArchivedGameSummary, Explored, ExploredMove};
pub use date::{ArchiveDate, ParseDateError};
pub use filter::{
    ArchiveCursor, ArchiveExtra, ArchiveFilter, FilterError, MAX_PAGE, NamePart, NamePartError,
    ParseCursorError, Winner,
};
pub use position_query::{ParsePositionError, PositionQuery};
