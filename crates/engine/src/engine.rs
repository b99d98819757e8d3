//! The engine: the entry point of the search.

use std::cmp::Reverse;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use thiserror::Error;
use willow_board::{Board, Move};
use willow_eval::patterns::PatternEvaluator;
use willow_eval::{Evaluator, HandMade, Score};

use crate::endgame::EndgameSolver;
use crate::root::RootSearch;
use crate::split_point::ThreadTeam;
use crate::transposition_table::TranspositionTable;
use crate::worker::SharedSearch;
use crate::{
    Accuracy, Goal, MoveScore, ScoredMoves, SearchControl, SearchLimits, SearchResult, Selectivity,
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

/// There is no memory for the tables of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not enough memory for a hash table of {} MiB", options.hash_bytes >> 20)]
pub struct OutOfMemoryError {
    /// The options of the engine. Beside the transposition table, every thread needs a little more than 1 MiB.
    pub options: EngineOptions,
}

/// A search engine with its transposition table.
///
/// With one thread and without a time limit an engine is deterministic: after
/// [`clear`](Engine::clear) the same searches in the same order search the same nodes and give the
/// same results.
pub struct Engine<'e> {
    search: Box<dyn Search + Send + Sync + 'e>,
    options: EngineOptions,
    tables: Tables,
}

/// What searches leave behind for the next ones.
struct Tables {
    tt: TranspositionTable,
    /// One solver for each thread.
    solvers: Vec<EndgameSolver>,
}

/// The search, compiled for one evaluation.
///
/// [`Engine::new`] is not generic, so the search for the learned evaluation is compiled in this crate, with its
/// optimizations, and only once. A search makes one virtual call.
trait Search {
    fn search(
        &self,
        tables: &mut Tables,
        board: &Board,
        limits: &SearchLimits,
        control: &mut SearchControl<'_>,
    ) -> SearchResult;

    fn solve_best_moves(
        &self,
        tables: &mut Tables,
        board: &Board,
        limits: &SearchLimits,
        control: &SearchControl<'_>,
    ) -> ScoredMoves;
}

impl<E: Evaluator> Search for E {
    fn search(
        &self,
        tables: &mut Tables,
        board: &Board,
        limits: &SearchLimits,
        control: &mut SearchControl<'_>,
    ) -> SearchResult {
        let Tables { tt, solvers } = tables;
        tt.new_search();
        let shared = shared_search(self, tt, solvers.len(), board, limits, control);
        RootSearch::new(&shared, solvers, board, limits).run(control.on_progress)
    }

    fn solve_best_moves(
        &self,
        tables: &mut Tables,
        board: &Board,
        limits: &SearchLimits,
        control: &SearchControl<'_>,
    ) -> ScoredMoves {
        let Tables { tt, solvers } = tables;
        tt.new_search();
        let shared = shared_search(self, tt, solvers.len(), board, limits, control);
        RootSearch::new(&shared, solvers, board, limits).run_for_best_moves()
    }
}

impl<'e> Engine<'e> {
    /// Returns an engine with a learned evaluation.
    ///
    /// # Errors
    /// There must be memory for the transposition table and for the tables of all threads. Most
    /// systems hand out more memory than they have. So a size that is a little too large is not
    /// detected.
    pub fn new(
        evaluator: &'e PatternEvaluator,
        options: EngineOptions,
    ) -> Result<Engine<'e>, OutOfMemoryError> {
        Engine::with_evaluator(evaluator, options)
    }

    /// Returns an engine with the hand-made evaluation.
    ///
    /// # Errors
    /// As [`Engine::new`].
    pub fn hand_made(options: EngineOptions) -> Result<Engine<'e>, OutOfMemoryError> {
        Engine::with_evaluator(HandMade::default(), options)
    }

    /// Returns an engine with another evaluation, for which the caller's crate compiles the search.
    ///
    /// # Errors
    /// As [`Engine::new`].
    pub fn with_evaluator<E: Evaluator + Send + 'e>(
        evaluator: E,
        options: EngineOptions,
    ) -> Result<Engine<'e>, OutOfMemoryError> {
        let tt = TranspositionTable::new(options.hash_bytes).ok_or(OutOfMemoryError { options })?;
        let solvers = (0..options.threads.max(1)).map(|_| EndgameSolver::new());
        let solvers =
            solvers.collect::<Result<_, _>>().map_err(|_| OutOfMemoryError { options })?;
        let tables = Tables { tt, solvers };
        Ok(Engine { search: Box::new(evaluator), options, tables })
    }

    /// Returns what the engine was made with.
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Clears the transposition table and the endgame tables.
    pub fn clear(&mut self) {
        self.tables.tt.clear();
        self.tables.solvers.iter_mut().for_each(EndgameSolver::clear);
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
            return with_move_first(Move::Pass, self.search(&board.pass(), limits, control));
        }
        self.search.search(&mut self.tables, board, limits, control)
    }

    /// Searches every legal move of a board by itself, so that each has a score, not only the best one.
    /// `limits` are those of a search of the board.
    pub fn score_all_moves(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        control: &mut SearchControl<'_>,
    ) -> ScoredMoves {
        let limits = limits.after_each_of(board.legal_moves().count());
        self.search_each_move(board, &limits, |_| true, control)
    }

    /// Solves a board and returns all of its best moves, with their score. With a selectivity other than
    /// [`Selectivity::NONE`] the scores and moves are estimates of a search to the end of the game. A stopped
    /// search returns no moves, and a side that must pass has none.
    pub fn solve_best_moves(
        &mut self,
        board: &Board,
        selectivity: Selectivity,
        control: &mut SearchControl<'_>,
    ) -> ScoredMoves {
        if board.legal_moves().is_empty() {
            return ScoredMoves::default();
        }
        let limits = SearchLimits::solve_selectively(selectivity);
        self.search.solve_best_moves(&mut self.tables, board, &limits, control)
    }

    /// Solves every legal move of a board exactly. A stopped search leaves out the moves that are not
    /// solved yet.
    pub fn solve_all_moves(
        &mut self,
        board: &Board,
        control: &mut SearchControl<'_>,
    ) -> ScoredMoves {
        let is_solved = |result: &SearchResult| result.accuracy == Accuracy::Exact;
        self.search_each_move(board, &SearchLimits::solve(Goal::Exact), is_solved, control)
    }

    fn search_each_move(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        is_kept: impl Fn(&SearchResult) -> bool,
        control: &mut SearchControl<'_>,
    ) -> ScoredMoves {
        let mut scored = ScoredMoves::default();
        let mut elapsed = Duration::ZERO;
        for square in board.legal_moves().squares() {
            let after = board.after(square, board.flips(square));
            let result = self.search(&after, limits, control);
            scored.nodes += result.nodes;
            scored.terminal_nodes += result.terminal_nodes;
            elapsed += result.elapsed;
            if is_kept(&result) {
                let result = with_move_first(square.into(), result);
                scored.moves.push(MoveScore { square, score: result.score });
                if scored.best.as_ref().is_none_or(|best| best.score < result.score) {
                    scored.best = Some(result);
                }
            }
        }
        scored.moves.sort_by_key(|mv| Reverse(mv.score));
        let ScoredMoves { nodes, terminal_nodes, .. } = scored;
        scored.best =
            scored.best.map(|best| SearchResult { nodes, terminal_nodes, elapsed, ..best });
        scored
    }
}

/// Returns the state that the threads of a new search share.
fn shared_search<'a, 'c: 'a, E: Evaluator>(
    evaluator: &'a E,
    tt: &'a TranspositionTable,
    n_threads: usize,
    board: &Board,
    limits: &SearchLimits,
    control: &SearchControl<'c>,
) -> SharedSearch<'a, E> {
    let start = (control.now)();
    let plan = limits.time.map(|left| time_management::plan(&left, board));
    SharedSearch {
        evaluator,
        tt,
        team: ThreadTeam::new(n_threads),
        stop: control.stop,
        now: control.now,
        deadline: plan.map(|plan| start + plan.hard_limit),
        max_nodes: limits.nodes.unwrap_or(u64::MAX),
        start,
        time_plan: plan,
        nodes: AtomicU64::new(0),
        terminal_nodes: AtomicU64::new(0),
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
        terminal_nodes: u64::from(board.n_empties() == 0),
        elapsed: Duration::ZERO,
    }
}

/// Turns the result of the board after a move into the result for the side that makes the move.
fn with_move_first(mv: Move, mut after: SearchResult) -> SearchResult {
    after.pv.insert(0, mv);
    // A pass costs no depth.
    let depth = after.depth + u32::from(mv != Move::Pass);
    SearchResult { best: Some(mv), score: -after.score, depth, ..after }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_larger_than_the_memory_is_an_error() {
        for hash_bytes in [1 << 50, 1 << 62, usize::MAX] {
            let options = EngineOptions { hash_bytes, ..EngineOptions::default() };
            let error = Engine::hand_made(options).err();
            assert_eq!(error, Some(OutOfMemoryError { options }));
        }
        let options = EngineOptions { threads: 1, hash_bytes: 1 << 50 };
        let error = OutOfMemoryError { options };
        assert_eq!(error.to_string(), "not enough memory for a hash table of 1073741824 MiB");
    }
}
