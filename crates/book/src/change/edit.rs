//! Changing a book by hand, with undo.

use std::num::NonZeroU16;

use willow_board::Board;
use willow_eval::Score;

use crate::book::Lookup;
use crate::change::writer::BookWriter;
use crate::entry::{BookLookup, BookPosition, BookValue, Entry, Leaf, Origin, Program};
use crate::error::BookError;
use crate::graph::fix::fixed_entry;
use crate::graph::moves::{BookMove, links_in};
use crate::graph::region::{after, position_after};

/// A book that a person changes. Every change is kept at once, and can be taken back.
pub struct BookEditor {
    writer: BookWriter,
    undo: Vec<Change>,
}

/// What a change has replaced: the positions with their entries from before.
type Change = Vec<(BookPosition, Option<Entry>)>;

/// The changes of an editor that has let its book go, so that another one can take them back.
#[derive(Clone, Debug, Default)]
pub struct EditHistory(Vec<Change>);

impl EditHistory {
    /// Returns the number of changes.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl BookEditor {
    /// Returns an editor that can also take back what an earlier one has changed. Nobody else may have changed
    /// the book in between.
    pub fn new(writer: BookWriter, history: EditHistory) -> BookEditor {
        BookEditor { writer, undo: history.0 }
    }

    /// Closes the book without writing it: the changes are in its log, and other programs may change it.
    #[must_use = "without the history nothing can be taken back"]
    pub fn let_go(self) -> EditHistory {
        EditHistory(self.undo)
    }

    /// Returns the book as it is now.
    pub fn book(&self) -> &BookWriter {
        &self.writer
    }

    /// Returns the number of changes that can be taken back.
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
        let Some(BookLookup::Position(position, _)) = line.last().map(BookPosition::seen) else {
            return Ok(false);
        };
        let old = self.writer.entry(position)?;
        let value = BookValue::estimate(score, None, 0);
        let origin = Origin { day: NonZeroU16::new(day), ..Origin::of(Program::Person) };
        let blank = Entry::new(position, value, origin);
        let entry = Entry { value, leaf: None, origin, ..old.unwrap_or(blank) };
        self.change(line, position, old, Some(entry), Vec::new())?;
        Ok(true)
    }

    /// Removes the last board of a line from the book. The move to it may become the leaf of every position
    /// from which it leads there; they are looked for in the whole book. Returns `false` if it is not in the book.
    ///
    /// # Errors
    /// The disk may be full.
    pub fn remove(&mut self, line: &[Board]) -> Result<bool, BookError> {
        let Some(BookLookup::Position(position, _)) = line.last().map(BookPosition::seen) else {
            return Ok(false);
        };
        let old = self.writer.entry(position)?;
        if old.is_none() {
            return Ok(false);
        }
        let parents = self.parents_of(position)?;
        self.change(line, position, old, None, parents)?;
        Ok(true)
    }

    /// Takes the last change back. Returns `false` if there is none.
    ///
    /// # Errors
    /// The disk may be full; the change can be taken back again then.
    pub fn undo(&mut self) -> Result<bool, BookError> {
        let Some(replaced) = self.undo.last().cloned() else { return Ok(false) };
        for (position, entry) in replaced.into_iter().rev() {
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
        parents: Vec<Parent>,
    ) -> Result<(), BookError> {
        let mut replaced = vec![(position, old)];
        self.put(position, new)?;
        for Parent { position: parent, before, after } in parents {
            replaced.push((parent, Some(before)));
            self.writer.keep(&[fixed_entry(after, &self.writer)?])?;
        }
        for board in line.iter().rev().skip(1) {
            // A board whose side must pass is the position after the pass.
            let Some(earlier) = position_after(board).filter(|it| *it != position) else {
                continue;
            };
            let Some(entry) = self.writer.entry(earlier)? else { continue };
            let fixed = fixed_entry(entry, &self.writer)?;
            if fixed != entry {
                replaced.push((earlier, Some(entry)));
                self.writer.keep(&[fixed])?;
            }
        }
        self.undo.push(replaced);
        Ok(())
    }

    /// Returns how the positions change from which a move leads to a position that is removed.
    fn parents_of(&self, removed: BookPosition) -> Result<Vec<Parent>, BookError> {
        let n_empties = removed.board().n_empties() + 1;
        let mut parents = Vec::new();
        for entry in self.writer.book().entries() {
            let before = entry?;
            if before.board.n_empties() != n_empties || before.is_set_by_hand() {
                continue;
            }
            let Some(after) = with_leaf_to(before, removed, &self.writer)? else { continue };
            let parent = position_after(&before.board);
            parents.extend(parent.map(|position| Parent { position, before, after }));
        }
        Ok(parents)
    }

    fn put(&mut self, position: BookPosition, entry: Option<Entry>) -> Result<(), BookError> {
        match entry {
            Some(entry) => self.writer.keep(&[entry]),
            None => self.writer.remove(&[position]),
        }
    }
}

/// How the entry of a position changes from which a move leads to a removed one.
struct Parent {
    position: BookPosition,
    before: Entry,
    after: Entry,
}

/// Returns an entry whose leaf is the best of its leaf and of the moves to a position that is removed; `None`
/// if no move leads there.
fn with_leaf_to(
    entry: Entry,
    removed: BookPosition,
    book: &impl Lookup,
) -> Result<Option<Entry>, BookError> {
    let board = entry.board;
    let leads_there = |square| position_after(&after(&board, square)) == Some(removed);
    let links: Vec<BookMove> = board
        .legal_moves()
        .squares()
        .any(leads_there)
        .then(|| links_in(&board, book))
        .transpose()?
        .unwrap_or_default();
    let Some(best) =
        links.iter().filter(|mv| leads_there(mv.square)).max_by_key(|mv| mv.value.score)
    else {
        return Ok(None);
    };
    let value = best.value;
    let moved =
        Leaf { square: best.square, score: value.score, level: value.level, is_exact: false };
    let leaf = match entry.leaf {
        // Nothing is proven any more about the best of the moves outside, unless this one is worse for sure.
        Some(leaf) if moved.score <= leaf.score => {
            let is_worse = value.bounds.upper <= leaf.score.rounded();
            Leaf { is_exact: leaf.is_exact && is_worse, ..leaf }
        }
        _ => moved,
    };
    Ok(Some(Entry { leaf: Some(leaf), ..entry }))
}
