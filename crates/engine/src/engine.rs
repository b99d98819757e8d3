//! The way into the search.

use std::time::Duration;

use willow_board::{Board, Move};
use willow_eval::{Evaluator, Score};

use crate::{Accuracy, Goal, MoveScore, SearchLimits, SearchResult, StopFlag};

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
pub struct Engine<E> {
    evaluator: E,
    options: EngineOptions,
}

impl<E: Evaluator> Engine<E> {
    /// Returns an engine that judges by `evaluator`.
    pub fn new(evaluator: E, options: EngineOptions) -> Engine<E> {
        Engine { evaluator, options }
    }

    /// Returns the options given at the start.
    #[must_use]
    pub fn options(&self) -> EngineOptions {
        self.options
    }

    /// Forgets everything learned from earlier searches.
    pub fn clear(&mut self) {}

    /// Searches a board for the best move of its side to move. A side that must pass gets
    /// [`Move::Pass`], a finished game no move and its final score.
    pub fn search(
        &mut self,
        board: &Board,
        limits: &SearchLimits,
        control: SearchControl<'_>,
    ) -> SearchResult {
        let start = (control.now)();
        let depth = match limits.goal {
            Goal::Play if limits.exact_from < board.n_empties() => limits.depth.min(6),
            _ => board.n_empties(),
        };
        let mut nodes = 0;
        let mut pv = Vec::new();
        let score = self.negamax(board, depth, i32::MIN / 2, i32::MAX / 2, &mut nodes, &mut pv);
        SearchResult {
            best: pv.first().copied(),
            score: Score::from_units(score),
            accuracy: if depth == board.n_empties() {
                Accuracy::Exact
            } else {
                Accuracy::Estimated
            },
            depth,
            pv,
            nodes,
            elapsed: (control.now)().saturating_sub(start),
        }
    }

    /// Solves every legal move of a board exactly, best first.
    pub fn solve_all_moves(&mut self, board: &Board, control: SearchControl<'_>) -> Vec<MoveScore> {
        let mut moves = Vec::new();
        for square in board.legal_moves().squares() {
            let after = board.after(square, board.flips(square));
            let control = SearchControl { progress: &mut |_| (), ..control };
            let result = self.search(&after, &SearchLimits::solve(Goal::Exact), control);
            moves.push(MoveScore { square, score: -result.score });
        }
        moves.sort_by_key(|mv| -mv.score.units());
        moves
    }

    fn negamax(
        &self,
        board: &Board,
        depth: u32,
        mut alpha: i32,
        beta: i32,
        nodes: &mut u64,
        pv: &mut Vec<Move>,
    ) -> i32 {
        *nodes += 1;
        let moves = board.legal_moves();
        if moves.is_empty() {
            if board.pass().legal_moves().is_empty() {
                return Score::from_disc_diff(board.final_score()).units();
            }
            let mut line = Vec::new();
            let score = -self.negamax(&board.pass(), depth, -beta, -alpha, nodes, &mut line);
            *pv = [vec![Move::Pass], line].concat();
            return score;
        }
        if depth == 0 {
            return self.evaluator.evaluate(&self.evaluator.init(board), board).units();
        }
        let mut best = i32::MIN;
        for square in moves.squares() {
            let mut line = Vec::new();
            let score = -self.negamax(
                &board.after(square, board.flips(square)),
                depth - 1,
                -beta,
                -alpha,
                nodes,
                &mut line,
            );
            if best < score {
                best = score;
                *pv = [vec![Move::Place(square)], line].concat();
            }
            alpha = alpha.max(score);
            if beta <= alpha {
                break;
            }
        }
        best
    }
}
