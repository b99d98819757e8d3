//! Random start positions, placed as GGS places those of its games `rN`.
//!
//! The rings around the centre are filled from the inside; the squares of the last ring are sampled. Corners and
//! their neighbours stay empty. White has half of the discs, give or take a third of that half. The side to move
//! follows from the parity of the number: Black moves after an even number of discs, as in every game. A placement in
//! which one of the sides has no move is sampled again.
//!
//! The random numbers come from the caller.
//!
//! GGS places the discs so in `Board::random_setup` (`GGS/Service/Othello/src/OthelloImpl.C` of
//! <https://github.com/kuribas/GGS> at b1d36f27); it does not look for moves.

use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::{Bitboard, Board, Color, Position, Square};

/// Where [`random_start`] gets its random numbers from.
pub trait RandomSource {
    /// Draws a number below `n`, which is at least 1.
    fn below(&mut self, n: usize) -> usize;

    /// Draws one of two outcomes.
    fn coin_flip(&mut self) -> bool {
        self.below(2) == 1
    }
}

/// The squares of each ring around the centre, without corners and their neighbours.
static RINGS: LazyLock<[Vec<Square>; 4]> = LazyLock::new(|| {
    [0, 1, 2, 3].map(|ring| {
        let squares = Square::ALL.into_iter();
        squares.filter(|&square| ring_of(square) == ring && !is_near_corner(square)).collect()
    })
});

/// Returns the distance of a square from the four in the centre.
fn ring_of(square: Square) -> u32 {
    from_centre(square.column()).max(from_centre(square.row()))
}

/// Returns how far a column or row is from the two in the middle.
const fn from_centre(line: u32) -> u32 {
    if line < 4 { 3 - line } else { line - 4 }
}

/// Returns whether a square is a corner or touches one.
const fn is_near_corner(square: Square) -> bool {
    from_centre(square.column()) >= 2 && from_centre(square.row()) >= 2
}

/// The numbers of discs that a random start may have: 48 fill the rings.
pub const RANDOM_START_DISCS: RangeInclusive<usize> = 4..=48;

/// Draws a start position with one of the numbers of discs of [`RANDOM_START_DISCS`].
///
/// # Panics
/// The number of discs must lie in [`RANDOM_START_DISCS`].
pub fn random_start(n_discs: usize, source: &mut impl RandomSource) -> Position {
    assert!(RANDOM_START_DISCS.contains(&n_discs), "{n_discs} discs do not fit on the rings");
    let side = if n_discs.is_multiple_of(2) { Color::Black } else { Color::White };
    loop {
        let mut squares = innermost_squares(n_discs, source);
        shuffle(&mut squares, source);
        let (white, black) = squares.split_at(n_white_discs(n_discs, source));
        let discs = [black, white].map(|squares| squares.iter().copied().collect::<Bitboard>());
        let (player, opponent) = (discs[side.index()], discs[(!side).index()]);
        let board = Board::new(player, opponent).expect("each square was sampled once");
        if !board.legal_moves().is_empty() && !board.pass().legal_moves().is_empty() {
            return Position::new(board, side);
        }
    }
}

/// Draws this number of squares from the rings, the inner ones first.
fn innermost_squares(n_squares: usize, source: &mut impl RandomSource) -> Vec<Square> {
    let mut squares = Vec::new();
    for ring in RINGS.iter() {
        let mut ring = ring.clone();
        shuffle(&mut ring, source);
        squares.extend(ring);
    }
    squares.truncate(n_squares);
    squares
}

/// Draws how many of the discs are White's.
fn n_white_discs(n_discs: usize, source: &mut impl RandomSource) -> usize {
    let one_more = n_discs % 2 == 1 && source.coin_flip();
    let half = n_discs / 2 + usize::from(one_more);
    let max_deviation = half / 3;
    half - max_deviation + source.below(2 * max_deviation + 1)
}

/// Shuffles by the algorithm of Fisher and Yates.
fn shuffle<T>(items: &mut [T], source: &mut impl RandomSource) {
    for last in (1..items.len()).rev() {
        items.swap(last, source.below(last + 1));
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    /// Draws from the high bits of a linear congruential generator.
    struct Lcg(u64);

    impl RandomSource for Lcg {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            (self.0 >> 33) as usize % n
        }
    }

    #[test]
    fn the_rings_are_those_of_ggs() {
        assert_eq!(RINGS.each_ref().map(Vec::len), [4, 12, 16, 16]);
        let outer: Vec<String> = RINGS[3].iter().map(ToString::to_string).collect();
        assert_eq!(outer[..6], ["c1", "d1", "e1", "f1", "a3", "h3"]);
    }

    #[test]
    fn inner_rings_are_full_and_both_sides_have_discs_and_moves() {
        let mut rng = Lcg(1);
        for n_discs in RANDOM_START_DISCS.flat_map(|n| [n; 40]) {
            let position = random_start(n_discs, &mut rng);
            let occupied = position.board().occupied();
            assert_eq!(occupied.count() as usize, n_discs);
            let (mut free, mut is_last) = (n_discs, false);
            for ring in RINGS.iter() {
                let used = ring.iter().filter(|&&square| occupied.contains(square)).count();
                assert!(!is_last || used == 0, "{position}");
                assert_eq!(used, ring.len().min(free), "{position}");
                free -= used;
                is_last = free == 0;
            }
            let half = n_discs.div_ceil(2);
            let white = position.discs(Color::White).count() as usize;
            assert!((n_discs / 2 - n_discs / 6..=half + half / 3).contains(&white), "{position}");
            assert_eq!(position.side_to_move() == Color::Black, n_discs % 2 == 0);
            assert!(
                !position.legal_moves().is_empty()
                    && !position.board().pass().legal_moves().is_empty()
            );
        }
    }

    #[test]
    fn the_same_seed_gives_the_same_positions_and_another_seed_others() {
        let draw = |seed| -> HashSet<String> {
            let mut rng = Lcg(seed);
            (0..50).map(|_| random_start(14, &mut rng).to_string()).collect()
        };
        assert_eq!(draw(1), draw(1));
        assert!(draw(1).is_disjoint(&draw(2)));
        assert!(draw(1).len() > 45, "few positions are sampled twice");
    }
}
