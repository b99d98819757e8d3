//! An evaluation made by hand from the features that the old programs named.
//!
//! Every feature is a difference, the side to move's minus the opponent's, and the value is their
//! weighted sum. What was made by hand is the choice of features; the weights are a least-squares fit
//! to the results of human tournament games, by `examples/fit_hand_made.rs`, which names its data.

use willow_board::{Bitboard, Board, Square};

use crate::hand_made_weights::{KNOTS, WEIGHTS};
use crate::{ErrorTable, Evaluator, Score};

/// The number of features.
pub const N_FEATURES: usize = 16;

/// The largest number of empty squares on a board with a legal move.
const MAX_EMPTIES: usize = 60;

/// The names of the features, in the order of [`HandMade::features`].
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

/// The hand-made evaluation.
///
/// ```
/// use willow_board::Board;
/// use willow_eval::{Evaluator, HandMade};
///
/// let evaluator = HandMade::default();
/// let score = evaluator.evaluate(&evaluator.init(&Board::START), &Board::START);
/// assert!(score.discs().abs() < 5.0);
/// ```
#[derive(Clone, Debug)]
pub struct HandMade {
    /// The weights in score units for every number of empty squares.
    weights: Box<[[i32; N_FEATURES]; MAX_EMPTIES + 1]>,
    errors: ErrorTable,
}

/// One feature of a position and its part in the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureValue {
    /// The name of the feature.
    pub name: &'static str,
    /// The side to move's count minus the opponent's.
    pub value: i32,
    /// What one of it is worth, in discs.
    pub weight: f64,
    /// Value times weight, in discs.
    pub contribution: f64,
}

impl Default for HandMade {
    fn default() -> HandMade {
        let weights = Box::new(std::array::from_fn(interpolated_weights));
        HandMade { weights, errors: ErrorTable::default() }
    }
}

/// Returns the weights for a number of empty squares, between those of the two nearest knots.
fn interpolated_weights(n_empties: usize) -> [i32; N_FEATURES] {
    let upper = KNOTS.iter().position(|&knot| n_empties <= knot).expect("the last knot is 60");
    if upper == 0 {
        return WEIGHTS[0];
    }
    let (low, high) = (KNOTS[upper - 1], KNOTS[upper]);
    let (above, width) = ((n_empties - low) as i32, (high - low) as i32);
    std::array::from_fn(|feature| {
        let (a, b) = (WEIGHTS[upper - 1][feature], WEIGHTS[upper][feature]);
        (a * (width - above) + b * above) / width
    })
}

impl HandMade {
    /// Returns the features of a board, in the order of [`FEATURE_NAMES`].
    #[must_use]
    pub fn features(board: &Board) -> [i32; N_FEATURES] {
        let own = SideCounts::new(board);
        let other = SideCounts::new(&board.pass());
        let mut features = [0; N_FEATURES];
        for (feature, (a, b)) in features.iter_mut().zip(own.counts.iter().zip(&other.counts)) {
            *feature = a - b;
        }
        let moves = own.counts[MOBILITY] + other.counts[MOBILITY];
        // The share of all moves that are the player's, between -64 and 64.
        features[MOBILITY_SHARE] = 64 * features[MOBILITY] / (moves + 1);
        features[PARITY] = if board.n_empties() % 2 == 1 { 1 } else { -1 };
        features[TEMPO] = 1;
        features
    }

    /// Returns every feature with its weight and contribution.
    #[must_use]
    pub fn explain(&self, board: &Board) -> Vec<FeatureValue> {
        let discs = f64::from(Score::PER_DISC);
        let weights = self.weights_for(board);
        let describe = |(index, value): (usize, i32)| FeatureValue {
            name: FEATURE_NAMES[index],
            value,
            weight: f64::from(weights[index]) / discs,
            contribution: f64::from(value * weights[index]) / discs,
        };
        HandMade::features(board).into_iter().enumerate().map(describe).collect()
    }

    fn weights_for(&self, board: &Board) -> &[i32; N_FEATURES] {
        &self.weights[(board.n_empties() as usize).min(MAX_EMPTIES)]
    }
}

impl Evaluator for HandMade {
    type State = ();

    fn init(&self, _board: &Board) {}

    fn update(&self, (): &(), _square: Square, _flips: Bitboard) {}

    fn pass(&self, (): &()) {}

    fn evaluate(&self, (): &(), board: &Board) -> Score {
        let weights = self.weights_for(board);
        let features = HandMade::features(board);
        Score::from_units(features.iter().zip(weights).map(|(value, weight)| value * weight).sum())
    }

    fn errors(&self) -> &ErrorTable {
        &self.errors
    }
}

const MOBILITY: usize = 0;
const MOBILITY_SHARE: usize = 1;
const PARITY: usize = 14;
const TEMPO: usize = 15;

/// The counts of one side, by feature.
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

/// The edge squares two from a corner.
const A_SQUARES: Bitboard = Bitboard::from_bits(0x2400_8100_0081_0024);
/// The four middle squares of each edge less the A-squares: three from a corner.
const B_SQUARES: Bitboard = Bitboard::from_bits(0x1800_0081_8100_0018);

#[cfg(test)]
mod tests {
    use willow_board::Symmetry;

    use super::*;

    fn evaluate(board: &Board) -> Score {
        let evaluator = HandMade::default();
        evaluator.evaluate(&(), board)
    }

    #[test]
    fn named_squares_lie_on_the_edge() {
        let edge = Bitboard::CORNERS | Bitboard::C_SQUARES | A_SQUARES | B_SQUARES;
        assert_eq!(edge, Bitboard::EDGES);
        assert!(A_SQUARES.contains(Square::C1) && B_SQUARES.contains(Square::A4));
    }

    #[test]
    fn values_do_not_turn_with_the_board() {
        let mut board = Board::START;
        while !board.is_game_over() {
            for symmetry in Symmetry::ALL {
                assert_eq!(evaluate(&board.transformed(symmetry)), evaluate(&board));
            }
            let square = board.legal_moves().first();
            board = square.map_or(board.pass(), |square| board.play(square).unwrap());
        }
    }

    #[test]
    fn the_explanation_adds_up_to_the_value() {
        let board = Board::START.play(Square::F5).unwrap().play(Square::D6).unwrap();
        let total: f64 =
            HandMade::default().explain(&board).iter().map(|feature| feature.contribution).sum();
        assert!((total - evaluate(&board).discs()).abs() < 1e-9);
    }

    #[test]
    fn a_corner_is_worth_discs_and_an_x_square_costs_some() {
        // The first 28 moves of the first game in the WTHOR archive (Inoue - Heiberg, 1977).
        let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8";
        let bare = (0..28).fold(Board::START, |board, place| {
            board.play(moves[2 * place..][..2].parse().unwrap()).expect("the game was legal")
        });
        let with =
            |square: Square| Board::new(bare.player().with(square), bare.opponent()).unwrap();
        assert!(evaluate(&bare).discs() + 5.0 < evaluate(&with(Square::A1)).discs());
        assert!(evaluate(&with(Square::B2)).discs() < evaluate(&bare).discs() - 1.0);
    }
}
