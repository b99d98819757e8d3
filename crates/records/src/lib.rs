//! Game records and positions, read and written in every format that the field uses.
//!
//! [`read()`] and [`entries`] detect the format of an input and read it. Each format also has a module of its
//! own. Games of every format become a [`RecordedGame`], positions a [`ScoredPosition`].
//!
//! Bytes are UTF-8. [`decode`] makes them so at the edge, where a file is read; [`EntryStream`] reads inputs that
//! are too long for a slice. Both need the feature `encodings`.
//!
//! Invariant: nothing here opens a file or prints. Parsers take slices and keep no more than their limits
//! allow. They return a value or a typed error with its place for every input, and never panic.
#![forbid(unsafe_code)]
#![cfg_attr(
    not(test),
    deny(clippy::disallowed_methods, clippy::print_stderr, clippy::print_stdout)
)]

pub mod board_text;
pub mod board_vector;
mod cell;
pub mod clojure_text;
mod detect;
mod dropped_data;
#[cfg(feature = "encodings")]
mod encodings;
pub mod ggf;
mod input_location;
pub mod obf;
pub mod openings;
pub mod paip_text;
mod pgn;
pub mod printed_board;
mod property_tree;
mod read;
mod recorded_game;
mod replay;
pub mod sgf;
#[cfg(feature = "encodings")]
mod stream;
pub mod transcript;
mod transcript_lines;
mod variations;
mod write;
mod write_error;
pub mod wthor;

pub use detect::{Format, detect};
pub use dropped_data::{DroppedData, dropped_between, dropped_data};
#[cfg(feature = "encodings")]
pub use encodings::decode;
pub use input_location::{ErrorAt, InputLocation};
pub use obf::{MoveScore, ScoredPosition};
pub use printed_board::PrintedBoard;
pub use property_tree::{GameTreeError, PropertySyntaxError};
pub use read::{
    Entries, GameOrPosition, InputEntry, MAX_ENTRIES, MAX_LINE, ReadError, ReadProblem, entries,
    entries_from, entries_with_names, read,
};
pub use recorded_game::{
    MoveNote, RecordedEnding, RecordedGame, RecordedPlayer, RecordedResult, Synchro,
};
pub use replay::ReplayError;
#[cfg(feature = "encodings")]
pub use stream::{EntryStream, StreamError, WthorStream};
pub use variations::{Branch, MAX_VARIATION_MOVES, VariationError, VariationMove, Variations};
pub use write::{TextWriter, write};
pub use write_error::{WriteError, WriteProblem};
pub use wthor::{WthorFile, WthorNames};
