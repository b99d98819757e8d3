//! Evaluations of the book with tuned weights, as its section 18.13 and exercise 18.9 ask.
//!
//! The factors are what `willow lab tune --hill-climb` found; `docs/benchmarks/classics.md` has the command
//! and their results in matches.

use super::square_weights::WEIGHT_CLASSES;

/// Thousandths of the published contribution of each class of squares.
pub(super) const WEIGHTED_SQUARES: [i32; WEIGHT_CLASSES.len()] =
    [1144, 862, 88, 555, 110, 1385, 1630, 1276];

/// The same for the modified weights, and for their two corrections.
pub(super) const MODIFIED: [i32; WEIGHT_CLASSES.len()] =
    [1065, 638, 203, 805, 141, 1103, 3659, 2740];
pub(super) const CORRECTIONS: [i32; 2] = [3463, 2196];

/// The same for edges, current and potential mobility.
pub(super) const IAGO: [i64; 3] = [975, 535, 4000];

#[cfg(test)]
mod tests {
    use willow_board::{Bitboard, Board, Square};

    use crate::paip::othello::evaluations::OthelloEvaluation;

    #[test]
    fn the_parts_are_the_published_ones_times_their_factors() {
        let mut board = Board::START;
        while !board.is_game_over() {
            let move_number = crate::paip::othello::evaluations::move_number(&board);
            let pairs = [
                (OthelloEvaluation::WeightedSquaresTuned, OthelloEvaluation::WeightedSquares),
                (
                    OthelloEvaluation::ModifiedWeightedSquaresTuned,
                    OthelloEvaluation::ModifiedWeightedSquares,
                ),
                (
                    OthelloEvaluation::IagoTuned { move_number },
                    OthelloEvaluation::Iago { move_number },
                ),
            ];
            for (tuned, published) in pairs {
                let parts = tuned.explain(&board);
                let sum: f64 = parts.iter().map(|part| part.contribution).sum();
                assert!((sum - f64::from(tuned.value(&board).units())).abs() < 0.5, "{tuned:?}");
                let published = published.explain(&board);
                assert_eq!(parts.len(), published.len());
                for (part, published) in parts.iter().zip(&published) {
                    assert_eq!(part.name, published.name);
                    assert!((part.value - published.value).abs() < 1e-9);
                }
            }
            let square = board.legal_moves().squares().last();
            board = square.map_or(board.pass(), |square| board.play(square).unwrap());
        }
    }

    #[test]
    fn worked_by_hand() {
        // A corner counts 120 x 1.144 = 137.28, an X-square beside it -40 x 1.276 = -51.04.
        let discs = [Square::A1, Square::B2].into_iter().collect();
        let board = Board::new(discs, Bitboard::EMPTY).unwrap();
        let tuned = OthelloEvaluation::WeightedSquaresTuned;
        assert_eq!(tuned.value(&board).units(), 137_280 - 51_040);
    }
}
