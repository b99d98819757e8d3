//! The endgame tables: small transposition tables of one thread, for boards with few empties.
//!
//! Such boards are many and quickly solved. They would fill the shared table, and an access to main
//! memory is slower than solving them again. A new entry always replaces the old one.

use std::collections::TryReserveError;

use willow_board::{Board, Square};

use super::exact_score::ExactScore;
use crate::hash::hash;
use crate::prefetch::prefetch;

/// The result for a board: bounds of the score for the side to move, and the best move.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct EndgameEntry {
    board: Board,
    lower: i8,
    upper: i8,
    pub(super) best: Option<Square>,
}

/// No entry. The start position never has few empties, so its board can stand for none.
const NO_ENTRY: EndgameEntry =
    EndgameEntry { board: Board::START, lower: -64, upper: 64, best: None };

impl EndgameEntry {
    /// Returns a score that decides the null window above `alpha`, if the bounds give one.
    #[inline]
    pub(super) fn cutoff(&self, alpha: ExactScore) -> Option<ExactScore> {
        let (lower, upper) = (ExactScore::from_compact(self.lower), self.upper());
        if alpha < lower {
            Some(lower)
        } else if upper <= alpha {
            Some(upper)
        } else {
            None
        }
    }

    /// Returns the upper bound.
    #[inline]
    pub(super) fn upper(&self) -> ExactScore {
        ExactScore::from_compact(self.upper)
    }
}

/// The number of entries of the table for 7 and more empties. With 32 bytes each they take
/// 1 MiB, so that they stay in a core's second-level cache (four times as many and a quarter:
/// experiments 12 and 11 of docs/engine-log.md).
pub(super) const N_ENTRIES: usize = 1 << 15;

/// The number of entries of the table for 5 and 6 empties. They take 32 KiB, so that most of
/// them stay in a core's first-level cache (experiment 117; 2, 4, 8 and 32 times as many there).
pub(super) const N_SMALL_ENTRIES: usize = 1 << 10;

/// An endgame table of `N` entries.
pub(crate) struct EndgameTable<const N: usize>(Box<[EndgameEntry]>);

impl<const N: usize> EndgameTable<N> {
    /// Returns an empty table.
    ///
    /// # Errors
    /// There must be memory for it.
    pub(crate) fn new() -> Result<EndgameTable<N>, TryReserveError> {
        let mut entries = Vec::new();
        entries.try_reserve_exact(N)?;
        entries.resize(N, NO_ENTRY);
        Ok(EndgameTable(entries.into_boxed_slice()))
    }

    /// Removes all entries.
    pub(crate) fn clear(&mut self) {
        self.0.fill(NO_ENTRY);
    }

    #[inline]
    fn index(board: &Board) -> usize {
        hash(board) as usize % N
    }

    /// Prefetches the entry of a board.
    #[inline]
    pub(super) fn prefetch(&self, board: &Board) {
        prefetch(&raw const self.0[Self::index(board)]);
    }

    /// Returns the entry of a board.
    #[inline]
    pub(super) fn probe(&self, board: &Board) -> Option<&EndgameEntry> {
        let entry = &self.0[Self::index(board)];
        (entry.board == *board).then_some(entry)
    }

    /// Stores the result of a null-window search, for the side to move: a lower bound if `score` is
    /// above `alpha`, else an upper bound.
    #[inline]
    pub(super) fn store(
        &mut self,
        board: &Board,
        alpha: ExactScore,
        score: ExactScore,
        best: Option<Square>,
    ) {
        let entry = &mut self.0[Self::index(board)];
        if entry.board != *board {
            *entry = EndgameEntry { board: *board, ..NO_ENTRY };
        }
        entry.best = best;
        if alpha < score {
            entry.lower = entry.lower.max(score.compact());
        } else {
            entry.upper = entry.upper.min(score.compact());
        }
    }
}
