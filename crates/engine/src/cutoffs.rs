//! Cutoffs before any move of a node is searched: by stable discs and by the transposition table.

use willow_board::Board;
use willow_eval::{Evaluator, Score};

use crate::Selectivity;
use crate::endgame::{MAX_EMPTIES, stability_bound, stability_threshold};
use crate::move_list::MoveList;
use crate::node::{Node, NodeType, SearchKind};
use crate::transposition_table::TranspositionEntry;
use crate::window::Window;
use crate::worker::SearchWorker;

/// The least depth in plies at which a midgame search uses the transposition table (experiment 151).
const MIN_TT_DEPTH: u32 = 2;
/// The same in an iteration that solves, shallow searches included: smaller numbers make solves larger, it
/// seems because bounds from the table replace the scores by which moves are ordered (experiment 153).
const MIN_TT_DEPTH_OF_SOLVE: u32 = 6;
/// The least depth in plies of enhanced transposition cutoffs (experiment 167; others: 156). They come after
/// ProbCut: where it cuts, the entries of all moves need not be read from memory.
const MIN_ETC_DEPTH: u32 = 8;
/// The least depth in plies of enhanced transposition cutoffs in a solve, whose nodes are cheaper. The boards
/// that the endgame solver solves are not in the shared table. Experiment 40 of docs/engine-log.md found no
/// difference at 11, 13 and 18.
const MIN_SOLVE_ETC_DEPTH: u32 = MAX_EMPTIES + 2;

/// Returns an upper bound of at most `alpha` if the opponent's stable discs give one. Both are for
/// the side to move.
#[inline]
pub(crate) fn stability_cutoff(board: &Board, alpha: Score) -> Option<Score> {
    if alpha < stability_threshold(board.n_empties()).score() {
        return None;
    }
    let bound = stability_bound(board).score();
    (bound <= alpha).then_some(bound)
}

impl<E: Evaluator> SearchWorker<'_, E> {
    /// Returns whether a node that is searched to `depth` uses the transposition table.
    #[inline]
    pub(crate) fn uses_tt(&self, depth: u32) -> bool {
        let min = match self.mode.root_kind {
            SearchKind::Midgame => MIN_TT_DEPTH,
            SearchKind::Solve => MIN_TT_DEPTH_OF_SOLVE,
        };
        min <= depth
    }

    /// Returns the transposition table's entry of a board that is searched to `depth`.
    #[inline]
    pub(crate) fn probe_tt(&self, board: &Board, depth: u32) -> Option<TranspositionEntry> {
        if self.uses_tt(depth) { self.shared.tt.probe(board) } else { None }
    }

    /// Prefetches the transposition table's entry of a board that will be searched to `depth`, unless the
    /// endgame solver will solve it. The entry is seldom in a cache, so the earlier this is called the better
    /// (experiment 163).
    #[inline]
    pub(crate) fn prefetch_tt(&self, board: &Board, depth: u32) {
        let n_empties = board.n_empties();
        let is_small_solve = n_empties <= depth && n_empties <= MAX_EMPTIES;
        if self.uses_tt(depth) && !is_small_solve {
            self.shared.tt.prefetch(board);
        }
    }

    /// Returns a score for the side to move, if the entry's bounds decide the node.
    #[inline]
    pub(crate) fn tt_cutoff<T: NodeType>(
        &self,
        entry: TranspositionEntry,
        depth: u32,
        window: Window,
    ) -> Option<Score> {
        if !suffices(entry, depth, self.mode.selectivity) {
            return None;
        }
        let TranspositionEntry { lower, upper, .. } = entry;
        if lower == upper {
            return Some(lower);
        }
        if T::PV {
            return None;
        }
        if window.beta <= lower {
            Some(lower)
        } else if upper <= window.alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// Returns a lower bound of at least `beta`, for the side to move, if the transposition table has
    /// one for the board after any of the moves.
    pub(crate) fn enhanced_transposition_cutoff(
        &self,
        node: &Node<E>,
        moves: &MoveList,
        depth: u32,
        beta: Score,
    ) -> Option<Score> {
        let is_solve = node.board.n_empties() <= depth;
        let min_depth = if is_solve { MIN_SOLVE_ETC_DEPTH } else { MIN_ETC_DEPTH };
        if depth < min_depth {
            return None;
        }
        // All entries are on their way before the first is read (experiment 163).
        for mv in moves {
            self.shared.tt.prefetch(&node.board.after(mv.square, mv.flips));
        }
        moves.iter().find_map(|mv| {
            let after = node.board.after(mv.square, mv.flips);
            let entry = self.shared.tt.probe(&after)?;
            let score = -entry.upper;
            (suffices(entry, depth - 1, self.mode.selectivity) && beta <= score).then_some(score)
        })
    }
}

/// Returns whether the entry was searched at least as deep as `depth`, and at most as selectively
/// as `selectivity`.
#[inline]
fn suffices(entry: TranspositionEntry, depth: u32, selectivity: Selectivity) -> bool {
    depth <= entry.depth.into() && entry.selectivity <= selectivity.level()
}
