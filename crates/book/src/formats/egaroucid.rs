//! Egaroucid's books, `.egbk3`: it opens older ones itself and saves them so.
//!
//! Egaroucid counts squares from h8 to a1, which is a half-turn of our boards. The symmetries absorb it: the
//! same numbers are an image of the same position. Its links are implicit, as ours.

use std::fs::File;
use std::io::{BufWriter, Read, Write as _};
use std::num::NonZeroU8;

use super::binary::{Numbers, score_of, u32_at, u64_at};
use super::foreign::{
    ExportError, ForeignRecord, ImportError, RecordProblem, Sink, TakeError, board_of, square_of,
};
use crate::book::Book;
use crate::entry::{BookValue, Entry, Leaf, Origin, Program, Results};

/// The first bytes; the version follows.
pub(super) const MAGIC: &[u8; 9] = b"DICUORAGE";

/// In the place of a value in discs: there is none.
const NO_VALUE: i8 = -126;
/// In the place of a leaf's move: there is none.
const NO_MOVE: i8 = 125;
/// In the place of a level: the value has none.
const NO_LEVEL: i8 = -1;

/// The level of values that a person has set.
const BY_HAND: i32 = 70;

/// The version of the layout.
const VERSION: u8 = 3;
/// The size of a record: two bitboards, value, level, number of lines, and the leaf's value, move and level.
const RECORD_BYTES: usize = 25;

/// Reads a book.
pub(super) fn import(reader: impl Read, sink: &mut Sink<'_>) -> Result<(), ImportError> {
    let mut numbers = Numbers::new(reader);
    let head: [u8; 10] = numbers.bytes()?;
    if !head.starts_with(MAGIC) {
        return Err(ImportError::UnknownFormat);
    }
    if head[9] != VERSION {
        let (found, known) = (head[9].into(), VERSION.into());
        return Err(ImportError::OtherVersion { found, known });
    }
    let count: [u8; 4] = numbers.bytes()?;
    let expected = u64::from(u32_at(&count, 0));
    for found in 0..=expected {
        let at = numbers.at();
        let record = numbers.record::<RECORD_BYTES>()?;
        let Some(record) = record.filter(|_| found < expected) else {
            let is_right = found == expected && at == numbers.at();
            let found = if at == numbers.at() { found } else { found + 1 };
            return if is_right { Ok(()) } else { Err(ImportError::Count { expected, found }) };
        };
        let taken = match record_of(&record) {
            Ok(Some(record)) => sink.take(&record),
            Ok(None) => {
                sink.imported.without_value += 1;
                Ok(())
            }
            Err(problem) => Err(TakeError::Record(problem)),
        };
        taken.map_err(|error| error.at(at))?;
    }
    Ok(())
}

/// Returns what a record says; `None` if it has no value.
fn record_of(bytes: &[u8; RECORD_BYTES]) -> Result<Option<ForeignRecord>, RecordProblem> {
    let [value, level, leaf_value, leaf_move, leaf_level] =
        [16, 17, 22, 23, 24].map(|at| bytes[at] as i8);
    let board = board_of(u64_at(bytes, 0), u64_at(bytes, 8))?;
    let leaf = if leaf_move == NO_MOVE || leaf_value == NO_VALUE {
        None
    } else {
        Some(Leaf {
            square: square_of(leaf_move.into())?,
            score: score_of(leaf_value.into())?,
            level: NonZeroU8::new(leaf_level.max(0) as u8),
            is_exact: false,
        })
    };
    let lines = u32_at(bytes, 18);
    if value == NO_VALUE {
        let of_leaf = leaf.map(|leaf| {
            let depth = leaf.level.map_or(0, NonZeroU8::get);
            BookValue::estimate(leaf.score, leaf.level, depth)
        });
        let record =
            |value| ForeignRecord { leaf, lines, ..record(board, value, Program::Egaroucid) };
        return Ok(of_leaf.map(record));
    }
    let value = estimate(value.into(), level.into())?;
    let program = if i32::from(level) == BY_HAND { Program::Person } else { Program::Egaroucid };
    // A value set by hand stands alone: no search changes it.
    let leaf = leaf.filter(|_| program != Program::Person);
    Ok(Some(ForeignRecord { leaf, lines, ..record(board, value, program) }))
}

fn estimate(discs: i32, level: i32) -> Result<BookValue, RecordProblem> {
    let level = level.max(0) as u8;
    Ok(BookValue::estimate(score_of(discs)?, NonZeroU8::new(level), level))
}

fn record(board: willow_board::Board, value: BookValue, program: Program) -> ForeignRecord {
    let (origin, results) = (Origin::of(program), Results::default());
    ForeignRecord { board, value, leaf: None, origin, lines: 0, results }
}

/// Writes a book. Returns the number of records.
pub(super) fn export(book: &Book, file: &mut File) -> Result<u64, ExportError> {
    let mut count = 0_u64;
    for entry in book.entries() {
        entry?;
        count += 1;
    }
    let number = i32::try_from(count).map_err(|_| ExportError::TooMany(count))?;
    let mut out = BufWriter::with_capacity(1 << 18, file);
    out.write_all(MAGIC)?;
    out.write_all(&[VERSION])?;
    out.write_all(&number.to_le_bytes())?;
    for entry in book.entries() {
        let entry = entry?;
        let [player, opponent] = [entry.board.player(), entry.board.opponent()];
        out.write_all(&player.bits().to_le_bytes())?;
        out.write_all(&opponent.bits().to_le_bytes())?;
        out.write_all(&contents(&entry))?;
    }
    out.flush()?;
    Ok(count)
}

/// Returns what a record says about its position.
fn contents(entry: &Entry) -> Vec<u8> {
    let value = entry.value.score.rounded().value();
    let number = |level: Option<NonZeroU8>| level.map_or(0, NonZeroU8::get).min(60);
    let level = if entry.is_set_by_hand() { BY_HAND as u8 } else { number(entry.value.level) };
    let mut bytes = vec![value as i8 as u8, level];
    bytes.extend(entry.lines.to_le_bytes());
    let leaf = entry.leaf.map_or([NO_VALUE, NO_MOVE, NO_LEVEL], |leaf| {
        [leaf.score.rounded().value() as i8, leaf.square as i8, number(leaf.level) as i8]
    });
    bytes.extend(leaf.map(|number| number as u8));
    bytes
}
