//! A small table of one thread, for boards with few empty squares.
//!
//! Such boards are many and quickly solved: the shared table would be flooded by them, and memory is
//! slower than solving them again. One entry a place, the newest wins.

use willow_board::{Board, Square};

use crate::hash::hash;

/// What is known about a board: bounds in discs for the side to move, and the best move.
#[derive(Clone, Copy, Debug)]
#[repr(align(32))]
pub(crate) struct LocalEntry {
    board: Board,
    pub(super) lower: i8,
    pub(super) upper: i8,
    pub(super) best: Option<Square>,
}

/// The start position never has few empty squares, so it stands for no entry.
const NO_ENTRY: LocalEntry = LocalEntry { board: Board::START, lower: -64, upper: 64, best: None };

/// The table.
pub(crate) struct LocalTable(Box<[LocalEntry]>);

/// The number of entries: with 24 bytes each they stay within a core's cache of the second level.
const N_ENTRIES: usize = 1 << 15;

impl LocalTable {
    /// Returns an empty table.
    pub(crate) fn new() -> LocalTable {
        LocalTable(vec![NO_ENTRY; N_ENTRIES].into_boxed_slice())
    }

    /// Forgets everything.
    pub(crate) fn clear(&mut self) {
        self.0.fill(NO_ENTRY);
    }

    #[inline]
    fn index(board: &Board) -> usize {
        hash(board) as usize % N_ENTRIES
    }

    /// Asks the processor to fetch the place of a board ahead of its use.
    #[inline]
    pub(super) fn prefetch(&self, board: &Board) {
        crate::table::prefetch(&raw const self.0[Self::index(board)]);
    }

    /// Returns what is known about a board.
    #[inline]
    pub(super) fn probe(&self, board: &Board) -> Option<&LocalEntry> {
        let entry = &self.0[Self::index(board)];
        (entry.board == *board).then_some(entry)
    }

    /// Stores the result of a null-window search: a lower bound above `alpha`, else an upper one.
    #[inline]
    pub(super) fn store(&mut self, board: &Board, alpha: i32, score: i32, best: Option<Square>) {
        let entry = &mut self.0[Self::index(board)];
        if entry.board != *board {
            *entry = LocalEntry { board: *board, lower: -64, upper: 64, best };
        }
        entry.best = best;
        if alpha < score {
            entry.lower = entry.lower.max(score as i8);
        } else {
            entry.upper = entry.upper.min(score as i8);
        }
    }
}
