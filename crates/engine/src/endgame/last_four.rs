//! One to four empty squares.
//!
//! Every function takes the empty squares in the order in which it searches them. `PASSED` says
//! whether the other side has just passed: if it has and there is no move, the game is over.

use willow_board::{Bitboard, Board, Square};

use super::exact_score::ExactScore;
use super::last_flip::doubled_last_flips;
use super::parity::{odd_quadrants, share_quadrant};
use super::solver::EndgameSolver;
use super::stability::stability_cutoff;

impl EndgameSolver {
    /// Solves a board with one to four empty squares.
    pub(super) fn solve_1_to_4(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        let mut squares = board.empties().squares();
        let mut next = || squares.next().expect("there are `n_empties` empty squares");
        match board.n_empties() {
            1 => self.solve_1(board, next()),
            2 => self.solve_2::<false>(board, alpha, [next(), next()]),
            3 => self.solve_3::<false>(board, alpha, [next(), next(), next()]),
            _ => self.solve_4(board, alpha, odd_quadrants(board.empties())),
        }
    }

    /// Solves a board with four empty squares. Squares in quadrants with an odd number of empty
    /// squares come first.
    #[inline]
    pub(super) fn solve_4(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
    ) -> ExactScore {
        if let Some(bound) = stability_cutoff(board, alpha, 4) {
            self.count.add_node();
            return bound;
        }
        let empties = board.empties();
        let mut squares = (empties & odd).squares().chain((empties - odd).squares());
        let mut next = || squares.next().expect("four squares are empty");
        self.solve_4_in_order::<false>(board, alpha, [next(), next(), next(), next()])
    }

    fn solve_4_in_order<const PASSED: bool>(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        squares: [Square; 4],
    ) -> ExactScore {
        let [a, b, c, d] = squares;
        self.count.add_node();
        let mut best = ExactScore::NONE;
        for (square, rest) in [(a, [b, c, d]), (b, [a, c, d]), (c, [a, b, d]), (d, [a, b, c])] {
            let flips = board.flips(square);
            if !flips.is_empty() {
                let rest = lone_square_first(rest);
                let after = board.after(square, flips);
                best = best.max(-self.solve_3::<false>(&after, alpha.opponents_alpha(), rest));
                if alpha < best {
                    return best;
                }
            }
        }
        if best != ExactScore::NONE {
            best
        } else if PASSED {
            board.final_score().into()
        } else {
            -self.solve_4_in_order::<true>(&board.pass(), alpha.opponents_alpha(), squares)
        }
    }

    fn solve_3<const PASSED: bool>(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        squares: [Square; 3],
    ) -> ExactScore {
        let [a, b, c] = squares;
        self.count.add_node();
        let mut best = ExactScore::NONE;
        for (square, rest) in [(a, [b, c]), (b, [a, c]), (c, [a, b])] {
            let flips = board.flips(square);
            if !flips.is_empty() {
                let after = board.after(square, flips);
                best = best.max(-self.solve_2::<false>(&after, alpha.opponents_alpha(), rest));
                if alpha < best {
                    return best;
                }
            }
        }
        if best != ExactScore::NONE {
            best
        } else if PASSED {
            board.final_score().into()
        } else {
            -self.solve_3::<true>(&board.pass(), alpha.opponents_alpha(), squares)
        }
    }

    fn solve_2<const PASSED: bool>(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        squares: [Square; 2],
    ) -> ExactScore {
        let [a, b] = squares;
        self.count.add_node();
        let mut best = ExactScore::NONE;
        for (square, last) in [(a, b), (b, a)] {
            let flips = board.flips(square);
            if !flips.is_empty() {
                best = best.max(-self.solve_1(&board.after(square, flips), last));
                if alpha < best {
                    return best;
                }
            }
        }
        if best != ExactScore::NONE {
            best
        } else if PASSED {
            board.final_score().into()
        } else {
            -self.solve_2::<true>(&board.pass(), alpha.opponents_alpha(), squares)
        }
    }

    /// Solves a board with one empty square. The final score follows from the number of flips.
    #[inline]
    fn solve_1(&mut self, board: &Board, square: Square) -> ExactScore {
        self.count.add_node();
        let player_discs = board.player().count() as i32;
        let flips = doubled_last_flips(board.player(), square);
        if flips != 0 {
            self.count.add_filled_board();
            return ExactScore::of_discs(2 * player_discs - 62 + flips);
        }
        self.count.add_node();
        let flips = doubled_last_flips(board.opponent(), square);
        if flips != 0 {
            self.count.add_filled_board();
            return ExactScore::of_discs(2 * player_discs - 64 - flips);
        }
        // Neither side can fill the square, so the winner gets it.
        let difference = 2 * player_discs - 63;
        ExactScore::of_discs(if 0 < difference { difference + 1 } else { difference - 1 })
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
