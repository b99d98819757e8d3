//! Discs that are stable because of a corner.

use willow_board::Bitboard;

/// Returns the discs on corners, and on C-squares next to a corner with a disc of the same side.
/// They are stable.
#[inline]
pub(crate) fn corner_stable_discs(discs: Bitboard) -> Bitboard {
    /// a1 and a8.
    const WEST: u64 = 0x0100_0000_0000_0001;
    /// h1 and h8.
    const EAST: u64 = 0x8000_0000_0000_0080;
    /// a1 and h1.
    const NORTH: u64 = 0x0000_0000_0000_0081;
    /// a8 and h8.
    const SOUTH: u64 = 0x8100_0000_0000_0000;
    let bits = discs.bits();
    let beside_corners =
        (bits & WEST) << 1 | (bits & EAST) >> 1 | (bits & NORTH) << 8 | (bits & SOUTH) >> 8;
    discs & (Bitboard::from_bits(beside_corners) | Bitboard::CORNERS)
}
