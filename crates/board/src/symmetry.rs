//! The eight symmetries of the board: rotations and reflections.

use crate::{Bitboard, Square};

/// One of the eight symmetries of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Symmetry {
    /// Leaves every square in its place.
    Identity,
    /// Rotates the board by 90 degrees clockwise.
    Rotate90,
    /// Rotates the board by 180 degrees.
    Rotate180,
    /// Rotates the board by 270 degrees clockwise.
    Rotate270,
    /// Reflects left and right: exchanges the columns a and h.
    MirrorColumns,
    /// Reflects top and bottom: exchanges the rows 1 and 8.
    MirrorRows,
    /// Reflects about the diagonal a1-h8: exchanges column and row.
    Transpose,
    /// Reflects about the diagonal h1-a8.
    AntiTranspose,
}

impl Symmetry {
    /// All symmetries, the identity first.
    pub const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::Rotate90,
        Symmetry::Rotate180,
        Symmetry::Rotate270,
        Symmetry::MirrorColumns,
        Symmetry::MirrorRows,
        Symmetry::Transpose,
        Symmetry::AntiTranspose,
    ];

    /// Returns the symmetry that undoes this one.
    #[must_use]
    pub const fn inverse(self) -> Symmetry {
        match self {
            Symmetry::Rotate90 => Symmetry::Rotate270,
            Symmetry::Rotate270 => Symmetry::Rotate90,
            self_inverse => self_inverse,
        }
    }

    /// Returns the image of a square.
    pub fn square(self, square: Square) -> Square {
        self.bitboard(square.bitboard()).first().expect("a square stays on the board")
    }

    /// Returns the image of a set of squares.
    pub const fn bitboard(self, set: Bitboard) -> Bitboard {
        let bits = set.bits();
        Bitboard::from_bits(match self {
            Symmetry::Identity => bits,
            Symmetry::Rotate90 => mirror_columns(transpose(bits)),
            Symmetry::Rotate180 => bits.reverse_bits(),
            Symmetry::Rotate270 => transpose(mirror_columns(bits)),
            Symmetry::MirrorColumns => mirror_columns(bits),
            Symmetry::MirrorRows => bits.swap_bytes(),
            Symmetry::Transpose => transpose(bits),
            Symmetry::AntiTranspose => transpose(bits).reverse_bits(),
        })
    }
}

impl Square {
    /// Returns the image of this square under a symmetry.
    #[must_use]
    pub fn transformed(self, symmetry: Symmetry) -> Square {
        symmetry.square(self)
    }
}

impl Bitboard {
    /// Returns the image of this set under a symmetry.
    #[must_use]
    pub const fn transformed(self, symmetry: Symmetry) -> Bitboard {
        symmetry.bitboard(self)
    }
}

/// Reverses the bits of every row.
const fn mirror_columns(bits: u64) -> u64 {
    bits.reverse_bits().swap_bytes()
}

/// Exchanges columns and rows by swapping blocks of growing size across the diagonal
/// (Warren, Hacker's Delight, 7-3).
const fn transpose(bits: u64) -> u64 {
    let bits = delta_swap(bits, 0x00aa_00aa_00aa_00aa, 7);
    let bits = delta_swap(bits, 0x0000_cccc_0000_cccc, 14);
    delta_swap(bits, 0x0000_0000_f0f0_f0f0, 28)
}

/// Exchanges the bits under `mask` with those `shift` positions higher.
const fn delta_swap(bits: u64, mask: u64, shift: u32) -> u64 {
    let changed = (bits ^ (bits >> shift)) & mask;
    bits ^ changed ^ (changed << shift)
}

#[cfg(test)]
mod tests {
    use willow_testkit::SYMMETRIES;

    use super::*;

    #[test]
    fn every_square_lands_where_the_name_says() {
        for (symmetry, naive) in Symmetry::ALL.into_iter().zip(SYMMETRIES) {
            assert_eq!(format!("{symmetry:?}"), naive.name);
            for square in Square::ALL {
                let image = naive.square(square.index() as u32);
                assert_eq!(symmetry.square(square).index() as u32, image);
            }
        }
    }

    #[test]
    fn inverses_undo() {
        let set = Bitboard::from_bits(0x0123_4567_89ab_cdef);
        for symmetry in Symmetry::ALL {
            assert_eq!(set.transformed(symmetry).transformed(symmetry.inverse()), set);
        }
    }
}
