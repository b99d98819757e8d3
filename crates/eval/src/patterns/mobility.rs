//! The features of where the sides can move.
//!
//! Patterns see discs. What a side can do depends on whole lines, of which most patterns see a part, so
//! that even the number of its moves is beyond a sum over patterns. With the numbers of moves the mean
//! squared error held out was 34.0 instead of 35.5 discs² (docs/engine-log.md).

use willow_board::{Bitboard, Square, Symmetry};

/// The number of these features: how many moves the player has and how many the opponent, the player's
/// in each corner, the opponent's in each corner.
pub(crate) const N_MOBILITY: usize = 10;

/// More moves than these count as so many.
const MOST_MOVES: u32 = 31;

/// How far the squares of a corner are from those of the corner at A1.
const CORNER_SHIFTS: [u32; 4] = [0, 5, 40, 45];

/// The number of sets of squares in a corner.
const CORNER_SETS: usize = 1 << 9;

/// Returns how many values a feature can have.
pub(crate) const fn n_values(feature: usize) -> usize {
    if feature < 2 { MOST_MOVES as usize + 1 } else { CORNER_SETS }
}

/// Returns the name of a feature and the squares that it looks at; none means all.
pub(crate) fn describe(feature: usize) -> (&'static str, Vec<Square>) {
    let squares = |corner: usize| {
        let of_corner = |square: &Square| {
            let bit = Bitboard::from(*square).bits();
            (0..9).any(|place| corner_square(corner, place) == bit)
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

/// Returns the values of the features for the moves of the player and those of the opponent.
#[inline]
pub(crate) fn values(player: Bitboard, opponent: Bitboard) -> [u16; N_MOBILITY] {
    let mut values = [0; N_MOBILITY];
    values[0] = player.count().min(MOST_MOVES) as u16;
    values[1] = opponent.count().min(MOST_MOVES) as u16;
    for corner in 0..4 {
        values[2 + corner] = in_corner(player, corner);
        values[6 + corner] = in_corner(opponent, corner);
    }
    values
}

/// Returns the squares of a set in a corner, three bits for each of its rows.
#[inline]
fn in_corner(set: Bitboard, corner: usize) -> u16 {
    let bits = set.bits() >> CORNER_SHIFTS[corner];
    (bits & 7 | bits >> 5 & 0o70 | bits >> 10 & 0o700) as u16
}

/// Returns the square that a bit of a corner's value stands for, as a set.
fn corner_square(corner: usize, place: u32) -> u64 {
    1 << (place % 3 + 8 * (place / 3) + CORNER_SHIFTS[corner])
}

/// Returns for every value of every feature the place of the one that stands for it and its images, the
/// first feature's first value at `offset`.
pub(crate) fn canonical_places(offset: u32) -> Vec<u32> {
    let counts = 2 * n_values(0) as u32;
    let mut places: Vec<u32> = (offset..offset + counts).collect();
    for side in 0..2 {
        let first = offset + counts + side * 4 * CORNER_SETS as u32;
        for corner in 0..4 {
            places.extend((0..CORNER_SETS).map(|value| first + canonical_set(corner, value)));
        }
    }
    places
}

/// Returns the smallest value at A1 among the images of a set of squares in a corner.
fn canonical_set(corner: usize, value: usize) -> u32 {
    let squares = (0..9).filter(|place| value >> place & 1 == 1);
    let set = Bitboard::from_bits(squares.map(|place| corner_square(corner, place)).sum());
    let images = Symmetry::ALL.into_iter().map(|symmetry| set.transformed(symmetry));
    let at_a1 = images.map(|image| (image, u32::from(in_corner(image, 0))));
    let whole = at_a1.filter(|(image, value)| image.count() == value.count_ones());
    whole.map(|(_, value)| value).min().expect("some symmetry takes every corner to A1")
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
        assert_eq!(values(player, opponent), [2, 2, 1, 0, 0, 0o400, 2, 0, 0, 0]);
    }

    #[test]
    fn images_in_all_corners_share_a_place() {
        // B1 and A2 are images of each other, as are G1, H2 and the like in the other corners.
        let places = canonical_places(0);
        let place = |corner: usize, value: usize| places[64 + corner * CORNER_SETS + value];
        assert_eq!(place(0, 0o2), place(0, 0o10));
        assert_eq!(place(0, 0o2), place(1, 0o2));
        assert_eq!(place(0, 0o2), place(3, 0o200));
        assert_ne!(place(0, 0o1), place(0, 0o2));
        assert_eq!(places.len(), 64 + 8 * CORNER_SETS);
    }
}
