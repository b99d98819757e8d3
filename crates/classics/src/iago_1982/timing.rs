//! How much time a move gets, and whether another level fits into it.

use std::time::Duration;

/// How many times longer each level takes than the one before: the branching factor that the report on
/// BILL gives for IAGO (table I-1).
pub(super) const BRANCHING_FACTOR: f64 = 4.0;

/// The part of a time for each move that is kept back, so that the answer is there in time. Ours.
const RESERVE: f64 = 0.05;

/// The part of the time on the clock that is shared out. Ours.
const USABLE: f64 = 0.9;

/// The fewest own moves that time is left for. Ours.
const FEWEST_MOVES: u32 = 3;

/// How many times its share a move may take before it is broken off, which IAGO did not do. Ours.
const MOST_SHARES: f64 = 3.0;

/// The time for a move, from the beginning of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Iago1982Time {
    /// What the move should take: no level begins that is expected to end later.
    pub(super) share: Duration,
    /// When the search is broken off, so that the game is not lost by time.
    pub(super) last_moment: Duration,
}

impl Iago1982Time {
    /// Returns the time of a move that may take so much and no more.
    #[must_use]
    pub fn per_move(limit: Duration) -> Iago1982Time {
        let limit = limit.mul_f64(1.0 - RESERVE);
        Iago1982Time { share: limit, last_moment: limit }
    }

    /// Returns the shorter one of two times, in both respects.
    #[must_use]
    pub fn min(self, other: Iago1982Time) -> Iago1982Time {
        Iago1982Time {
            share: self.share.min(other.share),
            last_moment: self.last_moment.min(other.last_moment),
        }
    }

    /// Returns the time of a move with so much left on the clock and so many own moves to come.
    #[must_use]
    pub fn of_clock(left: Duration, own_moves: u32) -> Iago1982Time {
        let share = left.mul_f64(USABLE) / own_moves.max(FEWEST_MOVES);
        Iago1982Time { share, last_moment: share.mul_f64(MOST_SHARES).min(left.mul_f64(USABLE)) }
    }
}

/// Returns whether another level fits into what there is, when so much of it is used and the last level
/// took so much.
pub(super) fn another_level_fits(used: f64, last_level: f64, share: f64) -> bool {
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
            let time = Iago1982Time::of_clock(left, own_moves);
            assert!(time.share <= time.last_moment && time.last_moment < left);
            left -= time.share;
        }
        assert!(Duration::from_secs(20) < left, "{left:?}");
        let second = Iago1982Time::per_move(Duration::from_secs(1));
        assert_eq!(second.last_moment, Duration::from_millis(950));
    }
}
