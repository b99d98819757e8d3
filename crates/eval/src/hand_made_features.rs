//! The features of the hand-made evaluation.

use willow_board::{Bitboard, Board};

/// The number of features.
pub const N_FEATURES: usize = 16;

/// The names of the features, in the order of [`HandMade::features`](crate::HandMade::features).
pub const FEATURE_NAMES: [&str; N_FEATURES] = [
    "mobility",
    "mobility-share",
    "potential-mobility",
    "frontier",
    "corners",
    "corner-moves",
    "x-squares-at-empty-corner",
    "c-squares-at-empty-corner",
    "c-squares-stable",
    "a-squares-unstable",
    "b-squares-unstable",
    "edge-stable",
    "inner-stable",
    "discs",
    "parity",
    "tempo",
];

/// Returns the features of a board, in the order of [`FEATURE_NAMES`], for the side to move.
pub(crate) fn features(board: &Board) -> [i32; N_FEATURES] {
    let own = SideCounts::new(board);
    let other = SideCounts::new(&board.pass());
    let mut features = [0; N_FEATURES];
    for (feature, (a, b)) in features.iter_mut().zip(own.counts.iter().zip(&other.counts)) {
        *feature = a - b;
    }
    let moves = own.counts[MOBILITY] + other.counts[MOBILITY];
    // The difference of the moves as a share of all moves, between -64 and 64.
    features[MOBILITY_SHARE] = 64 * features[MOBILITY] / (moves + 1);
    features[PARITY] = if board.n_empties() % 2 == 1 { 1 } else { -1 };
    features[TEMPO] = 1;
    features
}

/// The index of the difference of legal moves.
const MOBILITY: usize = 0;
/// The index of that difference as a share of all legal moves.
const MOBILITY_SHARE: usize = 1;
/// The index of the parity of the empties.
const PARITY: usize = 14;
/// The index of the constant feature: the worth of being to move.
const TEMPO: usize = 15;

/// The counts of one side, in the order of the features.
struct SideCounts {
    counts: [i32; N_FEATURES],
}

impl SideCounts {
    /// Counts for the player of a board.
    #[inline]
    fn new(board: &Board) -> SideCounts {
        let own = board.player();
        let moves = board.legal_moves();
        let stable = board.stable_discs();
        let unstable = own - stable;
        let empty_corners = Bitboard::CORNERS & board.empties();
        let beside_empty_corner = empty_corners.dilated();
        let sets = [
            moves,
            Bitboard::EMPTY,
            board.potential_moves(),
            board.frontier(),
            own & Bitboard::CORNERS,
            moves & Bitboard::CORNERS,
            own & Bitboard::X_SQUARES & beside_empty_corner,
            own & Bitboard::C_SQUARES & beside_empty_corner,
            stable & Bitboard::C_SQUARES,
            unstable & A_SQUARES,
            unstable & B_SQUARES,
            stable & Bitboard::EDGES,
            stable - Bitboard::EDGES,
            own,
            Bitboard::EMPTY,
            Bitboard::EMPTY,
        ];
        SideCounts { counts: sets.map(|set| set.count() as i32) }
    }
}

/// The A-squares: the edge squares two steps from a corner.
const A_SQUARES: Bitboard = Bitboard::from_bits(0x2400_8100_0081_0024);
/// The B-squares: the edge squares three steps from a corner.
const B_SQUARES: Bitboard = Bitboard::from_bits(0x1800_0081_8100_0018);

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn named_squares_lie_on_the_edge() {
        let edge = Bitboard::CORNERS | Bitboard::C_SQUARES | A_SQUARES | B_SQUARES;
        assert_eq!(edge, Bitboard::EDGES);
        assert!(A_SQUARES.contains(Square::C1) && B_SQUARES.contains(Square::A4));
    }
}
