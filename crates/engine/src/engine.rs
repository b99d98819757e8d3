//! The engine: the entry point of the search.

use std::sync::atomic::AtomicU64;
use std::time::Duration;

use willow_board::{Board, Move};
use willow_eval::{Evaluator, Score};

use crate::endgame::EndgameSolver;
use crate::root::RootSearch;
use crate::split_point::ThreadTeam;
use crate::transposition_table::TranspositionTable;
use crate::worker::SharedSearch;
use crate::{
    Accuracy, Goal, MoveScore, SearchControl, SearchLimits, SearchResult, Selectivity,
    time_management,
};

/// The options of an engine, fixed for its lifetime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// The number of search threads, at least 1.
    pub threads: usize,
    /// The size of the transposition table in bytes.
    pub hash_bytes: usize,
}

impl Default for EngineOptions {
    /// Returns one thread and 64 MiB.
    fn default() -> EngineOptions {
        EngineOptions { threads: 1, hash_bytes: 64 << 20 }
    }
}

impl EngineOptions {
    /// Returns whether there is memory for the transposition table. Without it, [`Engine::new`]
    /// aborts the program.
    #[must_use]
    pub fn fit_in_memory(&self) -> bool {
        Vec::<u8>::new().try_reserve_exact(self.hash_bytes).is_ok()
    }
}

/// A search engine with its transposition table.
///
/// With one thread and without a time limit an engine is deterministic: after
/// [`clear`](Engine::clear) the same searches in the same order search the same nodes and give the
/// same results.
pub struct Engine<E> {
    evaluator: E,
    options: EngineOptions,
    tt: TranspositionTable,
    /// One solver for each thread.
    solvers: Vec<EndgameSolver>,
}

impl<E: Evaluator> Engine<E> {
    /// Returns an engine with this evaluation.
    #[must_use]
    pub fn new(evaluator: E, options: EngineOptions) -> Engine<E> {
        let tt = TranspositionTable::new(options.hash_bytes);
        let solvers = (0..options.threads.max(1)).map(|_| EndgameSolver::new()).collect();
        Engine { evaluator, options, tt, solvers }
    }

    /// Returns the options of the engine.
    #[must_use]
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Returns the evaluation.
    #[must_use]
    pub fn evaluator(&self) -> &E {
        &self.evaluator
    }

    /// Clears the transposition table and the endgame tables.
    pub fn clear(&mut self) {
        self.tt.clear();
        self.solvers.iter_mut().for_each(EndgameSolver::clear);
    }

    /// Searches a board for the best move of its side to move. If that side must pass, the result
    /// is [`Move::Pass`] and the score after the pass. If the game is over, the result has no move
    /// and the final score.
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
            return with_pass_first(self.search(&board.pass(), limits, control));
        }
        self.tt.new_search();
        let start = (control.now)();
        let plan = limits.time.map(|left| time_management::plan(&left, board));
        let shared = SharedSearch {
            evaluator: &self.evaluator,
            tt: &self.tt,
            team: ThreadTeam::new(self.solvers.len()),
            stop: control.stop,
            now: control.now,
            deadline: plan.map(|plan| start + plan.hard_limit),
            max_nodes: limits.nodes.unwrap_or(u64::MAX),
            nodes: AtomicU64::new(0),
        };
        let soft_limit = plan.map(|plan| plan.soft_limit);
        RootSearch::new(&shared, &mut self.solvers, board, *limits, start, soft_limit)
            .run(control.on_progress)
    }

    /// Solves every legal move of a board exactly. Returns the moves, best first, and the number of
    /// nodes of all solves. A stopped search leaves out the moves that are not solved yet.
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

/// Turns the result for the other side into the result for the side that must pass.
fn with_pass_first(mut result: SearchResult) -> SearchResult {
    result.best = Some(Move::Pass);
    result.score = -result.score;
    result.pv.insert(0, Move::Pass);
    result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_larger_than_the_address_space_does_not_fit() {
        assert!(EngineOptions::default().fit_in_memory());
        let options = EngineOptions { hash_bytes: usize::MAX, ..EngineOptions::default() };
        assert!(!options.fit_in_memory());
    }
}
