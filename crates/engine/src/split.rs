//! Splitting the work among threads (the "young brothers wait" concept, with late join).
//!
//! A thread that has searched the first move of a deep node makes the rest a *split point*, from which
//! every thread of the team may take moves, one after the other, as long as there are any: also those
//! that run out of work only later. Whoever finds a score of at least beta cuts the split point off,
//! and all who work for it, directly or below, stop. The owner leaves the node when the last helper is
//! done; while it waits, it helps below its own split point.

use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use willow_eval::Evaluator;

use crate::Selectivity;
use crate::node::{Node, NodeKind, Null, Pv};
use crate::ordering::{Candidates, bring_best_forward};
use crate::search::{Best, Window};
use crate::worker::Worker;

/// The least depth of a midgame node that is split when somebody is idle.
const MIN_DEPTH: u32 = 5;
/// The same in a solve.
const MIN_SOLVE_DEPTH: u32 = 15;
/// Nodes deeper than those by so much are split even if nobody is idle yet.
const EAGER: u32 = 2;

/// A node whose remaining moves are shared.
pub(crate) struct SplitPoint<E: Evaluator> {
    node: Node<E>,
    depth: u32,
    beta: i32,
    is_pv: bool,
    selectivity: Selectivity,
    n_probes: u32,
    parent: Option<Arc<SplitPoint<E>>>,
    cut: AtomicBool,
    work: Mutex<Work>,
}

/// What is left to do at a split point.
struct Work {
    candidates: Candidates,
    /// The number of candidates taken.
    taken: usize,
    alpha: i32,
    best: Best,
    n_helpers: usize,
}

impl<E: Evaluator> SplitPoint<E> {
    /// Returns whether this or an outer split point was cut off.
    pub(crate) fn is_cut(&self) -> bool {
        let mut split = Some(self);
        while let Some(point) = split {
            if point.cut.load(Ordering::Acquire) {
                return true;
            }
            split = point.parent.as_deref();
        }
        false
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

    fn work(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The threads of a search and the split points at which they can help.
pub(crate) struct Team<E: Evaluator> {
    n_threads: usize,
    n_idle: AtomicUsize,
    /// Set when a limit of the search was reached: a thread that gives up a move because of it leaves the
    /// split point without that move's score, and its owner must know.
    over: AtomicBool,
    /// Counts cut-offs, so that threads need not look at their split points when there was none.
    n_cutoffs: AtomicU64,
    board: Mutex<NoticeBoard<E>>,
    changed: Condvar,
}

/// Helpers serve as long as this lives.
pub(crate) struct TeamAtWork<'a, E: Evaluator>(&'a Team<E>);

impl<E: Evaluator> Drop for TeamAtWork<'_, E> {
    fn drop(&mut self) {
        self.0.board().closed = true;
        self.0.changed.notify_all();
    }
}

struct NoticeBoard<E: Evaluator> {
    open: Vec<Arc<SplitPoint<E>>>,
    closed: bool,
}

impl<E: Evaluator> Team<E> {
    /// Returns a team of so many threads.
    pub(crate) fn new(n_threads: usize) -> Team<E> {
        Team {
            n_threads,
            n_idle: AtomicUsize::new(0),
            over: AtomicBool::new(false),
            n_cutoffs: AtomicU64::new(0),
            board: Mutex::new(NoticeBoard { open: Vec::new(), closed: false }),
            changed: Condvar::new(),
        }
    }

    #[inline]
    pub(crate) fn cutoffs(&self) -> u64 {
        self.n_cutoffs.load(Ordering::Acquire)
    }

    /// Tells all threads that the search is over.
    pub(crate) fn end(&self) {
        self.over.store(true, Ordering::Release);
    }

    /// Returns whether a thread has found the search to be over.
    pub(crate) fn has_ended(&self) -> bool {
        self.over.load(Ordering::Acquire)
    }

    fn board(&self) -> MutexGuard<'_, NoticeBoard<E>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns a guard that sends all helpers home when it is dropped, by a panic too.
    pub(crate) fn at_work(&self) -> TeamAtWork<'_, E> {
        TeamAtWork(self)
    }

    fn cut(&self, split: &SplitPoint<E>) {
        split.cut.store(true, Ordering::Release);
        self.n_cutoffs.fetch_add(1, Ordering::Release);
    }

    fn publish(&self, split: &Arc<SplitPoint<E>>) {
        self.board().open.push(Arc::clone(split));
        if 0 < self.n_idle.load(Ordering::Relaxed) {
            self.changed.notify_all();
        }
    }

    fn withdraw(&self, split: &Arc<SplitPoint<E>>) {
        self.board().open.retain(|open| !Arc::ptr_eq(open, split));
    }

    /// Joins the deepest open split point, below `outer` if that is given.
    fn join(
        board: &NoticeBoard<E>,
        outer: Option<&Arc<SplitPoint<E>>>,
    ) -> Option<Arc<SplitPoint<E>>> {
        let mut wanted: Vec<&Arc<SplitPoint<E>>> = board
            .open
            .iter()
            .filter(|split| outer.is_none_or(|outer| split.is_below(outer)) && !split.is_cut())
            .collect();
        wanted.sort_by_key(|split| std::cmp::Reverse(split.depth));
        wanted.into_iter().find_map(|split| {
            let mut work = split.work();
            let has_moves = work.taken < work.candidates.len();
            work.n_helpers += usize::from(has_moves);
            has_moves.then(|| Arc::clone(split))
        })
    }
}

impl<E: Evaluator> Worker<'_, E> {
    /// Returns whether the remaining moves of a node are worth sharing.
    #[inline]
    pub(crate) fn may_split(&self, depth: u32, is_solve: bool, n_left: usize) -> bool {
        let team = &self.shared.team;
        if team.n_threads == 1 || n_left < 2 {
            return false;
        }
        let least = if is_solve { MIN_SOLVE_DEPTH } else { MIN_DEPTH };
        least + EAGER <= depth || (least <= depth && 0 < team.n_idle.load(Ordering::Relaxed))
    }

    /// Searches the candidates from `taken` on with whoever helps. `best` is the result of those before.
    pub(crate) fn split<K: NodeKind>(
        &mut self,
        node: &Node<E>,
        candidates: &Candidates,
        taken: usize,
        depth: u32,
        window: Window,
        best: Best,
    ) -> Best {
        let work =
            Work { candidates: candidates.clone(), taken, alpha: window.alpha, best, n_helpers: 0 };
        let split = Arc::new(SplitPoint {
            node: node.clone(),
            depth,
            beta: window.beta,
            is_pv: K::PV,
            selectivity: self.selectivity,
            n_probes: self.n_probes,
            parent: self.split.clone(),
            cut: AtomicBool::new(false),
            work: Mutex::new(work),
        });
        self.shared.team.publish(&split);
        self.split = Some(Arc::clone(&split));
        self.take_moves(&split);
        self.shared.team.withdraw(&split);
        self.wait_for_helpers(&split);
        self.split.clone_from(&split.parent);
        self.look_at_cutoffs();
        split.work().best
    }

    /// Searches moves of a split point until there are none, or it is cut off.
    fn take_moves(&mut self, split: &Arc<SplitPoint<E>>) {
        while !self.is_stopped() {
            let mut work = split.work();
            if work.taken == work.candidates.len() {
                return;
            }
            let taken = work.taken;
            bring_best_forward(&mut work.candidates, taken);
            let candidate = work.candidates[taken];
            work.taken += 1;
            let lower = work.alpha.max(work.best.score);
            drop(work);
            let window = Window { alpha: lower, beta: split.beta };
            let node = &split.node;
            let score = if split.is_pv {
                self.later_move::<Pv>(node, &candidate, split.depth, window)
            } else {
                self.later_move::<Null>(node, &candidate, split.depth, window)
            };
            if self.is_stopped() {
                return;
            }
            let mut work = split.work();
            if work.best.score < score {
                work.best = Best { score, square: Some(candidate.square) };
            }
            if split.beta <= score {
                work.taken = work.candidates.len();
                self.shared.team.cut(split);
            }
        }
    }

    /// Waits until nobody works at the split point any more, and helps below it meanwhile.
    fn wait_for_helpers(&mut self, split: &Arc<SplitPoint<E>>) {
        let team = &self.shared.team;
        let mut board = team.board();
        while 0 < split.work().n_helpers {
            if let Some(inner) = Team::join(&board, Some(split)) {
                drop(board);
                self.help(&inner);
                board = team.board();
            } else {
                team.n_idle.fetch_add(1, Ordering::Relaxed);
                board = team.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
                team.n_idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    /// Helps at a split point that was joined, and leaves it.
    fn help(&mut self, split: &Arc<SplitPoint<E>>) {
        let (selectivity, n_probes) = (self.selectivity, self.n_probes);
        let outer = self.split.replace(Arc::clone(split));
        (self.selectivity, self.n_probes) = (split.selectivity, split.n_probes);
        self.look_at_cutoffs();
        self.take_moves(split);
        self.split = outer;
        (self.selectivity, self.n_probes) = (selectivity, n_probes);
        self.look_at_cutoffs();
        let board = self.shared.team.board();
        split.work().n_helpers -= 1;
        drop(board);
        self.shared.team.changed.notify_all();
    }

    /// The life of a thread that owns no search: it helps wherever it can until the team is closed.
    pub(crate) fn serve(&mut self) {
        let team = &self.shared.team;
        let mut board = team.board();
        while !board.closed && !self.is_over() {
            if let Some(split) = Team::join(&board, None) {
                drop(board);
                self.help(&split);
                board = team.board();
            } else {
                team.n_idle.fetch_add(1, Ordering::Relaxed);
                board = team.changed.wait(board).unwrap_or_else(PoisonError::into_inner);
                team.n_idle.fetch_sub(1, Ordering::Relaxed);
            }
        }
        drop(board);
        self.report_nodes();
    }
}
