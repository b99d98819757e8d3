//! Parallel search: splitting the moves of a node among threads ("young brothers wait", with late join).
//!
//! A thread that has searched the first move of a deep node makes a *split point* of the other
//! moves. Every thread of the team may take moves from it, one after the other, until none is left;
//! threads may join late. A thread that finds a score of at least `beta` causes a cutoff, and all
//! threads that work at the split point or below stop. The owner leaves the node when the last
//! helper has finished. While the owner waits, it helps below its own split point.
//!
//! Experiment 43 of docs/engine-log.md measured the scheme. No experiment chose the least depths.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use willow_eval::Evaluator;

use crate::best_move::{BestMove, SearchedMoves};
use crate::move_list::{MoveList, move_best_to};
use crate::node::{NodeSearch, NodeType, NonPv, Pv, SearchKind};
use crate::split_point::{SplitPoint, SplitState};
use crate::window::Window;
use crate::worker::SearchWorker;

/// The least depth in plies of a midgame node that is split while a thread is idle. Not measured.
const MIN_SPLIT_DEPTH: u32 = 5;
/// The least depth in plies of a node of a solve that is split while a thread is idle. Not measured.
const MIN_SOLVE_SPLIT_DEPTH: u32 = 15;
/// Nodes that are deeper than the least depth by this many plies are split even if no thread is idle.
/// Not measured.
const EXTRA_DEPTH_WITHOUT_IDLE_THREAD: u32 = 2;

impl<E: Evaluator> SearchWorker<'_, E> {
    /// Returns whether sharing the remaining moves of a node pays.
    #[inline]
    pub(crate) fn may_split(&self, depth: u32, kind: SearchKind, n_moves_left: usize) -> bool {
        let team = &self.shared.team;
        if team.n_threads == 1 || n_moves_left < 2 {
            return false;
        }
        let min_depth = match kind {
            SearchKind::Midgame => MIN_SPLIT_DEPTH,
            SearchKind::Solve => MIN_SOLVE_SPLIT_DEPTH,
        };
        min_depth + EXTRA_DEPTH_WITHOUT_IDLE_THREAD <= depth
            || (min_depth <= depth && 0 < team.n_idle.load(Ordering::Relaxed))
    }

    /// Searches the moves of a node that were not searched yet together with any helpers.
    pub(crate) fn split<T: NodeType>(
        &mut self,
        search: &NodeSearch<'_, E>,
        moves: &MoveList,
        searched: SearchedMoves,
    ) -> BestMove {
        let state = SplitState {
            moves: moves.clone(),
            n_taken: searched.count,
            alpha: search.window.alpha,
            best: searched.best,
            n_helpers: 0,
        };
        let split = Arc::new(SplitPoint {
            node: search.node.clone(),
            depth: search.depth,
            beta: search.window.beta,
            is_pv: T::PV,
            mode: self.mode,
            parent: self.split_point.clone(),
            has_cutoff: AtomicBool::new(false),
            state: Mutex::new(state),
        });
        self.shared.team.publish(&split);
        self.split_point = Some(Arc::clone(&split));
        self.search_split_moves(&split);
        self.shared.team.withdraw(&split);
        self.wait_for_helpers(&split);
        self.split_point.clone_from(&split.parent);
        self.check_cutoffs();
        split.state().best
    }

    /// Runs a helper thread: helps at split points until the search has ended.
    pub(crate) fn run_helper(&mut self) {
        let team = &self.shared.team;
        let mut split_points = team.split_points();
        while !split_points.is_closed && !self.is_over() {
            if let Some(split) = split_points.join(None) {
                drop(split_points);
                self.help(&split);
                split_points = team.split_points();
            } else {
                split_points = team.wait(split_points);
            }
        }
        drop(split_points);
        self.report_nodes();
    }

    /// Searches moves of a split point until none is left or it has a cutoff.
    fn search_split_moves(&mut self, split: &Arc<SplitPoint<E>>) {
        while !self.is_stopped() {
            let mut state = split.state();
            if state.n_taken == state.moves.len() {
                return;
            }
            let n_taken = state.n_taken;
            move_best_to(&mut state.moves, n_taken);
            let mv = state.moves[n_taken];
            state.n_taken += 1;
            let alpha = state.alpha.max(state.best.score);
            drop(state);
            let window = Window { alpha, beta: split.beta };
            let node = &split.node;
            let score = if split.is_pv {
                self.search_later_move::<Pv>(node, &mv, split.depth, window)
            } else {
                self.search_later_move::<NonPv>(node, &mv, split.depth, window)
            };
            if self.is_stopped() {
                return;
            }
            let mut state = split.state();
            if state.best.score < score {
                state.best = BestMove { score, square: Some(mv.square) };
            }
            if split.beta <= score {
                state.n_taken = state.moves.len();
                self.shared.team.cut_off(split);
            }
        }
    }

    /// Waits until no helper works at the split point, and helps below it meanwhile.
    fn wait_for_helpers(&mut self, split: &Arc<SplitPoint<E>>) {
        let team = &self.shared.team;
        let mut split_points = team.split_points();
        while 0 < split.state().n_helpers {
            if let Some(inner) = split_points.join(Some(split)) {
                drop(split_points);
                self.help(&inner);
                split_points = team.split_points();
            } else {
                split_points = team.wait(split_points);
            }
        }
    }

    /// Helps at a split point that was joined, and leaves it.
    fn help(&mut self, split: &Arc<SplitPoint<E>>) {
        let mode = mem::replace(&mut self.mode, split.mode);
        let outer = self.split_point.replace(Arc::clone(split));
        self.check_cutoffs();
        self.search_split_moves(split);
        self.split_point = outer;
        self.mode = mode;
        self.check_cutoffs();
        let split_points = self.shared.team.split_points();
        split.state().n_helpers -= 1;
        drop(split_points);
        self.shared.team.changed.notify_all();
    }
}
