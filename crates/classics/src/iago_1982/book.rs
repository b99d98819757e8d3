//! The opening book: 20 positions, as many as the report on BILL says that IAGO's had, within the first four
//! plies.

use std::collections::HashMap;
use std::sync::OnceLock;

use willow_board::{Board, Position, Square};

use crate::opening_book::{BookPage, BookSize, OpeningBook, known_moves, size_of};

/// A reply a line: the moves from the start, if there are any, and after a blank the reply. All positions
/// after up to three moves are there, and the most common one after four.
const LINES: &str = include_str!("book.txt");

/// The book of IAGO.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Book;

/// Returns each position of the book with the one after the reply, each as the first of its images.
fn entries() -> &'static HashMap<Board, Board> {
    static BOOK: OnceLock<HashMap<Board, Board>> = OnceLock::new();
    BOOK.get_or_init(|| LINES.lines().map(read).collect())
}

impl OpeningBook for Book {
    fn sizes(&self) -> Vec<(&'static str, BookSize)> {
        let size = size_of(entries());
        // The reply to a position is a ply, too.
        vec![("for both colours", BookSize { plies: size.plies + 1, ..size })]
    }

    fn page(&self, position: &Position) -> BookPage {
        let answer = reply(position.board());
        let mut page = BookPage { answer, ..BookPage::default() };
        let known = known_moves(entries(), position.board()).map(|(mv, _)| mv);
        known.chain(answer).for_each(|mv| page.add(mv));
        page
    }
}

/// Returns the book's reply on a board, in whichever of its eight images.
pub(crate) fn reply(board: &Board) -> Option<Square> {
    let wanted = entries().get(&board.canonical())?;
    let after = |square: Square| board.after(square, board.flips(square));
    board.legal_moves().squares().find(|&square| after(square).canonical() == *wanted)
}

/// Reads a line: the position and the one after the reply, each as the first of its images.
fn read(line: &str) -> (Board, Board) {
    let (moves, reply) = line.rsplit_once(' ').unwrap_or(("", line));
    let play = |board: Board, name: &str| {
        let square = name.parse().expect("a test reads all squares of the book");
        board.play(square).expect("a test plays all moves of the book")
    };
    let squares = (0..moves.len()).step_by(2).map(|at| &moves[at..at + 2]);
    let board = squares.fold(Board::START, play);
    (board.canonical(), play(board, reply).canonical())
}

#[cfg(test)]
mod tests {
    use willow_board::Symmetry;

    use super::*;
    use crate::mlia::opening_positions;
    use crate::test_support::board_after;

    #[test]
    fn the_book_has_twenty_positions_and_all_of_the_first_three_plies() {
        let boards: HashMap<Board, Board> = LINES.lines().map(read).collect();
        assert_eq!(boards.len(), 20);
        assert!(boards.keys().all(|board| board.occupied().count() <= 4 + 4));
        assert!(boards.contains_key(&Board::START.canonical()));
        assert!(opening_positions(3).iter().all(|board| boards.contains_key(board)));
    }

    #[test]
    fn the_book_can_be_counted_and_walked() {
        let size = BookSize { positions: 20, lines: 14, plies: 5 };
        assert_eq!(Book.sizes(), [("for both colours", size)]);
        let start = Book.page(&Position::START);
        // The four first moves are images of each other.
        assert_eq!((start.answer.is_some(), start.moves.len()), (true, 4));
        let position = Position::START.play(willow_board::Move::Place(Square::F5)).unwrap();
        let page = Book.page(&position);
        assert_eq!(page.answer, Some(Square::D6));
        let squares: Vec<Square> = page.moves.iter().map(|known| known.mv).collect();
        assert_eq!(squares, [Square::F4, Square::D6, Square::F6]);
    }

    #[test]
    fn replies_turn_with_the_board() {
        let board = Board::START.play(Square::F5).unwrap();
        let reply_here = reply(&board).unwrap();
        for symmetry in Symmetry::ALL {
            let turned = board.transformed(symmetry);
            let after = turned.play(reply(&turned).unwrap()).unwrap();
            assert_eq!(after.canonical(), board.play(reply_here).unwrap().canonical());
        }
        assert_eq!(reply(&board_after("f5d6c3d3c4f4")), None);
    }
}
