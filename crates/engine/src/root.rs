//! The search of the root: iterative deepening with aspiration windows.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use willow_board::{Board, Move, Square};
use willow_eval::{Evaluator, Score};

use crate::aspiration::AspirationWindow;
use crate::best_move::{BestMove, SearchedMoves};
use crate::best_move_history::BestMoveHistory;
use crate::endgame::EndgameSolver;
use crate::move_list::{MoveList, OrderingScore, list_moves};
use crate::node::{Node, NodeSearch, Pv, SearchKind};
use crate::schedule::{ExactSolve, Iteration, IterationSchedule};
use crate::search_mode::SearchMode;
use crate::solve_cost::SolveCost;
use crate::time_management::TimePlan;
use crate::window::Window;
use crate::worker::{SearchWorker, SharedSearch};
use crate::{Accuracy, Goal, MoveScore, ScoredMoves, SearchLimits, SearchResult, Selectivity};

/// The depth in plies of the search for which the root's moves are ordered before the first iteration. Not
/// measured.
const ROOT_ORDERING_DEPTH: u32 = 3;

/// A running search of a board with legal moves.
pub(crate) struct RootSearch<'a, E: Evaluator> {
    shared: &'a SharedSearch<'a, E>,
    worker: SearchWorker<'a, E>,
    helpers: Vec<SearchWorker<'a, E>>,
    root: Node<E>,
    moves: MoveList,
    schedule: IterationSchedule,
    goal: Goal,
    history: BestMoveHistory,
}

impl<'a, E: Evaluator> RootSearch<'a, E> {
    /// Returns a search of a board that has legal moves, with one thread for each endgame solver.
    pub(crate) fn new(
        shared: &'a SharedSearch<'a, E>,
        solvers: &'a mut [EndgameSolver],
        board: &Board,
        limits: &SearchLimits,
    ) -> RootSearch<'a, E> {
        let root = Node::new(shared.evaluator, *board);
        let mut moves = MoveList::new();
        list_moves(&root, board.legal_moves(), &mut moves);
        let mut workers = solvers.iter_mut().map(|solver| SearchWorker::new(shared, solver));
        let worker = workers.next().expect("an engine has at least one thread");
        let schedule = IterationSchedule::new(limits, board.n_empties());
        RootSearch {
            shared,
            worker,
            helpers: workers.collect(),
            root,
            moves,
            schedule,
            goal: limits.goal,
            history: BestMoveHistory::default(),
        }
    }

    /// Searches with all threads and returns the last result. Calls `on_progress` with every result.
    pub(crate) fn run(mut self, on_progress: &mut dyn FnMut(&SearchResult)) -> SearchResult {
        let mut result = self.with_all_threads(|root| {
            root.order_root_moves();
            let mut result = root.result_before_first_iteration();
            while let Some(iteration) = root.next_iteration() {
                root.iterate(iteration, &mut result, on_progress);
                if root.worker.is_stopped() {
                    break;
                }
            }
            result
        });
        result.nodes = self.worker.report_nodes();
        result.terminal_nodes = self.terminal_nodes();
        result.elapsed = self.elapsed();
        result
    }

    /// Solves with all threads and returns every best move. The list is empty if the search was stopped.
    ///
    /// The limits must be those of a solve. A search proves that the moves other than the best one are not
    /// better. The last solve here proves that they are worse or finds that they are as good. Both take one
    /// null window for each move; all best moves take 1.27 times the nodes of one (experiment 158 of
    /// docs/engine-log.md).
    pub(crate) fn run_for_best_moves(mut self) -> ScoredMoves {
        let moves = self.with_all_threads(|root| {
            root.order_root_moves();
            let mut result = root.result_before_first_iteration();
            while let Some(iteration) = root.next_iteration() {
                if root.schedule.ends_with(iteration) {
                    return root.search_best_moves(iteration, result.score);
                }
                root.iterate(iteration, &mut result, &mut |_| ());
            }
            Vec::new()
        });
        let nodes = self.worker.report_nodes();
        ScoredMoves { moves, best: None, nodes, terminal_nodes: self.terminal_nodes() }
    }

    /// Calls a function while the other threads help the search.
    fn with_all_threads<R>(&mut self, search: impl FnOnce(&mut Self) -> R) -> R {
        let helpers = std::mem::take(&mut self.helpers);
        thread::scope(|scope| {
            for mut helper in helpers {
                scope.spawn(move || helper.run_helper());
            }
            let _release_helpers = self.shared.team.close_on_drop();
            search(self)
        })
    }

    /// Searches one iteration. Its result takes the place of the one before if it has a move.
    fn iterate(
        &mut self,
        iteration: Iteration,
        result: &mut SearchResult,
        on_progress: &mut dyn FnMut(&SearchResult),
    ) {
        let best = self.search_iteration(iteration, result.score);
        if let Some(square) = best.square {
            self.move_to_front(square);
            self.history.push(square, best.score);
            *result = self.result(best, iteration, result);
            on_progress(result);
        }
    }

    /// Returns the moves with the best score of a solve, in the order of the search. The list is empty if the search
    /// was stopped.
    fn search_best_moves(&mut self, iteration: Iteration, expected: Score) -> Vec<MoveScore> {
        let others: MoveList = self.moves.drain(1..).collect();
        let first = self.search_iteration(iteration, expected);
        let mut best = Vec::new();
        best.extend(first.square.map(|square| MoveScore { square, score: first.score }));
        for mv in &others {
            let Some(&MoveScore { score: best_score, .. }) = best.first() else { break };
            let window = Window { alpha: best_score - Score::UNIT, beta: Score::INFINITY };
            let score =
                self.worker.search_later_move::<Pv>(&self.root, mv, iteration.depth, window);
            if best_score < score {
                best.clear();
            }
            if best_score <= score {
                best.push(MoveScore { square: mv.square, score });
            }
        }
        if self.worker.is_stopped() { Vec::new() } else { best }
    }

    /// Sorts the root's moves, as those of a node of a shallow search are.
    fn order_root_moves(&mut self) {
        self.worker.score_moves::<Pv>(&self.root, &mut self.moves, ROOT_ORDERING_DEPTH, None);
        self.moves.sort_by_key(|mv| Reverse(mv.ordering_score));
        self.number_root_moves();
    }

    fn move_to_front(&mut self, square: Square) {
        if let Some(index) = self.moves.iter().position(|mv| mv.square == square) {
            self.moves[..=index].rotate_right(1);
            self.number_root_moves();
        }
    }

    /// Sets the ordering scores so that the search keeps the order of the list.
    fn number_root_moves(&mut self) {
        for (index, mv) in self.moves.iter_mut().enumerate() {
            mv.ordering_score = OrderingScore::of_index(index);
        }
    }

    /// Returns the next iteration, or `None` if the search is done or another iteration would not
    /// end in time.
    fn next_iteration(&mut self) -> Option<Iteration> {
        let certainty = self.history.certainty();
        let is_over = |plan: TimePlan| plan.soft_limit(certainty) <= self.elapsed();
        if self.shared.time_plan.is_some_and(is_over) {
            return None;
        }
        let exact_solve = self.exact_solve();
        self.schedule.next(exact_solve)
    }

    fn exact_solve(&mut self) -> ExactSolve {
        let cost = SolveCost::of(self.root.board.n_empties());
        let used = self.worker.report_nodes();
        let max_nodes = self.shared.max_nodes;
        let fits_nodes = max_nodes == u64::MAX || cost.fits_nodes(max_nodes.saturating_sub(used));
        let fits_time = self.shared.deadline.is_none_or(|deadline| {
            let left = deadline.saturating_sub((self.shared.now)());
            cost.fits_time(left, used, self.elapsed())
        });
        if fits_nodes && fits_time { ExactSolve::Fits } else { ExactSolve::TooLong }
    }

    /// Searches one iteration with aspiration windows around the expected score, for the
    /// side to move.
    fn search_iteration(&mut self, iteration: Iteration, expected: Score) -> BestMove {
        let kind = self.search_kind(iteration);
        self.worker.mode = SearchMode::new(kind, iteration.selectivity);
        if kind == SearchKind::Solve && self.goal == Goal::WinLossDraw {
            let window = Window { alpha: -Score::UNIT, beta: Score::UNIT };
            return self.search_root(iteration.depth, window);
        }
        let mut aspiration = AspirationWindow::new(expected, iteration.depth, kind);
        loop {
            let best = self.search_root(iteration.depth, aspiration.window());
            let fails_low = aspiration.fails_low(best.score);
            if self.worker.is_stopped() {
                // A move that only failed low is no better than the best move before.
                return if fails_low { BestMove { square: None, ..best } } else { best };
            }
            if fails_low {
                aspiration.widen_below(best.score);
            } else if aspiration.fails_high(best.score) {
                aspiration.widen_above(best.score);
                best.square.into_iter().for_each(|square| self.move_to_front(square));
            } else {
                return best;
            }
        }
    }

    /// Searches the root's moves within a window.
    fn search_root(&mut self, depth: u32, window: Window) -> BestMove {
        let mut moves = self.moves.clone();
        let search = NodeSearch { node: &self.root, depth, window };
        self.worker.search_scored_moves::<Pv>(&search, &mut moves, SearchedMoves::NONE)
    }

    /// Returns the result if the search is stopped before its first iteration ends.
    fn result_before_first_iteration(&mut self) -> SearchResult {
        let best = Move::Place(self.moves[0].square);
        SearchResult {
            best: Some(best),
            score: self.shared.evaluator.evaluate(&self.root.state, &self.root.board),
            accuracy: Accuracy::Estimated,
            depth: 0,
            selectivity: Selectivity::NONE,
            pv: vec![best],
            nodes: 0,
            terminal_nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Returns the result after an iteration. `before` is the result of the iteration before.
    fn result(
        &mut self,
        best: BestMove,
        iteration: Iteration,
        before: &SearchResult,
    ) -> SearchResult {
        let is_stopped = self.worker.is_stopped();
        // The moves that finished before the stop show that one of them is good, not how good the
        // rest is.
        let (depth, selectivity, accuracy) = if is_stopped {
            (before.depth, before.selectivity, before.accuracy)
        } else {
            (iteration.depth, iteration.selectivity, self.accuracy(iteration))
        };
        let square = best.square.expect("the result of an iteration has a move");
        let pv = if is_stopped {
            vec![Move::Place(square)]
        } else {
            self.principal_variation(square, best.score, iteration)
        };
        SearchResult {
            best: Some(Move::Place(square)),
            score: best.score,
            accuracy,
            depth,
            selectivity,
            pv,
            nodes: self.worker.report_nodes(),
            terminal_nodes: self.terminal_nodes(),
            elapsed: self.elapsed(),
        }
    }

    fn search_kind(&self, iteration: Iteration) -> SearchKind {
        SearchKind::of(self.root.board.n_empties(), iteration.depth)
    }

    fn accuracy(&self, iteration: Iteration) -> Accuracy {
        let is_solve = self.search_kind(iteration) == SearchKind::Solve;
        match self.goal {
            _ if !is_solve || iteration.selectivity != Selectivity::NONE => Accuracy::Estimated,
            Goal::WinLossDraw => Accuracy::WinLossDraw,
            Goal::Play | Goal::Exact => Accuracy::Exact,
        }
    }

    fn principal_variation(
        &mut self,
        first: Square,
        score: Score,
        iteration: Iteration,
    ) -> Vec<Move> {
        let flips = self.root.board.flips(first);
        let after = self.root.after(self.shared.evaluator, first, flips);
        let mut pv = vec![Move::Place(first)];
        if self.accuracy(iteration) == Accuracy::Estimated {
            self.worker.extend_pv_from_tt(&mut pv, after, iteration.depth - 1);
        } else {
            self.worker.extend_solved_pv(&mut pv, after, -score);
        }
        pv
    }

    /// Returns the number of terminal nodes that the threads have reported.
    fn terminal_nodes(&self) -> u64 {
        self.shared.terminal_nodes.load(Ordering::Relaxed)
    }

    fn elapsed(&self) -> Duration {
        (self.shared.now)().saturating_sub(self.shared.start)
    }
}
