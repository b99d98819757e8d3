//! Legal moves with the vector instructions of 64-bit ARM, NEON.
//!
//! One half of a register has the board, the other one the board turned by 180 degrees. So a shift upward serves
//! both directions of a line, by parallel prefix as in the portable kernel.

use std::arch::aarch64::{
    int64x2_t, uint64x2_t, vandq_u64, vcombine_u64, vcreate_u64, vdupq_n_s64, vdupq_n_u64,
    vgetq_lane_u64, vorrq_u64, vshlq_u64,
};

/// The columns b to g: a run along a row or a diagonal cannot cross the edge of the board.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Returns the empties on which `player` may move.
#[inline]
pub(crate) fn legal_moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: the callee needs NEON. The `cfg` on `mod neon` in `legal_moves.rs` compiles this module only where
    // `target_feature = "neon"` holds for the whole build.
    unsafe { legal_moves_neon(player, opponent) }
}

#[inline]
#[target_feature(enable = "neon")]
fn legal_moves_neon(player: u64, opponent: u64) -> u64 {
    let (players, opponents) = (with_turned(player), with_turned(opponent));
    let inner = vandq_u64(opponents, vdupq_n_u64(INNER_COLUMNS));
    let moves = vorrq_u64(
        vorrq_u64(along::<1>(players, inner), along::<7>(players, inner)),
        vorrq_u64(along::<8>(players, opponents), along::<9>(players, inner)),
    );
    let turned = vgetq_lane_u64::<1>(moves).reverse_bits();
    (vgetq_lane_u64::<0>(moves) | turned) & !(player | opponent)
}

/// Returns a register of the board and of the turned board.
#[inline]
#[target_feature(enable = "neon")]
fn with_turned(board: u64) -> uint64x2_t {
    vcombine_u64(vcreate_u64(board), vcreate_u64(board.reverse_bits()))
}

/// Returns the squares behind runs of `opponent` that begin at `player`, upward with `STEP` bits between
/// squares.
#[inline]
#[target_feature(enable = "neon")]
fn along<const STEP: i64>(player: uint64x2_t, opponent: uint64x2_t) -> uint64x2_t {
    let (step, two_steps): (int64x2_t, int64x2_t) = (vdupq_n_s64(STEP), vdupq_n_s64(2 * STEP));
    let mut run = vandq_u64(opponent, vshlq_u64(player, step));
    run = vorrq_u64(run, vandq_u64(opponent, vshlq_u64(run, step)));
    let pairs = vandq_u64(opponent, vshlq_u64(opponent, step));
    run = vorrq_u64(run, vandq_u64(pairs, vshlq_u64(run, two_steps)));
    run = vorrq_u64(run, vandq_u64(pairs, vshlq_u64(run, two_steps)));
    vshlq_u64(run, step)
}
