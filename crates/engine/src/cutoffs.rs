//! What ends a node before its moves are tried: stable discs, and the table.

use willow_board::Board;
use willow_eval::{Evaluator, Score};

use crate::Selectivity;
use crate::endgame::{stability_bound, stability_threshold};
use crate::node::{Node, NodeKind};
use crate::ordering::Candidates;
use crate::search::{MIN_TABLE_DEPTH, Window};
use crate::table::Entry;
use crate::worker::Worker;

/// The least depth at which the children are looked up in the table before any is searched.
const MIN_CHILDREN_LOOKUP_DEPTH: u32 = 5;
/// The same in a solve, where the nodes are cheaper.
const MIN_CHILDREN_LOOKUP_SOLVE_DEPTH: u32 = 14;

/// Returns the score if stable discs of the opponent keep it at or below `alpha`.
#[inline]
pub(crate) fn stability_cutoff(board: &Board, alpha: i32) -> Option<i32> {
    if alpha < stability_threshold(board.n_empties()) * Score::PER_DISC {
        return None;
    }
    let bound = stability_bound(board) * Score::PER_DISC;
    (bound <= alpha).then_some(bound)
}

/// Returns whether the entry was searched at least as deep and as surely as asked.
#[inline]
fn suffices(entry: Entry, depth: u32, selectivity: Selectivity) -> bool {
    depth <= entry.depth.into() && entry.selectivity <= selectivity.level()
}

impl<E: Evaluator> Worker<'_, E> {
    /// Returns what the table knows of a board that is searched so deep.
    #[inline]
    pub(crate) fn look_up(&self, board: &Board, depth: u32) -> Option<Entry> {
        if depth < MIN_TABLE_DEPTH { None } else { self.shared.table.probe(board) }
    }

    /// Returns the score if the table's entry settles it.
    #[inline]
    pub(crate) fn table_cutoff<K: NodeKind>(
        &self,
        entry: Entry,
        depth: u32,
        window: Window,
    ) -> Option<i32> {
        if !suffices(entry, depth, self.selectivity) {
            return None;
        }
        let (lower, upper) = (i32::from(entry.lower), i32::from(entry.upper));
        if lower == upper {
            return Some(lower);
        }
        if K::PV {
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

    /// Returns a lower bound of at least `beta` if the table knows a child that is bad enough for
    /// the other side.
    pub(crate) fn children_cutoff(
        &self,
        node: &Node<E>,
        candidates: &Candidates,
        depth: u32,
        beta: i32,
    ) -> Option<i32> {
        let is_solve = node.board.n_empties() <= depth;
        let least =
            if is_solve { MIN_CHILDREN_LOOKUP_SOLVE_DEPTH } else { MIN_CHILDREN_LOOKUP_DEPTH };
        if depth < least {
            return None;
        }
        candidates.iter().find_map(|candidate| {
            let after = node.board.after(candidate.square, candidate.flips);
            let entry = self.shared.table.probe(&after)?;
            let score = -i32::from(entry.upper);
            (suffices(entry, depth - 1, self.selectivity) && beta <= score).then_some(score)
        })
    }
}
