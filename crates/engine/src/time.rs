//! How much of the clock a move may use.

use std::time::Duration;

use willow_board::TimeLeft;

/// The time for one move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TimePlan {
    /// After this no further iteration is begun.
    pub(crate) soft: Duration,
    /// At this the search is stopped.
    pub(crate) hard: Duration,
}

/// What passes at least between the end of a search and the press of the clock, and is kept back.
const OVERHEAD: Duration = Duration::from_millis(5);

/// The share of the time for one move that is kept back: a processor that others use as well may be
/// away for much longer than [`OVERHEAD`], and who uses all of a move's time loses the game by it.
const KEPT_SHARE: u32 = 10;

/// As much need never be kept back.
const LARGEST_KEPT: Duration = Duration::from_millis(150);

/// The number of last empty squares whose moves are solved in no time worth planning for.
const FREE_EMPTIES: u32 = 14;

/// The share of the main time that one move may use at most.
const LARGEST_SHARE: f64 = 0.35;

/// An iteration is begun only if the last one left this share of the time: the next takes longer than
/// all before it.
const SOFT_SHARE: f64 = 0.5;

/// Returns how much of the clock a move with so many empty squares deserves beside others.
///
/// Most discs are lost with 48 to 38 empty squares: before, most moves are as good as each other, and
/// later the end is in sight (KUROOBI measured 1.0 to 1.1 discs a move there; our own games against
/// NTest were lost before 30 squares were empty). The width and the least share are ours.
fn importance(n_empties: u32) -> f64 {
    const PEAK: f64 = 43.0;
    const WIDTH: f64 = 8.0;
    const LEAST: f64 = 0.25;
    let distance = (f64::from(n_empties) - PEAK) / WIDTH;
    LEAST + (1.0 - LEAST) * (-0.5 * distance * distance).exp()
}

/// Returns the share of the main time that is due to the next move.
fn share_of_main(n_empties: u32) -> f64 {
    // Half of the moves to come are the player's own; the last ones need as much as two of little
    // importance.
    let to_come = (FREE_EMPTIES..=n_empties).rev().step_by(2).map(importance);
    importance(n_empties) / (to_come.sum::<f64>() + 2.0 * importance(0)).max(importance(n_empties))
}

/// Plans the time for a move with so many empty squares on the board.
pub(crate) fn plan(left: &TimeLeft, n_empties: u32) -> TimePlan {
    if left.main.is_zero() {
        let kept = (left.byoyomi / KEPT_SHARE).clamp(OVERHEAD, LARGEST_KEPT);
        let hard = left.byoyomi.saturating_sub(kept).max(left.byoyomi / 2);
        return TimePlan { soft: hard.mul_f64(SOFT_SHARE), hard };
    }
    let every_move = left.increment.mul_f64(0.8) + left.byoyomi.mul_f64(0.8);
    let target = left.main.mul_f64(share_of_main(n_empties)) + every_move;
    let available = left.main.saturating_sub(OVERHEAD);
    let hard = (target * 3).min(available.mul_f64(LARGEST_SHARE) + left.byoyomi.mul_f64(0.8));
    TimePlan { soft: target.min(hard).mul_f64(SOFT_SHARE), hard }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn left(main: u64, increment: u64, byoyomi: u64) -> TimeLeft {
        TimeLeft {
            main: Duration::from_millis(main),
            increment: Duration::from_millis(increment),
            byoyomi: Duration::from_millis(byoyomi),
            extension: Duration::ZERO,
        }
    }

    #[test]
    fn a_move_never_plans_with_more_than_there_is() {
        for main in [0, 1, 10, 1000, 60_000] {
            for byoyomi in [1, 100, 10_000] {
                for n_empties in 1..=60 {
                    let plan = plan(&left(main, 0, byoyomi), n_empties);
                    assert!(plan.soft <= plan.hard);
                    assert!(plan.hard < Duration::from_millis(main + byoyomi));
                }
            }
        }
    }

    #[test]
    fn some_of_the_time_for_a_move_is_kept_back() {
        for (byoyomi, hard) in [(4, 2), (20, 15), (100, 90), (1000, 900), (10_000, 9850)] {
            assert_eq!(plan(&left(0, 0, byoyomi), 40).hard, Duration::from_millis(hard));
        }
    }

    #[test]
    fn the_moves_that_lose_games_get_most() {
        let soft = |n_empties| plan(&left(60_000, 0, 0), n_empties).soft;
        // Of the same main time, of which more moves must be made from it at the beginning.
        assert!(soft(58) * 2 < soft(44));
        // A whole game: what is planned at 44 is more than at 60 and at 24.
        let mut main = Duration::from_mins(1);
        let mut used = |n_empties| {
            let share = main.mul_f64(share_of_main(n_empties));
            main -= share;
            share
        };
        let shares: Vec<Duration> = (7..=30).rev().map(|half| used(2 * half)).collect();
        let (at_60, at_44, at_24) = (shares[0], shares[8], shares[18]);
        assert!(3 * at_60 < at_44 && 2 * at_24 < at_44, "{at_60:?} {at_44:?} {at_24:?}");
        assert!(main < Duration::from_secs(6), "{main:?} are left");
    }

    /// Using the soft target at every move leaves time on the clock at the end of the game.
    #[test]
    fn a_whole_game_fits_into_its_time() {
        let mut main = Duration::from_mins(1);
        for n_empties in (1..=60).rev().step_by(2) {
            let left = TimeLeft { main, ..left(0, 0, 0) };
            main -= plan(&left, n_empties).hard.min(main);
        }
        assert!(Duration::ZERO < main);
    }
}
