//! Seven to [`MAX_EMPTIES`] empty squares: a table of the thread, and moves ordered by the
//! opponent's mobility.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Board, Square};

use super::corner_stability::corner_stable_discs;
use super::exact_score::ExactScore;
use super::parity::odd_quadrants;
use super::solver::{EndgameSolver, MAX_EMPTIES, MIN_TABLE_EMPTIES};
use super::stability::{stability_bound, stability_threshold};

/// The weights of the ordering score, in eighths of a reply of the opponent. They were fitted to
/// the number of nodes of solves with 13 to 18 empty squares (experiment 20 of docs/engine-log.md;
/// others: 18, 19 and 88).
mod weight {
    /// A reply of the opponent.
    pub(super) const REPLY: i32 = -8;
    /// A reply in a corner, in addition to `REPLY`.
    pub(super) const CORNER_REPLY: i32 = -8;
    /// A square of the opponent's potential mobility.
    pub(super) const POTENTIAL_MOBILITY: i32 = -1;
    /// A move in a quadrant with an odd number of empty squares.
    pub(super) const ODD_QUADRANT: i32 = 4;
    /// A corner-stable disc of the mover.
    pub(super) const CORNER_STABLE_DISC: i32 = 4;
}

/// A move with the board after it and its ordering score.
#[derive(Clone, Copy)]
struct EndgameMove {
    square: Square,
    after: Board,
    /// Moves with a higher ordering score are searched earlier. The unit is an eighth of a reply of
    /// the opponent.
    ordering_score: i32,
}

/// The moves of a board.
type EndgameMoveList = ArrayVec<EndgameMove, { MAX_EMPTIES as usize }>;

impl EndgameSolver {
    /// Solves a board with 7 to [`MAX_EMPTIES`] empty squares.
    pub(super) fn solve_with_table(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        self.count.add_node();
        if stability_threshold(board.n_empties()) <= alpha {
            let bound = stability_bound(board);
            if bound <= alpha {
                return bound;
            }
        }
        let moves = board.legal_moves();
        let mut table_move = None;
        if let Some(entry) = self.table.probe(board) {
            let (lower, upper) = (entry.lower(), entry.upper());
            if alpha < lower {
                return lower;
            }
            if upper <= alpha {
                return upper;
            }
            table_move = entry.best;
        }
        if moves.is_empty() {
            return self.solve_after_pass(board, alpha);
        }
        let (score, best) = self.search_moves(board, alpha, moves, table_move);
        self.table.store(board, alpha, score, Some(best));
        score
    }

    #[cold]
    fn solve_after_pass(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score().into();
        }
        -self.solve_with_table(&passed, alpha.opponents_alpha())
    }

    /// Searches the moves until one exceeds `alpha`: first the table's best move, then the others
    /// by their ordering score. Returns the best score and its move.
    #[inline]
    fn search_moves(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        mut moves: Bitboard,
        table_move: Option<Square>,
    ) -> (ExactScore, Square) {
        let mut best = (ExactScore::NONE, Square::A1);
        if let Some(square) = table_move {
            let after = board.after(square, board.flips(square));
            best = (-self.solve_next(&after, alpha.opponents_alpha()), square);
            if alpha < best.0 {
                return best;
            }
            moves = moves.without(square);
        }
        let mut list = EndgameMoveList::new_const();
        self.score_moves(board, moves, &mut list);
        for index in 0..list.len() {
            move_best_to_front(&mut list[index..]);
            let EndgameMove { square, after, .. } = list[index];
            let score = -self.solve_next(&after, alpha.opponents_alpha());
            if best.0 < score {
                best = (score, square);
                if alpha < score {
                    break;
                }
            }
        }
        best
    }

    /// Fills the list with the moves, the boards after them and their ordering scores.
    #[inline]
    fn score_moves(&self, board: &Board, moves: Bitboard, list: &mut EndgameMoveList) {
        let odd = odd_quadrants(board.empties());
        let next_uses_table = MIN_TABLE_EMPTIES < board.n_empties();
        for square in moves.squares() {
            let after = board.after(square, board.flips(square));
            if next_uses_table {
                self.table.prefetch(&after);
            }
            let ordering_score = ordering_score(&after, square, odd);
            list.push(EndgameMove { square, after, ordering_score });
        }
    }

    #[inline]
    fn solve_next(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        if board.n_empties() < MIN_TABLE_EMPTIES {
            self.solve_by_parity(board, alpha, odd_quadrants(board.empties()))
        } else {
            self.solve_with_table(board, alpha)
        }
    }
}

/// Returns the ordering score of a move to `square`; `after` is the board after the move.
#[inline]
fn ordering_score(after: &Board, square: Square, odd: Bitboard) -> i32 {
    let replies = after.legal_moves();
    let score = replies.count() as i32 * weight::REPLY
        + (replies & Bitboard::CORNERS).count() as i32 * weight::CORNER_REPLY
        + after.potential_moves().count() as i32 * weight::POTENTIAL_MOBILITY
        + corner_stable_discs(after.opponent()).count() as i32 * weight::CORNER_STABLE_DISC;
    if odd.contains(square) { score + weight::ODD_QUADRANT } else { score }
}

/// Swaps the move with the highest ordering score to the front.
#[inline]
fn move_best_to_front(moves: &mut [EndgameMove]) {
    let mut best = 0;
    for (index, mv) in moves.iter().enumerate() {
        if moves[best].ordering_score < mv.ordering_score {
            best = index;
        }
    }
    moves.swap(0, best);
}
