//! The characters that stand for the contents of a square, in every alphabet that boards use.

use willow_board::{Bitboard, Board, Color, Position, Square};

/// What a character says about a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Empty,
    Disc(Color),
}

impl Mark {
    /// Reads `X x * @ B b` and the Clojure seed's bullseye as Black, `O o 0 W w` and its ring as
    /// White, `-` and `.` as empty.
    pub(crate) const fn from_char(c: char) -> Option<Mark> {
        match c {
            'X' | 'x' | '*' | '@' | 'B' | 'b' | '◉' => Some(Mark::Disc(Color::Black)),
            'O' | 'o' | '0' | 'W' | 'w' | '◎' => Some(Mark::Disc(Color::White)),
            '-' | '.' => Some(Mark::Empty),
            _ => None,
        }
    }

    /// Reads the character of the side to move.
    pub(crate) const fn side(c: char) -> Option<Color> {
        match Mark::from_char(c) {
            Some(Mark::Disc(color)) => Some(color),
            _ => None,
        }
    }
}

/// Returns the discs of both colours on a board whose cells are these, a1 first. A board has 64
/// cells; more are left out.
pub(crate) fn discs(cells: &[Mark]) -> [Bitboard; 2] {
    Color::ALL.map(|color| {
        let squares = Square::ALL.into_iter().zip(cells);
        let own = squares.filter(|&(_, &mark)| mark == Mark::Disc(color));
        Bitboard::from_bits(own.fold(0, |bits, (square, _)| bits | square.bitboard().bits()))
    })
}

/// Returns the position with these discs, Black's first.
pub(crate) fn position([black, white]: [Bitboard; 2], side_to_move: Color) -> Position {
    let (player, opponent) = match side_to_move {
        Color::Black => (black, white),
        Color::White => (white, black),
    };
    let board = Board::new(player, opponent).expect("a cell holds one disc at most");
    Position::new(board, side_to_move)
}
