//! Five and six empty squares: the parity of the quadrants alone orders the moves, because sorting
//! does not pay.

use willow_board::{Bitboard, Board};

use super::exact_score::ExactScore;
use super::parity::quadrant;
use super::solver::EndgameSolver;
use super::stability::stability_cutoff;

impl EndgameSolver {
    /// Solves a board with six empty squares. `odd` holds the quadrants with an odd number of empty
    /// squares, `moves` the legal moves.
    pub(super) fn solve_6(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
        moves: Bitboard,
    ) -> ExactScore {
        self.count.add_node();
        if let Some(bound) = stability_cutoff(board, alpha, 6) {
            return bound;
        }
        if moves.is_empty() {
            return self.solve_6_after_pass(board, alpha, odd);
        }
        let mut best = ExactScore::NONE;
        for moves in [moves & odd, moves - odd] {
            for square in moves.squares() {
                let after = board.after(square, board.flips(square));
                let odd = odd ^ quadrant(square);
                best = best.max(-self.solve_5(&after, alpha.opponents_alpha(), odd));
                if alpha < best {
                    return best;
                }
            }
        }
        best
    }

    #[cold]
    fn solve_6_after_pass(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
    ) -> ExactScore {
        let passed = board.pass();
        let moves = passed.legal_moves();
        if moves.is_empty() {
            return board.final_score().into();
        }
        -self.solve_6(&passed, alpha.opponents_alpha(), odd, moves)
    }

    /// Solves a board with five empty squares. `odd` holds the quadrants with an odd number of empty
    /// squares.
    pub(super) fn solve_5(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
    ) -> ExactScore {
        self.count.add_node();
        if let Some(bound) = stability_cutoff(board, alpha, 5) {
            return bound;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.solve_5_after_pass(board, alpha, odd);
        }
        let mut best = ExactScore::NONE;
        for moves in [moves & odd, moves - odd] {
            for square in moves.squares() {
                let after = board.after(square, board.flips(square));
                let odd = odd ^ quadrant(square);
                best = best.max(-self.solve_4(&after, alpha.opponents_alpha(), odd));
                if alpha < best {
                    return best;
                }
            }
        }
        best
    }

    #[cold]
    fn solve_5_after_pass(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
    ) -> ExactScore {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score().into();
        }
        -self.solve_5(&passed, alpha.opponents_alpha(), odd)
    }
}
