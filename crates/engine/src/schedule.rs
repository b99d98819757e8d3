//! The schedule of iterations of a search.
//!
//! The first iterations search the midgame ply by ply, selectively. Near the end of the game solves
//! follow: the most selective first, then less and less selective ones. Each uses the transposition
//! table that the iteration before has filled. The last solve is exact.
//!
//! Experiment numbers in this file are those of docs/engine-log.md. "Not measured" means that no
//! experiment chose the value.

use crate::{Goal, SearchLimits, Selectivity};

/// One iteration. It is a solve if its depth is the number of empties.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Iteration {
    /// The depth in plies.
    pub(crate) depth: u32,
    pub(crate) selectivity: Selectivity,
}

/// Whether an exact solve is expected to end within the limits of nodes and time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExactSolve {
    Fits,
    TooLong,
}

/// Before a solve, the midgame is searched to the number of empties minus this many plies
/// (others: experiment 39).
const MIDGAME_GAP: u32 = 10;
/// The same gap in a search with a limit of nodes or time, which may end before the solve does (others: experiment
/// 158).
const MIDGAME_GAP_WITHIN_LIMITS: u32 = 6;
/// With fewer empties the first solve is exact. Not measured.
const MIN_SELECTIVE_EMPTIES: u32 = 14;
/// Up to this number of empties, a selective solve of this percentage is the last before the
/// exact one. Further selective solves pay only if the exact solve is expensive. The steps follow
/// Edax (that exact solves begin with selective ones: experiment 45; the steps: not measured).
const LAST_SELECTIVE: [(u32, u32); 4] = [(20, 73), (24, 87), (28, 95), (31, 98)];

/// The state of the schedule.
pub(crate) struct IterationSchedule {
    n_empties: u32,
    /// The deepest midgame iteration.
    midgame_depth: u32,
    midgame_selectivity: Selectivity,
    /// The selectivity of the last solve; `None` for a search without a solve.
    solve_selectivity: Option<Selectivity>,
    /// The last iteration so far.
    last: Option<Iteration>,
}

impl IterationSchedule {
    /// Returns the schedule for a board with `n_empties` empties.
    pub(crate) fn new(limits: &SearchLimits, n_empties: u32) -> IterationSchedule {
        let has_limits = limits.nodes.is_some() || limits.time.is_some();
        let gap = if has_limits { MIDGAME_GAP_WITHIN_LIMITS } else { MIDGAME_GAP };
        let solve_selectivity = match limits.goal {
            Goal::Exact | Goal::WinLossDraw => Some(Selectivity::NONE),
            Goal::Play if n_empties <= limits.exact_from => Some(Selectivity::NONE),
            Goal::Play if n_empties <= limits.selective_from => Some(limits.endgame_selectivity),
            Goal::Play => None,
        };
        let midgame_depth = match solve_selectivity {
            Some(_) => n_empties.saturating_sub(gap),
            None => limits.depth.min(n_empties.saturating_sub(1)),
        };
        IterationSchedule {
            n_empties,
            midgame_depth,
            midgame_selectivity: limits.selectivity,
            solve_selectivity,
            last: None,
        }
    }

    /// Returns the next iteration, or `None` after the last. If the exact solve takes too long, further
    /// selective solves come before it: each of them is worth more than a solve that does not end.
    pub(crate) fn next(&mut self, exact_solve: ExactSolve) -> Option<Iteration> {
        let depth = self.last.map_or(0, |last| last.depth);
        let next = if depth < self.midgame_depth {
            Iteration { depth: depth + 1, selectivity: self.midgame_selectivity }
        } else {
            Iteration { depth: self.n_empties, selectivity: self.next_selectivity(exact_solve)? }
        };
        self.last = Some(next);
        Some(next)
    }

    /// Returns whether an iteration is the last one, because it solves as the limits ask.
    pub(crate) fn ends_with(&self, iteration: Iteration) -> bool {
        iteration.depth == self.n_empties
            && self.solve_selectivity.is_some_and(|target| iteration.selectivity <= target)
    }

    /// Returns the selectivity of the next solve.
    fn next_selectivity(&self, exact_solve: ExactSolve) -> Option<Selectivity> {
        let target = self.solve_selectivity?;
        let solved = self.last.filter(|last| last.depth == self.n_empties);
        let Some(solved) = solved else {
            let is_small = self.n_empties < MIN_SELECTIVE_EMPTIES;
            return Some(if is_small { target } else { target.max(Selectivity::MOST_SELECTIVE) });
        };
        if solved.selectivity <= target {
            return None;
        }
        let enough = exact_solve == ExactSolve::Fits
            && LAST_SELECTIVE.iter().any(|&(n_empties, percent)| {
                self.n_empties <= n_empties && percent <= solved.selectivity.percent()
            });
        if enough { Some(target) } else { solved.selectivity.less_selective() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn iterations(limits: SearchLimits, n_empties: u32) -> Vec<(u32, u32)> {
        let mut schedule = IterationSchedule::new(&limits, n_empties);
        std::iter::from_fn(|| schedule.next(ExactSolve::Fits))
            .map(|iteration| (iteration.depth, iteration.selectivity.percent()))
            .collect()
    }

    #[test]
    fn a_midgame_search_deepens_ply_by_ply() {
        assert_eq!(iterations(SearchLimits::depth(3), 40), [(1, 73), (2, 73), (3, 73)]);
    }

    #[test]
    fn a_search_with_a_limit_prepares_its_solve_longer() {
        let last_midgame_depth = |limits, n_empties| {
            let depths = iterations(limits, n_empties).into_iter().map(|(depth, _)| depth);
            depths.filter(|&depth| depth < n_empties).max()
        };
        let (limited, unlimited) = (SearchLimits::nodes(1000), SearchLimits::solve(Goal::Exact));
        assert_eq!(last_midgame_depth(limited, 24), Some(18));
        assert_eq!(last_midgame_depth(unlimited, 24), Some(14));
        assert_eq!(last_midgame_depth(limited, 5), None);
    }

    #[test]
    fn selective_solves_follow_each_other_until_the_exact_one_fits() {
        let iterations = |exact_solve, n_empties| {
            let mut schedule = IterationSchedule::new(&SearchLimits::nodes(1000), n_empties);
            let iterations = std::iter::from_fn(|| schedule.next(exact_solve));
            let is_midgame = |iteration: &Iteration| iteration.depth < n_empties;
            let solves = iterations.skip_while(is_midgame);
            solves.map(|iteration| iteration.selectivity.percent()).collect::<Vec<_>>()
        };
        assert_eq!(iterations(ExactSolve::Fits, 24), [73, 87, 100]);
        assert_eq!(iterations(ExactSolve::TooLong, 24), [73, 87, 95, 98, 99, 100]);
        assert_eq!(iterations(ExactSolve::Fits, 8), [100]);
        assert_eq!(iterations(ExactSolve::TooLong, 8), [100]);
    }

    #[test]
    fn solves_become_less_selective_step_by_step() {
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
