//! The opening book that the paper planned: positions with values of deeper searches than a game allows.

use std::collections::{HashMap, HashSet};
use std::fmt::Write as _;
use std::sync::OnceLock;

use thiserror::Error;
use willow_board::{Bitboard, Board, Position};

use super::evaluation::PER_UNIT;
use crate::MoveValue;
use crate::opening_book::{BookMove, BookPage, BookSize, OpeningBook, known_moves, size_of};
use crate::paip::Value;

/// A hash table of opening positions and their values.
///
/// A position is kept once for its eight images under the symmetries of the board. The text form has
/// one position a line: the player's discs and the opponent's as hexadecimal sets, the depth in plies
/// of the search, and the value for the player in thousandths of the paper's units.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Book {
    entries: HashMap<Board, BookEntry>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct BookEntry {
    depth: u32,
    value: Value,
}

/// A text is not a book.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BookError {
    /// A line is not a line of a book.
    #[error("line {0} is not two sets of discs, a depth and a value")]
    Line(usize),
}

/// The book that comes with the program.
const SHIPPED: &str = include_str!("book.txt");

impl Book {
    /// Returns the book that comes with the program, made by the command in its first line.
    pub fn shipped() -> &'static Book {
        static BOOK: OnceLock<Book> = OnceLock::new();
        BOOK.get_or_init(|| Book::read(SHIPPED).expect("a test reads the shipped book"))
    }

    /// Reads a book. Lines that begin with `#` are comments.
    ///
    /// # Errors
    /// Every other line must be a position with its value.
    pub fn read(text: &str) -> Result<Book, BookError> {
        let mut book = Book::default();
        let lines = (1..).zip(text.lines());
        for (number, line) in lines.filter(|(_, line)| !line.starts_with('#')) {
            let (board, entry) = read_line(line).ok_or(BookError::Line(number))?;
            book.entries.insert(board.canonical(), entry);
        }
        Ok(book)
    }

    /// Writes the book, in an order that does not depend on how it was made.
    pub fn write(&self) -> String {
        let mut entries: Vec<_> = self.entries.iter().collect();
        entries.sort_by_key(|&(board, _)| (board.occupied().count(), *board));
        entries.iter().fold(String::new(), |mut text, (board, BookEntry { depth, value })| {
            let sets = [board.player().bits(), board.opponent().bits()];
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{:016x} {:016x} {depth} {}", sets[0], sets[1], value.units());
            text
        })
    }

    /// Puts the value of a board for its player into the book.
    pub fn insert(&mut self, board: &Board, depth: u32, value: Value) {
        self.entries.insert(board.canonical(), BookEntry { depth, value });
    }

    /// Returns the value of a board for its player.
    pub fn value(&self, board: &Board) -> Option<Value> {
        self.entries.get(&board.canonical()).map(|entry| entry.value)
    }

    /// Returns the moves on a board after which the book has the position, with their values.
    fn known_moves<'a>(&'a self, board: &'a Board) -> impl Iterator<Item = BookMove> + 'a {
        known_moves(&self.entries, board).map(|(mv, &BookEntry { depth, value })| BookMove {
            mv,
            value: Some((MoveValue::Units { number: -value.units(), per_unit: PER_UNIT }, depth)),
        })
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no positions.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

/// The book is not a tree: it knows all images of its
/// positions, whichever moves led there.
impl OpeningBook for Book {
    fn sizes(&self) -> Vec<(&'static str, BookSize)> {
        vec![("for both colours", size_of(&self.entries))]
    }

    fn page(&self, position: &Position) -> BookPage {
        let answer = self.best_move(position.board()).map(|(best, _)| best);
        BookPage { answer, moves: self.known_moves(position.board()).collect() }
    }
}

fn read_line(line: &str) -> Option<(Board, BookEntry)> {
    let words: Vec<&str> = line.split_ascii_whitespace().collect();
    let [player, opponent, depth, value] = words[..] else { return None };
    let set = |word| u64::from_str_radix(word, 16).ok().map(Bitboard::from_bits);
    let board = Board::new(set(player)?, set(opponent)?).ok()?;
    let value = Value::from_units(value.parse().ok()?);
    Some((board, BookEntry { depth: depth.parse().ok()?, value }))
}

/// Returns the positions after 1 to `plies` moves from the start, one of each eight images, those with
/// fewer discs first.
pub fn opening_positions(plies: u32) -> Vec<Board> {
    let mut all = Vec::new();
    let mut layer = vec![Board::START];
    for _ in 0..plies {
        let mut seen = HashSet::new();
        let mut next = Vec::new();
        for board in &layer {
            for square in board.legal_moves().squares() {
                let after = board.after(square, board.flips(square)).canonical();
                if seen.insert(after) {
                    next.push(after);
                }
            }
        }
        all.extend(&next);
        layer = next;
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use willow_board::Square;

    /// The numbers of positions are published: 1, 3, 14, 60, 322 after 1 to 5 moves.
    #[test]
    fn openings_are_counted_once_for_all_symmetries() {
        let counts: Vec<usize> = (1..=5).map(|plies| opening_positions(plies).len()).collect();
        assert_eq!(counts, [1, 4, 18, 78, 400]);
    }

    #[test]
    fn a_book_is_read_back_and_knows_all_images() {
        let mut book = Book::default();
        let after = |square| Board::START.play(square).unwrap();
        book.insert(&after(Square::F5), 9, Value::from_units(-1_500));
        assert_eq!(book.value(&after(Square::D3)), Some(Value::from_units(-1_500)));
        assert_eq!(Book::read(&book.write()), Ok(book.clone()));
        assert_eq!(book.best_move(&Board::START).unwrap().1, Value::from_units(1_500));
        assert_eq!(book.best_move(&after(Square::F5)), None, "it does not know the replies");
        for (text, line) in [("x", 1), ("# a remark\n0 0 1", 2), ("1 1 3 4", 1), ("0 1 3 x", 1)] {
            assert_eq!(Book::read(text), Err(BookError::Line(line)), "{text}");
        }
    }

    #[test]
    fn a_page_has_all_moves_with_their_values() {
        let book = Book::shipped();
        let page = book.page(&Position::START);
        assert_eq!(page.moves.len(), 4);
        let best = page.moves.iter().find(|known| Some(known.mv) == page.answer).unwrap();
        let (MoveValue::Units { number: units, per_unit: 1000 }, depth) = best.value.unwrap()
        else {
            panic!("{best:?}")
        };
        assert_eq!(
            (Value::from_units(units), depth),
            (book.best_move(&Board::START).unwrap().1, 12)
        );
        let [("for both colours", size)] = book.sizes()[..] else { panic!("it has one part") };
        assert_eq!((size.positions, size.plies), (397, 5));
        assert!(300 < size.lines && size.lines < 397, "{size:?}");
    }

    #[test]
    fn the_shipped_book_knows_all_openings() {
        let book = Book::shipped();
        // Where there is but one move, or one corner to take, nothing is searched: there is no value.
        let mut positions = opening_positions(5);
        positions.retain(|board| {
            let moves = board.legal_moves();
            1 < moves.count() && (moves & Bitboard::CORNERS).count() != 1
        });
        assert_eq!((book.len(), positions.len()), (397, 397));
        assert!(positions.iter().all(|board| book.value(board).is_some()));
    }
}
