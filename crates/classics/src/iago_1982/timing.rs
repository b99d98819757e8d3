//! How much time a move gets, and whether another level fits into it.

use std::time::Duration;

use willow_board::TimeLeft;

use crate::Limits;

/// How many times longer each level takes than the one before: the branching factor that the report on
/// BILL gives for IAGO (table I-1).
pub(crate) const BRANCHING_FACTOR: f64 = 4.0;

/// The part of a time for each move that is kept back, so that the answer is there in time. Ours.
const RESERVE: f64 = 0.05;

/// The part of the time on the clock that is allocated to moves. Ours.
const USABLE: f64 = 0.9;

/// The fewest own moves that time is left for. Ours.
const FEWEST_MOVES: u32 = 3;

/// How many times its share a move may take before the search is stopped, which IAGO did not do. Ours.
const MAX_SHARES: f64 = 3.0;

/// The time for a move, from the beginning of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct MoveTime {
    /// What the move should take: no level begins that is expected to end later.
    pub(crate) share: Duration,
    /// When the search is stopped, so that the game is not lost by time.
    pub(crate) last_moment: Duration,
}

impl MoveTime {
    /// Returns the time of a move with this number of empties, if time is limited.
    pub(crate) fn of_limits(limits: &Limits, n_empties: u32) -> Option<MoveTime> {
        let own = limits.move_time.map(MoveTime::per_move);
        let clock = limits.clock.map(|clock| MoveTime::of_time_left(clock.left, n_empties));
        match (own, clock) {
            (Some(own), Some(clock)) => Some(own.min(clock)),
            (own, clock) => own.or(clock),
        }
    }

    /// What is added with every move can be used at once.
    fn of_time_left(left: TimeLeft, n_empties: u32) -> MoveTime {
        let at_once = left.increment + left.byoyomi;
        if left.main <= at_once {
            return MoveTime::per_move(left.main + left.byoyomi);
        }
        MoveTime::of_clock(left.main, n_empties.div_ceil(2))
    }

    /// Returns the time of a move that may take this long and no longer.
    pub(crate) fn per_move(limit: Duration) -> MoveTime {
        let limit = limit.mul_f64(1.0 - RESERVE);
        MoveTime { share: limit, last_moment: limit }
    }

    /// Returns the shorter one of two times, in both respects.
    pub(crate) fn min(self, other: MoveTime) -> MoveTime {
        MoveTime {
            share: self.share.min(other.share),
            last_moment: self.last_moment.min(other.last_moment),
        }
    }

    /// Returns the time of a move with this time left on the clock and this number of own moves to come.
    pub(crate) fn of_clock(left: Duration, own_moves: u32) -> MoveTime {
        let share = left.mul_f64(USABLE) / own_moves.max(FEWEST_MOVES);
        MoveTime { share, last_moment: share.mul_f64(MAX_SHARES).min(left.mul_f64(USABLE)) }
    }
}

/// Returns whether another level fits into the share, by what is used and what the last level took.
pub(crate) fn another_level_fits(used: f64, last_level: f64, share: f64) -> bool {
    used + BRANCHING_FACTOR * last_level <= share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_that_is_expected_to_end_too_late_is_not_begun() {
        // Of 100, 20 are used and the last level took 15: the next is expected to take 60, the one
        // after that 240.
        assert!(another_level_fits(20.0, 15.0, 100.0));
        assert!(!another_level_fits(80.0, 60.0, 100.0));
        assert!(another_level_fits(20.0, 20.0, 100.0));
        assert!(!another_level_fits(20.1, 20.0, 100.0));
    }

    #[test]
    fn shares_never_use_up_the_clock() {
        let mut left = Duration::from_mins(30);
        for own_moves in (1..=30).rev() {
            let time = MoveTime::of_clock(left, own_moves);
            assert!(time.share <= time.last_moment && time.last_moment < left);
            left -= time.share;
        }
        assert!(Duration::from_secs(20) < left, "{left:?}");
        let second = MoveTime::per_move(Duration::from_secs(1));
        assert_eq!(second.last_moment, Duration::from_millis(950));
    }
}
