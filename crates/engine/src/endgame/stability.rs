//! Bounds by stable discs.

use willow_board::Board;

use super::exact_score::ExactScore;

/// Returns an upper bound of the score by the opponent's stable discs, for the side to move.
#[inline]
pub(crate) fn stability_bound(board: &Board) -> ExactScore {
    ExactScore::of_discs(64 - 2 * board.pass().stable_discs().count() as i32)
}

/// Returns the least `alpha` at which the stability cutoff pays, for the side to move.
///
/// With a lower `alpha` the stable discs rarely cause a cutoff. The values follow Edax's public
/// table of thresholds.
#[inline]
pub(crate) const fn stability_threshold(n_empties: u32) -> ExactScore {
    let empties = n_empties as i32;
    ExactScore::of_discs(if empties < 10 {
        2 * empties - 2
    } else if empties <= 24 {
        2 * empties
    } else {
        24 + empties
    })
}
