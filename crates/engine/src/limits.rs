//! How far a search goes.

use std::time::Duration;

use willow_board::TimeLeft;

use crate::{Level, Selectivity};

/// What a search is after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A good move: the midgame is searched to a depth, the endgame solved when it is near enough.
    Play,
    /// The exact disc difference, however far the end of the game is.
    Exact,
    /// Only who wins, however far the end of the game is.
    WinLossDraw,
}

/// How far a search goes. It ends at whichever limit comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// What the search is after.
    pub goal: Goal,
    /// The greatest number of plies for the midgame search.
    pub depth: u32,
    /// What the midgame search may leave out.
    pub selectivity: Selectivity,
    /// The number of empty squares from which the game is solved instead.
    pub exact_from: u32,
    /// The number of empty squares from which the game is searched to its end, if not exactly, so
    /// with `selectivity_at_end`.
    pub selective_from: u32,
    /// What a search to the end of the game may leave out.
    pub selectivity_at_end: Selectivity,
    /// The greatest number of nodes, over all threads.
    pub nodes: Option<u64>,
    /// The time on the player's clock.
    pub time: Option<TimeLeft>,
}

impl SearchLimits {
    /// The deepest search there is: every game ends within 60 moves.
    pub const MAX_DEPTH: u32 = 60;

    /// Returns the limits of a level.
    #[must_use]
    pub const fn level(level: Level) -> SearchLimits {
        SearchLimits {
            depth: level.depth(),
            exact_from: level.exact_from(),
            selective_from: level.selective_from(),
            ..SearchLimits::depth(level.depth())
        }
    }

    /// Returns limits that search so many plies, and solve exactly when no more than so many squares
    /// are empty.
    #[must_use]
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits {
            goal: Goal::Play,
            depth,
            selectivity: Selectivity::HIGHEST,
            exact_from: depth,
            selective_from: depth,
            selectivity_at_end: Selectivity::AT_END,
            nodes: None,
            time: None,
        }
    }

    /// Returns limits that visit about so many nodes; with one thread always the same ones.
    #[must_use]
    pub const fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::depth(SearchLimits::MAX_DEPTH) }
    }

    /// Returns limits that plan with the time on a clock.
    #[must_use]
    pub const fn time(time: TimeLeft) -> SearchLimits {
        SearchLimits { time: Some(time), ..SearchLimits::depth(SearchLimits::MAX_DEPTH) }
    }

    /// Returns limits that use so much time for this move.
    #[must_use]
    pub const fn move_time(time: Duration) -> SearchLimits {
        let none = Duration::ZERO;
        SearchLimits::time(TimeLeft { main: none, increment: none, byoyomi: time, extension: none })
    }

    /// Returns limits that solve the position, exactly or for its winner.
    #[must_use]
    pub const fn solve(goal: Goal) -> SearchLimits {
        SearchLimits { goal, ..SearchLimits::depth(SearchLimits::MAX_DEPTH) }
    }
}
