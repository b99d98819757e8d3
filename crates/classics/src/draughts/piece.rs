//! The kinds of pieces and the directions they move in.

use willow_board::Bitboard;

/// A diagonal direction, seen by the side to move: its men move down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Diagonal {
    DownLeft,
    DownRight,
    UpLeft,
    UpRight,
}

impl Diagonal {
    const FORWARDS: [Diagonal; 2] = [Diagonal::DownLeft, Diagonal::DownRight];
    pub(crate) const ALL: [Diagonal; 4] =
        [Diagonal::DownLeft, Diagonal::DownRight, Diagonal::UpLeft, Diagonal::UpRight];

    /// Returns the directions of a king or of a man.
    pub(crate) const fn of(piece: Piece) -> &'static [Diagonal] {
        match piece {
            Piece::Man => &Diagonal::FORWARDS,
            Piece::King => &Diagonal::ALL,
        }
    }

    /// Moves a set of squares one square on; what leaves the board is gone.
    pub(crate) const fn step(self, squares: Bitboard) -> Bitboard {
        /// Steps to the left from here would come out at the other edge.
        const LEFT_FILE: u64 = 0x0101_0101_0101_0101;
        /// Steps to the right from here would come out at the other edge.
        const RIGHT_FILE: u64 = 0x8080_8080_8080_8080;
        let bits = squares.bits();
        Bitboard::from_bits(match self {
            Diagonal::DownLeft => (bits & !LEFT_FILE) << 7,
            Diagonal::DownRight => (bits & !RIGHT_FILE) << 9,
            Diagonal::UpLeft => (bits & !LEFT_FILE) >> 9,
            Diagonal::UpRight => (bits & !RIGHT_FILE) >> 7,
        })
    }
}

/// The two kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Man,
    King,
}
