//! Bounds by stable discs.

use willow_board::Board;

use super::exact_score::ExactScore;

/// Returns an upper bound of the score by the opponent's stable discs, for the side to move.
#[inline]
pub(crate) fn stability_bound(board: &Board) -> ExactScore {
    ExactScore::of_discs(64 - 2 * board.pass().stable_discs().count() as i32)
}

/// Returns an upper bound of at most `alpha` if the opponent's stable discs give one. Both are for the
/// side to move (at four empties: experiments 106 and 111; the number of discs first:
/// experiment 107). `n_empties` is the number of empties, which most callers know.
#[inline]
pub(super) fn stability_cutoff(
    board: &Board,
    alpha: ExactScore,
    n_empties: u32,
) -> Option<ExactScore> {
    if alpha < stability_threshold(n_empties).max(lower_bound(board)) {
        return None;
    }
    let bound = stability_bound(board);
    (bound <= alpha).then_some(bound)
}

/// Returns the bound that all of the opponent's discs would give if they were stable.
#[inline]
fn lower_bound(board: &Board) -> ExactScore {
    ExactScore::of_discs(64 - 2 * board.opponent().count() as i32)
}

/// With fewer empties the threshold is two discs lower.
const FIRST_FULL_EMPTIES: i32 = 10;
/// Up to this number of empties the threshold grows by two discs with each, from there on by
/// one.
const LAST_STEEP_EMPTIES: i32 = 24;

/// Returns the least `alpha` at which the stability cutoff pays, for the side to move.
///
/// With a lower `alpha` the stable discs rarely cause a cutoff. The values follow Edax's public
/// table of thresholds, as two lines that meet at [`LAST_STEEP_EMPTIES`]. Not measured.
#[inline]
pub(crate) const fn stability_threshold(n_empties: u32) -> ExactScore {
    let empties = n_empties as i32;
    ExactScore::of_discs(if empties < FIRST_FULL_EMPTIES {
        2 * empties - 2
    } else if empties <= LAST_STEEP_EMPTIES {
        2 * empties
    } else {
        LAST_STEEP_EMPTIES + empties
    })
}
