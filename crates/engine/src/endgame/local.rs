//! Seven empty squares and a few more: a table of the thread's own, and moves in the order of the
//! replies they leave.

use willow_board::{Bitboard, Board, Square};

use super::parity::odd_quadrants;
use super::{EndgameSolver, NO_SCORE, stability_bound, stability_threshold};

/// The greatest number of empty squares that is solved here.
pub(crate) const MAX_EMPTIES: u32 = 12;

/// A move with the board after it.
#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    after: Board,
    /// Lower is tried earlier.
    cost: i32,
}

/// How a move is judged without searching it. Units are replies left to the opponent, times
/// eight.
mod cost {
    /// A reply.
    pub(super) const REPLY: i32 = 8;
    /// A reply in a corner, beyond its being a reply.
    pub(super) const CORNER_REPLY: i32 = 8;
    /// A move in a quarter with an odd number of empty squares.
    pub(super) const ODD_QUADRANT: i32 = -4;
    /// A move in a corner.
    pub(super) const CORNER: i32 = -4;
    /// The best move of an earlier search.
    pub(super) const KNOWN_BEST: i32 = -1000;
}

impl EndgameSolver {
    /// Solves a board with 7 to [`MAX_EMPTIES`] empty squares.
    pub(super) fn local(&mut self, board: &Board, alpha: i32) -> i32 {
        self.nodes += 1;
        if stability_threshold(board.n_empties()) <= alpha {
            let bound = stability_bound(board);
            if bound <= alpha {
                return bound;
            }
        }
        let mut known_best = None;
        if let Some(entry) = self.table.probe(board) {
            if alpha < i32::from(entry.lower) {
                return entry.lower.into();
            }
            if i32::from(entry.upper) <= alpha {
                return entry.upper.into();
            }
            known_best = entry.best;
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            return self.local_after_pass(board, alpha);
        }
        let (score, best) = self.best_of(board, alpha, moves, known_best);
        self.table.store(board, alpha, score, Some(best));
        score
    }

    #[cold]
    fn local_after_pass(&mut self, board: &Board, alpha: i32) -> i32 {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score().value();
        }
        -self.local(&passed, -alpha - 1)
    }

    /// Tries the moves, those that leave few replies first, until one exceeds `alpha`.
    #[inline]
    fn best_of(
        &mut self,
        board: &Board,
        alpha: i32,
        moves: Bitboard,
        known_best: Option<Square>,
    ) -> (i32, Square) {
        let odd = odd_quadrants(board.empties());
        let none = Candidate { square: Square::A1, after: *board, cost: 0 };
        let mut candidates = [none; MAX_EMPTIES as usize];
        let candidates = &mut candidates[..moves.count() as usize];
        for (candidate, square) in candidates.iter_mut().zip(moves.squares()) {
            let after = board.after(square, board.flips(square));
            if 7 < board.n_empties() {
                self.table.prefetch(&after);
            }
            let cost = if known_best == Some(square) {
                cost::KNOWN_BEST
            } else {
                cost_of(&after, square, odd)
            };
            *candidate = Candidate { square, after, cost };
        }
        let mut best = (NO_SCORE, Square::A1);
        for tried in 0..candidates.len() {
            bring_cheapest_forward(&mut candidates[tried..]);
            let Candidate { square, after, .. } = candidates[tried];
            let score = -self.solve_next(&after, -alpha - 1);
            if best.0 < score {
                best = (score, square);
                if alpha < score {
                    break;
                }
            }
        }
        best
    }

    #[inline]
    fn solve_next(&mut self, board: &Board, alpha: i32) -> i32 {
        if board.n_empties() <= 6 {
            self.shallow(board, alpha, odd_quadrants(board.empties()))
        } else {
            self.local(board, alpha)
        }
    }
}

#[inline]
fn cost_of(after: &Board, square: Square, odd: Bitboard) -> i32 {
    let replies = after.legal_moves();
    let mut cost = replies.count() as i32 * cost::REPLY
        + (replies & Bitboard::CORNERS).count() as i32 * cost::CORNER_REPLY;
    if odd.contains(square) {
        cost += cost::ODD_QUADRANT;
    }
    if Bitboard::CORNERS.contains(square) {
        cost += cost::CORNER;
    }
    cost
}

#[inline]
fn bring_cheapest_forward(candidates: &mut [Candidate]) {
    let mut cheapest = 0;
    for (index, candidate) in candidates.iter().enumerate() {
        if candidate.cost < candidates[cheapest].cost {
            cheapest = index;
        }
    }
    candidates.swap(0, cheapest);
}
