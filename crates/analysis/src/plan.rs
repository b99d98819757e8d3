//! The plan of an analysis: how deep each pass over the moves searches.

use willow_engine::{Level, SearchLimits};

use crate::Alternative;

/// What one pass over the moves of a game does with each of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pass {
    /// Searches every move within these limits.
    Search(SearchLimits),
    /// Searches within these limits those moves that seem to lose something.
    Verify(SearchLimits),
    /// Proves win, draw or loss of every move with at most so many empties.
    Prove {
        /// The number of empties.
        from: u32,
    },
    /// Searches all legal moves where the move was an error.
    Alternatives,
    /// Looks for changes of one square that would make the errors good.
    Counterfactual,
}

/// How deep an analysis searches: passes over all moves, each deeper than the one before.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    passes: Vec<Pass>,
}

/// The level of the first pass.
const QUICK_LEVEL: u32 = 6;
/// The levels of a plan that continues as long as time allows.
const RISING_LEVELS: [u32; 14] = [2, 6, 12, 16, 20, 22, 24, 26, 28, 30, 32, 34, 36, 60];
/// Moves that seem to lose something are searched so many plies deeper. The number is even, so that
/// the parity of the depth stays.
const VERIFY_PLIES: u32 = 2;
/// With so many empties more than where exact values begin, win, draw or loss is proven. Such
/// a proof costs about as much as an exact value with two empties fewer. Not measured.
const PROVE_PLIES: u32 = 2;

impl Plan {
    /// The level from which on moves are exact from 24 empties on: the default of analyses.
    pub const DEFAULT_LEVEL: u32 = 20;

    /// Returns a plan that searches every move at this level, after a quick pass, then those moves
    /// deeper that seem to lose something, proves outcomes where values are not exact, and searches the alternatives to
    /// the errors.
    pub fn level(level: Level) -> Plan {
        let limits = SearchLimits::level(level);
        let mut passes = Vec::new();
        if QUICK_LEVEL < level.number() {
            passes.extend(level_limits(QUICK_LEVEL).map(Pass::Search));
        }
        passes.push(Pass::Search(limits));
        passes.push(Pass::Verify(deeper(limits)));
        passes.push(Pass::Prove { from: limits.exact_from + PROVE_PLIES });
        passes.push(Pass::Alternatives);
        Plan { passes }
    }

    /// Returns a plan for an analysis that is stopped when its time is over: each pass is deeper than
    /// the one before, and the last solves the whole game.
    pub fn rising() -> Plan {
        let limits = RISING_LEVELS.into_iter().filter_map(level_limits);
        let passes = limits.flat_map(|limits| {
            let prove = Pass::Prove { from: limits.exact_from + PROVE_PLIES };
            let alternatives =
                (Alternative::LEVEL.depth() <= limits.depth).then_some(Pass::Alternatives);
            [Pass::Search(limits), prove].into_iter().chain(alternatives)
        });
        Plan { passes: passes.collect() }
    }

    /// Appends a pass that searches for changes of one square that would make the errors good.
    #[must_use]
    pub fn with_counterfactuals(mut self) -> Plan {
        self.passes.push(Pass::Counterfactual);
        self
    }

    /// Returns the plan of this pass, behind the alternatives that the errors are told by.
    pub(crate) fn counterfactuals() -> Plan {
        Plan { passes: vec![Pass::Alternatives, Pass::Counterfactual] }
    }

    pub(crate) fn pass(&self, index: usize) -> Option<Pass> {
        self.passes.get(index).copied()
    }

    pub(crate) fn n_passes(&self) -> usize {
        self.passes.len()
    }
}

/// Returns the limits of a level, or none for level 0.
fn level_limits(level: u32) -> Option<SearchLimits> {
    Level::new(level).ok().map(SearchLimits::level)
}

fn deeper(limits: SearchLimits) -> SearchLimits {
    SearchLimits {
        depth: limits.depth + VERIFY_PLIES,
        selective_from: limits.selective_from + VERIFY_PLIES,
        ..limits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn depths(plan: &Plan) -> Vec<u32> {
        let depth = |pass: &Pass| match pass {
            Pass::Search(limits) | Pass::Verify(limits) => Some(limits.depth),
            Pass::Prove { .. } | Pass::Alternatives | Pass::Counterfactual => None,
        };
        plan.passes.iter().filter_map(depth).collect()
    }

    #[test]
    fn every_pass_is_deeper_than_the_one_before() {
        let plans = Level::all().map(Plan::level).chain([Plan::rising()]);
        for plan in plans {
            assert!(depths(&plan).is_sorted_by(|a, b| a < b), "{plan:?}");
        }
        assert_eq!(depths(&Plan::level(Level::MIN)), [1, 3]);
    }

    #[test]
    fn the_default_is_exact_from_24_empty_squares_on() {
        let level = Level::new(Plan::DEFAULT_LEVEL).unwrap();
        assert_eq!(SearchLimits::level(level).exact_from, 24);
        assert!(Plan::level(level).passes.contains(&Pass::Prove { from: 26 }));
    }
}
