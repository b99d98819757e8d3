//! Flips by the vector instructions of WebAssembly.
//!
//! As in the portable kernel, the first square of a ray without an opponent's disc decides. The upward
//! rays are computed two at a time; vectors have no instruction for the highest bit, so the downward rays
//! are computed one by one.

use std::arch::wasm32::{
    i64x2_add, i64x2_ne, i64x2_neg, i64x2_splat, u64x2, u64x2_extract_lane, v128, v128_and,
    v128_andnot, v128_or,
};

use super::portable::downward_flips;
use crate::rays::RAYS;

/// Returns the discs of `opponent` that are flipped when `player` moves on the square with this
/// index, 0 to 63. The function does not check that the square is empty.
#[inline]
pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let [north, east, south, west] = rays.upward;
    let (players, opponents) = (i64x2_splat(player as i64), i64x2_splat(opponent as i64));
    let upward = v128_or(
        upward_flips(players, opponents, u64x2(north, east)),
        upward_flips(players, opponents, u64x2(south, west)),
    );
    let mut flipped = u64x2_extract_lane::<0>(upward) | u64x2_extract_lane::<1>(upward);
    for ray in rays.downward {
        flipped |= downward_flips(player, opponent, ray);
    }
    flipped
}

#[inline]
fn upward_flips(player: v128, opponent: v128, rays: v128) -> v128 {
    let others = v128_andnot(rays, opponent);
    let bracket = v128_and(v128_and(others, i64x2_neg(others)), player);
    // A comparison that holds is -1. Without a bracket this is 0 + 0.
    v128_and(i64x2_add(bracket, i64x2_ne(bracket, i64x2_splat(0))), rays)
}
