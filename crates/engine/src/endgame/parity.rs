//! The parity of the quadrants.
//!
//! Moves in a quadrant with an odd number of empties come first: the side that moves first in
//! such a quadrant usually also makes the last move in it.

use willow_board::{Bitboard, Square};

/// The four quadrants: top left, top right, bottom left, bottom right.
const QUADRANTS: [u64; 4] =
    [0x0000_0000_0f0f_0f0f, 0x0000_0000_f0f0_f0f0, 0x0f0f_0f0f_0000_0000, 0xf0f0_f0f0_0000_0000];

/// Returns the squares of the quadrants that hold an odd number of empties.
#[inline]
pub(crate) const fn odd_quadrants(empties: Bitboard) -> Bitboard {
    let mut odd = 0;
    let mut quadrant = 0;
    while quadrant < 4 {
        let count = (empties.bits() & QUADRANTS[quadrant]).count_ones() as u64;
        odd |= (count & 1).wrapping_neg() & QUADRANTS[quadrant];
        quadrant += 1;
    }
    Bitboard::from_bits(odd)
}

/// Returns the quadrant of a square.
#[inline]
pub(crate) const fn quadrant(square: Square) -> Bitboard {
    Bitboard::from_bits(QUADRANTS[square.index() >> 5 << 1 | square.index() >> 2 & 1])
}

/// Returns whether two squares lie in the same quadrant.
#[inline]
pub(crate) const fn share_quadrant(a: Square, b: Square) -> bool {
    // Bit 2 is the half of the column, bit 5 that of the row.
    (a.index() ^ b.index()) & 0b10_0100 == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quadrants_hold_their_squares() {
        for a in Square::ALL {
            assert!(quadrant(a).contains(a));
            for b in Square::ALL {
                assert_eq!(share_quadrant(a, b), quadrant(a) == quadrant(b));
            }
        }
    }

    #[test]
    fn parity_changes_with_every_square_filled() {
        let empties = Bitboard::from_iter([Square::A1, Square::B1, Square::H1, Square::E8]);
        let odd = odd_quadrants(empties);
        assert!(!odd.contains(Square::A1) && odd.contains(Square::H1) && odd.contains(Square::E8));
        assert_eq!(odd_quadrants(empties.without(Square::A1)), odd ^ quadrant(Square::A1));
    }
}
