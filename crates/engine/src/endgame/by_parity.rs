//! Five and six empty squares: the parity of the quadrants and the kind of the square order the
//! moves, because sorting does not pay. A second, smaller table keeps the bounds.

use willow_board::{Bitboard, Board, Square};

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
        if let Some(score) = self.enter_by_parity(board, alpha, 6) {
            return score;
        }
        if moves.is_empty() {
            return self.solve_6_after_pass(board, alpha, odd);
        }
        self.search_by_parity(board, alpha, odd, moves, EndgameSolver::solve_5)
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
        if let Some(score) = self.enter_by_parity(board, alpha, 5) {
            return score;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.solve_5_after_pass(board, alpha, odd);
        }
        self.search_by_parity(board, alpha, odd, moves, EndgameSolver::solve_4)
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

    /// Counts a node. Returns its score if the stable discs or the table decide it.
    #[inline]
    fn enter_by_parity(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        n_empties: u32,
    ) -> Option<ExactScore> {
        self.count.add_node();
        stability_cutoff(board, alpha, n_empties)
            .or_else(|| self.small_table.probe(board)?.cutoff(alpha))
    }

    /// Searches the moves until one exceeds `alpha`. `solve_next` solves the boards after them.
    #[inline]
    fn search_by_parity(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
        moves: Bitboard,
        solve_next: impl Fn(&mut EndgameSolver, &Board, ExactScore, Bitboard) -> ExactScore,
    ) -> ExactScore {
        let mut best = ExactScore::NONE;
        let mut unsearched = moves;
        while let Some(square) = next_move(unsearched, odd) {
            let after = board.after(square, board.flips(square));
            let odd = odd ^ quadrant(square);
            best = best.max(-solve_next(self, &after, alpha.opponents_alpha(), odd));
            if alpha < best {
                break;
            }
            unsearched = unsearched.without(square);
        }
        self.small_table.store(board, alpha, best, None);
        best
    }
}

/// Returns the move that is searched next: first those in `odd` quadrants, in each part the corners
/// first and the X-squares last (experiment 116 of docs/engine-log.md).
#[inline]
fn next_move(moves: Bitboard, odd: Bitboard) -> Option<Square> {
    let moves = moves.preferring(odd);
    moves.preferring(!Bitboard::X_SQUARES).preferring(Bitboard::CORNERS).first()
}
