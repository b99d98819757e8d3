//! The hash function of boards.

use willow_board::Board;

/// Returns the hash of a board, the same on every machine. Each set of discs is combined with a
/// constant, the two are multiplied, and the halves of the product are folded together (the mixing
/// step of wyhash).
#[inline]
pub(crate) const fn hash(board: &Board) -> u64 {
    /// 2^64 divided by the golden ratio.
    const PLAYER: u64 = 0x9e37_79b9_7f4a_7c15;
    /// Another number whose bits follow no pattern. No other one was tried.
    const OPPONENT: u64 = 0xd1b5_4a32_d192_ed03;
    let player = board.player().bits() ^ PLAYER;
    let opponent = board.opponent().bits() ^ OPPONENT;
    let product = player as u128 * opponent.rotate_left(29) as u128;
    product as u64 ^ (product >> 64) as u64
}
