//! Counting the leaves of the game tree, to check the rules and time the kernels.
//!
//! A pass is one ply, as a move is. The other convention, in which passes are free, agrees up to
//! depth 8 and first differs at 9 (3,005,320 instead of 3,005,288). A finished game is one
//! leaf, however many plies are left: the first ones, 228, come up after 9 plies and count at 10.

use crate::Board;

/// Returns the number of move sequences of `depth` plies from `board`, a pass being a ply.
///
/// The last ply is not played: its moves are counted in bulk.
///
/// ```
/// use willow_board::{Board, perft};
///
/// assert_eq!(perft(&Board::START, 5), 1396);
/// ```
#[must_use]
pub fn perft(board: &Board, depth: u32) -> u64 {
    count::<true>(board, depth)
}

/// Returns the same number as [`perft`] but plays the moves of the last ply too.
#[must_use]
pub fn perft_without_bulk(board: &Board, depth: u32) -> u64 {
    count::<false>(board, depth)
}

fn count<const BULK: bool>(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = board.legal_moves();
    if moves.is_empty() {
        return count_after_pass::<BULK>(board, depth);
    }
    if BULK && depth == 1 {
        return u64::from(moves.count());
    }
    moves
        .squares()
        .map(|square| count::<BULK>(&board.after(square, board.flips(square)), depth - 1))
        .sum()
}

#[cold]
fn count_after_pass<const BULK: bool>(board: &Board, depth: u32) -> u64 {
    let passed = board.pass();
    if passed.legal_moves().is_empty() { 1 } else { count::<BULK>(&passed, depth - 1) }
}
