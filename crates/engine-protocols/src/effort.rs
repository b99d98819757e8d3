//! How much an engine thinks about a move: by the clock, by limits, or for a time.

use std::time::Duration;

use willow_board::TimeLeft;
use willow_engine::{Level, SearchLimits};

/// The level without a clock and without any limit.
const DEFAULT_LEVEL: u32 = 5;

/// How much the engine thinks about a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchEffort {
    /// Whatever the game's clock affords; a low level without one.
    Clock,
    /// As these limits say, but never longer than the clock allows.
    Limits(SearchLimits),
    /// As these limits say and at most so long for a move.
    MoveTime(SearchLimits, Duration),
}

impl SearchEffort {
    /// Returns the same effort with another depth: the midgame is searched to so many plies, and the
    /// endgame solved from where the level of that depth does.
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

    /// Returns the limits for a move with so much time on the clock.
    #[must_use]
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
