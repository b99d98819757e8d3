//! Legal moves with AVX2: the four lines through a square in one register.

use std::arch::x86_64::{
    _mm256_add_epi64, _mm256_and_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use crate::flip::avx2::or_lanes;

/// The columns b to g: a run along a row or a diagonal cannot cross the edge of the board.
const INNER_COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Returns the empties on which `player` may move.
#[inline]
pub(crate) fn legal_moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: the callee needs AVX2. The `cfg` on `mod avx2` in `legal_moves.rs` compiles this module only
    // where `target_feature = "avx2"` holds for the whole build.
    unsafe { legal_moves_avx2(player, opponent) }
}

/// Parallel prefix as in the portable kernel, one line in each lane.
#[inline]
#[target_feature(enable = "avx2")]
fn legal_moves_avx2(player: u64, opponent: u64) -> u64 {
    let step = _mm256_setr_epi64x(1, 7, 8, 9);
    let two_steps = _mm256_add_epi64(step, step);
    let inner = _mm256_setr_epi64x(INNER_COLUMNS, INNER_COLUMNS, -1, INNER_COLUMNS);
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), inner);

    let mut up = _mm256_and_si256(other, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(other, _mm256_srlv_epi64(own, step));
    up = _mm256_or_si256(up, _mm256_and_si256(other, _mm256_sllv_epi64(up, step)));
    down = _mm256_or_si256(down, _mm256_and_si256(other, _mm256_srlv_epi64(down, step)));
    let pairs_up = _mm256_and_si256(other, _mm256_sllv_epi64(other, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        up = _mm256_or_si256(up, _mm256_and_si256(pairs_up, _mm256_sllv_epi64(up, two_steps)));
        down =
            _mm256_or_si256(down, _mm256_and_si256(pairs_down, _mm256_srlv_epi64(down, two_steps)));
    }
    let moves = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    or_lanes(moves) & !(player | opponent)
}
