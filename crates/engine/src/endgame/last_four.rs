//! One to four empties.
//!
//! Every function takes the empties in the order in which it searches them. `PASSED` says
//! whether the other side has just passed: if it has and there is no move, the game is over.

use willow_board::{Bitboard, Board, Square};

use super::exact_score::ExactScore;
use super::last_flip::doubled_last_flips;
use super::parity::{odd_quadrants, share_quadrant};
use super::solver::EndgameSolver;
use super::stability::stability_cutoff;

impl EndgameSolver {
    /// Solves a board with one to four empties.
    pub(super) fn solve_1_to_4(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        let mut squares = board.empties().squares();
        let mut next = || squares.next().expect("there are `n_empties` empty squares");
        match board.n_empties() {
            1 => self.solve_1(board, alpha, next()),
            2 => self.solve_2::<false>(board, alpha, next(), next()),
            3 => self.solve_3::<false>(board, alpha, next(), next(), next()),
            _ => self.solve_4(board, alpha, odd_quadrants(board.empties())),
        }
    }

    /// Solves a board with four empties. Squares in quadrants with an odd number of empties
    /// come first.
    pub(super) fn solve_4(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
    ) -> ExactScore {
        if let Some(bound) = stability_cutoff(board, alpha, 4) {
            self.add_node();
            return bound;
        }
        let mut empties = board.empties();
        let mut next = || {
            let square = empties.preferring(odd).first().expect("four squares are empty");
            empties = empties.without(square);
            square
        };
        let (a, b, c, d) = (next(), next(), next(), next());
        self.solve_4_in_order::<false>(board, alpha, a, b, c, d)
    }

    #[inline]
    #[allow(clippy::too_many_arguments, reason = "the squares stay in registers")]
    fn solve_4_in_order<const PASSED: bool>(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        a: Square,
        b: Square,
        c: Square,
        d: Square,
    ) -> ExactScore {
        self.add_node();
        let mut best = ExactScore::NONE;
        if self.raise_4(&mut best, board, alpha, a, [b, c, d])
            || self.raise_4(&mut best, board, alpha, b, [a, c, d])
            || self.raise_4(&mut best, board, alpha, c, [a, b, d])
            || self.raise_4(&mut best, board, alpha, d, [a, b, c])
            || best != ExactScore::NONE
        {
            best
        } else if PASSED {
            board.final_score().into()
        } else {
            self.solve_4_after_pass(board, alpha, [a, b, c, d])
        }
    }

    #[cold]
    fn solve_4_after_pass(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        [a, b, c, d]: [Square; 4],
    ) -> ExactScore {
        -self.solve_4_in_order::<true>(&board.pass(), alpha.opponents_alpha(), a, b, c, d)
    }

    /// Searches a move with four empties, if it is legal. Returns whether the best score exceeds
    /// `alpha`.
    #[inline]
    fn raise_4(
        &mut self,
        best: &mut ExactScore,
        board: &Board,
        alpha: ExactScore,
        square: Square,
        rest: [Square; 3],
    ) -> bool {
        let flips = board.flips(square);
        if flips.is_empty() {
            return false;
        }
        let [a, b, c] = lone_square_first(rest);
        let after = board.after(square, flips);
        *best = (*best).max(-self.solve_3::<false>(&after, alpha.opponents_alpha(), a, b, c));
        alpha < *best
    }

    fn solve_3<const PASSED: bool>(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        a: Square,
        b: Square,
        c: Square,
    ) -> ExactScore {
        self.add_node();
        let mut best = ExactScore::NONE;
        if self.raise_3(&mut best, board, alpha, a, [b, c])
            || self.raise_3(&mut best, board, alpha, b, [a, c])
            || self.raise_3(&mut best, board, alpha, c, [a, b])
            || best != ExactScore::NONE
        {
            best
        } else if PASSED {
            board.final_score().into()
        } else {
            -self.solve_3::<true>(&board.pass(), alpha.opponents_alpha(), a, b, c)
        }
    }

    /// Searches a move with three empties, if it is legal. Returns whether the best score exceeds
    /// `alpha`.
    #[inline]
    fn raise_3(
        &mut self,
        best: &mut ExactScore,
        board: &Board,
        alpha: ExactScore,
        square: Square,
        [a, b]: [Square; 2],
    ) -> bool {
        let flips = board.flips(square);
        if flips.is_empty() {
            return false;
        }
        let after = board.after(square, flips);
        *best = (*best).max(-self.solve_2::<false>(&after, alpha.opponents_alpha(), a, b));
        alpha < *best
    }

    fn solve_2<const PASSED: bool>(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        a: Square,
        b: Square,
    ) -> ExactScore {
        self.add_node();
        let mut best = ExactScore::NONE;
        let flips = board.flips(a);
        if !flips.is_empty() {
            best = -self.solve_1(&board.after(a, flips), alpha.opponents_alpha(), b);
            if alpha < best {
                return best;
            }
        }
        let flips = board.flips(b);
        if !flips.is_empty() {
            return best.max(-self.solve_1(&board.after(b, flips), alpha.opponents_alpha(), a));
        }
        if best != ExactScore::NONE {
            best
        } else if PASSED {
            board.final_score().into()
        } else {
            -self.solve_2::<true>(&board.pass(), alpha.opponents_alpha(), a, b)
        }
    }

    /// Solves a board with one empty square. The final score follows from the number of flips.
    #[inline]
    fn solve_1(&mut self, board: &Board, alpha: ExactScore, square: Square) -> ExactScore {
        self.add_node();
        let player_discs = board.player().count() as i32;
        let flips = doubled_last_flips(board.player(), square);
        if flips != 0 {
            self.add_terminal_node();
            return ExactScore::of_discs(2 * player_discs - 62 + flips);
        }
        // If neither side can fill the square, the winner gets it.
        let difference = 2 * player_discs - 63;
        let unfilled =
            ExactScore::of_discs(if 0 < difference { difference + 1 } else { difference - 1 });
        if unfilled <= alpha {
            // A reply can only make the score lower (experiment 120).
            return unfilled;
        }
        self.add_node();
        let flips = doubled_last_flips(board.opponent(), square);
        if flips == 0 {
            return unfilled;
        }
        self.add_terminal_node();
        ExactScore::of_discs(2 * player_discs - 64 - flips)
    }
}

/// Puts a square that is alone in its quadrant before two squares that share a quadrant.
#[inline]
fn lone_square_first([a, b, c]: [Square; 3]) -> [Square; 3] {
    if share_quadrant(a, b) {
        [c, a, b]
    } else if share_quadrant(a, c) {
        [b, a, c]
    } else {
        [a, b, c]
    }
}
