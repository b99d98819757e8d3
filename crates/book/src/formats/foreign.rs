//! What the readers and writers of other programs' books share: records, what is wrong with them, and where
//! they go.

use std::io;
use std::num::NonZeroU16;
use std::path::Path;

use thiserror::Error;
use willow_board::{Bitboard, Board, Square};

use crate::entry::{BookLookup, BookPosition, BookValue, Entry, Leaf, Origin, Results, has_centre};
use crate::error::BookError;

/// A format of books.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BookFormat {
    /// Edax, `.dat`, version 4 of its layout.
    Edax,
    /// Egaroucid since version 7, `.egbk3`.
    Egaroucid,
    /// Zebra, binary.
    Zebra,
    /// Ours, as text.
    Text,
}

impl BookFormat {
    /// All formats.
    pub const ALL: [BookFormat; 4] =
        [BookFormat::Edax, BookFormat::Egaroucid, BookFormat::Zebra, BookFormat::Text];

    /// Returns the name of the format on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            BookFormat::Edax => "edax",
            BookFormat::Egaroucid => "egbk3",
            BookFormat::Zebra => "zebra",
            BookFormat::Text => "text",
        }
    }

    /// Returns the format that the name of a file stands for.
    pub fn of_path(path: &Path) -> Option<BookFormat> {
        match path.extension()?.to_str()? {
            "dat" => Some(BookFormat::Edax),
            "egbk3" => Some(BookFormat::Egaroucid),
            "bin" => Some(BookFormat::Zebra),
            "tsv" | "txt" => Some(BookFormat::Text),
            _ => None,
        }
    }
}

/// A count of what was imported.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Positions that were taken.
    pub taken: u64,
    /// Records of positions whose side must pass, or whose game is over: they follow from others.
    pub passes_and_ends: u64,
    /// Records without a value.
    pub without_value: u64,
    /// Records that no line from the start of the game reaches (Zebra only).
    pub unreached: u64,
}

/// A book cannot be imported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ImportError {
    /// The file cannot be read.
    #[error("cannot be read")]
    Read(#[source] io::Error),
    /// The format is not known.
    #[error("not a book of a known format")]
    UnknownFormat,
    /// The file has another version of the format.
    #[error("version {found} of the format, but this program reads version {known} only")]
    OtherVersion {
        /// The version of the file.
        found: u32,
        /// The known version.
        known: u32,
    },
    /// The file ends in the middle of something.
    #[error("cut off: it ends at byte {at}, in the middle of a record")]
    CutOff {
        /// The length of the file in bytes.
        at: u64,
    },
    /// A text ends before its last line.
    #[error("cut off: the last line, with the number of positions, is missing")]
    NoLastLine,
    /// The file has fewer or more records than it says.
    #[error("damaged: {found} records, but the file says {expected}")]
    Count {
        /// The number that the file says.
        expected: u64,
        /// The number of records.
        found: u64,
    },
    /// A record cannot be.
    #[error("damaged: the record at byte {at}: {problem}")]
    Record {
        /// Where the record begins.
        at: u64,
        /// What is wrong.
        problem: RecordProblem,
    },
    /// A line of a text cannot be.
    #[error("line {line}: {problem}")]
    Line {
        /// The line, counted from 1.
        line: u64,
        /// What is wrong.
        problem: RecordProblem,
    },
    /// The new book cannot be written.
    #[error(transparent)]
    Book(#[from] BookError),
}

/// What is wrong with a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum RecordProblem {
    /// The two sides share squares, or the centre is empty.
    #[error("not a position of a game")]
    Board,
    /// A value is not between -64 and 64.
    #[error("{0} is not a value in discs")]
    Value(i32),
    /// A move is not legal.
    #[error("a leaf that is not a legal move")]
    Leaf,
    /// The text does not have the columns of the format.
    #[error("not the columns of this format")]
    Columns,
}

/// A book cannot be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ExportError {
    /// The book is damaged.
    #[error(transparent)]
    Book(#[from] BookError),
    /// The file cannot be written.
    #[error("cannot be written")]
    Write(#[from] io::Error),
    /// The format cannot count so many positions.
    #[error("{0} positions are more than the format can count")]
    TooMany(u64),
}

/// What a reader of a format gives its records to.
pub(super) struct Sink<'a> {
    pub(super) imported: Imported,
    pub(super) day: u16,
    pub(super) take: &'a mut dyn FnMut(&Entry) -> Result<(), BookError>,
}

/// A record as another program has it: a board in any orientation.
pub(super) struct ForeignRecord {
    pub(super) board: Board,
    pub(super) value: BookValue,
    pub(super) leaf: Option<Leaf>,
    pub(super) origin: Origin,
    pub(super) lines: u32,
    pub(super) results: Results,
}

impl Sink<'_> {
    /// Takes a record, turned to our orientation.
    pub(super) fn take(&mut self, record: &ForeignRecord) -> Result<(), TakeError> {
        let ForeignRecord { board, value, leaf, origin, lines, results } = *record;
        let origin = Origin { day: NonZeroU16::new(self.day), ..origin };
        let entry = match BookPosition::seen(&board) {
            BookLookup::Position(position, symmetry) => {
                if leaf.is_some_and(|leaf| !board.is_legal(leaf.square)) {
                    return Err(TakeError::Record(RecordProblem::Leaf));
                }
                let turned =
                    |leaf: Leaf| Leaf { square: leaf.square.transformed(symmetry), ..leaf };
                let leaf = leaf.map(turned);
                Entry { leaf, lines, results, ..Entry::new(position, value, origin) }
            }
            BookLookup::Pass(..) | BookLookup::Over(_) | BookLookup::Unknown => {
                self.imported.passes_and_ends += 1;
                return Ok(());
            }
        };
        self.imported.taken += 1;
        (self.take)(&entry).map_err(TakeError::Book)
    }
}

/// A record was not taken.
pub(super) enum TakeError {
    Record(RecordProblem),
    Book(BookError),
}

impl TakeError {
    /// Returns the error of a record that begins at a byte.
    pub(super) fn at(self, at: u64) -> ImportError {
        match self {
            TakeError::Record(problem) => ImportError::Record { at, problem },
            TakeError::Book(error) => ImportError::Book(error),
        }
    }
}

/// Returns a board of two sets of discs, if it can be one of a game.
pub(super) fn board_of(player: u64, opponent: u64) -> Result<Board, RecordProblem> {
    let [player, opponent] = [player, opponent].map(Bitboard::from_bits);
    let board = Board::new(player, opponent).map_err(|_| RecordProblem::Board)?;
    if has_centre(&board) { Ok(board) } else { Err(RecordProblem::Board) }
}

/// Returns the square with an index that has been read.
pub(super) fn square_of(index: i32) -> Result<Square, RecordProblem> {
    u32::try_from(index).ok().and_then(Square::from_index).ok_or(RecordProblem::Leaf)
}
