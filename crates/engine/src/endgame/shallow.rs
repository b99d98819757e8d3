//! Five and six empty squares: too few for sorting to pay, so parity alone orders the moves.

use willow_board::{Bitboard, Board};

use super::parity::quadrant;
use super::{EndgameSolver, NO_SCORE, stability_bound, stability_threshold};

impl EndgameSolver {
    /// Solves a board with five or six empty squares. `odd` holds the quarters with an odd number of
    /// them.
    pub(super) fn shallow(&mut self, board: &Board, alpha: i32, odd: Bitboard) -> i32 {
        self.nodes += 1;
        let n_empties = board.n_empties();
        if stability_threshold(n_empties) <= alpha {
            let bound = stability_bound(board);
            if bound <= alpha {
                return bound;
            }
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.shallow_after_pass(board, alpha, odd);
        }
        let mut best = NO_SCORE;
        for square in (moves & odd).squares().chain((moves - odd).squares()) {
            let after = board.after(square, board.flips(square));
            let odd = odd ^ quadrant(square);
            let score = if n_empties == 5 {
                -self.solve_4(&after, -alpha - 1, odd)
            } else {
                -self.shallow(&after, -alpha - 1, odd)
            };
            best = best.max(score);
            if alpha < best {
                break;
            }
        }
        best
    }

    #[cold]
    fn shallow_after_pass(&mut self, board: &Board, alpha: i32, odd: Bitboard) -> i32 {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score().value();
        }
        -self.shallow(&passed, -alpha - 1, odd)
    }
}
