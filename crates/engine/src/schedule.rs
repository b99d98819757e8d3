//! Which iterations a search consists of.
//!
//! First the midgame ply by ply, selectively. Near the end of the game follows the search to the last
//! square: daring first, then surer and surer, each with the table that the one before has filled, until
//! nothing is left out.

use crate::{Goal, SearchLimits, Selectivity};

/// One iteration: how deep, and what may be left out. As deep as there are empty squares it is a solve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Iteration {
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

/// Before a solve, the midgame is searched to so many plies less than there are empty squares.
const WARM_UP_GAP: u32 = 10;
/// The same in a search that deepens as far as it can, if the solve fits.
const SHORTEST_WARM_UP_GAP: u32 = 12;
/// So deep the midgame is searched in any case, to have a notion of speed.
const MIN_WARM_UP: u32 = 5;
/// If the solve does not fit, the midgame goes on until it is so near the end that it does not matter.
const LEAST_GAP: u32 = 6;
/// With fewer empty squares the exact solve comes at once.
const MIN_SELECTIVE_EMPTIES: u32 = 14;
/// The number of empty squares up to which a selective solve of this percentage is the last before the
/// exact one: more care pays only where the exact solve is expensive (the steps follow Edax).
const LAST_SELECTIVE: [(u32, u32); 4] = [(20, 73), (24, 87), (28, 95), (31, 98)];

/// The iterations still to come.
pub(crate) struct Schedule {
    n_empties: u32,
    /// The deepest midgame iteration.
    midgame_depth: u32,
    midgame_selectivity: Selectivity,
    /// How sure the last solve is to be; `None` if the game is not to be searched to its end.
    solve: Option<Selectivity>,
    last: Option<Iteration>,
}

impl Schedule {
    /// Returns the schedule of a search of a board with so many empty squares.
    pub(crate) fn new(limits: &SearchLimits, n_empties: u32) -> Schedule {
        let solve = match limits.goal {
            Goal::Exact | Goal::WinLossDraw => Some(Selectivity::NONE),
            Goal::Play if n_empties <= limits.exact_from => Some(Selectivity::NONE),
            Goal::Play if n_empties <= limits.selective_from => Some(limits.selectivity_at_end),
            Goal::Play => None,
        };
        let warm_up = n_empties.saturating_sub(WARM_UP_GAP);
        let midgame_depth = match solve {
            Some(_) => warm_up,
            None => limits.depth.min(n_empties.saturating_sub(1)),
        };
        Schedule {
            n_empties,
            midgame_depth,
            midgame_selectivity: limits.selectivity,
            solve,
            last: None,
        }
    }

    /// Returns the next iteration, or `None` after the last.
    pub(crate) fn next(&mut self) -> Option<Iteration> {
        let depth = self.last.map_or(0, |last| last.depth);
        let next = if depth < self.midgame_depth {
            Iteration { depth: depth + 1, selectivity: self.midgame_selectivity }
        } else {
            Iteration { depth: self.n_empties, selectivity: self.next_selectivity()? }
        };
        self.last = Some(next);
        Some(next)
    }

    /// Returns the next iteration of a search that deepens as far as its time or its nodes allow. As soon
    /// as a daring solve is expected to fit, it comes: the last dozen plies are better searched to the end
    /// of the game than to an evaluation. As long as it does not fit, the midgame goes on.
    pub(crate) fn next_within(&mut self, solve_fits: bool) -> Option<Iteration> {
        let depth = self.last.map_or(0, |last| last.depth);
        let is_solving = self.n_empties <= depth;
        if self.solve.is_some() && !is_solving {
            let warm = self.n_empties.saturating_sub(SHORTEST_WARM_UP_GAP).max(MIN_WARM_UP);
            self.midgame_depth = if solve_fits && warm.min(self.n_empties - 1) <= depth {
                depth
            } else {
                self.n_empties.saturating_sub(LEAST_GAP).max(depth)
            };
        }
        self.next()
    }

    /// Returns the selectivity of the next solve.
    fn next_selectivity(&self) -> Option<Selectivity> {
        let target = self.solve?;
        let solved = self.last.filter(|last| last.depth == self.n_empties);
        let Some(solved) = solved else {
            let is_small = self.n_empties < MIN_SELECTIVE_EMPTIES;
            return Some(if is_small { target } else { target.max(Selectivity::HIGHEST) });
        };
        if solved.selectivity <= target {
            return None;
        }
        let enough = LAST_SELECTIVE.iter().any(|&(n_empties, percent)| {
            self.n_empties <= n_empties && percent <= solved.selectivity.percent()
        });
        if enough { Some(target) } else { solved.selectivity.safer() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iterations(limits: SearchLimits, n_empties: u32) -> Vec<(u32, u32)> {
        let mut schedule = Schedule::new(&limits, n_empties);
        std::iter::from_fn(|| schedule.next())
            .map(|iteration| (iteration.depth, iteration.selectivity.percent()))
            .collect()
    }

    #[test]
    fn a_midgame_search_deepens_ply_by_ply() {
        assert_eq!(iterations(SearchLimits::depth(3), 40), [(1, 73), (2, 73), (3, 73)]);
    }

    #[test]
    fn a_solve_that_fits_comes_early_and_one_that_does_not_late() {
        let depths = |fits: bool, n_empties| {
            let mut schedule = Schedule::new(&SearchLimits::nodes(1000), n_empties);
            let iterations = std::iter::from_fn(|| schedule.next_within(fits));
            let depths: Vec<u32> = iterations.map(|iteration| iteration.depth).collect();
            depths.into_iter().position(|depth| depth == n_empties).unwrap()
        };
        assert_eq!((depths(true, 24), depths(false, 24)), (12, 18));
        assert_eq!((depths(true, 3), depths(false, 3)), (0, 0));
    }

    #[test]
    fn a_solve_becomes_surer_step_by_step() {
        let solve = SearchLimits::solve(Goal::Exact);
        assert_eq!(iterations(solve, 8), [(8, 100)]);
        let of_14 = [(1, 73), (2, 73), (3, 73), (4, 73), (14, 73), (14, 100)];
        assert_eq!(iterations(solve, 14), of_14);
        let of_26 = iterations(solve, 26);
        assert_eq!(of_26[..2], [(1, 73), (2, 73)]);
        assert_eq!(of_26[16..], [(26, 73), (26, 87), (26, 95), (26, 100)]);
        let of_40 = iterations(solve, 40);
        assert_eq!(of_40[of_40.len() - 6..].first(), Some(&(40, 73)));
    }
}
