//! The kinds of squares that the internal tables and the order of killers tell apart.

use willow_board::{Bitboard, Square};

/// The kinds of squares that Othello players tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SquareKind {
    /// One of the four corners.
    Corner,
    /// On an edge, beside a corner.
    CSquare,
    /// On an edge, two from a corner.
    ASquare,
    /// In the middle of an edge.
    BSquare,
    /// Diagonally beside a corner.
    XSquare,
    /// On the second line, but for the X-squares.
    SecondLine,
    /// One of the central sixteen squares, the "sweet 16".
    Central,
}

impl SquareKind {
    pub(crate) const fn of(square: Square) -> SquareKind {
        const fn fold(place: u32) -> u32 {
            if place < 4 { place } else { 7 - place }
        }
        let (one, other) = (fold(square.column()), fold(square.row()));
        let (near, far) = if one < other { (one, other) } else { (other, one) };
        match (near, far) {
            (0, 0) => SquareKind::Corner,
            (0, 1) => SquareKind::CSquare,
            (0, 2) => SquareKind::ASquare,
            (0, _) => SquareKind::BSquare,
            (1, 1) => SquareKind::XSquare,
            (1, _) => SquareKind::SecondLine,
            _ => SquareKind::Central,
        }
    }
}

/// Returns the corner nearest to a C- or X-square.
pub(crate) fn corner_beside(square: Square) -> Square {
    let near = (square.bitboard().dilated() & Bitboard::CORNERS).first();
    near.expect("a C- or X-square touches a corner")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_as_many_of_each_kind_as_on_a_board() {
        let n = |kind| Square::ALL.iter().filter(|&&square| SquareKind::of(square) == kind).count();
        assert_eq!(
            (n(SquareKind::Corner), n(SquareKind::CSquare), n(SquareKind::ASquare)),
            (4, 8, 8)
        );
        assert_eq!((n(SquareKind::BSquare), n(SquareKind::XSquare)), (8, 4));
        assert_eq!((n(SquareKind::SecondLine), n(SquareKind::Central)), (16, 16));
        assert_eq!(SquareKind::of(Square::G7), SquareKind::XSquare);
        assert_eq!(SquareKind::of(Square::F8), SquareKind::ASquare);
        assert_eq!(corner_beside(Square::G7), Square::H8);
        assert_eq!(corner_beside(Square::A2), Square::A1);
    }
}
