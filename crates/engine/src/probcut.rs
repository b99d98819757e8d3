//! ProbCut: prunes a deep search when a shallow score is far outside the window (Buro 1995; with
//! several depths, as here, Multi-ProbCut, 1997).
//!
//! The evaluation first says whether a shallow search is likely to be outside the window. If so, a
//! shallow search with a null window checks it. The null window lies outside the node's window, by
//! a number of standard deviations (sigmas) and corrected by the mean difference between deep and
//! shallow scores. Means and sigmas belong to the evaluation
//! ([`ProbCutTable`](willow_eval::ProbCutTable)); the number of sigmas belongs to the
//! [`Selectivity`](crate::Selectivity).
//!
//! Experiment numbers in this file are those of docs/engine-log.md. "Not measured" means that no
//! experiment chose the value.

use willow_eval::{Evaluator, Score};

use crate::node::{Node, NonPv};
use crate::window::Window;
use crate::worker::SearchWorker;

/// The least depth in plies of a midgame node that ProbCut may prune (experiment 76).
const MIN_PROBCUT_DEPTH: u32 = 2;
/// The greatest depth in plies at which the evaluation takes the place of the shallow search, which
/// would cost as much as it saves (experiment 76).
const MAX_DEPTH_BY_EVALUATION: u32 = 3;
/// The least number of empties at which ProbCut may prune a solve (from 14 on: experiment 101).
const MIN_SOLVE_EMPTIES: u32 = 13;
/// The greatest number of shallow searches within each other (experiment 151; others: 37, 45 and 83).
const MAX_PROBCUT_NESTING: u32 = 3;
/// The step of the shallow depth in plies: even, so that a shallow search ends with the same side to
/// move as the deep one.
const SHALLOW_STEP: u32 = 2;
/// The plies of a midgame node's depth for each step of the shallow depth (experiment 152; others: 38,
/// 45 and 84).
const MIDGAME_DEPTH_PER_STEP: u32 = 6;
/// Empties per step of the shallow depth in a solve (experiment 75).
const SOLVE_EMPTIES_PER_STEP: u32 = 6;
/// How many empties earlier each step of the shallow depth of a solve begins (experiment 104;
/// others: 103).
const SOLVE_STEP_LEAD: u32 = 4;

impl<E: Evaluator> SearchWorker<'_, E> {
    /// Returns a bound of the node, for the side to move, if the node is very probably outside the
    /// window.
    pub(crate) fn probcut(&mut self, node: &Node<E>, depth: u32, window: Window) -> Option<Score> {
        let n_empties = node.board.n_empties();
        let is_solve = n_empties <= depth;
        let tenths_of_sigma = self.mode.selectivity.tenths_of_sigma();
        if tenths_of_sigma == 0
            || MAX_PROBCUT_NESTING <= self.mode.probcut_nesting
            || depth < MIN_PROBCUT_DEPTH
            || (is_solve && n_empties < MIN_SOLVE_EMPTIES)
        {
            return None;
        }
        let table = self.evaluator().probcut_table();
        let (shallow, difference) = if is_solve {
            let shallow = shallow_depth_of_solve(n_empties);
            (shallow, table.endgame(n_empties, shallow))
        } else {
            let shallow = shallow_depth(depth);
            (shallow, table.midgame(n_empties, shallow, depth))
        };
        let margin = Score::from_compact(difference.sigma) * tenths_of_sigma / 10;
        let mean = Score::from_compact(difference.mean);
        let evaluation_sigma = match shallow {
            0 => Score::DRAW,
            _ => Score::from_compact(table.midgame(n_empties, 0, shallow).sigma),
        };
        let evaluate = || self.evaluator().evaluate(&node.state, &node.board);
        let value = node.value.unwrap_or_else(evaluate);
        let above = window.beta - mean + margin;
        if above - evaluation_sigma <= value
            && above <= Score::MAX
            && self.shallow_score(node, shallow, above - Score::UNIT, value) >= above
        {
            return (!self.is_stopped()).then_some(window.beta);
        }
        let below = window.alpha - mean - margin;
        if value <= below + evaluation_sigma
            && Score::MIN <= below
            && self.shallow_score(node, shallow, below, value) <= below
        {
            return (!self.is_stopped()).then_some(window.alpha);
        }
        None
    }

    /// Returns the score of a shallow search in the null window above `alpha`; at depth 0 the
    /// evaluation `value`.
    fn shallow_score(&mut self, node: &Node<E>, depth: u32, alpha: Score, value: Score) -> Score {
        if depth == 0 {
            return value;
        }
        self.mode.probcut_nesting += 1;
        let score = self.search::<NonPv>(node, depth, Window::null(alpha));
        self.mode.probcut_nesting -= 1;
        score
    }
}

/// Returns the shallow depth for a midgame node, of the same parity as `depth` unless that is at most
/// [`MAX_DEPTH_BY_EVALUATION`].
const fn shallow_depth(depth: u32) -> u32 {
    if depth <= MAX_DEPTH_BY_EVALUATION {
        0
    } else {
        SHALLOW_STEP * (depth / MIDGAME_DEPTH_PER_STEP) + depth % SHALLOW_STEP
    }
}

/// Returns the shallow depth for a solve with `n_empties` empties, of the same parity.
const fn shallow_depth_of_solve(n_empties: u32) -> u32 {
    let steps = (n_empties + SOLVE_STEP_LEAD) / SOLVE_EMPTIES_PER_STEP;
    SHALLOW_STEP * steps + n_empties % SHALLOW_STEP
}

#[cfg(test)]
mod tests;
