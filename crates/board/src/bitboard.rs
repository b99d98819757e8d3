//! Sets of squares.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{
    BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Sub, SubAssign,
};

use crate::Square;

/// A set of squares, one bit a square: bit 0 is a1, bit 7 is h1, bit 63 is h8.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Bitboard(u64);

impl Bitboard {
    /// No square.
    pub const EMPTY: Bitboard = Bitboard(0);
    /// All 64 squares.
    pub const ALL: Bitboard = Bitboard(u64::MAX);
    /// The four corners.
    pub const CORNERS: Bitboard = Bitboard(0x8100_0000_0000_0081);
    /// The X-squares b2, g2, b7 and g7, diagonally next to the corners.
    pub const X_SQUARES: Bitboard = Bitboard(0x0042_0000_0000_4200);
    /// The C-squares, next to the corners along the edges.
    pub const C_SQUARES: Bitboard = Bitboard(0x4281_0000_0000_8142);
    /// The 28 squares of the four edges.
    pub const EDGES: Bitboard = Bitboard(0xff81_8181_8181_81ff);

    /// Returns the set with these bits.
    #[inline]
    pub const fn from_bits(bits: u64) -> Bitboard {
        Bitboard(bits)
    }

    /// Returns the bits of the set.
    #[inline]
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// Returns the number of squares in the set.
    #[inline]
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Returns whether the set holds no square.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the set holds `square`.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 >> square as u32 & 1 != 0
    }

    /// Returns whether the two sets share a square.
    #[inline]
    pub const fn intersects(self, other: Bitboard) -> bool {
        self.0 & other.0 != 0
    }

    /// Returns the square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        Square::from_index(self.0.trailing_zeros())
    }

    /// Returns the set without its lowest square.
    #[must_use = "the set itself is left as it is"]
    #[inline]
    pub const fn without_first(self) -> Bitboard {
        Bitboard(self.0 & self.0.wrapping_sub(1))
    }

    /// Returns the set with `square` added.
    #[must_use = "the set itself is left as it is"]
    #[inline]
    pub const fn with(self, square: Square) -> Bitboard {
        Bitboard(self.0 | 1 << square as u32)
    }

    /// Returns the set with `square` taken out.
    #[must_use = "the set itself is left as it is"]
    #[inline]
    pub const fn without(self, square: Square) -> Bitboard {
        Bitboard(self.0 & !(1 << square as u32))
    }

    /// Returns the set and every square that touches one of its squares, diagonally too.
    #[inline]
    #[must_use]
    pub const fn dilated(self) -> Bitboard {
        /// All squares but file a: what a step to the right wraps into.
        const NOT_A: u64 = 0xfefe_fefe_fefe_fefe;
        /// All squares but file h: what a step to the left wraps into.
        const NOT_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;
        let row = self.0 | self.0 << 1 & NOT_A | self.0 >> 1 & NOT_H;
        Bitboard(row | row << 8 | row >> 8)
    }

    /// Returns the squares of the set that are also in `preferred`, or the whole set if none is.
    ///
    /// ```
    /// use willow_board::{Bitboard, Square};
    ///
    /// let moves: Bitboard = [Square::A1, Square::C3].into_iter().collect();
    /// assert_eq!(moves.preferring(Bitboard::CORNERS), Square::A1.bitboard());
    /// assert_eq!(moves.preferring(Bitboard::X_SQUARES), moves);
    /// ```
    #[inline]
    #[must_use]
    pub const fn preferring(self, preferred: Bitboard) -> Bitboard {
        let both = self.0 & preferred.0;
        if both == 0 { self } else { Bitboard(both) }
    }

    /// Returns an iterator over the squares, lowest index first.
    #[inline]
    pub const fn squares(self) -> Squares {
        Squares(self)
    }
}

impl Square {
    /// Returns the set that holds only this square.
    #[inline]
    pub const fn bitboard(self) -> Bitboard {
        Bitboard::from_bits(1 << self as u32)
    }
}

/// Iterator over the squares of a [`Bitboard`], lowest index first.
#[derive(Clone, Debug)]
pub struct Squares(Bitboard);

impl Iterator for Squares {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        let square = self.0.first();
        self.0 = self.0.without_first();
        square
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count() as usize;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Squares {}
impl FusedIterator for Squares {}

impl IntoIterator for Bitboard {
    type Item = Square;
    type IntoIter = Squares;

    #[inline]
    fn into_iter(self) -> Squares {
        self.squares()
    }
}

impl FromIterator<Square> for Bitboard {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Bitboard {
        squares.into_iter().fold(Bitboard::EMPTY, Bitboard::with)
    }
}

impl From<Square> for Bitboard {
    fn from(square: Square) -> Bitboard {
        square.bitboard()
    }
}

/// Implements a binary operator and its assigning twin by an expression over the bits.
macro_rules! operator {
    ($Op:ident $op:ident $OpAssign:ident $op_assign:ident, |$a:ident, $b:ident| $bits:expr) => {
        impl $Op for Bitboard {
            type Output = Bitboard;

            #[inline]
            fn $op(self, other: Bitboard) -> Bitboard {
                let ($a, $b) = (self.0, other.0);
                Bitboard($bits)
            }
        }

        impl $OpAssign for Bitboard {
            #[inline]
            fn $op_assign(&mut self, other: Bitboard) {
                *self = self.$op(other);
            }
        }
    };
}

operator!(BitAnd bitand BitAndAssign bitand_assign, |a, b| a & b);
operator!(BitOr bitor BitOrAssign bitor_assign, |a, b| a | b);
operator!(BitXor bitxor BitXorAssign bitxor_assign, |a, b| a ^ b);
// `a - b` is the difference of sets.
operator!(Sub sub SubAssign sub_assign, |a, b| a & !b);

impl Not for Bitboard {
    type Output = Bitboard;

    #[inline]
    fn not(self) -> Bitboard {
        Bitboard(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    /// Draws the set, row 1 at the top, after its bits in hexadecimal.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x}", self.0)?;
        for row in 0..8 {
            f.write_str("\n")?;
            for column in 0..8 {
                let mark = if self.0 >> (8 * row + column) & 1 == 0 { " ." } else { " #" };
                f.write_str(mark)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_sets_hold_their_squares() {
        let set = |names: &str| names.split(' ').map(|s| s.parse::<Square>().unwrap()).collect();
        assert_eq!(Bitboard::CORNERS, set("a1 h1 a8 h8"));
        assert_eq!(Bitboard::X_SQUARES, set("b2 g2 b7 g7"));
        assert_eq!(Bitboard::C_SQUARES, set("b1 g1 a2 h2 a7 h7 b8 g8"));
        assert_eq!(Bitboard::EDGES.count(), 28);
    }

    #[test]
    fn squares_come_in_index_order() {
        let set = Bitboard::from_iter([Square::H8, Square::A1, Square::C4]);
        assert_eq!(set.squares().collect::<Vec<_>>(), [Square::A1, Square::C4, Square::H8]);
        assert_eq!(set.squares().len(), 3);
    }

    #[test]
    fn dilation_stays_on_the_board() {
        let set = Square::H4.bitboard().dilated();
        let expected = [Square::G3, Square::H3, Square::G4, Square::H4, Square::G5, Square::H5];
        assert_eq!(set, Bitboard::from_iter(expected));
        assert_eq!(Bitboard::CORNERS.dilated().count(), 16);
    }
}
