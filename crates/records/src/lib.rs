//! Game records and positions, read and written in every format that the field uses.
//!
//! [`read`] and [`entries`] take any input and find out what it is; each format has a module of its
//! own below them. [`Record`] is what all formats of games have in common, [`ScoredPosition`] what
//! those of positions have.
//!
//! Invariant: nothing here opens a file or prints. Parsers take slices, keep no more than their
//! limits allow, answer every input with a value or a typed error that says where, and never panic.
#![forbid(unsafe_code)]

pub mod board_text;
mod detect;
pub mod ggf;
mod location;
pub mod logbook;
mod mark;
pub mod obf;
pub mod printed_board;
mod property_tree;
mod read;
mod record;
mod replay;
pub mod sgf;
pub mod transcript;
mod write;
pub mod wthor;

pub use detect::{Format, detect};
pub use location::{At, Location};
pub use obf::{MoveScore, ScoredPosition};
pub use printed_board::PrintedBoard;
pub use property_tree::SyntaxError;
pub use read::{
    Entries, Entry, Item, MAX_ENTRIES, MAX_LINE, ReadError, ReadProblem, entries,
    entries_with_names, read,
};
pub use record::{Ending, MoveNote, PerfectPlay, Player, Record, RecordedResult, Synchro};
pub use replay::ReplayError;
pub use write::{WriteError, WriteProblem, write};
pub use wthor::{WthorFile, WthorNames};
