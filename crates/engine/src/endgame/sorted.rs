//! Six to [`MAX_EMPTIES`] empties: a table of the thread, and moves ordered by the opponent's
//! mobility. From 5 or from 8 empties on it takes longer (experiment 171 of docs/engine-log.md).

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Board, Square};

use super::corner_stability::corner_stable_discs;
use super::exact_score::ExactScore;
use super::parity::quadrant;
use super::solver::{EndgameSolver, MAX_EMPTIES, MIN_LARGE_TABLE_EMPTIES};
use super::stability::stability_cutoff;
use super::table::EndgameEntry;

/// The weights of the ordering score, in eighths of a reply of the opponent. They were fitted to
/// the number of nodes of solves with 13 to 18 empties (experiment 20 of docs/engine-log.md;
/// others: 18, 19 and 88).
mod weight {
    /// A reply of the opponent. A reply in a corner counts twice.
    pub(super) const REPLY: i32 = -8;
    /// A square of the opponent's potential mobility. It counts from
    /// `MIN_POTENTIAL_EMPTIES` empties on.
    pub(super) const POTENTIAL_MOBILITY: i32 = -1;
    /// A move in a quadrant with an odd number of empties.
    pub(super) const ODD_QUADRANT: i32 = 4;
    /// A corner-stable disc of the mover.
    pub(super) const CORNER_STABLE_DISC: i32 = 4;
}

/// A move that leaves the opponent at most this many replies, with corners counted twice, is searched
/// at once: its tree is small, and the other moves need no ordering scores if it causes a cutoff
/// (experiment 108).
const MAX_REPLIES_BEFORE_ORDERING: u32 = 1;

/// Minimum empties at which potential mobility orders moves (experiment 170).
const MIN_POTENTIAL_EMPTIES: u32 = 7;

/// Minimum empties for enhanced transposition cutoffs in the endgame table (experiments 109 and 118; from 7 on: 123).
const MIN_ETC_EMPTIES: u32 = 8;

/// A move with the board after it and its ordering score.
#[derive(Clone, Copy)]
struct EndgameMove {
    square: Square,
    after: Board,
    /// The opponent's legal moves there.
    replies: Bitboard,
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

/// A board whose moves are searched in the null window above `alpha`.
#[derive(Clone, Copy)]
struct Parent<'a> {
    board: &'a Board,
    n_empties: u32,
    alpha: ExactScore,
    /// The quadrants with an odd number of empties.
    odd: Bitboard,
}

/// The moves of a board.
type EndgameMoveList = ArrayVec<EndgameMove, { MAX_EMPTIES as usize }>;

impl EndgameSolver {
    /// Solves a board with 6 to [`MAX_EMPTIES`] empties. `odd` holds the quadrants with an odd
    /// number of empties, `moves` the legal moves.
    pub(super) fn solve_sorted(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        odd: Bitboard,
        moves: Bitboard,
    ) -> ExactScore {
        self.add_node();
        let n_empties = board.n_empties();
        if let Some(bound) = stability_cutoff(board, alpha, n_empties) {
            return bound;
        }
        let mut table_move = None;
        if let Some(entry) = self.probe(board, n_empties) {
            if let Some(score) = entry.cutoff(alpha) {
                return score;
            }
            table_move = entry.best;
        }
        if moves.is_empty() {
            return self.solve_after_pass(board, alpha, odd);
        }
        let parent = Parent { board, n_empties, alpha, odd };
        let best = self.search_moves(&parent, moves, table_move);
        if MIN_LARGE_TABLE_EMPTIES <= n_empties {
            self.table.store(board, alpha, best.score, Some(best.square));
        } else {
            self.small_table.store(board, alpha, best.score, Some(best.square));
        }
        best.score
    }

    /// Returns the entry of a board in the table for its number of empties.
    #[inline]
    fn probe(&self, board: &Board, n_empties: u32) -> Option<&EndgameEntry> {
        if MIN_LARGE_TABLE_EMPTIES <= n_empties {
            self.table.probe(board)
        } else {
            self.small_table.probe(board)
        }
    }

    #[cold]
    fn solve_after_pass(&mut self, board: &Board, alpha: ExactScore, odd: Bitboard) -> ExactScore {
        let passed = board.pass();
        let moves = passed.legal_moves();
        if moves.is_empty() {
            return board.final_score().into();
        }
        -self.solve_sorted(&passed, alpha.opponents_alpha(), odd, moves)
    }

    /// Searches the moves until one exceeds `alpha`: first the table's best move, then those that
    /// leave the opponent few replies, then the others by their ordering score.
    #[inline]
    fn search_moves(
        &mut self,
        parent: &Parent<'_>,
        mut moves: Bitboard,
        table_move: Option<Square>,
    ) -> BestMove {
        let Parent { board, n_empties, alpha, .. } = *parent;
        let mut best = BestMove::NONE;
        if let Some(square) = table_move {
            let after = board.after(square, board.flips(square));
            let score = self.solve_move(parent, square, &after, after.legal_moves());
            if best.raise(score, square, alpha) {
                return best;
            }
            moves = moves.without(square);
        }
        let mut list = EndgameMoveList::new_const();
        if self.search_forcing_moves(parent, moves, &mut list, &mut best) {
            return best;
        }
        if MIN_ETC_EMPTIES <= n_empties
            && let Some(cutoff) = self.enhanced_transposition_cutoff(&list, alpha)
        {
            return cutoff;
        }
        for index in 0..list.len() {
            move_best_to_front(&mut list[index..]);
            let EndgameMove { square, after, replies, .. } = list[index];
            if best.raise(self.solve_move(parent, square, &after, replies), square, alpha) {
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
        parent: &Parent<'_>,
        moves: Bitboard,
        list: &mut EndgameMoveList,
        best: &mut BestMove,
    ) -> bool {
        let Parent { board, n_empties, alpha, odd } = *parent;
        let next_uses_large_table = MIN_LARGE_TABLE_EMPTIES < n_empties;
        let weighs_potential = MIN_POTENTIAL_EMPTIES <= n_empties;
        for square in moves.squares() {
            let after = board.after(square, board.flips(square));
            let replies = after.legal_moves();
            let n_replies = weighted_mobility(replies);
            if n_replies <= MAX_REPLIES_BEFORE_ORDERING {
                if best.raise(self.solve_move(parent, square, &after, replies), square, alpha) {
                    return true;
                }
                continue;
            }
            if next_uses_large_table {
                self.table.prefetch(&after);
            }
            let mut ordering_score = ordering_score(&after, n_replies, square, odd);
            if weighs_potential {
                ordering_score +=
                    after.potential_moves().count() as i32 * weight::POTENTIAL_MOBILITY;
            }
            list.push(EndgameMove { square, after, replies, ordering_score });
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

    /// Returns the score of the move to `square` that leads to `after`, for its player. `replies` are
    /// the legal moves there.
    #[inline]
    fn solve_move(
        &mut self,
        parent: &Parent<'_>,
        square: Square,
        after: &Board,
        replies: Bitboard,
    ) -> ExactScore {
        let alpha = parent.alpha.opponents_alpha();
        let odd = parent.odd ^ quadrant(square);
        -if parent.n_empties == 6 {
            self.solve_5(after, alpha, odd, replies)
        } else {
            self.solve_sorted(after, alpha, odd, replies)
        }
    }
}

/// Returns the ordering score of a move to `square`, without potential mobility.
///
/// `after` is the board after the move, `n_replies` the opponent's weighted mobility there.
#[inline]
fn ordering_score(after: &Board, n_replies: u32, square: Square, odd: Bitboard) -> i32 {
    let score = n_replies as i32 * weight::REPLY
        + corner_stable_discs(after.opponent()).count() as i32 * weight::CORNER_STABLE_DISC;
    if odd.contains(square) { score + weight::ODD_QUADRANT } else { score }
}

/// Returns the number of replies, with corners counted twice.
#[inline]
pub(crate) fn weighted_mobility(replies: Bitboard) -> u32 {
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
