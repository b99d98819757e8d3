//! The order in which moves are tried.
//!
//! The best move of an earlier search comes first, then moves by what a small search or the evaluation
//! says of them, with a bonus for leaving few replies. In a solve that bonus weighs more: where every
//! line is played to its end, a small tree is worth more than a good move. Next to the leaves the
//! replies alone decide: asking the evaluation would cost as much as the search.

use std::cmp::Reverse;

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Board, Square};
use willow_eval::{Evaluator, Score};

use crate::endgame::safe_discs;
use crate::node::{Node, NodeKind, Pv};
use crate::search::{INFINITY, Window};
use crate::worker::Worker;

/// The greatest number of legal moves on any board is below this.
pub(crate) const MAX_MOVES: usize = 36;

/// A legal move, what it flips, and how early it is tried.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    pub(crate) square: Square,
    pub(crate) flips: Bitboard,
    /// Higher is tried earlier, in units of [`Score`].
    pub(crate) promise: i32,
}

/// The legal moves of a node.
pub(crate) type Candidates = ArrayVec<Candidate, MAX_MOVES>;

/// What a reply left to the opponent counts against a move, in score units.
const REPLY_IN_MIDGAME: i32 = Score::PER_DISC / 4;
/// The same when the game is being solved.
const REPLY_IN_SOLVE: i32 = Score::PER_DISC * 5 / 2;
/// What a square next to a disc of the mover, a reply one day, counts against a move in a solve.
const POTENTIAL_REPLY_IN_SOLVE: i32 = Score::PER_DISC;
/// What a safe disc of the mover on a corner or beside it counts for a move in a solve.
const SAFE_DISC_IN_SOLVE: i32 = Score::PER_DISC;
/// The promise of the second best move of an earlier search, above all others.
const KNOWN_SECOND: i32 = 1 << 23;
/// A move whose promise is so far below the best one's is not searched for its exact promise.
const MARGIN: i32 = 2 * Score::PER_DISC;
/// Up to this depth moves of the midgame are ordered by their replies alone.
const MAX_DEPTH_BY_REPLIES: u32 = 2;

/// Returns the moves in groups in the order in which the last ply tries them: corners, most squares, and
/// the squares next to corners. Any finer order costs more than the evaluations that it saves.
#[inline]
pub(crate) fn leaf_order(moves: Bitboard) -> [Bitboard; 3] {
    const NEXT_TO_CORNERS: Bitboard =
        Bitboard::from_bits(Bitboard::X_SQUARES.bits() | Bitboard::C_SQUARES.bits());
    let (corners, last) = (moves & Bitboard::CORNERS, moves & NEXT_TO_CORNERS);
    [corners, moves & !(corners | last), last]
}

/// Returns the legal moves of a board in no particular order.
pub(crate) fn candidates<E: Evaluator>(node: &Node<E>, moves: Bitboard) -> Candidates {
    moves
        .squares()
        .map(|square| Candidate { square, flips: node.board.flips(square), promise: 0 })
        .collect()
}

/// Brings the most promising of the candidates from `tried` on to that place.
#[inline]
pub(crate) fn bring_best_forward(candidates: &mut [Candidate], tried: usize) {
    let mut best = tried;
    for index in tried + 1..candidates.len() {
        if candidates[best].promise < candidates[index].promise {
            best = index;
        }
    }
    candidates.swap(tried, best);
}

/// How deep moves are searched to order them, by the depth of the search they belong to. In a solve an
/// even number of plies: after an odd one the last word of the other side is missing, and the order is
/// worse for more work.
const fn sorting_depth(depth: u32, is_solve: bool, is_pv: bool) -> u32 {
    if is_solve {
        let depth = if is_pv { depth + 3 } else { depth };
        depth.saturating_sub(15) / 6 * 2
    } else {
        let divisor = if is_pv { 3 } else { 5 };
        if depth < 6 { 0 } else { (depth - 2) / divisor }
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// Gives every candidate its promise, unless the search is stopped before. `depth` is that of the
    /// search in which they are tried, `second` the second best move of an earlier one.
    pub(crate) fn order<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidates: &mut [Candidate],
        depth: u32,
        second: Option<Square>,
    ) {
        if candidates.len() < 2 {
            return;
        }
        let is_solve = node.board.n_empties() <= depth;
        if !is_solve && depth <= MAX_DEPTH_BY_REPLIES {
            for candidate in candidates {
                let after = node.board.after(candidate.square, candidate.flips);
                candidate.promise = -weighted_replies(after.legal_moves());
            }
            return;
        }
        for candidate in candidates.iter_mut() {
            candidate.promise = if second == Some(candidate.square) {
                KNOWN_SECOND
            } else {
                let after = node.after(self.evaluator(), candidate.square, candidate.flips);
                let value = self.evaluator().evaluate(&after.state, &after.board).units();
                bonus(&after.board, is_solve) - value
            };
        }
        let sorting_depth = sorting_depth(depth, is_solve, K::PV);
        if 0 < sorting_depth {
            self.search_for_promises(node, candidates, sorting_depth, is_solve);
        }
    }

    /// Replaces what the evaluation says of the candidates by what a search says, the most promising
    /// first. Of those that are worse than the best by a margin it only finds out that they are.
    fn search_for_promises(
        &mut self,
        node: &Node<E>,
        candidates: &mut [Candidate],
        depth: u32,
        is_solve: bool,
    ) {
        candidates.sort_unstable_by_key(|candidate| Reverse(candidate.promise));
        let mut best = -KNOWN_SECOND;
        for candidate in candidates.iter_mut().filter(|mv| mv.promise != KNOWN_SECOND) {
            if self.is_stopped() {
                return;
            }
            let after = node.after(self.evaluator(), candidate.square, candidate.flips);
            let bonus = bonus(&after.board, is_solve);
            let floor = (best - MARGIN - bonus).clamp(-INFINITY, INFINITY - 1);
            let window = Window { alpha: -INFINITY, beta: -floor };
            candidate.promise = bonus - self.search::<Pv>(&after, depth, window);
            best = best.max(candidate.promise);
        }
    }
}

/// Returns what a move is promised beside its value, by the board after it.
#[inline]
fn bonus(after: &Board, is_solve: bool) -> i32 {
    let replies = weighted_replies(after.legal_moves());
    if is_solve { promise_of_small_tree(after, replies) } else { -replies * REPLY_IN_MIDGAME }
}

/// Returns what makes the solve after a move cheap, whatever the move is worth: few replies now and
/// later, and stable discs of the mover, which end lines early.
#[inline]
fn promise_of_small_tree(after: &Board, weighted_replies: i32) -> i32 {
    safe_discs(after.opponent()).count() as i32 * SAFE_DISC_IN_SOLVE
        - after.potential_moves().count() as i32 * POTENTIAL_REPLY_IN_SOLVE
        - weighted_replies * REPLY_IN_SOLVE
}

/// Returns the number of replies, those in corners counted twice.
#[inline]
fn weighted_replies(replies: Bitboard) -> i32 {
    (replies.count() + (replies & Bitboard::CORNERS).count()) as i32
}
