//! One search from its first iteration to its answer.

use std::sync::atomic::Ordering;
use std::thread;
use std::time::Duration;

use willow_board::{Board, Move, Square};
use willow_eval::{Evaluator, Score};

use crate::endgame::EndgameSolver;
use crate::node::{Node, Pv};
use crate::ordering::{Candidates, candidates};
use crate::search::{Best, INFINITY, Shared, Worker};
use crate::{Accuracy, Goal, SearchLimits, SearchResult};

/// How far above and below the expected score the first window of an iteration reaches.
const ASPIRATION: i32 = 3 * Score::PER_DISC;
/// The least depth at which a window narrower than all scores pays.
const MIN_ASPIRATION_DEPTH: u32 = 5;
/// The least depth that is worth waking other threads for.
const MIN_PARALLEL_DEPTH: u32 = 7;
/// Before a solve, the midgame is searched to so many plies less than there are empty squares, to
/// have good moves in the table.
const WARM_UP_GAP: u32 = 9;
/// Deeper warm-ups cost more than they save.
const MAX_WARM_UP_DEPTH: u32 = 12;

/// A search under way.
pub(crate) struct RootSearch<'a, E: Evaluator> {
    shared: &'a Shared<'a, E>,
    workers: Vec<Worker<'a, E>>,
    root: Node<E>,
    candidates: Candidates,
    limits: SearchLimits,
    /// When the search began, and after how long no iteration is begun any more.
    start: Duration,
    soft: Option<Duration>,
}

/// An iteration: how deep, and what for.
#[derive(Clone, Copy)]
struct Iteration {
    depth: u32,
    accuracy: Accuracy,
}

impl<'a, E: Evaluator> RootSearch<'a, E> {
    /// Returns a search of a board that has legal moves, with a thread for each endgame solver.
    pub(crate) fn new(
        shared: &'a Shared<'a, E>,
        solvers: &'a mut [EndgameSolver],
        board: &Board,
        limits: SearchLimits,
        start: Duration,
        soft: Option<Duration>,
    ) -> RootSearch<'a, E> {
        let root = Node::new(shared.evaluator, *board);
        let candidates = candidates(&root, board.legal_moves());
        let workers = solvers.iter_mut().map(|solver| Worker::new(shared, solver)).collect();
        RootSearch { shared, workers, root, candidates, limits, start, soft }
    }

    /// Searches deeper and deeper, tells `progress` every answer, and returns the last.
    pub(crate) fn run(&mut self, progress: &mut dyn FnMut(&SearchResult)) -> SearchResult {
        self.order_candidates();
        let mut result = self.first_answer();
        let mut depth = 0;
        while let Some(iteration) = self.next_iteration(depth) {
            let best = self.search_iteration(iteration, result.score.units());
            let stopped = self.workers[0].is_stopped();
            if let Some(square) = best.square {
                self.bring_forward(square);
                result = self.result(best, iteration, stopped, &result);
                progress(&result);
            }
            if stopped {
                break;
            }
            depth = iteration.depth;
        }
        result.nodes = self.report_nodes();
        result.elapsed = self.elapsed();
        result
    }

    fn elapsed(&self) -> Duration {
        (self.shared.now)().saturating_sub(self.start)
    }

    fn report_nodes(&mut self) -> u64 {
        self.workers.iter_mut().map(Worker::report_nodes).last().unwrap_or_default()
    }

    /// Sorts the root's moves by their promise and keeps that order in the promises.
    fn order_candidates(&mut self) {
        self.workers[0].order(&self.root, &mut self.candidates, 1, None);
        self.candidates.sort_by_key(|candidate| -candidate.promise);
        self.number_candidates();
    }

    /// The search tries the highest promise first: the place in the list decides.
    fn number_candidates(&mut self) {
        for (place, candidate) in self.candidates.iter_mut().enumerate() {
            candidate.promise = -(place as i32);
        }
    }

    fn bring_forward(&mut self, square: Square) {
        if let Some(place) = self.candidates.iter().position(|mv| mv.square == square) {
            self.candidates[..=place].rotate_right(1);
            self.number_candidates();
        }
    }

    /// Returns what is answered if the search is stopped before its first iteration ends.
    fn first_answer(&mut self) -> SearchResult {
        let best = Move::Place(self.candidates[0].square);
        SearchResult {
            best: Some(best),
            score: self.shared.evaluator.evaluate(&self.root.state, &self.root.board),
            accuracy: Accuracy::Estimated,
            depth: 0,
            pv: vec![best],
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Returns the iteration after the one of this depth, or `None` when the search is done.
    fn next_iteration(&self, depth: u32) -> Option<Iteration> {
        let n_empties = self.root.board.n_empties();
        if n_empties <= depth || self.soft.is_some_and(|soft| soft <= self.elapsed()) {
            return None;
        }
        let solve_depth = match self.limits.goal {
            Goal::Play => self.limits.exact_from,
            Goal::Exact | Goal::WinLossDraw => SearchLimits::MAX_DEPTH,
        };
        let solves = n_empties <= solve_depth;
        let last_midgame_depth = if solves && !self.plans_as_it_goes() {
            n_empties.saturating_sub(WARM_UP_GAP).min(MAX_WARM_UP_DEPTH)
        } else {
            self.limits.depth
        };
        let jumps = self.plans_as_it_goes() && self.solve_fits(depth);
        if depth < last_midgame_depth && !jumps && depth + 1 < n_empties {
            return Some(Iteration { depth: depth + 1, accuracy: Accuracy::Estimated });
        }
        solves.then_some(Iteration { depth: n_empties, accuracy: self.accuracy_of_solve() })
    }

    fn accuracy_of_solve(&self) -> Accuracy {
        match self.limits.goal {
            Goal::WinLossDraw => Accuracy::WinLossDraw,
            Goal::Play | Goal::Exact => Accuracy::Exact,
        }
    }

    /// Returns whether the search deepens as far as its nodes or its time allow.
    fn plans_as_it_goes(&self) -> bool {
        self.limits.goal == Goal::Play && (self.limits.nodes.is_some() || self.soft.is_some())
    }

    /// Returns whether a solve is expected to end within the limits.
    fn solve_fits(&self, depth: u32) -> bool {
        /// Nodes of a solve grow as `0.6 * exp(0.75 * empties)` (Egaroucid's public model); this
        /// engine's first evaluation orders moves worse, hence the factor.
        const NODES_FACTOR: f64 = 3.0 * 0.6;
        /// Below this a speed cannot be told yet.
        const MIN_DEPTH: u32 = 6;
        if depth < MIN_DEPTH {
            return false;
        }
        let expected = NODES_FACTOR * (0.75 * f64::from(self.root.board.n_empties())).exp();
        let used = self.shared.nodes.load(Ordering::Relaxed);
        let fits_nodes =
            self.limits.nodes.is_none_or(|nodes| expected < (nodes - used.min(nodes)) as f64);
        let fits_time = self.shared.deadline.is_none_or(|deadline| {
            let left = deadline.saturating_sub((self.shared.now)()).as_secs_f64();
            // Solving is about five times as fast as the midgame, node by node.
            let nodes_per_second = 5.0 * used as f64 / self.elapsed().as_secs_f64().max(1e-4);
            expected < left * nodes_per_second
        });
        fits_nodes && fits_time
    }

    /// Searches one iteration with a window around the expected score, opened where it fails.
    fn search_iteration(&mut self, iteration: Iteration, expected: i32) -> Best {
        if iteration.accuracy == Accuracy::WinLossDraw {
            return self.search_root(iteration.depth, -1, 1);
        }
        let mut reach = ASPIRATION;
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        if MIN_ASPIRATION_DEPTH <= iteration.depth {
            (alpha, beta) = (expected - reach, expected + reach);
        }
        loop {
            let best = self.search_root(iteration.depth, alpha.max(-INFINITY), beta.min(INFINITY));
            let fails_low = best.score <= alpha && -INFINITY < alpha;
            let fails_high = beta <= best.score && beta < INFINITY;
            if self.workers[0].is_stopped() {
                // A move that only failed low is no better than the one before.
                return if fails_low { Best { square: None, ..best } } else { best };
            }
            reach *= 3;
            if fails_low {
                alpha = best.score - reach;
            } else if fails_high {
                beta = best.score + reach;
                best.square.into_iter().for_each(|square| self.bring_forward(square));
            } else {
                return best;
            }
        }
    }

    /// Searches the root's moves within a window, with all threads if that pays.
    fn search_root(&mut self, depth: u32, alpha: i32, beta: i32) -> Best {
        let (root, candidates) = (&self.root, &self.candidates);
        let search = |worker: &mut Worker<'_, E>| {
            worker.try_all::<Pv>(root, &mut candidates.clone(), depth, alpha, beta)
        };
        if self.workers.len() == 1 || depth < MIN_PARALLEL_DEPTH {
            return search(&mut self.workers[0]);
        }
        let answered = &self.shared.answered;
        let run = |worker: &mut Worker<'_, E>| {
            let best = search(worker);
            let finished = !worker.is_stopped();
            answered.fetch_or(finished, Ordering::Relaxed);
            (best, finished)
        };
        let answers: Vec<(Best, bool)> = thread::scope(|scope| {
            let run = &run;
            let threads: Vec<_> =
                self.workers.iter_mut().map(|worker| scope.spawn(move || run(worker))).collect();
            threads.into_iter().map(|t| t.join().expect("a search does not panic")).collect()
        });
        answered.store(false, Ordering::Relaxed);
        let Some(&(best, _)) = answers.iter().find(|(_, finished)| *finished) else {
            return answers[0].0;
        };
        self.workers.iter_mut().for_each(Worker::resume);
        best
    }

    fn result(
        &mut self,
        best: Best,
        iteration: Iteration,
        stopped: bool,
        before: &SearchResult,
    ) -> SearchResult {
        // The moves finished before the stop show that one is good, not how good the rest is.
        let (depth, accuracy) = if stopped {
            (before.depth, before.accuracy)
        } else {
            (iteration.depth, iteration.accuracy)
        };
        let square = best.square.expect("an answer has a move");
        let pv = if stopped {
            vec![Move::Place(square)]
        } else {
            self.principal_variation(square, best.score, iteration.depth)
        };
        SearchResult {
            best: Some(Move::Place(square)),
            score: Score::from_units(best.score),
            accuracy,
            depth,
            pv,
            nodes: self.report_nodes(),
            elapsed: self.elapsed(),
        }
    }

    fn principal_variation(&mut self, first: Square, score: i32, depth: u32) -> Vec<Move> {
        let flips = self.root.board.flips(first);
        let after = self.root.after(self.shared.evaluator, first, flips);
        let mut pv = vec![Move::Place(first)];
        if self.root.board.n_empties() <= depth {
            self.workers[0].extend_solved(&mut pv, after, -score);
        } else {
            self.workers[0].extend_estimated(&mut pv, after, depth - 1);
        }
        pv
    }
}
