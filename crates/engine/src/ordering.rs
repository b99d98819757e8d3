//! The order in which moves are tried.
//!
//! The best move of an earlier search comes first, then moves by what a small search or the
//! evaluation says of them, with a bonus for leaving few replies. In a solve that bonus weighs more:
//! where every line is played to its end, a small tree is worth more than a good move.

use arrayvec::ArrayVec;
use willow_board::{Bitboard, Square};
use willow_eval::{Evaluator, Score};

use crate::node::{Node, Pv};
use crate::search::{INFINITY, Worker};
use crate::table::Entry;

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
const REPLY_IN_SOLVE: i32 = Score::PER_DISC * 3 / 2;
/// The promise of the best moves of an earlier search, above all others.
const KNOWN_BEST: [i32; 2] = [1 << 24, 1 << 23];

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

/// How deep moves are searched to order them, by the depth of the search they belong to.
const fn sorting_depth(depth: u32, is_solve: bool) -> u32 {
    if is_solve {
        if depth < 17 { 0 } else { (depth - 14) / 3 }
    } else if depth < 5 {
        0
    } else {
        depth / 4
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// Gives every candidate its promise. `depth` is that of the search in which they are tried.
    pub(crate) fn order(
        &mut self,
        node: &Node<E>,
        candidates: &mut Candidates,
        depth: u32,
        known: Option<&Entry>,
    ) {
        let is_solve = node.board.n_empties() <= depth;
        let sorting_depth = sorting_depth(depth, is_solve);
        let reply = if is_solve { REPLY_IN_SOLVE } else { REPLY_IN_MIDGAME };
        for candidate in candidates.iter_mut() {
            let rank = known.and_then(|entry| {
                entry.best.iter().position(|&best| best == Some(candidate.square))
            });
            candidate.promise = match rank {
                Some(rank) => KNOWN_BEST[rank],
                None => self.promise(node, candidate, sorting_depth, reply),
            };
        }
    }

    fn promise(&mut self, node: &Node<E>, mv: &Candidate, depth: u32, reply: i32) -> i32 {
        let after = node.after(self.evaluator(), mv.square, mv.flips);
        let replies = after.board.legal_moves();
        let corners = (replies & Bitboard::CORNERS).count();
        let value = if replies.is_empty() || 0 < depth {
            -self.search::<Pv>(&after, depth, -INFINITY, INFINITY)
        } else {
            -self.evaluator().evaluate(&after.state, &after.board).units()
        };
        value - (replies.count() + corners) as i32 * reply
    }
}
