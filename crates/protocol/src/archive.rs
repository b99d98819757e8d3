//! The archive in questions and answers: which games are wanted, and what was played in a position.

mod answer;
mod date;
mod filter;
mod spot;

pub use answer::{ArchiveLine, ArchivePage, Explored, ExploredMove};
pub use date::{ArchiveDate, ParseDateError};
pub use filter::{
    ArchiveFilter, FilterError, MAX_PAGE, NamePart, NamePartError, ParsePlaceError, Place, Winner,
};
pub use spot::{ParseSpotError, Spot};
