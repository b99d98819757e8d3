//! How long an engine searches for a move: by the clock, by limits, or for a fixed time.

use std::time::Duration;

use willow_board::TimeLeft;
use willow_engine::{Level, SearchLimits};

/// The level used without a clock and without limits.
const DEFAULT_LEVEL: u32 = 5;

/// What limits the search for a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEffort {
    /// The clock of the game; without a clock a low level.
    Clock,
    /// These limits, and the clock if there is one.
    Limits(SearchLimits),
    /// These limits and a time for each move, and the clock if less time is left.
    MoveTime(SearchLimits, Duration),
}

impl SearchEffort {
    /// Returns the same effort with another depth, in plies.
    ///
    /// The endgame is solved from as many empties as at the level of that depth.
    #[must_use]
    pub fn with_depth(self, depth: u32) -> SearchEffort {
        let level = Level::all().take_while(|level| level.depth() <= depth).last();
        let exact_from = level.map_or(depth, |level| level.exact_from().max(depth));
        let limits = SearchLimits { exact_from, ..SearchLimits::depth(depth) };
        match self {
            SearchEffort::MoveTime(_, time) => SearchEffort::MoveTime(limits, time),
            SearchEffort::Clock | SearchEffort::Limits(_) => SearchEffort::Limits(limits),
        }
    }

    /// Returns the search limits for a move with the time left on the clock, if there is a clock.
    pub fn limits(self, left: Option<TimeLeft>) -> SearchLimits {
        match (self, left) {
            (SearchEffort::Clock, None) => default_level_limits(),
            (SearchEffort::Clock, Some(left)) => SearchLimits::time(left),
            (SearchEffort::Limits(limits), left) => SearchLimits { time: left, ..limits },
            (SearchEffort::MoveTime(limits, time), Some(left))
                if left.main + left.byoyomi + left.extension <= time =>
            {
                SearchLimits { time: Some(left), ..limits }
            }
            (SearchEffort::MoveTime(limits, time), _) => {
                SearchLimits { time: SearchLimits::move_time(time).time, ..limits }
            }
        }
    }
}

fn default_level_limits() -> SearchLimits {
    SearchLimits::level(Level::new(DEFAULT_LEVEL).expect("the default level is one of the levels"))
}
