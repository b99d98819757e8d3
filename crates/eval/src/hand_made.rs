//! A hand-made evaluation from the features of the classic programs.
//!
//! Every feature is a difference: the side to move's count minus the opponent's. The value is the
//! weighted sum of the features. The features were chosen by hand. The weights are a least-squares
//! fit to the results of human tournament games by `examples/fit_hand_made.rs`, which names its
//! data.

use willow_board::{Bitboard, Board, Square};

use crate::hand_made_features::{FEATURE_NAMES, N_FEATURES, features};
use crate::hand_made_weights::{KNOTS, WEIGHTS};
use crate::{Evaluator, ProbCutTable, Score};

/// The largest number of empties on a board with a legal move.
const MAX_EMPTIES: usize = 60;

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
    /// The weights in score units, by number of empties.
    weights: Box<[[i32; N_FEATURES]; MAX_EMPTIES + 1]>,
    probcut_table: ProbCutTable,
}

/// One feature of a position and its contribution to the value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FeatureValue {
    /// The name of the feature.
    pub name: &'static str,
    /// The side to move's count minus the opponent's.
    pub value: i32,
    /// The weight: discs for one unit of the feature.
    pub weight: f64,
    /// Value times weight, in discs for the side to move.
    pub contribution: f64,
}

impl Default for HandMade {
    fn default() -> HandMade {
        let weights = Box::new(std::array::from_fn(interpolated_weights));
        HandMade { weights, probcut_table: ProbCutTable::default() }
    }
}

/// Returns the weights for a number of empties, interpolated between the two nearest knots.
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
    /// Returns the features of a board, in the order of [`FEATURE_NAMES`](crate::FEATURE_NAMES):
    /// the side to move's minus the opponent's.
    pub fn features(board: &Board) -> [i32; N_FEATURES] {
        features(board)
    }

    /// Returns every feature with its weight and contribution.
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

    fn probcut_table(&self) -> &ProbCutTable {
        &self.probcut_table
    }
}

#[cfg(test)]
mod tests {
    use willow_board::Symmetry;

    use super::*;

    fn evaluate(board: &Board) -> Score {
        let evaluator = HandMade::default();
        evaluator.evaluate(&(), board)
    }

    #[test]
    fn values_are_symmetric() {
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
    fn a_corner_gains_discs_and_an_x_square_loses_some() {
        // The first 28 moves of the first game in the WTHOR archive (Inoue - Heiberg, 1977).
        let moves = "f5d6c3f3f4d3c4g6f6e6c5c6d7d8e7g5e3d2g4h3f7b5h5g3b4b6c8b8";
        let bare = (0..28).fold(Board::START, |board, ply| {
            board.play(moves[2 * ply..][..2].parse().unwrap()).expect("the game was legal")
        });
        let with =
            |square: Square| Board::new(bare.player().with(square), bare.opponent()).unwrap();
        assert!(evaluate(&bare).discs() + 5.0 < evaluate(&with(Square::A1)).discs());
        assert!(evaluate(&with(Square::B2)).discs() < evaluate(&bare).discs() - 1.0);
    }
}
