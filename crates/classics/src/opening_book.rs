//! What an opening book of an old program holds, and what it says about a position.

use std::collections::HashMap;
use std::fmt;

use willow_board::{Board, Position, Square};

use crate::MoveValue;

/// The opening book of an old program, to be counted and walked through.
pub trait OpeningBook: Sync + fmt::Debug {
    /// Returns how large the book is, or each of its parts with what the part is for.
    fn sizes(&self) -> Vec<(&'static str, BookSize)>;

    /// Returns what the book has about a position. It is empty if the book does not know the position.
    fn page(&self, position: &Position) -> BookPage;
}

/// Returns the moves on a board after which a book of positions, one for all eight images, has the position, and
/// what it has about that.
pub(crate) fn known_moves<'a, T>(
    entries: &'a HashMap<Board, T>,
    board: &'a Board,
) -> impl Iterator<Item = (Square, &'a T)> {
    board.legal_moves().squares().filter_map(|square| {
        let after = board.after(square, board.flips(square)).canonical();
        Some((square, entries.get(&after)?))
    })
}

/// Returns how large such a book is.
pub(crate) fn size_of<T>(entries: &HashMap<Board, T>) -> BookSize {
    let ends = entries.keys().filter(|board| known_moves(entries, board).next().is_none());
    let moves_before = |board: &Board| board.occupied().count() as usize - 4;
    let plies = entries.keys().map(moves_before).max().unwrap_or(0);
    BookSize { positions: entries.len(), lines: ends.count(), plies }
}

/// How large a book is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BookSize {
    /// Images under the symmetries of the board count once.
    pub positions: usize,
    /// The lines of play: the positions after which the book does not go on.
    pub lines: usize,
    /// The plies of the longest line, from the start of the game.
    pub plies: usize,
}

/// What a book has about a position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BookPage {
    /// The move that the program plays by the book.
    pub answer: Option<Square>,
    /// The moves that the book knows, the answer among them, in the order of the squares.
    pub moves: Vec<BookMove>,
}

/// A move that a book knows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// Where the disc goes, on the board that was asked about.
    pub mv: Square,
    /// Its value for the side that makes it, with the depth in plies of its search, if the book has values.
    pub value: Option<(MoveValue, u32)>,
}

impl BookPage {
    /// Adds a move without a value, once.
    pub(crate) fn add(&mut self, mv: Square) {
        if self.moves.iter().all(|known| known.mv != mv) {
            self.moves.push(BookMove { mv, value: None });
        }
        self.moves.sort_by_key(|known| known.mv);
    }
}
