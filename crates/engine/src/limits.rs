//! The limits of a search.

use std::time::Duration;

use willow_board::TimeLeft;

use crate::{Level, Selectivity};

/// The goal of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Goal {
    /// A good move: searches the midgame to a depth, and solves the endgame when few squares are empty.
    Play,
    /// The exact disc difference, for any number of empties.
    Exact,
    /// Win, loss or draw, for any number of empties.
    WinLossDraw,
}

/// The limits of a search. The search ends at the first limit that it reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SearchLimits {
    /// The goal of the search.
    pub goal: Goal,
    /// The greatest depth of the midgame search, in plies.
    pub depth: u32,
    /// The selectivity of the midgame search.
    pub selectivity: Selectivity,
    /// The number of empties from which the game is solved exactly instead.
    pub exact_from: u32,
    /// The number of empties from which the game is searched to its end with
    /// `endgame_selectivity`, if it is not solved exactly.
    pub selective_from: u32,
    /// The selectivity of a search to the end of the game.
    pub endgame_selectivity: Selectivity,
    /// The greatest number of nodes of all threads together.
    pub nodes: Option<u64>,
    /// The time on the player's clock.
    pub time: Option<TimeLeft>,
}

impl SearchLimits {
    /// The greatest depth: every game ends within 60 moves.
    pub const MAX_DEPTH: u32 = 60;

    /// Returns the limits of a level.
    pub const fn level(level: Level) -> SearchLimits {
        SearchLimits {
            depth: level.depth(),
            exact_from: level.exact_from(),
            selective_from: level.selective_from(),
            ..SearchLimits::depth(level.depth())
        }
    }

    /// Returns limits that search to `depth` plies, and solve exactly when at most `depth` squares
    /// are empty.
    pub const fn depth(depth: u32) -> SearchLimits {
        SearchLimits {
            goal: Goal::Play,
            depth,
            selectivity: Selectivity::MOST_SELECTIVE,
            exact_from: depth,
            selective_from: depth,
            endgame_selectivity: Selectivity::ENDGAME,
            nodes: None,
            time: None,
        }
    }

    /// Returns limits that search about `nodes` nodes. With one thread the search is deterministic.
    pub const fn nodes(nodes: u64) -> SearchLimits {
        SearchLimits { nodes: Some(nodes), ..SearchLimits::depth(SearchLimits::MAX_DEPTH) }
    }

    /// Returns limits that plan with the time left on a clock.
    pub const fn time(time: TimeLeft) -> SearchLimits {
        SearchLimits { time: Some(time), ..SearchLimits::depth(SearchLimits::MAX_DEPTH) }
    }

    /// Returns limits that use `time` for this move.
    pub const fn move_time(time: Duration) -> SearchLimits {
        let none = Duration::ZERO;
        SearchLimits::time(TimeLeft { main: none, increment: none, byoyomi: time, extension: none })
    }

    /// Returns the limits for the position after one of `n_moves` moves, if all of them are searched:
    /// one ply less, and an equal part of the nodes and of the time.
    #[must_use]
    pub fn after_each_of(self, n_moves: u32) -> SearchLimits {
        let n_moves = n_moves.max(1);
        let share = |time: TimeLeft| TimeLeft {
            main: time.main / n_moves,
            increment: time.increment / n_moves,
            byoyomi: time.byoyomi / n_moves,
            extension: time.extension / n_moves,
        };
        SearchLimits {
            depth: self.depth.saturating_sub(1),
            exact_from: self.exact_from.saturating_sub(1),
            selective_from: self.selective_from.saturating_sub(1),
            nodes: self.nodes.map(|nodes| nodes / u64::from(n_moves)),
            time: self.time.map(share),
            ..self
        }
    }

    /// Returns limits that solve the position, exactly or for win, loss or draw.
    pub const fn solve(goal: Goal) -> SearchLimits {
        SearchLimits { goal, ..SearchLimits::depth(SearchLimits::MAX_DEPTH) }
    }

    /// Returns limits that search the position to the end of the game with this selectivity.
    pub const fn solve_selectively(selectivity: Selectivity) -> SearchLimits {
        SearchLimits {
            exact_from: 0,
            endgame_selectivity: selectivity,
            ..SearchLimits::depth(SearchLimits::MAX_DEPTH)
        }
    }
}
