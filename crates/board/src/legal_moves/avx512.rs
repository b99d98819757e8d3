//! Legal moves with AVX-512: the AVX2 kernel with each "or and" as one ternary operation, and for batches
//! of boards one board in each lane.

#[cfg(target_feature = "avx512vpopcntdq")]
use std::arch::x86_64::__m512i;
use std::arch::x86_64::{
    _mm256_add_epi64, _mm256_and_si256, _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x,
    _mm256_sllv_epi64, _mm256_srlv_epi64, _mm256_ternarylogic_epi64,
};

use crate::flip::avx2::or_lanes;

/// The columns b to g: a run along a row or a diagonal cannot cross the edge of the board.
const INNER_COLUMNS: i64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Truth table of `a | (b & c)`.
const FIRST_OR_BOTH_OTHERS: i32 = 0xf8;

/// Returns the empties on which `player` may move.
#[inline]
pub(crate) fn legal_moves(player: u64, opponent: u64) -> u64 {
    // SAFETY: the callee needs AVX2, AVX-512F and AVX-512VL. The `cfg` on `mod avx512` in
    // `legal_moves.rs` compiles this module only where `target_feature` names AVX-512VL for the
    // whole build, which includes the other two.
    unsafe { legal_moves_avx512(player, opponent) }
}

/// Parallel prefix as in the portable kernel, one line in each lane.
#[inline]
#[target_feature(enable = "avx2,avx512f,avx512vl")]
fn legal_moves_avx512(player: u64, opponent: u64) -> u64 {
    let step = _mm256_setr_epi64x(1, 7, 8, 9);
    let two_steps = _mm256_add_epi64(step, step);
    let inner = _mm256_setr_epi64x(INNER_COLUMNS, INNER_COLUMNS, -1, INNER_COLUMNS);
    let own = _mm256_set1_epi64x(player as i64);
    let other = _mm256_and_si256(_mm256_set1_epi64x(opponent as i64), inner);

    let mut up = _mm256_and_si256(other, _mm256_sllv_epi64(own, step));
    let mut down = _mm256_and_si256(other, _mm256_srlv_epi64(own, step));
    up = _mm256_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(up, other, _mm256_sllv_epi64(up, step));
    down = _mm256_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(
        down,
        other,
        _mm256_srlv_epi64(down, step),
    );
    let pairs_up = _mm256_and_si256(other, _mm256_sllv_epi64(other, step));
    let pairs_down = _mm256_srlv_epi64(pairs_up, step);
    for _ in 0..2 {
        let (further_up, further_down) =
            (_mm256_sllv_epi64(up, two_steps), _mm256_srlv_epi64(down, two_steps));
        up = _mm256_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(up, pairs_up, further_up);
        down = _mm256_ternarylogic_epi64::<FIRST_OR_BOTH_OTHERS>(down, pairs_down, further_down);
    }
    let moves = _mm256_or_si256(_mm256_sllv_epi64(up, step), _mm256_srlv_epi64(down, step));
    or_lanes(moves) & !(player | opponent)
}

/// Returns the number of plies that can follow the boards, all together: for each board its number of
/// legal moves, or 1 for a pass or the end of the game.
#[cfg(target_feature = "avx512vpopcntdq")]
pub(crate) fn count_continuations(boards: &[(u64, u64)]) -> u64 {
    boards.chunks(8).map(count_continuations_of_eight).sum()
}

/// Counts the continuations of up to eight boards.
#[cfg(target_feature = "avx512vpopcntdq")]
#[inline]
fn count_continuations_of_eight(boards: &[(u64, u64)]) -> u64 {
    let (mut players, mut opponents) = ([0; 8], [0; 8]);
    for (lane, &(player, opponent)) in boards.iter().enumerate() {
        (players[lane], opponents[lane]) = (player, opponent);
    }
    // SAFETY: the callee needs AVX-512F and VPOPCNTDQ. The `cfg` on this function compiles it only
    // where `target_feature = "avx512vpopcntdq"` holds for the whole build, which includes AVX-512F.
    let total = unsafe { sum_of_lanes(players, opponents) };
    // An unused lane counts as a board without a move.
    total - (8 - boards.len() as u64)
}

#[cfg(target_feature = "avx512vpopcntdq")]
#[inline]
#[target_feature(enable = "avx512f,avx512vpopcntdq")]
fn sum_of_lanes(players: [u64; 8], opponents: [u64; 8]) -> u64 {
    use std::arch::x86_64::{
        _mm512_and_si512, _mm512_andnot_si512, _mm512_max_epu64, _mm512_or_si512,
        _mm512_popcnt_epi64, _mm512_reduce_add_epi64, _mm512_set1_epi64,
    };
    let (own, other) = (lanes_of(players), lanes_of(opponents));
    let inner = _mm512_and_si512(other, _mm512_set1_epi64(INNER_COLUMNS));
    let moves = _mm512_or_si512(
        _mm512_or_si512(along::<1, 2>(own, inner), along::<7, 14>(own, inner)),
        _mm512_or_si512(along::<8, 16>(own, other), along::<9, 18>(own, inner)),
    );
    let moves = _mm512_andnot_si512(_mm512_or_si512(own, other), moves);
    let counts = _mm512_max_epu64(_mm512_popcnt_epi64(moves), _mm512_set1_epi64(1));
    _mm512_reduce_add_epi64(counts) as u64
}

/// Returns the squares behind runs of `other` that begin at `own`, in both directions of a line whose
/// squares are `STEP` bits apart. `TWO` is twice `STEP`.
#[cfg(target_feature = "avx512vpopcntdq")]
#[inline]
#[target_feature(enable = "avx512f")]
fn along<const STEP: u32, const TWO: u32>(own: __m512i, other: __m512i) -> __m512i {
    use std::arch::x86_64::{
        _mm512_and_si512, _mm512_or_si512, _mm512_slli_epi64, _mm512_srli_epi64,
        _mm512_ternarylogic_epi64,
    };
    /// A run grows by the discs of `other` behind it.
    const GROW: i32 = FIRST_OR_BOTH_OTHERS;
    let mut up = _mm512_and_si512(other, _mm512_slli_epi64::<STEP>(own));
    let mut down = _mm512_and_si512(other, _mm512_srli_epi64::<STEP>(own));
    up = _mm512_ternarylogic_epi64::<GROW>(up, other, _mm512_slli_epi64::<STEP>(up));
    down = _mm512_ternarylogic_epi64::<GROW>(down, other, _mm512_srli_epi64::<STEP>(down));
    let pairs_up = _mm512_and_si512(other, _mm512_slli_epi64::<STEP>(other));
    let pairs_down = _mm512_srli_epi64::<STEP>(pairs_up);
    for _ in 0..2 {
        up = _mm512_ternarylogic_epi64::<GROW>(up, pairs_up, _mm512_slli_epi64::<TWO>(up));
        down = _mm512_ternarylogic_epi64::<GROW>(down, pairs_down, _mm512_srli_epi64::<TWO>(down));
    }
    _mm512_or_si512(_mm512_slli_epi64::<STEP>(up), _mm512_srli_epi64::<STEP>(down))
}

#[cfg(target_feature = "avx512vpopcntdq")]
#[inline]
#[target_feature(enable = "avx512f")]
fn lanes_of(values: [u64; 8]) -> __m512i {
    let [a, b, c, d, e, f, g, h] = values.map(|value| value as i64);
    std::arch::x86_64::_mm512_setr_epi64(a, b, c, d, e, f, g, h)
}
