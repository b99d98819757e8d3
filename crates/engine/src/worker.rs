//! One thread of a search: what it shares, what it owns, and when it stops.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use willow_eval::Evaluator;

use crate::endgame::EndgameSolver;
use crate::split::{SplitPoint, Team};
use crate::table::TranspositionTable;
use crate::{Selectivity, StopFlag};

/// The number of nodes after which a thread looks at the clock and the stop flag again.
const NODES_BETWEEN_CHECKS: u64 = 4096;

/// What the threads of a search share.
pub(crate) struct Shared<'a, E: Evaluator> {
    pub(crate) evaluator: &'a E,
    pub(crate) table: &'a TranspositionTable,
    pub(crate) team: Team<E>,
    /// Raised from outside.
    pub(crate) stop: &'a StopFlag,
    pub(crate) now: &'a (dyn Fn() -> Duration + Sync),
    /// When to stop, on the scale of `now`.
    pub(crate) deadline: Option<Duration>,
    pub(crate) max_nodes: u64,
    /// The nodes of all threads, as of their last checks.
    pub(crate) nodes: AtomicU64,
}

/// One thread of a search.
pub(crate) struct Worker<'a, E: Evaluator> {
    pub(crate) shared: &'a Shared<'a, E>,
    pub(crate) endgame: &'a mut EndgameSolver,
    /// What the search may leave out.
    pub(crate) selectivity: Selectivity,
    /// The number of shallow searches of ProbCut within each other that this thread is in.
    pub(crate) n_probes: u32,
    /// The innermost split point that this thread works for.
    pub(crate) split: Option<Arc<SplitPoint<E>>>,
    pub(crate) midgame_nodes: u64,
    nodes_reported: u64,
    next_check: u64,
    /// Set once the whole search is over.
    over: bool,
    /// Set as well when only the work for a split point has become needless.
    stopped: bool,
    /// The team's count of cut-offs when this thread last looked.
    cutoffs_seen: u64,
}

impl<'a, E: Evaluator> Worker<'a, E> {
    /// Returns a thread's search, with the endgame solver that this thread keeps between searches.
    pub(crate) fn new(shared: &'a Shared<'a, E>, endgame: &'a mut EndgameSolver) -> Worker<'a, E> {
        endgame.nodes = 0;
        let mut worker = Worker {
            shared,
            endgame,
            selectivity: Selectivity::NONE,
            n_probes: 0,
            split: None,
            midgame_nodes: 0,
            nodes_reported: 0,
            next_check: 0,
            over: false,
            stopped: false,
            cutoffs_seen: 0,
        };
        worker.check();
        worker
    }

    /// Returns the evaluation.
    #[inline]
    pub(crate) fn evaluator(&self) -> &'a E {
        self.shared.evaluator
    }

    /// Returns whether the search was stopped: scores returned since then mean nothing.
    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped
    }

    /// Returns whether nothing is left to search at all.
    pub(crate) fn is_over(&self) -> bool {
        self.over
    }

    fn nodes(&self) -> u64 {
        self.midgame_nodes + self.endgame.nodes
    }

    /// Adds the nodes since the last report to the common count.
    pub(crate) fn report_nodes(&mut self) -> u64 {
        let new = self.nodes() - self.nodes_reported;
        self.nodes_reported = self.nodes();
        self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new
    }

    /// Counts a node; now and then looks whether to stop.
    #[inline]
    pub(crate) fn enter(&mut self) {
        self.midgame_nodes += 1;
        if self.next_check <= self.nodes() {
            self.check();
        }
        if self.split.is_some() && self.shared.team.cutoffs() != self.cutoffs_seen {
            self.look_at_cutoffs();
        }
    }

    #[cold]
    fn check(&mut self) {
        let nodes = self.report_nodes();
        let left = self.shared.max_nodes.saturating_sub(nodes);
        self.next_check = self.nodes() + left.min(NODES_BETWEEN_CHECKS);
        self.over |= left == 0
            || self.shared.stop.is_raised()
            || self.shared.deadline.is_some_and(|deadline| deadline <= (self.shared.now)());
        if self.over {
            self.stopped = true;
            self.shared.team.end();
        }
    }

    /// Looks whether a cut-off has made this thread's work needless, or no longer does after it left
    /// a split point.
    #[cold]
    pub(crate) fn look_at_cutoffs(&mut self) {
        self.cutoffs_seen = self.shared.team.cutoffs();
        // A helper may have given up a move before this thread came to look at the limits.
        self.over |= self.shared.team.has_ended();
        let needless = self.split.as_ref().is_some_and(|split| split.is_cut());
        self.stopped = self.over || needless;
    }
}
