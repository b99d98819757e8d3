//! The characters that boards use for the contents of a square.

use willow_board::{Bitboard, Board, Color, Position, Square};

/// The contents of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CellContents {
    /// No disc.
    Empty,
    /// A disc of this colour.
    Disc(Color),
}

impl CellContents {
    /// Reads a character: Black is `X x * @ B b` and `◉`, White `O o 0 W w` and `◎`, empty `-` and `.`.
    ///
    /// `◉` and `◎` are what the Clojure program prints.
    pub(crate) const fn from_char(c: char) -> Option<CellContents> {
        match c {
            'X' | 'x' | '*' | '@' | 'B' | 'b' | '◉' => Some(CellContents::Disc(Color::Black)),
            'O' | 'o' | '0' | 'W' | 'w' | '◎' => Some(CellContents::Disc(Color::White)),
            '-' | '.' => Some(CellContents::Empty),
            _ => None,
        }
    }

    /// Reads the character of the side to move.
    pub(crate) const fn side(c: char) -> Option<Color> {
        match CellContents::from_char(c) {
            Some(CellContents::Disc(color)) => Some(color),
            _ => None,
        }
    }
}

/// Returns the discs of Black and White on a board with these cells, a1 first. Cells after the 64th are
/// ignored.
pub(crate) fn discs(cells: &[CellContents]) -> [Bitboard; 2] {
    Color::ALL.map(|color| {
        let squares = Square::ALL.into_iter().zip(cells);
        let own = squares.filter(|&(_, &cell)| cell == CellContents::Disc(color));
        Bitboard::from_bits(own.fold(0, |bits, (square, _)| bits | square.bitboard().bits()))
    })
}

/// Returns the position with these discs, Black's first.
pub(crate) fn position([black, white]: [Bitboard; 2], side_to_move: Color) -> Position {
    let (player, opponent) = match side_to_move {
        Color::Black => (black, white),
        Color::White => (white, black),
    };
    let board = Board::new(player, opponent).expect("a cell holds at most one disc");
    Position::new(board, side_to_move)
}
