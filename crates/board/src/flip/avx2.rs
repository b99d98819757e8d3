//! Flips with AVX2: the four upward rays in one register, the four downward rays in another.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_cmpeq_epi64,
    _mm256_cmpgt_epi64, _mm256_extracti128_si256, _mm256_or_si256, _mm256_set1_epi64x,
    _mm256_setr_epi64x, _mm256_setzero_si256, _mm256_srlv_epi64, _mm256_sub_epi64,
};

use crate::rays::RAYS;

/// Returns the discs of `opponent` that are flipped when `player` moves on the square with this
/// index, 0 to 63. The function does not check that the square is empty.
#[inline]
pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    // SAFETY: the callee needs AVX2. The `cfg` on `mod avx2` in `flip.rs` compiles this module only
    // where `target_feature = "avx2"` holds for the whole build.
    unsafe { flips_avx2(player, opponent, square) }
}

#[inline]
#[target_feature(enable = "avx2")]
fn flips_avx2(player: u64, opponent: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let player = _mm256_set1_epi64x(player as i64);
    let opponent = _mm256_set1_epi64x(opponent as i64);
    let up = upward_flips(player, opponent, lanes(rays.upward));
    let down = downward_flips(player, opponent, lanes(rays.downward));
    or_lanes(_mm256_or_si256(up, down))
}

/// The lowest square of a ray without an opponent's disc brackets the squares before it.
#[inline]
#[target_feature(enable = "avx2")]
fn upward_flips(player: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    let zero = _mm256_setzero_si256();
    let others = _mm256_andnot_si256(opponent, ray);
    let lowest = _mm256_and_si256(others, _mm256_sub_epi64(zero, others));
    let bracket = _mm256_and_si256(lowest, player);
    let missing = _mm256_cmpeq_epi64(bracket, zero);
    let before = _mm256_add_epi64(bracket, _mm256_set1_epi64x(-1));
    _mm256_and_si256(_mm256_sub_epi64(before, missing), ray)
}

/// The highest square of a ray without an opponent's disc brackets the squares above it. Comparing
/// the player's squares with the empties tells whether that square is the player's. Smearing
/// the squares without opponent's discs down the ray leaves the run above them.
#[inline]
#[target_feature(enable = "avx2")]
fn downward_flips(player: __m256i, opponent: __m256i, ray: __m256i) -> __m256i {
    let one_step = _mm256_setr_epi64x(1, 7, 8, 9);
    let two_steps = _mm256_add_epi64(one_step, one_step);
    let four_steps = _mm256_add_epi64(two_steps, two_steps);
    let others = _mm256_andnot_si256(opponent, ray);
    let own = _mm256_and_si256(player, ray);
    // Bit 63 is on no downward ray, so the signed comparison is right.
    let bracketed = _mm256_cmpgt_epi64(own, _mm256_andnot_si256(player, others));
    let smeared = _mm256_or_si256(others, _mm256_srlv_epi64(others, one_step));
    let smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, two_steps));
    let smeared = _mm256_or_si256(smeared, _mm256_srlv_epi64(smeared, four_steps));
    _mm256_and_si256(_mm256_andnot_si256(smeared, ray), bracketed)
}

#[inline]
#[target_feature(enable = "avx2")]
fn lanes(values: [u64; 4]) -> __m256i {
    let [a, b, c, d] = values.map(|value| value as i64);
    _mm256_setr_epi64x(a, b, c, d)
}

/// Returns the union of the four lanes.
#[inline]
#[target_feature(enable = "avx2")]
pub(crate) fn or_lanes(lanes: __m256i) -> u64 {
    let pair = _mm_or_si128(_mm256_castsi256_si128(lanes), _mm256_extracti128_si256::<1>(lanes));
    _mm_cvtsi128_si64(_mm_or_si128(pair, _mm_unpackhi_epi64(pair, pair))) as u64
}
