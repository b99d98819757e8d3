//! The searches of a learner.

use std::cmp::Reverse;
use std::num::NonZeroU8;
use std::time::Instant;

use willow_board::{Bitboard, Board, Move, Square};
use willow_engine::{
    Accuracy, Engine, Level, OutOfMemoryError, SearchControl, SearchLimits, StopFlag,
};
use willow_eval::Score;
use willow_eval::patterns::PatternEvaluator;

use crate::entry::Leaf;

/// Moves whose shallow score is worse than the best one's by more are not searched deeply.
const MARGIN: Score = Score::from_units(8 * Score::PER_DISC);

/// The shallow search has so many plies less than the deep one.
const SHALLOWER: u32 = 6;

/// The size of the hash table of each thread, in bytes.
const HASH_BYTES: usize = 32 << 20;

/// Finds leaves: the best moves that lead out of a book.
pub(crate) struct LeafSearch<'a> {
    engine: Engine<'a>,
    level: Level,
    stop: &'a StopFlag,
    /// The search stops then.
    deadline: Option<Instant>,
    began: Instant,
}

impl<'a> LeafSearch<'a> {
    /// Returns a search at a level.
    pub(crate) fn new(
        evaluator: &'a PatternEvaluator,
        level: Level,
        stop: &'a StopFlag,
        deadline: Option<Instant>,
    ) -> Result<LeafSearch<'a>, OutOfMemoryError> {
        let options = willow_engine::EngineOptions { threads: 1, hash_bytes: HASH_BYTES };
        let engine = Engine::new(evaluator, options)?;
        Ok(LeafSearch { engine, level, stop, deadline, began: Instant::now() })
    }

    /// Returns the best of some moves of a board; `None` without moves, or if the search was stopped.
    pub(crate) fn best_of(&mut self, board: &Board, moves: Bitboard) -> Option<Leaf> {
        let limits = SearchLimits::level(self.level);
        let leaf = if moves == board.legal_moves() {
            let result = self.search(board, &limits);
            let Some(Move::Place(square)) = result.best else { return None };
            let is_exact = result.accuracy == Accuracy::Exact;
            Some(Leaf { square, score: result.score, level: self.number(), is_exact })
        } else {
            self.best_of_some(board, moves, &limits.after_each_of(1))
        };
        leaf.filter(|_| !self.is_stopped())
    }

    /// Searches moves one by one. Moves that look much worse than the best are left out, unless all are
    /// solved.
    fn best_of_some(
        &mut self,
        board: &Board,
        moves: Bitboard,
        limits: &SearchLimits,
    ) -> Option<Leaf> {
        let mut ordered = self.ordered(board, moves, limits);
        let is_solved = board.n_empties() <= limits.exact_from + 1;
        if let Some(&(_, best)) = ordered.first().filter(|_| !is_solved) {
            ordered.retain(|&(_, score)| best - score <= MARGIN);
        }
        let mut best: Option<Leaf> = None;
        let mut all_exact = true;
        for (square, _) in ordered {
            let result = self.search(&board.after(square, board.flips(square)), limits);
            let score = -result.score;
            all_exact &= result.accuracy == Accuracy::Exact;
            if best.is_none_or(|best| best.score < score) {
                best = Some(Leaf { square, score, level: self.number(), is_exact: false });
            }
        }
        best.map(|best| Leaf { is_exact: all_exact && is_solved, ..best })
    }

    /// Returns the moves with their scores by a shallow search, the best first.
    fn ordered(
        &mut self,
        board: &Board,
        moves: Bitboard,
        limits: &SearchLimits,
    ) -> Vec<(Square, Score)> {
        let shallow = SearchLimits::depth(limits.depth.saturating_sub(SHALLOWER).max(1));
        let mut score = |square| {
            let after = board.after(square, board.flips(square));
            (square, -self.search(&after, &shallow).score)
        };
        let mut ordered: Vec<_> = moves.squares().map(&mut score).collect();
        ordered.sort_by_key(|&(_, score)| Reverse(score));
        ordered
    }

    fn search(&mut self, board: &Board, limits: &SearchLimits) -> willow_engine::SearchResult {
        let (began, deadline, stop) = (self.began, self.deadline, self.stop);
        let mut control = SearchControl {
            stop,
            now: &|| began.elapsed(),
            on_progress: &mut |_| {
                if deadline.is_some_and(|deadline| deadline <= Instant::now()) {
                    stop.raise();
                }
            },
        };
        self.engine.search(board, limits, &mut control)
    }

    fn is_stopped(&self) -> bool {
        if self.deadline.is_some_and(|deadline| deadline <= Instant::now()) {
            self.stop.raise();
        }
        self.stop.is_raised()
    }

    fn number(&self) -> Option<NonZeroU8> {
        NonZeroU8::new(self.level.number() as u8)
    }
}
