//! Reading Edax's books (`.dat`, version 4).
//!
//! A header of 42 bytes, then records to the end of the file: a position of 40 bytes, `n_link` links of two
//! bytes, and the leaf. Links are ignored: they follow from the positions. Edax does not use the number of
//! positions in the header; here a file with fewer is refused, because it is cut off.

use std::io::Read;
use std::num::{NonZeroU8, NonZeroU32};

use super::binary::{Numbers, disc_diff_of, i16_at, i32_at, score_of, u32_at, u64_at};
use super::foreign::{
    ForeignRecord, ImportError, RecordProblem, Sink, TakeError, board_of, square_of,
};
use crate::entry::{BookValue, Bounds, Leaf, Origin, Program, Results};

/// The first bytes.
pub(super) const MAGIC: &[u8; 8] = b"XADEKOOB";

/// The version of the layout.
pub(super) const VERSION: u8 = 4;

/// The length of the header in bytes.
pub(super) const HEADER_BYTES: usize = 42;

/// The length of a record without its links and its leaf, in bytes.
pub(super) const POSITION_BYTES: usize = 40;

/// The number that stands for a pass.
pub(super) const PASS: u8 = 64;

/// The number that stands for no move.
pub(super) const NO_MOVE: u8 = 65;

/// Reads a book.
pub(super) fn import(reader: impl Read, sink: &mut Sink<'_>) -> Result<(), ImportError> {
    let mut numbers = Numbers::new(reader);
    let header: [u8; HEADER_BYTES] = numbers.bytes()?;
    if !header.starts_with(MAGIC) {
        return Err(ImportError::UnknownFormat);
    }
    if header[8] != VERSION {
        let (found, known) = (header[8].into(), VERSION.into());
        return Err(ImportError::OtherVersion { found, known });
    }
    let source = Source {
        origin: Origin { version: NonZeroU32::new(header[9].into()), ..Origin::of(Program::Edax) },
        guesses_errors: [26, 30].iter().all(|&at| 0 < i32_at(&header, at)),
    };
    let expected = u64::try_from(i32_at(&header, 38)).unwrap_or(0);
    for found in 0_u64.. {
        let at = numbers.at();
        let Some(position) = numbers.record::<POSITION_BYTES>()? else {
            // A book that ends between two records is cut off as well.
            let is_whole = expected <= found;
            return if is_whole { Ok(()) } else { Err(ImportError::Count { expected, found }) };
        };
        for _ in 0..position[38] {
            numbers.bytes::<2>()?;
        }
        let leaf = numbers.bytes::<2>()?;
        record_of(&position, leaf, source)
            .map_err(TakeError::Record)
            .and_then(|record| sink.take(&record))
            .map_err(|error| error.at(at))?;
    }
    Ok(())
}

/// What the header says about all records.
#[derive(Clone, Copy)]
struct Source {
    origin: Origin,
    /// Whether bounds of estimates are apart, by the program's guess of its error.
    guesses_errors: bool,
}

fn record_of(
    bytes: &[u8; POSITION_BYTES],
    leaf: [u8; 2],
    Source { origin, guesses_errors }: Source,
) -> Result<ForeignRecord, RecordProblem> {
    let board = board_of(u64_at(bytes, 0), u64_at(bytes, 8))?;
    let [wins, draws, losses, lines] = [16, 20, 24, 28].map(|at| u32_at(bytes, at));
    let [value, lower, upper] = [32, 34, 36].map(|at| i32::from(i16_at(bytes, at)));
    let searched = bytes[39];
    let level = NonZeroU8::new(searched);
    let score = score_of(value)?;
    // Edax's bounds are those of a proof only where they meet. Elsewhere they are the value and a guess of
    // its error. Behind links they also meet if a solved link hides an estimated leaf.
    let has_links = bytes[38] != 0;
    let is_exact = lower == value && upper == value && !has_links && guesses_errors;
    let depth = board.n_empties() as u8;
    let value = if is_exact {
        BookValue { score, bounds: Bounds::exact(disc_diff_of(value)?), level, depth }
    } else {
        BookValue::estimate(score, level, depth.min(searched))
    };
    let leaf = match leaf[1] {
        PASS | NO_MOVE => None,
        index => Some(Leaf {
            square: square_of(index.into())?,
            score: score_of(i32::from(leaf[0] as i8))?,
            level,
            is_exact,
        }),
    };
    let results = Results { wins, draws, losses };
    Ok(ForeignRecord { board, value, leaf, origin, lines, results })
}
