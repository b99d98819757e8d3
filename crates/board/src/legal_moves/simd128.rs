//! Legal moves by the vector instructions of WebAssembly.
//!
//! One half of a vector has the board, the other one the board with its rows from the last to the first.
//! So a shift upward serves both directions of a column and of the diagonals, by parallel prefix as in the
//! portable kernel. Along rows a carry runs through the opponent's discs to one side.

use std::arch::wasm32::{
    i64x2_shl, i64x2_splat, u8x16_shuffle, u64x2_extract_lane, v128, v128_and, v128_or,
};

/// The columns b to g: a run along a row or a diagonal cannot cross the edge of the board.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Returns the empties on which `player` may move.
#[inline]
pub(crate) fn legal_moves(player: u64, opponent: u64) -> u64 {
    let (players, opponents) = (with_mirrored(player), with_mirrored(opponent));
    let inner = v128_and(opponents, i64x2_splat(INNER_COLUMNS as i64));
    let moves = v128_or(
        along::<8>(players, opponents),
        v128_or(along::<7>(players, inner), along::<9>(players, inner)),
    );
    let mirrored =
        u8x16_shuffle::<15, 14, 13, 12, 11, 10, 9, 8, 15, 14, 13, 12, 11, 10, 9, 8>(moves, moves);
    let moves = u64x2_extract_lane::<0>(v128_or(moves, mirrored));
    (moves | along_rows(player, opponent & INNER_COLUMNS)) & !(player | opponent)
}

/// Returns a vector of the board and of the board with its rows in the other order.
#[inline]
fn with_mirrored(board: u64) -> v128 {
    let both = i64x2_splat(board as i64);
    u8x16_shuffle::<0, 1, 2, 3, 4, 5, 6, 7, 15, 14, 13, 12, 11, 10, 9, 8>(both, both)
}

/// Returns the squares behind runs of `opponent` that begin at `player`, upward with `STEP` bits between
/// squares.
#[inline]
fn along<const STEP: u32>(player: v128, opponent: v128) -> v128 {
    let mut run = v128_and(opponent, i64x2_shl(player, STEP));
    run = v128_or(run, v128_and(opponent, i64x2_shl(run, STEP)));
    let pairs = v128_and(opponent, i64x2_shl(opponent, STEP));
    run = v128_or(run, v128_and(pairs, i64x2_shl(run, 2 * STEP)));
    run = v128_or(run, v128_and(pairs, i64x2_shl(run, 2 * STEP)));
    i64x2_shl(run, STEP)
}

/// Returns the squares behind runs of `inner` that begin at `player`, along rows in both directions.
#[inline]
fn along_rows(player: u64, inner: u64) -> u64 {
    // The disc after one of the player's is the lowest of its run: the sum carries to the square behind it.
    let up = ((player << 1) & inner).wrapping_add(inner) & !inner;
    let mut down = inner & (player >> 1);
    down |= inner & (down >> 1);
    let pairs = inner & (inner >> 1);
    down |= pairs & (down >> 2);
    down |= pairs & (down >> 2);
    up | (down >> 1)
}
