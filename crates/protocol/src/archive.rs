//! The archive: searches for games, the moves that were played in a position, and players' results.

mod answer;
mod date;
mod device_game;
mod explore_filter;
mod filter;
pub(crate) mod filter_words;
mod history;
mod name_part;
mod player_results;
mod position_query;
mod record_format;
mod search_text;
mod searched;

pub use answer::{
    ArchivePage, ArchivedGame, ArchivedGameSummary, Explored, ExploredMove, OpeningName,
};
pub use date::{ArchiveDate, ParseDateError};
pub use device_game::{DeviceGame, DeviceGameKept, EarlyEnd, EarlyEndReason, MAX_DEVICE_LEVEL};
pub use explore_filter::ExploreFilter;
pub use filter::{
    ArchiveCursor, ArchiveExtra, ArchiveFilter, ArchiveOrigin, ParseCursorError, Winner,
};
pub use filter_words::{FilterError, MAX_PAGE};
pub use history::{HistoryCursor, HistoryFilter};
pub use name_part::{NamePart, NamePartError, name_key};
pub use player_results::{OpeningResults, OpponentResults, PlayerResults, Tally};
pub use position_query::{ParsePositionError, PositionQuery};
pub use record_format::RecordFormat;
pub use search_text::{
    MAX_SEARCH, NameKind, ReadTerm, SearchProblem, SearchProblemKind, SearchTerm, SearchText,
    SearchTextError,
};
pub use searched::{Searched, SearchedTerm, TermKind};
