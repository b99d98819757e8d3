//! Which games may be rated, and which ratings are certain enough to be compared.
//!
//! A rating is worth what it takes to earn it. Nobody can farm rating points if the terms of a rated
//! game leave both players the same chance, and if no player is ranked after a lucky game.

use std::time::Duration;

use thiserror::Error;
use willow_board::TimeControl;

use crate::game::speed_class::thirty_moves;
use crate::{ErrorDetail, Start, Terms};

/// Minimum time for thirty moves in a rated game: half of Othello's sixty moves, one second each.
///
/// lichess asks the same for rated games of its variants (an estimated game of 30 seconds a side).
pub const MIN_RATED_TIME: Duration = Duration::from_secs(30);

/// Minimum time before the first flag can fall in a rated game. A slower network alone must not
/// decide it.
pub const MIN_RATED_FIRST_MOVE: Duration = Duration::from_secs(5);

/// Maximum number of discs of a rated random start. Games on GGS start with up to 20, too.
pub const MAX_RATED_DISCS: u8 = 20;

/// Minimum number of moves, passes not counted, after which a rated game counts that was not played to
/// its end. Until then it is given up early: nobody earns a rating by opponents who resign at once.
pub const MIN_RATED_MOVES: u32 = 10;

/// Maximum deviation of a rating that counts as known. lichess marks ratings above it, too.
///
/// A new player's deviation is 350. About ten games with known players bring it to 110.
pub const LARGEST_KNOWN_DEVIATION: i32 = 110;

/// Why a game with these terms cannot be rated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum UnratableTerms {
    /// It has no clock.
    #[error("a game without a clock cannot be rated; give a clock such as 5+3")]
    NoClock,
    /// A player has too little time for thirty moves.
    #[error(
        "a rated game needs at least 30 seconds for thirty moves, without the extension; give a longer clock such as 1+0"
    )]
    TooLittleTime,
    /// The flag may fall too soon.
    #[error(
        "a rated game needs at least 5 seconds for the first move, without the extension; give a longer clock such as 1+0"
    )]
    FirstMoveTooShort,
    /// The start position was given.
    #[error("a rated game cannot start from a given position; leave out `rated` or `start`")]
    GivenPosition,
    /// The random start has too many discs.
    #[error("a rated game starts with at most 20 random discs, not {0}")]
    TooManyDiscs(u8),
}

impl UnratableTerms {
    /// Returns the reason for programs.
    pub const fn detail(self) -> ErrorDetail {
        match self {
            UnratableTerms::TooManyDiscs(_) => ErrorDetail::TooManyDiscsInRatedGame,
            UnratableTerms::GivenPosition => ErrorDetail::PositionInRatedGame,
            UnratableTerms::NoClock => ErrorDetail::NoClockInRatedGame,
            UnratableTerms::TooLittleTime => ErrorDetail::TooLittleTimeInRatedGame,
            UnratableTerms::FirstMoveTooShort => ErrorDetail::FirstMoveTooShortInRatedGame,
        }
    }
}

impl Terms {
    /// Makes sure that a game with these terms may be rated.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_ratable(&self) -> Result<(), UnratableTerms> {
        match self.start {
            Start::Standard | Start::Balanced => {}
            Start::Random(discs) => check_discs(discs)?,
            Start::Position(_) => return Err(UnratableTerms::GivenPosition),
        }
        self.check_ratable_clock()
    }

    /// Makes sure that a game may be rated whose position another server has sampled, as for a random start over a
    /// bridge. It must be fair whatever the position is worth: a pair in lock-step, or a game with komi.
    ///
    /// # Errors
    /// The first reason against it.
    pub fn check_ratable_as_sampled(&self) -> Result<(), UnratableTerms> {
        match self.start {
            Start::Position(position) if self.lockstep || self.komi => {
                check_discs(position.board().occupied().count() as u8)?;
                self.check_ratable_clock()
            }
            _ => self.check_ratable(),
        }
    }

    fn check_ratable_clock(&self) -> Result<(), UnratableTerms> {
        let (Some(first), Some(thirty)) = (first_move(self.clock), thirty_moves(self.clock)) else {
            return Err(UnratableTerms::NoClock);
        };
        if thirty < MIN_RATED_TIME {
            return Err(UnratableTerms::TooLittleTime);
        }
        if first < MIN_RATED_FIRST_MOVE {
            return Err(UnratableTerms::FirstMoveTooShort);
        }
        Ok(())
    }

    /// Returns the time that a player has for thirty moves, about half of a game, without an
    /// extension; `None` without a limit.
    pub fn time_for_thirty_moves(&self) -> Option<Duration> {
        thirty_moves(self.clock)
    }

    /// Returns whether the clock leaves no time for the first move: such a game is lost before it
    /// begins.
    pub fn is_lost_at_once(&self) -> bool {
        let extension = match self.clock {
            TimeControl::Ggs { extension, .. } => extension,
            _ => Duration::ZERO,
        };
        first_move(self.clock).is_some_and(|time| (time + extension).is_zero())
    }
}

const fn check_discs(discs: u8) -> Result<(), UnratableTerms> {
    if discs <= MAX_RATED_DISCS { Ok(()) } else { Err(UnratableTerms::TooManyDiscs(discs)) }
}

/// Returns the time that a player has for the first move, without an extension; `None` if there is
/// no limit.
const fn first_move(clock: TimeControl) -> Option<Duration> {
    match clock {
        TimeControl::Unlimited => None,
        TimeControl::PerMove(each) => Some(each),
        TimeControl::Byoyomi { main, period } => Some(main.saturating_add(period)),
        TimeControl::Game(main)
        | TimeControl::Increment { main, .. }
        | TimeControl::Ggs { main, .. } => Some(main),
    }
}

/// Returns whether a rating with this deviation is provisional: too uncertain for a leader board, and
/// shown with `?`.
pub const fn is_provisional(deviation: i32) -> bool {
    deviation > LARGEST_KNOWN_DEVIATION
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(words: &str) -> Result<(), UnratableTerms> {
        words.parse::<Terms>().unwrap().check_ratable()
    }

    #[test]
    fn every_kind_of_clock_has_a_least_time() {
        use UnratableTerms::{FirstMoveTooShort, NoClock, TooLittleTime};
        let cases = [
            ("none", Err(NoClock)),
            ("4s", Err(FirstMoveTooShort)),
            ("5s", Ok(())),
            ("3d", Ok(())),
            ("0:29", Err(TooLittleTime)),
            ("0:30", Ok(())),
            ("0:04+3", Err(FirstMoveTooShort)),
            ("0:05+1", Ok(())),
            ("0+0", Err(TooLittleTime)),
            ("0:00/4", Err(FirstMoveTooShort)),
            ("0:00/5", Ok(())),
            ("0:00//9:00", Err(TooLittleTime)),
            ("0:00/2/9:00", Err(FirstMoveTooShort)),
            ("0:05/1/2:00", Ok(())),
        ];
        for (clock, expected) in cases {
            assert_eq!(checked(clock), expected, "{clock}");
        }
    }

    #[test]
    fn the_least_times_and_numbers_stand_in_the_sentences() {
        assert!(UnratableTerms::TooLittleTime.to_string().contains("30 seconds"));
        assert_eq!(MIN_RATED_TIME.as_secs(), 30);
        assert!(UnratableTerms::FirstMoveTooShort.to_string().contains("5 seconds"));
        assert_eq!(MIN_RATED_FIRST_MOVE.as_secs(), 5);
        assert!(UnratableTerms::TooManyDiscs(21).to_string().contains("at most 20"));
        assert_eq!(MAX_RATED_DISCS, 20);
    }

    #[test]
    fn the_extension_saves_a_first_move_but_counts_for_nothing_else() {
        let lost = |clock: &str| clock.parse::<Terms>().unwrap().is_lost_at_once();
        assert!(["0+0", "0+5", "0:00//0:00", "0:00/5/0:00"].into_iter().all(lost));
        assert!(!["none", "0:00//0:01", "0:00/1", "100ms", "3d"].into_iter().any(lost));
    }
}
