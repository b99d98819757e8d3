//! ProbCut: leaving out a deep search when a shallow one is far outside the window (Buro 1995, and its
//! several depths as Multi-ProbCut, 1997).
//!
//! The evaluation says first whether a shallow search has a chance to be outside; if so it is made,
//! with a null window at so many standard deviations from the node's own, less what deep scores exceed
//! shallow ones by on average. Means and deviations belong to the evaluation
//! ([`ErrorTable`](willow_eval::ErrorTable)), the number of deviations to the selectivity.

use willow_eval::{Evaluator, Score};

use crate::node::{Node, Null};
use crate::search::Window;
use crate::worker::Worker;

/// The least depth of a node in the midgame that may be cut.
const MIN_DEPTH: u32 = 2;
/// Up to this depth the evaluation alone decides: a search would cost as much as it saves.
const MAX_DEPTH_BY_EVALUATION: u32 = 3;
/// The least number of empty squares at which a solve may be cut.
const MIN_SOLVE_EMPTIES: u32 = 13;
/// How many shallow searches may be within each other.
const MAX_NESTED: u32 = 2;

/// Returns the depth of the shallow search of a midgame node, of the same parity but next to the leaves.
const fn shallow_depth(depth: u32) -> u32 {
    if depth <= MAX_DEPTH_BY_EVALUATION { 0 } else { 2 * (depth / 5) + depth % 2 }
}

/// Returns the depth of the shallow search when a board with so many empty squares is solved.
const fn shallow_depth_of_solve(n_empties: u32) -> u32 {
    2 * ((n_empties + 4) / 6) + n_empties % 2
}

impl<E: Evaluator> Worker<'_, E> {
    /// Returns a bound for the node if a shallow search makes it likely enough.
    pub(crate) fn probcut(&mut self, node: &Node<E>, depth: u32, window: Window) -> Option<i32> {
        let n_empties = node.board.n_empties();
        let is_solve = n_empties <= depth;
        let deviations = self.selectivity.tenths_of_deviations();
        if deviations == 0
            || MAX_NESTED <= self.n_probes
            || depth < MIN_DEPTH
            || (is_solve && n_empties < MIN_SOLVE_EMPTIES)
        {
            return None;
        }
        let errors = self.evaluator().errors();
        let (shallow, difference) = if is_solve {
            let shallow = shallow_depth_of_solve(n_empties);
            (shallow, errors.endgame(n_empties, shallow))
        } else {
            let shallow = shallow_depth(depth);
            (shallow, errors.midgame(n_empties, shallow, depth))
        };
        let margin = i32::from(difference.deviation) * deviations / 10;
        let mean = i32::from(difference.mean);
        let doubt = match shallow {
            0 => 0,
            _ => errors.midgame(n_empties, 0, shallow).deviation.into(),
        };
        let value = self.evaluator().evaluate(&node.state, &node.board).units();
        let above = window.beta - mean + margin;
        if above - doubt <= value
            && above <= Score::MAX.units()
            && self.shallow_score(node, shallow, above - 1, value) >= above
        {
            return (!self.is_stopped()).then_some(window.beta);
        }
        let below = window.alpha - mean - margin;
        if value <= below + doubt
            && Score::MIN.units() <= below
            && self.shallow_score(node, shallow, below, value) <= below
        {
            return (!self.is_stopped()).then_some(window.alpha);
        }
        None
    }

    fn shallow_score(&mut self, node: &Node<E>, depth: u32, alpha: i32, value: i32) -> i32 {
        if depth == 0 {
            return value;
        }
        self.n_probes += 1;
        let score = self.search::<Null>(node, depth, Window::null(alpha));
        self.n_probes -= 1;
        score
    }
}
