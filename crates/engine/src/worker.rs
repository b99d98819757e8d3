//! One thread of a search: its own state, the state that it shares, and when it stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use willow_eval::Evaluator;

use crate::endgame::EndgameSolver;
use crate::node::SearchKind;
use crate::search_mode::SearchMode;
use crate::split_point::{SplitPoint, ThreadTeam};
use crate::time_management::TimePlan;
use crate::transposition_table::TranspositionTable;
use crate::{Selectivity, StopFlag};

/// The number of nodes between two checks of the clock and the stop flag: about half a
/// millisecond at the speed of experiment 44 of docs/engine-log.md. Not measured.
const NODES_BETWEEN_CHECKS: u64 = 4096;

/// The state that all threads of a search share.
pub(crate) struct SharedSearch<'a, E: Evaluator> {
    pub(crate) evaluator: &'a E,
    /// The transposition table.
    pub(crate) tt: &'a TranspositionTable,
    pub(crate) team: ThreadTeam<E>,
    /// Raised by the caller.
    pub(crate) stop: &'a StopFlag,
    /// Returns the time since a fixed moment.
    pub(crate) now: &'a (dyn Fn() -> Duration + Sync),
    /// The value of `now` at which the search stops.
    pub(crate) deadline: Option<Duration>,
    pub(crate) max_nodes: u64,
    /// The time at which the search began.
    pub(crate) start: Duration,
    /// The time for the move.
    pub(crate) time_plan: Option<TimePlan>,
    /// The nodes of all threads, as of their last reports.
    pub(crate) nodes: AtomicU64,
    /// Terminal nodes among these nodes.
    pub(crate) terminal_nodes: AtomicU64,
}

/// One thread of a search.
pub(crate) struct SearchWorker<'a, E: Evaluator> {
    pub(crate) shared: &'a SharedSearch<'a, E>,
    pub(crate) endgame: &'a mut EndgameSolver,
    pub(crate) mode: SearchMode,
    /// The innermost split point at which this thread works.
    pub(crate) split_point: Option<Arc<SplitPoint<E>>>,
    /// The nodes outside the endgame solver.
    pub(crate) midgame_nodes: u64,
    /// Terminal nodes among them.
    pub(crate) midgame_terminal_nodes: u64,
    nodes_reported: u64,
    terminal_nodes_reported: u64,
    /// The number of nodes at which the next check is due.
    next_check: u64,
    /// Whether the whole search is over.
    is_over: bool,
    /// Whether this thread stops: the search is over, or its split point has a cutoff.
    is_stopped: bool,
    /// The team's number of cutoffs at this thread's last check.
    n_cutoffs_seen: u64,
}

impl<'a, E: Evaluator> SearchWorker<'a, E> {
    /// Returns a thread of a search, with the endgame solver that the thread keeps between searches.
    pub(crate) fn new(
        shared: &'a SharedSearch<'a, E>,
        endgame: &'a mut EndgameSolver,
    ) -> SearchWorker<'a, E> {
        (endgame.nodes, endgame.terminal_nodes) = (0, 0);
        let mut worker = SearchWorker {
            shared,
            endgame,
            mode: SearchMode::new(SearchKind::Midgame, Selectivity::NONE),
            split_point: None,
            midgame_nodes: 0,
            midgame_terminal_nodes: 0,
            nodes_reported: 0,
            terminal_nodes_reported: 0,
            next_check: 0,
            is_over: false,
            is_stopped: false,
            n_cutoffs_seen: 0,
        };
        worker.check_limits();
        worker
    }

    /// Returns the evaluation.
    #[inline]
    pub(crate) fn evaluator(&self) -> &'a E {
        self.shared.evaluator
    }

    /// Returns whether this thread was stopped. Scores that were returned since then mean nothing.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped
    }

    /// Returns whether the whole search is over.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over
    }

    /// Counts a node. Every few thousand nodes checks the limits; after a cutoff checks the split point.
    #[inline]
    pub(crate) fn enter_node(&mut self) {
        self.midgame_nodes += 1;
        if self.next_check <= self.nodes() {
            self.check_limits();
        }
        if self.split_point.is_some() && self.shared.team.n_cutoffs() != self.n_cutoffs_seen {
            self.check_cutoffs();
        }
    }

    /// Checks whether a cutoff at its split point, or the end of the search, stops this thread.
    #[cold]
    pub(crate) fn check_cutoffs(&mut self) {
        self.n_cutoffs_seen = self.shared.team.n_cutoffs();
        // A helper may have given up a move before this thread came to check the limits.
        self.is_over |= self.shared.team.is_over();
        let is_cut_off = self.split_point.as_ref().is_some_and(|split| split.is_cut_off());
        self.is_stopped = self.is_over || is_cut_off;
    }

    /// Adds the nodes since the last report to the nodes of all threads, and returns that sum.
    pub(crate) fn report_nodes(&mut self) -> u64 {
        let terminal_nodes = self.midgame_terminal_nodes + self.endgame.terminal_nodes;
        let new = terminal_nodes - self.terminal_nodes_reported;
        self.terminal_nodes_reported = terminal_nodes;
        self.shared.terminal_nodes.fetch_add(new, Ordering::Relaxed);
        let new = self.nodes() - self.nodes_reported;
        self.nodes_reported = self.nodes();
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    fn nodes(&self) -> u64 {
        self.midgame_nodes + self.endgame.nodes
    }

    #[cold]
    fn check_limits(&mut self) {
        let nodes = self.report_nodes();
        let left = self.shared.max_nodes.saturating_sub(nodes);
        self.next_check = self.nodes() + left.min(NODES_BETWEEN_CHECKS);
        self.is_over |= left == 0
            || self.shared.stop.is_raised()
            || self.shared.deadline.is_some_and(|deadline| deadline <= (self.shared.now)());
        if self.is_over {
            self.is_stopped = true;
            self.shared.team.end_search();
        }
    }
}
