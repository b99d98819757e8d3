//! Counting the leaves of the game tree, to check the rules and time the kernels.
//!
//! A pass is one ply. The other convention, by which a pass costs no depth, first differs at depth
//! 9 (3,005,320 instead of 3,005,288). A finished game counts as one leaf at every greater depth; a
//! count that leaves finished games out first differs at depth 10 (24,571,056 instead of
//! 24,571,284).

use crate::legal_moves::count_continuations;
use crate::{Bitboard, Board};

/// Returns the number of move sequences of `depth` plies from `board`, a pass being a ply.
///
/// The last ply is not played: the boards before it are collected, and their moves are counted eight
/// boards at a time (bulk counting).
///
/// ```
/// use willow_board::{Board, perft};
///
/// assert_eq!(perft(&Board::START, 5), 1396);
/// ```
pub fn perft(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut counter = ContinuationCounter::default();
    counter.visit(board, depth);
    counter.into_total()
}

/// Returns the same number as [`perft`], but plays the moves of the last ply one by one (no bulk
/// counting).
pub fn perft_without_bulk(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return after_pass(board).map_or(1, |passed| perft_without_bulk(&passed, depth - 1));
    }
    successors(board, moves).map(|after| perft_without_bulk(&after, depth - 1)).sum()
}

/// The number of boards whose moves are counted together.
const BATCH: usize = 8;

/// Collects the boards one ply before the last and counts their moves in batches.
#[derive(Default)]
struct ContinuationCounter {
    boards: [(u64, u64); BATCH],
    len: usize,
    total: u64,
}

impl ContinuationCounter {
    /// Collects the boards one ply before the last of `depth` plies, at least one.
    fn visit(&mut self, board: &Board, depth: u32) {
        if depth == 1 {
            return self.push(board);
        }
        let moves = board.legal_moves();
        if moves.is_empty() {
            match after_pass(board) {
                Some(passed) => self.visit(&passed, depth - 1),
                None => self.total += 1,
            }
            return;
        }
        for after in successors(board, moves) {
            self.visit(&after, depth - 1);
        }
    }

    #[inline]
    fn push(&mut self, board: &Board) {
        self.boards[self.len] = (board.player().bits(), board.opponent().bits());
        self.len += 1;
        if self.len == BATCH {
            self.total += count_continuations(&self.boards);
            self.len = 0;
        }
    }

    fn into_total(self) -> u64 {
        self.total + count_continuations(&self.boards[..self.len])
    }
}

#[inline]
fn successors(board: &Board, moves: Bitboard) -> impl Iterator<Item = Board> {
    moves.squares().map(|square| board.after(square, board.flips(square)))
}

/// Returns the board after a pass, unless the game is over.
#[cold]
fn after_pass(board: &Board) -> Option<Board> {
    let passed = board.pass();
    (!passed.legal_moves().is_empty()).then_some(passed)
}
