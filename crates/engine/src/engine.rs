//! The way into the search.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use willow_board::{Board, Move};
use willow_eval::{Evaluator, Score};

use crate::endgame::EndgameSolver;
use crate::root::RootSearch;
use crate::split::Team;
use crate::table::TranspositionTable;
use crate::worker::Shared;
use crate::{Accuracy, Goal, MoveScore, SearchLimits, SearchResult, Selectivity, StopFlag, time};

/// What an engine is given for its whole life.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The number of search threads, at least 1.
    pub threads: usize,
    /// The size of the hash table in bytes.
    pub hash_bytes: usize,
}

impl Default for EngineOptions {
    /// One thread and 64 MiB.
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, hash_bytes: 64 << 20 }
    }
}

impl EngineOptions {
    /// Returns whether the hash table can be had. An engine that is made although it cannot ends the
    /// program.
    #[must_use]
    pub fn fit_in_memory(&self) -> bool {
        Vec::<u8>::new().try_reserve_exact(self.hash_bytes).is_ok()
    }
}

/// What connects a running search to the world outside.
pub struct SearchControl<'a> {
    /// Stops the search early.
    pub stop: &'a StopFlag,
    /// Returns the time since any fixed moment.
    pub now: &'a (dyn Fn() -> Duration + Sync),
    /// Is told every better answer on the way.
    pub progress: &'a mut dyn FnMut(&SearchResult),
}

/// A search with its memory.
///
/// With one thread and without a time limit, the same searches in the same order after
/// [`clear`](Engine::clear) visit the same nodes and give the same answers.
pub struct Engine<E> {
    evaluator: E,
    options: EngineOptions,
    table: TranspositionTable,
    /// One for each thread.
    solvers: Vec<EndgameSolver>,
}

impl<E: Evaluator> Engine<E> {
    /// Returns an engine that judges by `evaluator`.
    #[must_use]
    pub fn new(evaluator: E, options: EngineOptions) -> Engine<E> {
        let table = TranspositionTable::new(options.hash_bytes);
        let solvers = (0..options.threads.max(1)).map(|_| EndgameSolver::new()).collect();
        Engine { evaluator, options, table, solvers }
    }

    /// Returns the options given at the start.
    #[must_use]
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Returns the evaluation.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Forgets everything learned from earlier searches.
    pub fn clear(&mut self) {
        self.table.clear();
        self.solvers.iter_mut().for_each(EndgameSolver::clear);
    }

    /// Searches a board for the best move of its side to move. A side that must pass gets
    /// [`Move::Pass`] and the score of what follows, a finished game no move and its final score.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        control: &mut SearchControl<'_>,
    ) -> SearchResult {
        if board.is_game_over() {
            return result_of_finished_game(board);
        }
        if board.legal_moves().is_empty() {
            return before_pass(self.search(&board.pass(), limits, control));
        }
        self.table.age();
        let start = (control.now)();
        let plan = limits.time.map(|left| time::plan(&left, board));
        let shared = Shared {
            evaluator: &self.evaluator,
            table: &self.table,
            team: Team::new(self.solvers.len()),
            stop: control.stop,
            now: control.now,
            deadline: plan.map(|plan| start + plan.hard),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        };
        let soft = plan.map(|plan| plan.soft);
        RootSearch::new(&shared, &mut self.solvers, board, *limits, start, soft)
            .run(control.progress)
    }

    /// Solves every legal move of a board exactly, best first, and counts the nodes of all solves. A
    /// stopped search leaves out the moves it had not solved.
    pub fn solve_all_moves(
        &mut self,
        board: &Board,
        control: &mut SearchControl<'_>,
    ) -> (Vec<MoveScore>, u64) {
        let (mut moves, mut nodes) = (Vec::new(), 0);
        for square in board.legal_moves().squares() {
            let after = board.after(square, board.flips(square));
            let result = self.search(&after, &SearchLimits::solve(Goal::Exact), control);
            nodes += result.nodes;
            if result.accuracy == Accuracy::Exact {
                moves.push(MoveScore { square, score: -result.score });
            }
        }
        moves.sort_by_key(|mv| -mv.score.units());
        (moves, nodes)
    }
}

fn result_of_finished_game(board: &Board) -> SearchResult {
    SearchResult {
        best: None,
        score: Score::from_disc_diff(board.final_score()),
        accuracy: Accuracy::Exact,
        depth: 0,
        selectivity: Selectivity::NONE,
        pv: Vec::new(),
        nodes: 1,
        elapsed: Duration::ZERO,
    }
}

/// Turns the other side's answer into that of the side that must pass.
fn before_pass(mut result: SearchResult) -> SearchResult {
    result.best = Some(Move::Pass);
    result.score = -result.score;
    result.pv.insert(0, Move::Pass);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_hash_table_larger_than_all_addresses_does_not_fit() {
        assert!(EngineOptions::default().fit_in_memory());
        let options = EngineOptions { hash_bytes: usize::MAX, ..EngineOptions::default() };
        assert!(!options.fit_in_memory());
    }
}
