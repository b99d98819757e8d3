//! The mobility features: the legal moves of both sides.
//!
//! Patterns see discs. Legal moves depend on whole lines, and most patterns see only a part of a
//! line. So a sum over patterns cannot even count the moves. With the numbers of moves the mean
//! squared error on held-out positions was 34.0 instead of 35.5 discs² (docs/engine-log.md).

use willow_board::{Bitboard, Square, Symmetry};

/// The number of mobility features: the number of moves of the player, and of the opponent; the
/// player's moves in each corner, and the opponent's.
pub(crate) const N_MOBILITY_FEATURES: usize = 10;

/// Larger numbers of moves count as this number.
const MAX_COUNTED_MOVES: u32 = 31;

/// The bit distance of each corner's 3x3 block from the block at A1.
const CORNER_SHIFTS: [u32; 4] = [0, 5, 40, 45];

/// The number of sets of squares in a 3x3 block.
const CORNER_SETS: usize = 1 << 9;

/// Returns the number of indices of a feature.
pub(crate) const fn n_indices(feature: usize) -> usize {
    if feature < 2 { MAX_COUNTED_MOVES as usize + 1 } else { CORNER_SETS }
}

/// Returns the name and the squares of a feature. A count over the whole board has no squares.
pub(crate) fn describe(feature: usize) -> (&'static str, Vec<Square>) {
    let squares = |corner: usize| {
        let of_corner = |square: &Square| {
            let bit = Bitboard::from(*square).bits();
            (0..9).any(|i| corner_square(corner, i) == bit)
        };
        Square::ALL.into_iter().filter(of_corner).collect()
    };
    match feature {
        0 => ("number of moves", Vec::new()),
        1 => ("number of the opponent's moves", Vec::new()),
        2..6 => ("moves in the corner", squares(feature - 2)),
        _ => ("the opponent's moves in the corner", squares(feature - 6)),
    }
}

/// Returns the indices of the features, from the legal moves of the player and of the opponent.
#[inline]
pub(crate) fn indices(player: Bitboard, opponent: Bitboard) -> [u16; N_MOBILITY_FEATURES] {
    let mut indices = [0; N_MOBILITY_FEATURES];
    indices[0] = player.count().min(MAX_COUNTED_MOVES) as u16;
    indices[1] = opponent.count().min(MAX_COUNTED_MOVES) as u16;
    for corner in 0..4 {
        indices[2 + corner] = in_corner(player, corner);
        indices[6 + corner] = in_corner(opponent, corner);
    }
    indices
}

/// Returns the squares of a set in a corner's 3x3 block as nine bits, three for each row.
#[inline]
fn in_corner(set: Bitboard, corner: usize) -> u16 {
    let bits = set.bits() >> CORNER_SHIFTS[corner];
    (bits & 7 | bits >> 5 & 0o70 | bits >> 10 & 0o700) as u16
}

/// Returns the square of one of the nine bits of a corner's index, as a set.
fn corner_square(corner: usize, bit: u32) -> u64 {
    1 << (bit % 3 + 8 * (bit / 3) + CORNER_SHIFTS[corner])
}

/// Returns, for every weight index of the mobility features, the canonical one among its mirror
/// images. The first weight index is `offset`.
pub(crate) fn canonical_weight_indices(offset: u32) -> Vec<u32> {
    let counts = 2 * n_indices(0) as u32;
    let mut canonical: Vec<u32> = (offset..offset + counts).collect();
    for side in 0..2 {
        let first = offset + counts + side * 4 * CORNER_SETS as u32;
        for corner in 0..4 {
            canonical.extend((0..CORNER_SETS).map(|set| first + canonical_set(corner, set)));
        }
    }
    canonical
}

/// Returns the smallest index at A1 among the images of a set of squares in a corner.
fn canonical_set(corner: usize, index: usize) -> u32 {
    let squares = (0..9).filter(|bit| index >> bit & 1 == 1);
    let set = Bitboard::from_bits(squares.map(|bit| corner_square(corner, bit)).sum());
    let images = Symmetry::ALL.into_iter().map(|symmetry| set.transformed(symmetry));
    let at_a1 = images.map(|image| (image, u32::from(in_corner(image, 0))));
    let whole = at_a1.filter(|(image, index)| image.count() == index.count_ones());
    whole.map(|(_, index)| index).min().expect("some symmetry takes every corner to A1")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_have_nine_squares_each() {
        let squares = |names: &str| -> Vec<Square> {
            names.split(' ').map(|name| name.parse().unwrap()).collect()
        };
        assert_eq!(describe(5).1, squares("f6 g6 h6 f7 g7 h7 f8 g8 h8"));
        assert_eq!(describe(7).1, squares("f1 g1 h1 f2 g2 h2 f3 g3 h3"));
        let player = Bitboard::from(Square::A1) | Bitboard::from(Square::H8);
        let opponent = Bitboard::from(Square::B1) | Bitboard::from(Square::D4);
        assert_eq!(indices(player, opponent), [2, 2, 1, 0, 0, 0o400, 2, 0, 0, 0]);
    }

    #[test]
    fn images_in_all_corners_share_a_weight_index() {
        // B1 and A2 are images of each other, as are G1, H2 and the like in the other corners.
        let canonical = canonical_weight_indices(0);
        let index = |corner: usize, set: usize| canonical[64 + corner * CORNER_SETS + set];
        assert_eq!(index(0, 0o2), index(0, 0o10));
        assert_eq!(index(0, 0o2), index(1, 0o2));
        assert_eq!(index(0, 0o2), index(3, 0o200));
        assert_ne!(index(0, 0o1), index(0, 0o2));
        assert_eq!(canonical.len(), 64 + 8 * CORNER_SETS);
    }
}
