//! An entry as 50 bytes of a book file. All numbers are little-endian.
//!
//! | bytes | contents |
//! | --- | --- |
//! | 0-15 | discs of the side to move, discs of the opponent |
//! | 16-19 | value in 1/128 disc, lower bound, upper bound in discs |
//! | 20-23 | score of the leaf, its square (255: no leaf), its level |
//! | 24-27 | level and depth of the value, flags, program |
//! | 28-33 | version of the program, day |
//! | 34-49 | lines, wins, draws, losses |

use std::num::{NonZeroU8, NonZeroU16, NonZeroU32};

use willow_board::{Bitboard, Board, DiscDiff, Square};
use willow_eval::Score;

use crate::entry::{BookPosition, BookValue, Bounds, Entry, Leaf, Origin, Program, Results};

/// The size of an entry in bytes.
pub(crate) const RECORD_BYTES: usize = 50;

/// An entry as bytes.
pub(crate) type Record = [u8; RECORD_BYTES];

/// In the place of a leaf's move: there is no leaf.
const NO_LEAF: u8 = 255;
/// Flag: the leaf's value is exact, not estimated.
const LEAF_IS_EXACT: u8 = 1;
/// Flag: the entry was taken out of the book.
const REMOVED: u8 = 2;
/// The flags that this version knows; a record with others is damaged.
const ALL_FLAGS: u8 = LEAF_IS_EXACT | REMOVED;

/// The place of a record in a book: positions with fewer empties come first.
pub(crate) type SortKey = (u32, Board);

/// Returns the place of a position.
pub(crate) fn sort_key(board: &Board) -> SortKey {
    (board.n_empties(), *board)
}

/// Writes an entry.
pub(crate) fn encode(entry: &Entry) -> Record {
    encode_with(entry, 0)
}

/// Writes that a position was removed from a book.
pub(crate) fn encode_removed(position: BookPosition) -> Record {
    let nothing = BookValue::estimate(Score::DRAW, None, 0);
    encode_with(&Entry::new(position, nothing, Origin::UNKNOWN), REMOVED)
}

fn encode_with(entry: &Entry, more_flags: u8) -> Record {
    let Entry { board, value, leaf, origin, lines, results } = entry;
    let mut record = [0; RECORD_BYTES];
    let mut put = |at: usize, bytes: &[u8]| record[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &board.player().bits().to_le_bytes());
    put(8, &board.opponent().bits().to_le_bytes());
    put(16, &value.score.compact().to_le_bytes());
    put(18, &[value.bounds.lower.value() as u8, value.bounds.upper.value() as u8]);
    let is_exact = leaf.is_some_and(|leaf| leaf.is_exact);
    put(20, &leaf.map_or(0, |leaf| leaf.score.compact()).to_le_bytes());
    let number = |level: Option<NonZeroU8>| level.map_or(0, NonZeroU8::get);
    let leaf_level = number(leaf.and_then(|leaf| leaf.level));
    put(22, &[leaf.map_or(NO_LEAF, |leaf| leaf.square as u8), leaf_level]);
    let flags = more_flags | if is_exact { LEAF_IS_EXACT } else { 0 };
    put(24, &[number(value.level), value.depth, flags, origin.program as u8]);
    put(28, &origin.version.map_or(0, NonZeroU32::get).to_le_bytes());
    put(32, &origin.day.map_or(0, NonZeroU16::get).to_le_bytes());
    put(34, &lines.to_le_bytes());
    put(38, &results.wins.to_le_bytes());
    put(42, &results.draws.to_le_bytes());
    put(46, &results.losses.to_le_bytes());
    record
}

/// What a record says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Decoded {
    /// The position has this entry.
    Entry(Entry),
    /// The position was removed.
    Removed(BookPosition),
}

/// Returns the board of a record without a check.
pub(crate) fn board_of(record: &Record) -> Option<Board> {
    let [player, opponent] = [u64_at(record, 0), u64_at(record, 8)].map(Bitboard::from_bits);
    Board::new(player, opponent).ok()
}

/// Reads a record; `None` if it is not one: a board that cannot be, a leaf that is not legal.
pub(crate) fn decode(record: &Record) -> Option<Decoded> {
    let board = board_of(record)?;
    let position = BookPosition::of_canonical(board)?;
    let (flags, program) = (record[26], record[27]);
    if flags & !ALL_FLAGS != 0 {
        return None;
    }
    if flags & REMOVED != 0 {
        return Some(Decoded::Removed(position));
    }
    let origin = Origin {
        program: *Program::ALL.get(usize::from(program))?,
        version: NonZeroU32::new(u32_at(record, 28)),
        day: NonZeroU16::new(u16::from_le_bytes([record[32], record[33]])),
    };
    let results =
        Results { wins: u32_at(record, 38), draws: u32_at(record, 42), losses: u32_at(record, 46) };
    let leaf = leaf_of(record, &board, flags)?;
    Some(Decoded::Entry(Entry {
        board,
        value: value_of(record)?,
        leaf,
        origin,
        lines: u32_at(record, 34),
        results,
    }))
}

fn value_of(record: &Record) -> Option<BookValue> {
    let disc_diff = |at: usize| DiscDiff::new(i32::from(record[at] as i8)).ok();
    let bounds = Bounds { lower: disc_diff(18)?, upper: disc_diff(19)? };
    let score = score_at(record, 16)?;
    let is_valid = bounds.lower <= bounds.upper && bounds.clamp(score) == score;
    let (level, depth) = (NonZeroU8::new(record[24]), record[25]);
    is_valid.then_some(BookValue { score, bounds, level, depth })
}

/// Returns the leaf of a record; the outer `None` says that the record is damaged.
#[allow(clippy::option_option, reason = "no leaf, and no record, are different answers")]
fn leaf_of(record: &Record, board: &Board, flags: u8) -> Option<Option<Leaf>> {
    if record[22] == NO_LEAF {
        return Some(None);
    }
    let square = Square::from_index(u32::from(record[22])).filter(|&mv| board.is_legal(mv))?;
    let is_exact = flags & LEAF_IS_EXACT != 0;
    let (score, level) = (score_at(record, 20)?, NonZeroU8::new(record[23]));
    Some(Some(Leaf { square, score, level, is_exact }))
}

fn score_at(record: &Record, at: usize) -> Option<Score> {
    let score = Score::from_compact(i16::from_le_bytes([record[at], record[at + 1]]));
    (Score::MIN..=Score::MAX).contains(&score).then_some(score)
}

fn u64_at(record: &Record, at: usize) -> u64 {
    u64::from_le_bytes(record[at..at + 8].try_into().expect("the slice has 8 bytes"))
}

fn u32_at(record: &Record, at: usize) -> u32 {
    u32::from_le_bytes(record[at..at + 4].try_into().expect("the slice has 4 bytes"))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::test_support::{entries, entry_of_game};

    proptest! {
        #[test]
        fn entries_are_read_back_as_they_were(entry in entries()) {
            prop_assert_eq!(decode(&encode(&entry)), Some(Decoded::Entry(entry)));
        }

        #[test]
        fn no_bytes_make_an_entry_that_is_written_otherwise(bytes in any::<[u8; 34]>(), seed: u64) {
            let mut record = encode(&entry_of_game(seed));
            record[16..].copy_from_slice(&bytes);
            match decode(&record) {
                Some(Decoded::Entry(entry)) if entry.leaf.is_some() => {
                    prop_assert_eq!(encode(&entry), record);
                }
                _ => (),
            }
        }
    }

    #[test]
    fn a_removed_position_is_marked() {
        let removed = BookPosition::start();
        assert_eq!(decode(&encode_removed(removed)), Some(Decoded::Removed(removed)));
    }

    #[test]
    fn boards_that_are_not_in_books_are_refused() {
        let start = encode(&Entry::new(
            BookPosition::start(),
            BookValue::estimate(Score::DRAW, NonZeroU8::new(1), 1),
            Origin::UNKNOWN,
        ));
        assert!(decode(&start).is_some());
        let mut overlapping = start;
        overlapping[0] = start[8] | 0xff;
        overlapping[8] = 0xff;
        assert_eq!(decode(&overlapping), None);
        let mut image = start;
        image[..8].copy_from_slice(&start[8..16]);
        image[8..16].copy_from_slice(&start[..8]);
        assert!(
            decode(&image).is_none() || Board::START.pass().canonical() == Board::START.canonical()
        );
    }
}
