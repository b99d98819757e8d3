//! The draughts board with its side to move, and moves.

use willow_board::{Bitboard, Color, Square};

use super::piece::Piece;

/// A position of English draughts.
///
/// The board is kept as the side to move sees it, and turned by half after every move, so that its
/// men always move down. A square's place in a set is row by row from the upper left; only the dark
/// squares are used, where row and column add up to an odd number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) own: Bitboard,
    pub(crate) other: Bitboard,
    pub(crate) kings: Bitboard,
    pub(crate) side_to_move: Color,
    pub(crate) n_quiet_plies: u32,
}

/// A move of draughts, as the side to move sees the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move {
    pub(crate) from: Square,
    pub(crate) to: Square,
    pub(crate) captured: Bitboard,
}

impl Move {
    pub(crate) const fn new(from: Square, to: Square, captured: Bitboard) -> Move {
        Move { from, to, captured }
    }
}

impl Position {
    /// The position before the first move: twelve men each, Black to move.
    pub const START: Position = Position {
        own: Bitboard::from_bits(0x0000_0000_00aa_55aa),
        other: Bitboard::from_bits(0x55aa_5500_0000_0000),
        kings: Bitboard::EMPTY,
        side_to_move: Color::Black,
        n_quiet_plies: 0,
    };

    /// Where men of the side to move become kings.
    pub(crate) const FAR_ROW: Bitboard = Bitboard::from_bits(0xff00_0000_0000_0000);

    /// Where men of the other side become kings.
    pub(crate) const NEAR_ROW: Bitboard = Bitboard::from_bits(0xff);

    /// The squares that are played on.
    pub(crate) const DARK: Bitboard = Bitboard::from_bits(0x55aa_55aa_55aa_55aa);

    /// Returns whose turn it is.
    pub const fn side_to_move(&self) -> Color {
        self.side_to_move
    }

    /// Returns the number of plies since a capture or a man's move.
    pub const fn n_quiet_plies(&self) -> u32 {
        self.n_quiet_plies
    }

    /// Returns the squares that can be moved to.
    pub(crate) fn empty(&self) -> Bitboard {
        Position::DARK - (self.own | self.other)
    }

    /// Returns the kind of the piece on a square that has one.
    pub(crate) const fn piece_at(&self, square: Square) -> Piece {
        if self.kings.contains(square) { Piece::King } else { Piece::Man }
    }

    /// Returns the position after a move, seen by the other side.
    pub(crate) fn after(&self, mv: Move) -> Position {
        let Move { from, to, captured } = mv;
        let was_king = self.kings.contains(from);
        let mut kings = self.kings - captured - from.bitboard();
        if was_king || Position::FAR_ROW.contains(to) {
            kings = kings.with(to);
        }
        let is_quiet = was_king && captured.is_empty();
        Position {
            own: turned(self.other - captured),
            other: turned(self.own.without(from).with(to)),
            kings: turned(kings),
            side_to_move: !self.side_to_move,
            n_quiet_plies: if is_quiet { self.n_quiet_plies + 1 } else { 0 },
        }
    }
}

/// Turns the board by half.
const fn turned(squares: Bitboard) -> Bitboard {
    Bitboard::from_bits(squares.bits().reverse_bits())
}
