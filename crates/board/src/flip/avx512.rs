//! Flips with AVX-512 (CD and VL): leading-zero counts find the bracket of a downward ray.

use std::arch::x86_64::{
    __m256i, _mm256_add_epi64, _mm256_and_si256, _mm256_andnot_si256, _mm256_lzcnt_epi64,
    _mm256_min_epu64, _mm256_rorv_epi64, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_setzero_si256, _mm256_sub_epi64, _mm256_ternarylogic_epi64,
};

use super::avx2::or_lanes;
use crate::rays::RAYS;

/// Returns the discs of `opponent` that are flipped when `player` moves on the square with this
/// index, 0 to 63. The function does not check that the square is empty.
#[inline]
pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    // SAFETY: the callee needs AVX2, AVX-512F, AVX-512CD and AVX-512VL. The `cfg` on `mod avx512` in
    // `flip.rs` compiles this module only where `target_feature` names the last two for the whole
    // build, and they include the first two.
    unsafe { flips_avx512(player, opponent, square) }
}

/// Truth table of `a & b & c`.
const ALL_THREE: i32 = 0x80;

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
fn flips_avx512(player: u64, opponent: u64, square: usize) -> u64 {
    /// Truth table of `a | (b & c)`.
    const FIRST_OR_BOTH_OTHERS: i32 = 0xf8;
    let rays = &RAYS[square & 63];
    let player = _mm256_set1_epi64x(player as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let up_ray = lanes(rays.upward);
    let down_ray = lanes(rays.downward);
    let up = _mm256_and_si256(before_upward_bracket(player, opponent, up_ray), up_ray);
    let above = above_downward_bracket(player, opponent, down_ray);
    or_lanes(_mm256_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(up, above, down_ray))
}

/// Returns all bits below the bracket of an upward ray, or none without one.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
fn before_upward_bracket(player: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    let others = _mm256_andnot_si256(opponent, ray);
    let negated = _mm256_sub_epi64(_mm256_setzero_si256(), others);
    let bracket = _mm256_ternarylogic_epi64::<ALL_THREE>(others, negated, player);
    // For a missing bracket the unsigned minimum is zero; a subtraction alone would wrap.
    _mm256_min_epu64(bracket, _mm256_add_epi64(bracket, _mm256_set1_epi64x(-1)))
}

/// Returns all bits above the bracket of a downward ray, or none without one.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
fn above_downward_bracket(player: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    // Without a disc or an empty square that ends the run, the count is 64. A rotation by 64 leaves bit
    // 63, which is on no downward ray. A shift instead would cost two instructions more, because the
    // compiler does not rely on the hardware where the count may be 64.
    let others = _mm256_andnot_si256(opponent, ray);
    let top = _mm256_set1_epi64x(i64::MIN);
    let highest = _mm256_rorv_epi64(top, _mm256_lzcnt_epi64(others));
    let bracket = _mm256_ternarylogic_epi64::<ALL_THREE>(highest, player, ray);
    _mm256_sub_epi64(_mm256_setzero_si256(), _mm256_add_epi64(bracket, bracket))
}

#[inline]
#[target_feature(enable = "avx2,avx512f,avx512cd,avx512vl")]
fn lanes(values: [u64; 4]) -> __m256i {
    let [a, b, c, d] = values.map(|value| value as i64);
    _mm256_setr_epi64x(a, b, c, d)
}
