//! How much time a move gets (section 3.1.3).

use std::time::Duration;

use super::report::SearchEnd;
use crate::{GameClock, Limits};

/// The number of own moves that time is allocated to: thirty, and ten more in case the opponent must
/// pass.
const N_FRACTIONS: u32 = 40;

/// The number of own moves that are always in the book.
const N_BOOK_MOVES: u32 = 2;

/// Returns the part of the time that a move gets, by the number of own moves made before.
///
/// Figure 3-1 is lost, and its text remains: nothing for the first two moves, which are in the book;
/// then more and more; little for the last eleven of thirty, when the endgame is solved; very little
/// for the ten additional ones. The numbers are ours.
fn fraction(own_moves: u32) -> f64 {
    match own_moves {
        ..N_BOOK_MOVES => 0.0,
        N_BOOK_MOVES..19 => 20.0 + 3.0 * f64::from(own_moves),
        19..30 => 16.0,
        _ => 0.5,
    }
}

/// Returns the parts of the time that BILL's forty moves get, each in relation to those that remain (figure 3-1).
pub fn time_fractions() -> impl Iterator<Item = f64> {
    (0..N_FRACTIONS).map(fraction)
}

/// The part of a game's time that is kept back: five of thirty minutes, which BILL's operators needed
/// to enter moves.
const RESERVE: f64 = 5.0 / 30.0;

/// While less than this part of the allocation is used, another level is searched.
const GO_ON_BELOW: f64 = 0.4;

/// The alarm goes off when this part of the allocation is used.
const ALARM_AT: f64 = 1.8;

/// Below this allocation there is "very little time", and the alarm goes off when all of it is used.
/// Ours: the report gives no number.
const VERY_LITTLE: Duration = Duration::from_millis(20);

/// The part of the time left after the reserve that no normal search, whatever its fraction, may exceed.
/// Ours.
const MOST_OF_THE_REST: f64 = 0.5;

/// The part of a time for each move that is kept back, so that the answer is there in time. Ours.
const MOVE_RESERVE: f64 = 0.05;

/// The time that BILL may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum TimeBudget {
    /// This time for the move, and no more.
    Move(Duration),
    /// What is left for the rest of the game.
    Game {
        /// The time on the player's clock.
        left: Duration,
        /// The time that the clock had at the beginning of the game.
        whole: Duration,
        /// The number of own moves made before.
        own_moves: u32,
    },
}

impl TimeBudget {
    /// Returns the time for the next move after `own_moves` own ones, if time is limited: that of the clock
    /// if it is less than the time for a move.
    pub(crate) fn of_limits(limits: &Limits, own_moves: u32) -> Option<TimeBudget> {
        let clock = limits.clock.map(|clock| TimeBudget::of_clock(&clock, own_moves));
        match (limits.move_time, clock) {
            (Some(own), Some(clock)) if clock.most() <= own => Some(clock),
            (Some(own), _) => Some(TimeBudget::Move(own)),
            (None, clock) => clock,
        }
    }

    fn of_clock(clock: &GameClock, own_moves: u32) -> TimeBudget {
        let GameClock { left, whole } = *clock;
        if left.main <= left.byoyomi {
            return TimeBudget::Move(left.main + left.byoyomi);
        }
        TimeBudget::Game { left: left.main, whole, own_moves }
    }

    /// Returns all that there is.
    const fn most(&self) -> Duration {
        match self {
            TimeBudget::Move(time) => *time,
            TimeBudget::Game { left, .. } => *left,
        }
    }
}

/// The time for a move, from the beginning of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Allocation {
    /// What the move should take, by the fractions.
    pub(crate) time: Duration,
    /// When a normal search is broken off.
    pub(crate) alarm: Duration,
    /// What an endgame search may use, the time of later moves included.
    pub(crate) usable: Duration,
    /// Whether later moves share that time.
    is_shared: bool,
}

impl Allocation {
    pub(crate) fn of(time: TimeBudget) -> Allocation {
        match time {
            TimeBudget::Move(limit) => {
                let limit = limit.mul_f64(1.0 - MOVE_RESERVE);
                Allocation { time: limit, alarm: limit, usable: limit, is_shared: false }
            }
            TimeBudget::Game { left, whole, own_moves } => {
                let usable = left.saturating_sub(whole.mul_f64(RESERVE));
                // Only the reserve is left: use the same part of that.
                let usable = usable.max(left.mul_f64(RESERVE));
                // One of the first two moves that is not in the book after all, on a set-up board, gets as
                // much as the third.
                let share = fraction(own_moves.max(N_BOOK_MOVES)) / remaining(own_moves);
                let time = usable.mul_f64(share.min(MOST_OF_THE_REST));
                let alarm = if time < VERY_LITTLE { time } else { time.mul_f64(ALARM_AT) };
                Allocation { time, alarm: alarm.min(usable), usable, is_shared: true }
            }
        }
    }

    /// Returns when an endgame search must be broken off: so that the next one, which is expected to take
    /// this long, has its time.
    pub(crate) fn last_moment(&self, next: Duration) -> Duration {
        if self.is_shared { self.usable.saturating_sub(next).max(self.time) } else { self.usable }
    }

    /// Returns why no other level is to be searched after one is complete; `None` if little time is used, or if
    /// not all is used and the last two levels disagree about the best move.
    ///
    /// What was invested in the position by thinking ahead reduces both limits. Beyond them, BILL has
    /// used up its allocation in the opponent's time, and answers at once.
    pub(crate) fn end_after(
        &self,
        used: Duration,
        invested: Duration,
        levels: LastLevels,
    ) -> Option<SearchEnd> {
        let used = (used + invested).as_secs_f64();
        let time = self.time.as_secs_f64();
        match levels {
            _ if used < GO_ON_BELOW * time => None,
            _ if time <= used => Some(SearchEnd::Time),
            LastLevels::Disagree => None,
            LastLevels::Agree => Some(SearchEnd::Agreement),
        }
    }
}

/// Whether the last two levels of a search have the same best move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LastLevels {
    /// They have, or there is only one.
    Agree,
    Disagree,
}

/// Returns the sum of that fraction and all later ones. Time that the book saved is in it: a fraction
/// counts only in relation to those that remain.
fn remaining(own_moves: u32) -> f64 {
    (own_moves..N_FRACTIONS).map(fraction).sum::<f64>().max(fraction(N_FRACTIONS))
}

#[cfg(test)]
mod tests {
    use super::LastLevels::{Agree, Disagree};
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);

    fn game(left: Duration, own_moves: u32) -> Allocation {
        Allocation::of(TimeBudget::Game { left, whole: 30 * MINUTE, own_moves })
    }

    #[test]
    fn fractions_are_as_the_figure_is_described() {
        let fractions: Vec<f64> = (0..N_FRACTIONS).map(fraction).collect();
        assert_eq!(fractions[..2], [0.0, 0.0]);
        assert!(fractions[2..19].is_sorted_by(|one, other| one < other));
        assert!(fractions[19..30].iter().all(|fraction| *fraction < fractions[2]));
        assert!(fractions[30..].iter().all(|fraction| *fraction < fractions[19]));
        let late: f64 = fractions[19..].iter().sum();
        assert!(late < 0.2 * remaining(0));
    }

    /// Twenty-five of the thirty minutes are allocated: a player who always uses its allocation has about
    /// the reserve at the end.
    #[test]
    fn allocations_share_out_the_usable_time() {
        let mut left = 30 * MINUTE;
        for own_moves in 0..30 {
            let allocation = game(left, own_moves);
            assert!(allocation.time <= allocation.alarm);
            assert!(allocation.time <= allocation.usable);
            left -= allocation.time;
        }
        assert!((4 * MINUTE..6 * MINUTE).contains(&left), "{left:?}");
    }

    #[test]
    fn saved_fractions_are_redistributed() {
        // Five moves from the book: the sixth gets more than it would have had.
        let with_book = game(30 * MINUTE, 5).time;
        let mut left = 30 * MINUTE;
        for own_moves in 0..5 {
            left -= game(left, own_moves).time;
        }
        assert!(game(left, 5).time < with_book);
    }

    #[test]
    fn nobody_uses_more_than_there_is() {
        for own_moves in 0..60 {
            for left in [30 * MINUTE, MINUTE, Duration::from_millis(40), Duration::ZERO] {
                let allocation = game(left, own_moves);
                assert!(allocation.alarm <= left && allocation.usable <= left);
            }
        }
    }

    /// The rules of 40 and 100 percent, with an allocation of ten seconds.
    #[test]
    fn levels_go_on_by_the_time_used_and_by_agreement() {
        let seconds = Duration::from_secs;
        let ten = Allocation {
            time: seconds(10),
            alarm: seconds(18),
            usable: seconds(30),
            is_shared: true,
        };
        let end = |used, ahead, levels| ten.end_after(seconds(used), seconds(ahead), levels);
        let goes_on = |used, ahead, levels| end(used, ahead, levels).is_none();
        assert_eq!(end(5, 0, Agree), Some(SearchEnd::Agreement));
        assert_eq!(end(10, 0, Agree), Some(SearchEnd::Time));
        assert!(goes_on(3, 0, Agree));
        assert!(!goes_on(5, 0, Agree));
        assert!(goes_on(5, 0, Disagree));
        assert!(!goes_on(10, 0, Disagree));
        // Two seconds of thinking ahead, and ten, which exceed the allocation at no cost.
        assert!(goes_on(1, 2, Agree));
        assert!(!goes_on(3, 2, Agree));
        assert!(goes_on(7, 2, Disagree));
        assert!(!goes_on(9, 2, Disagree));
        assert!(!goes_on(0, 10, Disagree));
    }

    #[test]
    fn an_endgame_search_leaves_time_for_the_next() {
        let seconds = Duration::from_secs;
        let allocation = game(15 * MINUTE, 23);
        assert_eq!(allocation.last_moment(4 * MINUTE), 6 * MINUTE);
        assert_eq!(allocation.last_moment(15 * MINUTE), allocation.time);
        let alone = Allocation::of(TimeBudget::Move(seconds(10)));
        assert_eq!(alone.last_moment(seconds(5)), alone.alarm);
    }

    #[test]
    fn the_alarm_is_later_unless_time_is_very_little() {
        let allocation = game(30 * MINUTE, 10);
        assert_eq!(allocation.alarm, allocation.time.mul_f64(1.8));
        let hasty = Allocation::of(TimeBudget::Game {
            left: Duration::from_millis(300),
            whole: Duration::from_secs(1),
            own_moves: 10,
        });
        assert_eq!(hasty.alarm, hasty.time);
    }
}
