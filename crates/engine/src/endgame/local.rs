//! Seven empty squares and a few more: a table of the thread's own, and moves in the order of the
//! replies they leave.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Board, Square};

use super::parity::odd_quadrants;
use super::{EndgameSolver, NO_SCORE, stability_bound, stability_threshold};

/// The greatest number of empty squares that is solved here.
pub(crate) const MAX_EMPTIES: u32 = 12;
/// The least one.
const MIN_EMPTIES: u32 = 7;

/// A move with the board after it.
#[derive(Clone, Copy)]
struct Candidate {
    square: Square,
    after: Board,
    /// Lower is tried earlier.
    cost: i32,
}

/// The moves of a board that is solved here.
type Candidates = ArrayVec<Candidate, { MAX_EMPTIES as usize }>;

/// How a move is judged without searching it. Units are replies left to the opponent, times eight.
/// Fitted by the nodes of solves from 13 to 18 empty squares.
mod cost {
    /// A reply.
    pub(super) const REPLY: i32 = 8;
    /// A reply in a corner, beyond its being a reply.
    pub(super) const CORNER_REPLY: i32 = 8;
    /// An empty square next to a disc of the mover's: a reply one day.
    pub(super) const POTENTIAL_REPLY: i32 = 1;
    /// A move in a quarter with an odd number of empty squares.
    pub(super) const ODD_QUADRANT: i32 = -4;
    /// A disc of the mover's in a corner or, beside such a disc, on a C-square.
    pub(super) const SAFE_DISC: i32 = -4;
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
        let moves = board.legal_moves();
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

    /// Tries the moves, the best one known first and then those that leave few replies, until one
    /// exceeds `alpha`.
    #[inline]
    fn best_of(
        &mut self,
        board: &Board,
        alpha: i32,
        mut moves: Bitboard,
        known_best: Option<Square>,
    ) -> (i32, Square) {
        let mut best = (NO_SCORE, Square::A1);
        if let Some(square) = known_best {
            let after = board.after(square, board.flips(square));
            best = (-self.solve_next(&after, -alpha - 1), square);
            if alpha < best.0 {
                return best;
            }
            moves = moves.without(square);
        }
        let mut candidates = Candidates::new_const();
        self.judge(board, moves, &mut candidates);
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

    /// Fills in the moves with the boards after them and their costs.
    #[inline]
    fn judge(&self, board: &Board, moves: Bitboard, candidates: &mut Candidates) {
        let odd = odd_quadrants(board.empties());
        let with_table = MIN_EMPTIES < board.n_empties();
        for square in moves.squares() {
            let after = board.after(square, board.flips(square));
            if with_table {
                self.table.prefetch(&after);
            }
            candidates.push(Candidate { square, after, cost: cost_of(&after, square, odd) });
        }
    }

    #[inline]
    fn solve_next(&mut self, board: &Board, alpha: i32) -> i32 {
        if board.n_empties() < MIN_EMPTIES {
            self.shallow(board, alpha, odd_quadrants(board.empties()))
        } else {
            self.local(board, alpha)
        }
    }
}

#[inline]
fn cost_of(after: &Board, square: Square, odd: Bitboard) -> i32 {
    let replies = after.legal_moves();
    let cost = replies.count() as i32 * cost::REPLY
        + (replies & Bitboard::CORNERS).count() as i32 * cost::CORNER_REPLY
        + after.potential_moves().count() as i32 * cost::POTENTIAL_REPLY
        + safe_discs(after.opponent()).count() as i32 * cost::SAFE_DISC;
    if odd.contains(square) { cost + cost::ODD_QUADRANT } else { cost }
}

/// Returns the discs in corners and those on C-squares beside them.
#[inline]
pub(crate) fn safe_discs(discs: Bitboard) -> Bitboard {
    const WEST: u64 = 0x0100_0000_0000_0001;
    const EAST: u64 = 0x8000_0000_0000_0080;
    const NORTH: u64 = 0x0000_0000_0000_0081;
    const SOUTH: u64 = 0x8100_0000_0000_0000;
    let bits = discs.bits();
    let beside_corners =
        (bits & WEST) << 1 | (bits & EAST) >> 1 | (bits & NORTH) << 8 | (bits & SOUTH) >> 8;
    discs & (Bitboard::from_bits(beside_corners) | Bitboard::CORNERS)
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
