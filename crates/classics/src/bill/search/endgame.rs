//! The two-phase endgame: the costs of its searches, and the window of the exact one (section 3.1.4.3).

use crate::window::Window;

/// The two searches to the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EndgameKind {
    /// Who wins.
    Outcome,
    /// By how many discs.
    Exact,
}

/// The nodes that an outcome search takes with no square empty, extrapolated, and what each empty
/// square multiplies them by. Ours, fitted to the geometric means of BILL's searches in twelve of its
/// games, with 8 to 15 empties.
const OUTCOME_NODES: (f64, f64) = (0.3, 2.6);

/// The same for an outcome search and an exact one after it.
const EXACT_NODES: (f64, f64) = (0.2, 3.0);

/// How many times the estimated nodes must be affordable: the number has a high variance. Ours.
const SAFETY_FACTOR: f64 = 2.0;

/// Without clock and node limit, how many empties more than the plies of its normal search BILL solves for the winner:
/// 15 or 16 against 7.7 plies in the report.
const OUTCOME_BEYOND: u32 = 8;
/// The same for searches for the exact score: 13 to 15 empties in the report.
const EXACT_BEYOND: u32 = 6;

/// The units of the evaluation that count as one disc in the estimate of a final score. Ours.
const UNITS_PER_DISC: i32 = 8_000;

/// The half width of the first window of an exact search around the estimate, in discs. Ours.
const NARROW_DISCS: i32 = 4;

/// What a search to the end of the game may cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct SearchBudget {
    /// The nodes that are left, by their limit and by the clock.
    pub(crate) nodes: Option<f64>,
    /// The most plies of a normal search, if they are limited.
    pub(crate) depth: Option<u32>,
}

impl EndgameKind {
    /// Returns whether a search to the end is likely to be completed.
    pub(crate) fn is_affordable(self, empties: u32, means: SearchBudget) -> bool {
        let beyond = match self {
            EndgameKind::Outcome => OUTCOME_BEYOND,
            EndgameKind::Exact => EXACT_BEYOND,
        };
        means.depth.is_none_or(|depth| empties <= depth + beyond)
            && means.nodes.is_none_or(|nodes| self.safe_nodes(empties) <= nodes)
    }

    /// Returns the nodes with which a search to the end is likely to be completed.
    pub(crate) fn safe_nodes(self, empties: u32) -> f64 {
        SAFETY_FACTOR * self.expected_nodes(empties)
    }

    fn expected_nodes(self, empties: u32) -> f64 {
        let (nodes, factor) = match self {
            EndgameKind::Outcome => OUTCOME_NODES,
            EndgameKind::Exact => EXACT_NODES,
        };
        nodes * factor.powf(f64::from(empties))
    }
}

/// What is known about the final score before an exact search, in discs for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ScoreExpectation {
    /// Who wins, if an outcome search has told.
    pub(crate) outcome: Option<i32>,
    /// The value of the last normal search, in its units, or what an exact search found.
    pub(crate) guess: ScoreEstimate,
}

/// What the final score may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScoreEstimate {
    /// From a normal search, in units of the evaluation.
    Units(i32),
    /// From an exact search, in discs.
    Discs(i32),
}

impl ScoreExpectation {
    /// Nothing is expected.
    pub(crate) const NONE: ScoreExpectation =
        ScoreExpectation { outcome: None, guess: ScoreEstimate::Units(0) };

    /// Returns the window for the first move: narrow, around the guess, on the side of zero that the
    /// outcome allows.
    pub(crate) fn window(self) -> Window {
        let discs = match self.guess {
            ScoreEstimate::Units(units) => (units / UNITS_PER_DISC).clamp(-60, 60),
            ScoreEstimate::Discs(discs) => discs,
        };
        let guess = match self.outcome {
            Some(1) => discs.max(1),
            Some(0) => 0,
            Some(_) => discs.min(-1),
            None => discs,
        };
        let (lowest, highest) = match self.outcome {
            Some(1) => (0, 65),
            Some(0) => (-1, 1),
            Some(_) => (-65, 0),
            None => (-65, 65),
        };
        Window {
            alpha: (guess - NARROW_DISCS).clamp(lowest, highest - 1),
            beta: (guess + NARROW_DISCS).clamp(lowest + 1, highest),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_by_depth_are_those_of_the_report() {
        let means = SearchBudget { nodes: None, depth: Some(8) };
        let solves = |kind: EndgameKind| (1..=60).filter(|&n| kind.is_affordable(n, means)).max();
        assert_eq!(solves(EndgameKind::Outcome), Some(16));
        assert_eq!(solves(EndgameKind::Exact), Some(14));
    }

    #[test]
    fn more_nodes_solve_more() {
        let solves = |kind: EndgameKind, nodes| {
            let means = SearchBudget { nodes: Some(nodes), depth: None };
            (1..=60).filter(|&n| kind.is_affordable(n, means)).max().unwrap_or(0)
        };
        for nodes in [1e3, 1e6, 1e9] {
            assert!(solves(EndgameKind::Exact, nodes) <= solves(EndgameKind::Outcome, nodes));
            let later = solves(EndgameKind::Outcome, 10.0 * nodes);
            assert!(solves(EndgameKind::Outcome, nodes) < later);
        }
    }

    #[test]
    fn windows_lie_on_the_side_of_the_winner() {
        let window = |outcome, guess| {
            let Window { alpha, beta } = ScoreExpectation { outcome, guess }.window();
            (alpha, beta)
        };
        assert_eq!(window(Some(1), ScoreEstimate::Discs(10)), (6, 14));
        assert_eq!(window(Some(1), ScoreEstimate::Discs(-10)), (0, 5));
        assert_eq!(window(Some(0), ScoreEstimate::Discs(30)), (-1, 1));
        assert_eq!(window(Some(-1), ScoreEstimate::Units(0)), (-5, 0));
        assert_eq!(window(None, ScoreEstimate::Units(80_000)), (6, 14));
        assert_eq!(window(Some(1), ScoreEstimate::Units(i32::MAX)), (56, 64));
    }
}
