//! Split points: nodes whose moves several threads search, and the list of them that a search's
//! threads share.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use willow_eval::{Evaluator, Score};

use crate::best_move::BestMove;
use crate::move_list::MoveList;
use crate::node::Node;
use crate::search_mode::SearchMode;

/// A node whose remaining moves are shared among threads.
pub(crate) struct SplitPoint<E: Evaluator> {
    pub(crate) node: Node<E>,
    pub(crate) depth: u32,
    /// The upper end of the window, for the node's side to move.
    pub(crate) beta: Score,
    pub(crate) is_pv: bool,
    pub(crate) mode: SearchMode,
    /// The split point in whose subtree this one lies.
    pub(crate) parent: Option<Arc<SplitPoint<E>>>,
    /// Whether a move reached `beta`.
    pub(crate) has_cutoff: AtomicBool,
    pub(crate) state: Mutex<SplitState>,
}

/// The part of a split point that its threads change.
pub(crate) struct SplitState {
    pub(crate) moves: MoveList,
    /// The number of moves that threads have taken.
    pub(crate) n_taken: usize,
    /// The lower end of the window, for the node's side to move.
    pub(crate) alpha: Score,
    pub(crate) best: BestMove,
    pub(crate) n_helpers: usize,
}

impl<E: Evaluator> SplitPoint<E> {
    /// Returns whether this split point or an outer one has a cutoff.
    pub(crate) fn is_cut_off(&self) -> bool {
        let mut split = Some(self);
        while let Some(point) = split {
            if point.has_cutoff.load(Ordering::Acquire) {
                return true;
            }
            split = point.parent.as_deref();
        }
        false
    }

    /// Locks the part that threads change.
    pub(crate) fn state(&self) -> MutexGuard<'_, SplitState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn is_below(&self, outer: &Arc<SplitPoint<E>>) -> bool {
        let mut split = self.parent.as_ref();
        while let Some(point) = split {
            if Arc::ptr_eq(point, outer) {
                return true;
            }
            split = point.parent.as_ref();
        }
        false
    }
}

/// What the threads of a search share to divide the work.
pub(crate) struct ThreadTeam<E: Evaluator> {
    pub(crate) n_threads: usize,
    /// The number of threads that wait for work.
    pub(crate) n_idle: AtomicUsize,
    /// Set when a limit of the search is reached. A thread that gives up a move because of the
    /// limit leaves the split point without that move's score, and the owner of the split point
    /// must know.
    is_over: AtomicBool,
    /// The number of cutoffs at split points, so that threads check their split points only after a
    /// cutoff.
    n_cutoffs: AtomicU64,
    split_points: Mutex<SplitPoints<E>>,
    /// Notified when a split point is published or left, and when the search ends.
    pub(crate) changed: Condvar,
}

/// The open split points of a search.
pub(crate) struct SplitPoints<E: Evaluator> {
    open: Vec<Arc<SplitPoint<E>>>,
    /// Whether the search has ended, so that helpers return.
    pub(crate) is_closed: bool,
}

impl<E: Evaluator> SplitPoints<E> {
    /// Joins the deepest open split point with moves left, below `outer` if that is given.
    pub(crate) fn join(&self, outer: Option<&Arc<SplitPoint<E>>>) -> Option<Arc<SplitPoint<E>>> {
        let mut wanted: Vec<&Arc<SplitPoint<E>>> = self
            .open
            .iter()
            .filter(|split| outer.is_none_or(|outer| split.is_below(outer)) && !split.is_cut_off())
            .collect();
        wanted.sort_by_key(|split| std::cmp::Reverse(split.depth));
        wanted.into_iter().find_map(|split| {
            let mut state = split.state();
            let has_moves = state.n_taken < state.moves.len();
            state.n_helpers += usize::from(has_moves);
            has_moves.then(|| Arc::clone(split))
        })
    }
}

impl<E: Evaluator> ThreadTeam<E> {
    /// Returns a team of `n_threads` threads.
    pub(crate) fn new(n_threads: usize) -> ThreadTeam<E> {
        ThreadTeam {
            n_threads,
            n_idle: AtomicUsize::new(0),
            is_over: AtomicBool::new(false),
            n_cutoffs: AtomicU64::new(0),
            split_points: Mutex::new(SplitPoints { open: Vec::new(), is_closed: false }),
            changed: Condvar::new(),
        }
    }

    /// Returns the number of cutoffs at split points so far.
    #[inline]
    pub(crate) fn n_cutoffs(&self) -> u64 {
        self.n_cutoffs.load(Ordering::Acquire)
    }

    /// Stops all threads: the search is over.
    pub(crate) fn end_search(&self) {
        self.is_over.store(true, Ordering::Release);
    }

    /// Returns whether a thread has ended the search.
    pub(crate) fn is_over(&self) -> bool {
        self.is_over.load(Ordering::Acquire)
    }

    /// Returns a guard that releases all helpers when it is dropped, also during a panic.
    pub(crate) fn close_on_drop(&self) -> CloseOnDrop<'_, E> {
        CloseOnDrop(self)
    }

    /// Locks the list of open split points.
    pub(crate) fn split_points(&self) -> MutexGuard<'_, SplitPoints<E>> {
        self.split_points.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records a cutoff at a split point.
    pub(crate) fn cut_off(&self, split: &SplitPoint<E>) {
        split.has_cutoff.store(true, Ordering::Release);
        self.n_cutoffs.fetch_add(1, Ordering::Release);
    }

    /// Opens a split point for helpers.
    pub(crate) fn publish(&self, split: &Arc<SplitPoint<E>>) {
        self.split_points().open.push(Arc::clone(split));
        if 0 < self.n_idle.load(Ordering::Relaxed) {
            self.changed.notify_all();
        }
    }

    /// Closes a split point: no further thread can join.
    pub(crate) fn withdraw(&self, split: &Arc<SplitPoint<E>>) {
        self.split_points().open.retain(|open| !Arc::ptr_eq(open, split));
    }

    /// Waits until something changes, as an idle thread.
    pub(crate) fn wait<'a>(
        &self,
        split_points: MutexGuard<'a, SplitPoints<E>>,
    ) -> MutexGuard<'a, SplitPoints<E>> {
        self.n_idle.fetch_add(1, Ordering::Relaxed);
        let split_points = self.changed.wait(split_points).unwrap_or_else(PoisonError::into_inner);
        self.n_idle.fetch_sub(1, Ordering::Relaxed);
        split_points
    }
}

/// Releases the helpers of a search when it is dropped.
pub(crate) struct CloseOnDrop<'a, E: Evaluator>(&'a ThreadTeam<E>);

impl<E: Evaluator> Drop for CloseOnDrop<'_, E> {
    fn drop(&mut self) {
        self.0.split_points().is_closed = true;
        self.0.changed.notify_all();
    }
}
