//! Five and six empty squares: the parity of the quadrants alone orders the moves, because sorting
//! does not pay.

use willow_board::{Bitboard, Board};

use super::exact_score::ExactScore;
use super::parity::quadrant;
use super::solver::EndgameSolver;
use super::stability::stability_cutoff;

impl EndgameSolver {
    /// Solves a board with five or six empty squares. `odd` holds the quadrants with an odd number
    /// of empty squares.
    pub(super) fn solve_by_parity(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
    ) -> ExactScore {
        self.count.add_node();
        let n_empties = board.n_empties();
        if let Some(bound) = stability_cutoff(board, alpha) {
            return bound;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.solve_by_parity_after_pass(board, alpha, odd);
        }
        let mut best = ExactScore::NONE;
        for square in (moves & odd).squares().chain((moves - odd).squares()) {
            let after = board.after(square, board.flips(square));
            let odd = odd ^ quadrant(square);
            let score = if n_empties == 5 {
                -self.solve_4(&after, alpha.opponents_alpha(), odd)
            } else {
                -self.solve_by_parity(&after, alpha.opponents_alpha(), odd)
            };
            best = best.max(score);
            if alpha < best {
                break;
            }
        }
        best
    }

    #[cold]
    fn solve_by_parity_after_pass(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
    ) -> ExactScore {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score().into();
        }
        -self.solve_by_parity(&passed, alpha.opponents_alpha(), odd)
    }
}
