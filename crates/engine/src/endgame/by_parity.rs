//! Five empties: the parity of the quadrants and the kind of the square order the moves, because
//! sorting does not pay.

use willow_board::{Bitboard, Board, Square};

use super::exact_score::ExactScore;
use super::parity::quadrant;
use super::solver::EndgameSolver;
use super::stability::stability_cutoff;

impl EndgameSolver {
    /// Solves a board with five empties. `odd` holds the quadrants with an odd number of empties,
    /// `moves` the legal moves.
    pub(super) fn solve_5(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
        moves: Bitboard,
    ) -> ExactScore {
        self.add_node();
        let known = stability_cutoff(board, alpha, 5)
            .or_else(|| self.small_table.probe(board)?.cutoff(alpha));
        if let Some(score) = known {
            return score;
        }
        if moves.is_empty() {
            return self.solve_5_after_pass(board, alpha, odd);
        }
        let mut best = ExactScore::NONE;
        let mut unsearched = moves;
        while let Some(square) = next_move(unsearched, odd) {
            let after = board.after(square, board.flips(square));
            let odd = odd ^ quadrant(square);
            best = best.max(-self.solve_4(&after, alpha.opponents_alpha(), odd));
            if alpha < best {
                break;
            }
            unsearched = unsearched.without(square);
        }
        self.small_table.store(board, alpha, best, None);
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
        let moves = passed.legal_moves();
        if moves.is_empty() {
            return board.final_score().into();
        }
        -self.solve_5(&passed, alpha.opponents_alpha(), odd, moves)
    }
}

/// Returns the move that is searched next: first those in `odd` quadrants, in each part the corners
/// first and the X-squares last (experiment 116 of docs/engine-log.md).
#[inline]
fn next_move(moves: Bitboard, odd: Bitboard) -> Option<Square> {
    let moves = moves.preferring(odd);
    moves.preferring(!Bitboard::X_SQUARES).preferring(Bitboard::CORNERS).first()
}
