//! One search from its first iteration to its answer.

use std::thread;
use std::time::Duration;

use willow_board::{Board, Move, Square};
use willow_eval::{Evaluator, Score};

use crate::endgame::EndgameSolver;
use crate::node::{Node, Pv};
use crate::ordering::{Candidates, candidates};
use crate::schedule::{Iteration, Schedule};
use crate::search::{Best, INFINITY, Window};
use crate::worker::{Shared, Worker};
use crate::{Accuracy, Goal, SearchLimits, SearchResult, Selectivity};

/// How far above and below the expected score the first window of an iteration reaches, in the midgame.
const REACH: i32 = 3 * Score::PER_DISC;
/// The same for a solve, whose scores are even numbers of discs.
const REACH_OF_SOLVE: i32 = Score::PER_DISC;
/// So often a window that failed is followed by one that is narrow on the other side.
const MOST_NARROW_WINDOWS: u32 = 4;
/// The least depth at which a window narrower than all scores pays.
const MIN_ASPIRATION_DEPTH: u32 = 5;

/// A search under way.
pub(crate) struct RootSearch<'a, E: Evaluator> {
    shared: &'a Shared<'a, E>,
    worker: Worker<'a, E>,
    helpers: Vec<Worker<'a, E>>,
    root: Node<E>,
    candidates: Candidates,
    schedule: Schedule,
    goal: Goal,
    /// When the search began, and after how long no iteration is begun any more.
    start: Duration,
    soft: Option<Duration>,
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
        let mut workers = solvers.iter_mut().map(|solver| Worker::new(shared, solver));
        let worker = workers.next().expect("an engine has at least one thread");
        let schedule = Schedule::new(&limits, board.n_empties());
        RootSearch {
            shared,
            worker,
            helpers: workers.collect(),
            root,
            candidates,
            schedule,
            goal: limits.goal,
            start,
            soft,
        }
    }

    /// Searches with all threads and returns the last answer. `progress` is told every one.
    pub(crate) fn run(mut self, progress: &mut dyn FnMut(&SearchResult)) -> SearchResult {
        let helpers = std::mem::take(&mut self.helpers);
        let mut result = thread::scope(|scope| {
            for mut helper in helpers {
                scope.spawn(move || helper.serve());
            }
            let _at_work = self.shared.team.at_work();
            self.deepen(progress)
        });
        result.nodes = self.worker.report_nodes();
        result.elapsed = self.elapsed();
        result
    }

    /// Searches deeper and deeper.
    fn deepen(&mut self, progress: &mut dyn FnMut(&SearchResult)) -> SearchResult {
        self.order_candidates();
        let mut result = self.first_answer();
        while let Some(iteration) = self.next_iteration() {
            let best = self.search_iteration(iteration, result.score.units());
            let stopped = self.worker.is_stopped();
            if let Some(square) = best.square {
                self.bring_forward(square);
                result = self.result(best, iteration, stopped, &result);
                progress(&result);
            }
            if stopped {
                break;
            }
        }
        result
    }

    fn elapsed(&self) -> Duration {
        (self.shared.now)().saturating_sub(self.start)
    }

    /// Returns the next iteration, or `None` when the search is done or another would not end in time.
    fn next_iteration(&mut self) -> Option<Iteration> {
        if self.soft.is_some_and(|soft| soft <= self.elapsed()) {
            return None;
        }
        if self.plans_as_it_goes() {
            let solve_fits = self.solve_fits();
            return self.schedule.next_within(solve_fits);
        }
        self.schedule.next()
    }

    /// Returns whether the search deepens as far as its nodes or its time allow.
    fn plans_as_it_goes(&self) -> bool {
        let has_nodes = self.shared.max_nodes != u64::MAX;
        self.goal == Goal::Play && (has_nodes || self.shared.deadline.is_some())
    }

    /// Returns whether the most daring solve is expected to end within the limits.
    fn solve_fits(&mut self) -> bool {
        /// Nodes of a solve with 73 percent at 20 empty squares, and the growth of their logarithm with
        /// every square more; means of positions from games, docs/engine-log.md.
        const NODES_AT_20: f64 = 340_000.0;
        const GROWTH: f64 = 0.45;
        /// How much faster than the midgame a solve is, node by node.
        const SPEED_UP: f64 = 4.0;
        let n_empties = f64::from(self.root.board.n_empties());
        let expected = NODES_AT_20 * (GROWTH * (n_empties - 20.0)).exp();
        let used = self.worker.report_nodes();
        let fits_nodes = expected < self.shared.max_nodes.saturating_sub(used) as f64;
        let fits_time = self.shared.deadline.is_none_or(|deadline| {
            let left = deadline.saturating_sub((self.shared.now)()).as_secs_f64();
            let speed = SPEED_UP * used as f64 / self.elapsed().as_secs_f64().max(1e-4);
            expected < left * speed
        });
        fits_nodes && fits_time
    }

    /// Sorts the root's moves by their promise and keeps that order in the promises.
    fn order_candidates(&mut self) {
        self.worker.order::<Pv>(&self.root, &mut self.candidates, 3, None);
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
            selectivity: Selectivity::NONE,
            pv: vec![best],
            nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    /// Searches one iteration with a window around the expected score, opened where it fails.
    fn search_iteration(&mut self, iteration: Iteration, expected: i32) -> Best {
        self.worker.selectivity = iteration.selectivity;
        let is_solve = self.root.board.n_empties() <= iteration.depth;
        if is_solve && self.goal == Goal::WinLossDraw {
            return self.search_root(iteration.depth, Window { alpha: -1, beta: 1 });
        }
        let (mut reach, mut n_failures) = (if is_solve { REACH_OF_SOLVE } else { REACH }, 0);
        let mut window = Window { alpha: -INFINITY, beta: INFINITY };
        if MIN_ASPIRATION_DEPTH <= iteration.depth {
            let centre = if is_solve { nearest_even(expected) } else { expected };
            window = Window {
                alpha: (centre - reach).max(-INFINITY),
                beta: (centre + reach).min(INFINITY),
            };
        }
        loop {
            let best = self.search_root(iteration.depth, window);
            let fails_low = best.score <= window.alpha && -INFINITY < window.alpha;
            let fails_high = window.beta <= best.score && window.beta < INFINITY;
            if self.worker.is_stopped() {
                // A move that only failed low is no better than the one before.
                return if fails_low { Best { square: None, ..best } } else { best };
            }
            n_failures += 1;
            reach *= 2;
            // The far side may close in on the score that failed, but not for ever: a selective search
            // can contradict itself, and then the windows must grow until they hold every score.
            let closes_in = n_failures <= MOST_NARROW_WINDOWS;
            if fails_low {
                let above = best.score + Score::PER_DISC;
                window.alpha = (best.score - reach).max(-INFINITY);
                window.beta = if closes_in { above.min(window.beta) } else { INFINITY };
            } else if fails_high {
                let below = best.score - Score::PER_DISC;
                window.beta = (best.score + reach).min(INFINITY);
                window.alpha = if closes_in { below.max(window.alpha) } else { -INFINITY };
                best.square.into_iter().for_each(|square| self.bring_forward(square));
            } else {
                return best;
            }
        }
    }

    /// Searches the root's moves within a window.
    fn search_root(&mut self, depth: u32, window: Window) -> Best {
        let mut candidates = self.candidates.clone();
        self.worker.try_from::<Pv>(&self.root, &mut candidates, 0, depth, window, Best::NONE)
    }

    fn result(
        &mut self,
        best: Best,
        iteration: Iteration,
        stopped: bool,
        before: &SearchResult,
    ) -> SearchResult {
        // The moves finished before the stop show that one is good, not how good the rest is.
        let (depth, selectivity, accuracy) = if stopped {
            (before.depth, before.selectivity, before.accuracy)
        } else {
            (iteration.depth, iteration.selectivity, self.accuracy(iteration))
        };
        let square = best.square.expect("an answer has a move");
        let pv = if stopped {
            vec![Move::Place(square)]
        } else {
            self.principal_variation(square, best.score, iteration)
        };
        SearchResult {
            best: Some(Move::Place(square)),
            score: Score::from_units(best.score),
            accuracy,
            depth,
            selectivity,
            pv,
            nodes: self.worker.report_nodes(),
            elapsed: self.elapsed(),
        }
    }

    fn accuracy(&self, iteration: Iteration) -> Accuracy {
        let is_solve = self.root.board.n_empties() <= iteration.depth;
        match self.goal {
            _ if !is_solve || iteration.selectivity != Selectivity::NONE => Accuracy::Estimated,
            Goal::WinLossDraw => Accuracy::WinLossDraw,
            Goal::Play | Goal::Exact => Accuracy::Exact,
        }
    }

    fn principal_variation(
        &mut self,
        first: Square,
        score: i32,
        iteration: Iteration,
    ) -> Vec<Move> {
        let flips = self.root.board.flips(first);
        let after = self.root.after(self.shared.evaluator, first, flips);
        let mut pv = vec![Move::Place(first)];
        if self.accuracy(iteration) == Accuracy::Estimated {
            self.worker.extend_estimated(&mut pv, after, iteration.depth - 1);
        } else {
            self.worker.extend_solved(&mut pv, after, -score);
        }
        pv
    }
}

/// Returns the nearest score of an even number of discs.
fn nearest_even(score: i32) -> i32 {
    const TWO: i32 = 2 * Score::PER_DISC;
    (score + Score::PER_DISC).div_euclid(TWO) * TWO
}
