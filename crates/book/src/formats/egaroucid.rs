//! Egaroucid's books: `.egbk3`, `.egbk2` and `.egbk`.
//!
//! Egaroucid counts squares from h8 to a1, which is a half-turn of our boards. The symmetries absorb it: the
//! same numbers are an image of the same position. Its links are implicit, as ours; those that `.egbk2` stores
//! are ignored.

use std::fs::File;
use std::io::{BufWriter, Read, Write as _};

use super::binary::{Numbers, i32_at, score_of, u32_at, u64_at};
use super::foreign::{
    BookFormat, ExportError, ForeignRecord, ImportError, RecordProblem, Sink, TakeError, board_of,
    square_of,
};
use crate::book::Book;
use crate::entry::{BookValue, Entry, Leaf, Origin, Program, Results};
use crate::moves::links_in;

/// The first bytes of the two newer formats.
pub(super) const MAGIC: &[u8; 9] = b"DICUORAGE";

const NO_VALUE: i8 = -126;
const NO_MOVE: i8 = 125;
const NO_LEVEL: i8 = -1;

/// The level of values that a person has set.
const BY_HAND: i32 = 70;

const EGBK3_BYTES: usize = 25;
const EGBK2_BYTES: usize = 19;
const EGBK_BYTES: usize = 17;

/// Returns whether a file is of the oldest format, which has no magic number: its length must follow from
/// its count.
pub(super) fn is_old(head: &[u8], length: u64) -> bool {
    let Some(count) = head.get(..4).map(|bytes| i32_at(bytes, 0)) else { return false };
    u64::try_from(count).is_ok_and(|count| 0 < count && length == 4 + EGBK_BYTES as u64 * count)
}

/// Reads a book.
pub(super) fn import(
    reader: impl Read,
    format: BookFormat,
    sink: &mut Sink<'_>,
) -> Result<(), ImportError> {
    let mut numbers = Numbers::new(reader);
    if format != BookFormat::Egbk {
        let head: [u8; 10] = numbers.bytes()?;
        let known = if format == BookFormat::Egbk3 { 3 } else { 2 };
        if !head.starts_with(MAGIC) {
            return Err(ImportError::UnknownFormat);
        }
        if head[9] != known {
            let (found, known) = (head[9].into(), known.into());
            return Err(ImportError::OtherVersion { found, known });
        }
    }
    let count: [u8; 4] = numbers.bytes()?;
    let expected = u64::from(u32_at(&count, 0));
    for found in 0..=expected {
        let at = numbers.at();
        let record = match format {
            BookFormat::Egbk3 => numbers.record::<EGBK3_BYTES>()?.map(|bytes| of_egbk3(&bytes)),
            BookFormat::Egbk2 => read_egbk2(&mut numbers)?,
            _ => numbers.record::<EGBK_BYTES>()?.map(|bytes| of_egbk(&bytes).map(Some)),
        };
        let Some(record) = record.filter(|_| found < expected) else {
            let is_right = found == expected && at == numbers.at();
            let found = if at == numbers.at() { found } else { found + 1 };
            return if is_right { Ok(()) } else { Err(ImportError::Count { expected, found }) };
        };
        let taken = match record {
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

type Read1 = Result<Option<ForeignRecord>, RecordProblem>;

fn of_egbk3(bytes: &[u8; EGBK3_BYTES]) -> Read1 {
    let [value, level, leaf_value, leaf_move, leaf_level] =
        [16, 17, 22, 23, 24].map(|at| bytes[at] as i8);
    let board = board_of(u64_at(bytes, 0), u64_at(bytes, 8))?;
    let leaf = if leaf_move == NO_MOVE || leaf_value == NO_VALUE {
        None
    } else {
        Some(Leaf {
            square: square_of(leaf_move.into())?,
            score: score_of(leaf_value.into())?,
            level: leaf_level.max(0) as u8,
            is_exact: false,
        })
    };
    let lines = u32_at(bytes, 18);
    if value == NO_VALUE {
        let of_leaf = leaf.map(|leaf| BookValue::estimate(leaf.score, leaf.level, leaf.level));
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

fn read_egbk2<R: Read>(numbers: &mut Numbers<R>) -> Result<Option<Read1>, ImportError> {
    let Some(bytes) = numbers.record::<EGBK2_BYTES>()? else { return Ok(None) };
    for _ in 0..bytes[18] {
        numbers.bytes::<2>()?;
    }
    let read = || {
        let board = board_of(u64_at(&bytes, 0), u64_at(&bytes, 8))?;
        let value = estimate(i32::from(bytes[16] as i8), i32::from(bytes[17] as i8))?;
        Ok(Some(record(board, value, Program::Egaroucid)))
    };
    Ok(Some(read()))
}

fn of_egbk(bytes: &[u8; EGBK_BYTES]) -> Result<ForeignRecord, RecordProblem> {
    let board = board_of(u64_at(bytes, 0), u64_at(bytes, 8))?;
    let value = estimate(64 - i32::from(bytes[16]), 0)?;
    Ok(record(board, value, Program::Egaroucid))
}

fn estimate(discs: i32, level: i32) -> Result<BookValue, RecordProblem> {
    let level = level.max(0) as u8;
    Ok(BookValue::estimate(score_of(discs)?, level, level))
}

fn record(board: willow_board::Board, value: BookValue, program: Program) -> ForeignRecord {
    let (origin, results) = (Origin::of(program), Results::default());
    ForeignRecord { board, value, leaf: None, origin, lines: 0, results }
}

/// Writes a book. Returns the number of records.
pub(super) fn export(book: &Book, format: BookFormat, file: &mut File) -> Result<u64, ExportError> {
    let mut count = 0_u64;
    for entry in book.entries() {
        entry?;
        count += 1;
    }
    let number = i32::try_from(count).map_err(|_| ExportError::TooMany(count))?;
    let mut out = BufWriter::with_capacity(1 << 18, file);
    if format != BookFormat::Egbk {
        out.write_all(MAGIC)?;
        out.write_all(&[if format == BookFormat::Egbk3 { 3 } else { 2 }])?;
    }
    out.write_all(&number.to_le_bytes())?;
    for entry in book.entries() {
        let entry = entry?;
        let [player, opponent] = [entry.board.player(), entry.board.opponent()];
        out.write_all(&player.bits().to_le_bytes())?;
        out.write_all(&opponent.bits().to_le_bytes())?;
        out.write_all(&contents(&entry, book, format)?)?;
    }
    out.flush()?;
    Ok(count)
}

/// Returns what a record says about its position.
fn contents(entry: &Entry, book: &Book, format: BookFormat) -> Result<Vec<u8>, ExportError> {
    let value = entry.value.score.rounded().value();
    if format == BookFormat::Egbk {
        return Ok(vec![(64 - value) as u8]);
    }
    let level = if entry.is_set_by_hand() { BY_HAND as u8 } else { entry.value.level.min(60) };
    let mut bytes = vec![value as i8 as u8, level];
    if format == BookFormat::Egbk2 {
        let links = links_in(&entry.board, book)?;
        bytes.push(links.len() as u8);
        for mv in links {
            bytes.extend([mv.value.score.rounded().value() as i8 as u8, mv.square as u8]);
        }
        return Ok(bytes);
    }
    bytes.extend(entry.lines.to_le_bytes());
    let leaf = entry.leaf.map_or([NO_VALUE, NO_MOVE, NO_LEVEL], |leaf| {
        [leaf.score.rounded().value() as i8, leaf.square as i8, leaf.level.min(60) as i8]
    });
    bytes.extend(leaf.map(|number| number as u8));
    Ok(bytes)
}
