//! Bounds by stable discs, in discs.

use willow_board::Board;

/// Returns an upper bound of the score by the opponent's stable discs, in discs for the side to move.
#[inline]
pub(crate) fn stability_bound(board: &Board) -> i32 {
    64 - 2 * board.pass().stable_discs().count() as i32
}

/// Returns the least `alpha` at which the stability cutoff pays, in discs for the side to move.
///
/// With a lower `alpha` the stable discs rarely cause a cutoff. The values follow Edax's public
/// table of thresholds.
#[inline]
pub(crate) const fn stability_threshold(n_empties: u32) -> i32 {
    let empties = n_empties as i32;
    if empties < 10 {
        2 * empties - 2
    } else if empties <= 24 {
        2 * empties
    } else {
        24 + empties
    }
}
