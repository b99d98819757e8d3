//! Seven to [`MAX_EMPTIES`] empty squares: a table of the thread, and moves ordered by the
//! opponent's mobility.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Board, Square};

use super::corner_stability::corner_stable_discs;
use super::exact_score::ExactScore;
use super::parity::odd_quadrants;
use super::solver::{EndgameSolver, MAX_EMPTIES, MIN_TABLE_EMPTIES};
use super::stability::stability_cutoff;

/// The weights of the ordering score, in eighths of a reply of the opponent. They were fitted to
/// the number of nodes of solves with 13 to 18 empty squares (experiment 20 of docs/engine-log.md;
/// others: 18, 19 and 88).
mod weight {
    /// A reply of the opponent. A reply in a corner counts twice.
    pub(super) const REPLY: i32 = -8;
    /// A square of the opponent's potential mobility.
    pub(super) const POTENTIAL_MOBILITY: i32 = -1;
    /// A move in a quadrant with an odd number of empty squares.
    pub(super) const ODD_QUADRANT: i32 = 4;
    /// A corner-stable disc of the mover.
    pub(super) const CORNER_STABLE_DISC: i32 = 4;
}

/// A move that leaves the opponent at most this many replies, with corners counted twice, is searched
/// at once: its tree is small, and the other moves need no ordering scores if it causes a cutoff
/// (experiment 108).
const MAX_REPLIES_BEFORE_ORDERING: u32 = 1;

/// The least number of empty squares of enhanced transposition cutoffs in the endgame table
/// (experiment 109).
const MIN_ETC_EMPTIES: u32 = 9;

/// A move with the board after it and its ordering score.
#[derive(Clone, Copy)]
struct EndgameMove {
    square: Square,
    after: Board,
    /// Moves with a higher ordering score are searched earlier. The unit is an eighth of a reply of
    /// the opponent.
    ordering_score: i32,
}

/// The best move so far, with its score.
struct BestMove {
    score: ExactScore,
    square: Square,
}

impl BestMove {
    /// No move yet: every score is better.
    const NONE: BestMove = BestMove { score: ExactScore::NONE, square: Square::A1 };

    /// Takes a move if its score is better. Returns whether the best score exceeds `alpha`.
    #[inline]
    fn raise(&mut self, score: ExactScore, square: Square, alpha: ExactScore) -> bool {
        if self.score < score {
            *self = BestMove { score, square };
        }
        alpha < self.score
    }
}

/// The moves of a board.
type EndgameMoveList = ArrayVec<EndgameMove, { MAX_EMPTIES as usize }>;

impl EndgameSolver {
    /// Solves a board with 7 to [`MAX_EMPTIES`] empty squares.
    pub(super) fn solve_with_table(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        self.count.add_node();
        if let Some(bound) = stability_cutoff(board, alpha) {
            return bound;
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
        let best = self.search_moves(board, alpha, moves, table_move);
        self.table.store(board, alpha, best.score, Some(best.square));
        best.score
    }

    #[cold]
    fn solve_after_pass(&mut self, board: &Board, alpha: ExactScore) -> ExactScore {
        let passed = board.pass();
        if passed.legal_moves().is_empty() {
            return board.final_score().into();
        }
        -self.solve_with_table(&passed, alpha.opponents_alpha())
    }

    /// Searches the moves until one exceeds `alpha`: first the table's best move, then those that
    /// leave the opponent few replies, then the others by their ordering score.
    #[inline]
    fn search_moves(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        mut moves: Bitboard,
        table_move: Option<Square>,
    ) -> BestMove {
        let mut best = BestMove::NONE;
        if let Some(square) = table_move {
            let after = board.after(square, board.flips(square));
            if best.raise(self.solve_move(&after, alpha), square, alpha) {
                return best;
            }
            moves = moves.without(square);
        }
        let mut list = EndgameMoveList::new_const();
        if self.search_forcing_moves(board, alpha, moves, &mut list, &mut best) {
            return best;
        }
        if MIN_ETC_EMPTIES <= board.n_empties()
            && let Some(cutoff) = self.enhanced_transposition_cutoff(&list, alpha)
        {
            return cutoff;
        }
        for index in 0..list.len() {
            move_best_to_front(&mut list[index..]);
            let EndgameMove { square, after, .. } = list[index];
            if best.raise(self.solve_move(&after, alpha), square, alpha) {
                break;
            }
        }
        best
    }

    /// Searches the moves that leave the opponent few replies, until one exceeds `alpha`, and fills
    /// the list with the other moves and their ordering scores. Returns whether one exceeded `alpha`.
    #[inline]
    fn search_forcing_moves(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        moves: Bitboard,
        list: &mut EndgameMoveList,
        best: &mut BestMove,
    ) -> bool {
        let odd = odd_quadrants(board.empties());
        let next_uses_table = MIN_TABLE_EMPTIES < board.n_empties();
        for square in moves.squares() {
            let after = board.after(square, board.flips(square));
            let replies = weighted_mobility(after.legal_moves());
            if replies <= MAX_REPLIES_BEFORE_ORDERING {
                if best.raise(self.solve_move(&after, alpha), square, alpha) {
                    return true;
                }
                continue;
            }
            if next_uses_table {
                self.table.prefetch(&after);
            }
            let ordering_score = ordering_score(&after, replies, square, odd);
            list.push(EndgameMove { square, after, ordering_score });
        }
        false
    }

    /// Returns a move with a score above `alpha`, if the table has an upper bound of the opponent's
    /// score after the move that says so.
    #[inline]
    fn enhanced_transposition_cutoff(
        &self,
        list: &EndgameMoveList,
        alpha: ExactScore,
    ) -> Option<BestMove> {
        list.iter().find_map(|mv| {
            let score = -self.table.probe(&mv.after)?.upper();
            (alpha < score).then_some(BestMove { score, square: mv.square })
        })
    }

    /// Returns the score of the move that leads to `after`, for its player.
    #[inline]
    fn solve_move(&mut self, after: &Board, alpha: ExactScore) -> ExactScore {
        -self.solve_next(after, alpha.opponents_alpha())
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

/// Returns the ordering score of a move to `square`. `after` is the board after the move, and
/// `replies` the weighted mobility of the opponent there.
#[inline]
fn ordering_score(after: &Board, replies: u32, square: Square, odd: Bitboard) -> i32 {
    let score = replies as i32 * weight::REPLY
        + after.potential_moves().count() as i32 * weight::POTENTIAL_MOBILITY
        + corner_stable_discs(after.opponent()).count() as i32 * weight::CORNER_STABLE_DISC;
    if odd.contains(square) { score + weight::ODD_QUADRANT } else { score }
}

/// Returns the number of replies, with corners counted twice.
#[inline]
fn weighted_mobility(replies: Bitboard) -> u32 {
    replies.count() + (replies & Bitboard::CORNERS).count()
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
