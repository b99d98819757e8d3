//! Writing books that Edax reads, and in which its `book fix` finds nothing to do.
//!
//! Edax stores its links, and has rules for a whole record: a leaf for the moves without links, no leaf without
//! such moves, and a record of its own for a position whose side must pass, with the pass as its only link.
//! The way to keep them is that of Egaroucid's author (its issue 633, July 2026): a move to a position that is
//! written becomes a link, every other known move may become the leaf; where moves remain but none is known,
//! the worst link becomes the leaf; and a position without links and leaf is not written.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufWriter, Seek as _, SeekFrom, Write as _};
use std::num::NonZeroU8;

use willow_board::Board;

use super::edax::{HEADER_BYTES, MAGIC, NO_MOVE, PASS, POSITION_BYTES, VERSION};
use super::foreign::ExportError;
use crate::book::{Book, Lookup};
use crate::entry::{BookLookup, BookPosition, Entry, canonical};
use crate::graph::moves::{BookMove, MoveKind, links_in, value_of_leaf};

/// The error of an estimated value in discs, which Edax adds to the value and takes from it.
const MIDGAME_ERROR: i32 = 2;
/// The error of an endcut search in discs, which the header has, too.
const ENDCUT_ERROR: i32 = 1;

/// The release of Edax that the header names: the one with version 4 of the layout.
const RELEASE: u8 = 4;

/// Writes a book. Returns the number of records.
pub(super) fn export(book: &Book, file: &mut File) -> Result<u64, ExportError> {
    let mut out = BufWriter::with_capacity(1 << 18, file);
    out.write_all(&[0; HEADER_BYTES])?;
    let mut written = Written::default();
    let (mut n_records, mut level, mut min_empties) = (0, 0, 60);
    for entry in book.entries() {
        let entry = entry?;
        let Some(record) = record_of(&entry, book, &mut written)? else { continue };
        out.write_all(&record)?;
        level = level.max(entry.value.level.map_or(0, NonZeroU8::get));
        min_empties = min_empties.min(entry.board.n_empties());
        n_records += 1;
    }
    n_records += write_passes(book, &written, &mut out)?;
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header(n_records, level, min_empties))?;
    out.flush()?;
    Ok(n_records)
}

fn header(n_records: u64, level: u8, min_empties: u32) -> [u8; HEADER_BYTES] {
    let mut header = [0; HEADER_BYTES];
    header[..8].copy_from_slice(MAGIC);
    header[8..10].copy_from_slice(&[VERSION, RELEASE]);
    // The date is left at 1 January 2000: the same book is written as the same bytes.
    header[10..14].copy_from_slice(&[0xd0, 0x07, 1, 1]);
    let count = i32::try_from(n_records).unwrap_or(i32::MAX);
    let numbers = [level.into(), min_empties as i32, MIDGAME_ERROR, ENDCUT_ERROR, 0, count];
    for (index, number) in numbers.into_iter().enumerate() {
        let at = 18 + 4 * index;
        header[at..at + 4].copy_from_slice(&number.to_le_bytes());
    }
    header
}

/// Which positions have no record. Only those with the last two numbers of empties are asked for.
#[derive(Default)]
struct Written {
    n_empties: u32,
    missing_here: HashSet<Board>,
    missing_below: HashSet<Board>,
    /// Boards whose side must pass, to which links lead.
    passes: HashSet<Board>,
}

impl Written {
    fn begin(&mut self, n_empties: u32) {
        if n_empties != self.n_empties {
            self.missing_below = std::mem::take(&mut self.missing_here);
            self.n_empties = n_empties;
        }
    }

    /// Returns whether the position after a move has a record.
    fn has(&self, after: &Board) -> bool {
        match BookPosition::seen(after) {
            BookLookup::Position(position, _) | BookLookup::Pass(position, _) => {
                !self.missing_below.contains(&position.board())
            }
            BookLookup::Over(_) | BookLookup::Unknown => false,
        }
    }
}

/// Returns the record of an entry; `None` if it has neither links nor a leaf.
fn record_of(
    entry: &Entry,
    book: &impl Lookup,
    written: &mut Written,
) -> Result<Option<Vec<u8>>, ExportError> {
    let board = entry.board;
    written.begin(board.n_empties());
    let after = |mv: &BookMove| board.after(mv.square, board.flips(mv.square));
    let known = links_in(&entry.board, book)?;
    let (mut linked, mut others): (Vec<BookMove>, Vec<BookMove>) =
        known.into_iter().partition(|mv| mv.kind == MoveKind::Link && written.has(&after(mv)));
    let is_new = |leaf: &crate::entry::Leaf| linked.iter().all(|mv| mv.square != leaf.square);
    others.extend(entry.leaf.filter(is_new).map(|leaf| BookMove {
        square: leaf.square,
        kind: MoveKind::Leaf,
        value: value_of_leaf(leaf, &board),
    }));
    linked.sort_by_key(|mv| std::cmp::Reverse(mv.value.score));
    if others.is_empty() && (linked.len() as u32) < board.legal_moves().count() {
        others.extend(linked.pop());
    }
    let leaf = others.into_iter().max_by_key(|mv| mv.value.score);
    if linked.is_empty() && leaf.is_none() {
        written.missing_here.insert(board);
        return Ok(None);
    }
    for pass in linked.iter().map(&after).filter(|after| after.legal_moves().is_empty()) {
        written.passes.insert(canonical(&pass).0);
    }
    let links: Vec<(i32, u8)> = linked.iter().map(|mv| (discs(mv), mv.square as u8)).collect();
    let leaf = leaf.map(|mv| (discs(&mv), mv.square as u8));
    Ok(Some(bytes_of(entry, &board, &links, leaf)))
}

/// Writes the records of boards whose side must pass.
fn write_passes(
    book: &impl Lookup,
    written: &Written,
    out: &mut impl std::io::Write,
) -> Result<u64, ExportError> {
    let mut boards: Vec<&Board> = written.passes.iter().collect();
    boards.sort_unstable();
    for board in &boards {
        let BookLookup::Pass(position, _) = BookPosition::seen(board) else { continue };
        let Some(next) = book.entry(position)? else { continue };
        let value = next.value.negated();
        let score = value.score.rounded().value();
        let entry = Entry { value, results: next.results.swapped(), ..next };
        out.write_all(&bytes_of(&entry, board, &[(score, PASS)], None))?;
    }
    Ok(boards.len() as u64)
}

fn discs(mv: &BookMove) -> i32 {
    mv.value.score.rounded().value()
}

fn bytes_of(entry: &Entry, board: &Board, links: &[(i32, u8)], leaf: Option<(i32, u8)>) -> Vec<u8> {
    /// In the place of a leaf's score: there is no leaf.
    const NO_SCORE: i8 = -127;
    let best = links.iter().map(|link| link.0).chain(leaf.map(|leaf| leaf.0)).max().unwrap_or(0);
    let error = if entry.value.bounds.is_exact() { 0 } else { MIDGAME_ERROR };
    let [lower, upper] = [best - error, best + error].map(|bound| bound.clamp(-64, 64));
    let mut bytes = Vec::with_capacity(POSITION_BYTES + 2 * links.len() + 2);
    bytes.extend(board.player().bits().to_le_bytes());
    bytes.extend(board.opponent().bits().to_le_bytes());
    let results = entry.results;
    for count in [results.wins, results.draws, results.losses, entry.lines.max(1)] {
        bytes.extend(count.to_le_bytes());
    }
    for value in [best, lower, upper] {
        bytes.extend((value as i16).to_le_bytes());
    }
    bytes.extend([links.len() as u8, entry.value.level.map_or(0, NonZeroU8::get).min(60)]);
    for &(score, mv) in links {
        bytes.extend([score as i8 as u8, mv]);
    }
    bytes.extend(leaf.map_or([NO_SCORE as u8, NO_MOVE], |(score, mv)| [score as i8 as u8, mv]));
    bytes
}
