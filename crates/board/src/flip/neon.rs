//! Flips with the vector instructions of 64-bit ARM, NEON: two rays in each register.
//!
//! As in the portable kernel, the first square of a ray without an opponent's disc decides. The downward rays are
//! the upward ones of the board turned by 180 degrees, because a register has no instruction for the highest bit.

use std::arch::aarch64::{
    uint64x2_t, vaddq_u64, vandq_u64, vbicq_u64, vcombine_u64, vcreate_u64, vdupq_n_u64,
    vgetq_lane_u64, vnegq_s64, vorrq_u64, vreinterpretq_s64_u64, vreinterpretq_u64_s64, vtstq_u64,
};

use crate::rays::RAYS;

/// Returns the discs of `opponent` that are flipped when `player` moves on the square with this
/// index, 0 to 63. The function does not check that the square is empty.
#[inline]
pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    // SAFETY: the callee needs NEON. The `cfg` on `mod neon` in `flip.rs` compiles this module only where
    // `target_feature = "neon"` holds for the whole build.
    let (up, down) = unsafe {
        (
            upward_flips(player, opponent, square & 63),
            upward_flips(player.reverse_bits(), opponent.reverse_bits(), 63 - (square & 63)),
        )
    };
    up | down.reverse_bits()
}

#[inline]
#[target_feature(enable = "neon")]
fn upward_flips(player: u64, opponent: u64, square: usize) -> u64 {
    let (player, opponent) = (vdupq_n_u64(player), vdupq_n_u64(opponent));
    let [east, south_west, south, south_east] = RAYS[square].upward;
    let flipped = vorrq_u64(
        flips_of_two(player, opponent, vcombine_u64(vcreate_u64(east), vcreate_u64(south_west))),
        flips_of_two(player, opponent, vcombine_u64(vcreate_u64(south), vcreate_u64(south_east))),
    );
    vgetq_lane_u64::<0>(flipped) | vgetq_lane_u64::<1>(flipped)
}

#[inline]
#[target_feature(enable = "neon")]
fn flips_of_two(player: uint64x2_t, opponent: uint64x2_t, rays: uint64x2_t) -> uint64x2_t {
    let others = vbicq_u64(rays, opponent);
    let negative = vreinterpretq_u64_s64(vnegq_s64(vreinterpretq_s64_u64(others)));
    let bracket = vandq_u64(vandq_u64(others, negative), player);
    // A comparison that holds is -1. Without a bracket this is 0 + 0.
    vandq_u64(vaddq_u64(bracket, vtstq_u64(bracket, bracket)), rays)
}
