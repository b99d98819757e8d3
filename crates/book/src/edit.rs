//! Changing a book by hand, with undo.

use willow_board::Board;
use willow_eval::Score;

use crate::book::Lookup;
use crate::entry::{BookPosition, BookValue, Entry, Leaf, Origin, Program, Seen};
use crate::error::BookError;
use crate::fix::fixed_entry;
use crate::region::position_after;
use crate::writer::BookWriter;

/// A book that a person changes. Every change is kept at once, and can be taken back.
pub struct BookEditor {
    writer: BookWriter,
    /// What each change has replaced: the positions with their entries from before.
    undo: Vec<Vec<(BookPosition, Option<Entry>)>>,
}

impl BookEditor {
    /// Returns an editor of a book.
    #[must_use]
    pub fn new(writer: BookWriter) -> BookEditor {
        BookEditor { writer, undo: Vec::new() }
    }

    /// Returns the book as it is now.
    #[must_use]
    pub fn book(&self) -> &BookWriter {
        &self.writer
    }

    /// Returns the number of changes that can be taken back.
    #[must_use]
    pub fn n_changes(&self) -> usize {
        self.undo.len()
    }

    /// Sets the value of the last board of a line, for its side to move. Neither a search nor negamax changes
    /// it any more. The values of the earlier boards of the line follow at once; all others when the book is
    /// closed. Returns `false` if no value can be set: the game is over, or the side must pass.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn set_value(&mut self, line: &[Board], score: Score, day: u16) -> Result<bool, BookError> {
        let Some(Seen::Position(position, _)) = line.last().map(BookPosition::seen) else {
            return Ok(false);
        };
        let old = self.writer.entry(position)?;
        let value = BookValue::estimate(score, 0, 0);
        let origin = Origin { day, ..Origin::of(Program::Person) };
        let blank = Entry::new(position, value, origin);
        let entry = Entry { value, leaf: None, origin, ..old.unwrap_or(blank) };
        self.change(line, position, old, Some(entry))?;
        Ok(true)
    }

    /// Removes the last board of a line from the book. The move to it may become the leaf of the board before.
    /// Returns `false` if it is not in the book.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn remove(&mut self, line: &[Board]) -> Result<bool, BookError> {
        let Some(Seen::Position(position, _)) = line.last().map(BookPosition::seen) else {
            return Ok(false);
        };
        let old = self.writer.entry(position)?;
        if old.is_none() {
            return Ok(false);
        }
        self.change(line, position, old, None)?;
        Ok(true)
    }

    /// Takes the last change back. Returns `false` if there is none.
    ///
    /// # Errors
    /// The disk may be full; the change can be taken back again then.
    pub fn undo(&mut self) -> Result<bool, BookError> {
        let Some(replaced) = self.undo.last().cloned() else { return Ok(false) };
        for (position, entry) in replaced {
            self.put(position, entry)?;
        }
        self.undo.pop();
        Ok(true)
    }

    /// Writes the book. Returns the number of positions.
    ///
    /// # Errors
    /// The disk may be full; the changes are kept in the log then.
    pub fn close(self) -> Result<u64, BookError> {
        self.writer.close()
    }

    fn change(
        &mut self,
        line: &[Board],
        position: BookPosition,
        old: Option<Entry>,
        new: Option<Entry>,
    ) -> Result<(), BookError> {
        let mut replaced = vec![(position, old)];
        self.put(position, new)?;
        for (index, board) in line.iter().enumerate().rev().skip(1) {
            let Some(earlier) = position_after(board) else { continue };
            let Some(entry) = self.writer.entry(earlier)? else { continue };
            let with_leaf = match (new, index + 2 == line.len()) {
                (None, true) => with_leaf_to(entry, position, old),
                _ => entry,
            };
            let fixed = fixed_entry(with_leaf, &self.writer)?;
            if fixed != entry {
                replaced.push((earlier, Some(entry)));
                self.writer.keep(&[fixed])?;
            }
        }
        self.undo.push(replaced);
        Ok(())
    }

    fn put(&mut self, position: BookPosition, entry: Option<Entry>) -> Result<(), BookError> {
        match entry {
            Some(entry) => self.writer.keep(&[entry]),
            None => self.writer.remove(&[position]),
        }
    }
}

/// Returns an entry whose leaf is the move to a position that was removed, if that is better than its leaf.
fn with_leaf_to(entry: Entry, removed: BookPosition, old: Option<Entry>) -> Entry {
    let board = entry.board;
    let leads_there = |square: &willow_board::Square| {
        position_after(&board.after(*square, board.flips(*square))) == Some(removed)
    };
    let square = board.legal_moves().squares().find(leads_there);
    let leaf = square.zip(old).map(|(square, old)| Leaf {
        square,
        score: -old.value.score,
        level: old.value.level,
        is_exact: false,
    });
    Entry { leaf: leaf.into_iter().chain(entry.leaf).max_by_key(|leaf| leaf.score), ..entry }
}
