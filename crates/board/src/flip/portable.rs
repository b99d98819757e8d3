//! Flips in plain integer arithmetic.
//!
//! The first square of a ray without an opponent's disc decides. If that square holds a disc of the
//! player, all discs before it are flipped. On an upward ray the square is the lowest set bit of
//! "ray and not opponent", on a downward ray the highest.

use crate::rays::RAYS;

/// Returns the discs of `opponent` that are flipped when `player` moves on the square with this
/// index, 0 to 63. The function does not check that the square is empty.
#[inline]
pub(crate) fn flips(player: u64, opponent: u64, square: usize) -> u64 {
    let rays = &RAYS[square & 63];
    let mut flipped = 0;
    for direction in 0..4 {
        flipped |= upward_flips(player, opponent, rays.upward[direction]);
        flipped |= downward_flips(player, opponent, rays.downward[direction]);
    }
    flipped
}

#[inline]
fn upward_flips(player: u64, opponent: u64, ray: u64) -> u64 {
    let others = ray & !opponent;
    let bracket = others & others.wrapping_neg() & player;
    // Without a bracket this is 0 - 0.
    bracket.wrapping_sub(u64::from(bracket != 0)) & ray
}

#[inline]
pub(super) fn downward_flips(player: u64, opponent: u64, ray: u64) -> u64 {
    let others = ray & !opponent;
    // If `others` is empty, the shift wraps to bit 63, which no downward ray reaches.
    let bracket = (1u64 << 63).wrapping_shr(others.leading_zeros()) & player & ray;
    (bracket << 1).wrapping_neg() & ray
}
