//! Iago's evaluation, after Rosenbloom's program of 1982: three factors, weighted by the move.

mod edge;
mod edge_moves;
mod edge_stability;
mod edge_table;
pub(crate) mod mobility;
mod rounding;

use willow_board::Board;

use crate::EvaluationTerm;
pub(crate) use rounding::divide_to_even;

pub use edge::EDGE_POSITIONS;
pub use edge_stability::static_values;
pub(crate) use edge_table::edge_stability;
pub use edge_table::{edge_table, edge_table_passes, edge_values, view_edge};
use mobility::Mobility;

/// The divisor of the sum of the four edges, which brings it to the scale of the mobility quotients.
const EDGE_SCALE: i64 = 32_000;

/// The three factors of a board for its player, and their coefficients: the book's `Iago-eval`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct IagoFactors {
    edges: EvaluationFactor,
    current: EvaluationFactor,
    potential: EvaluationFactor,
}

/// A factor of the evaluation: `coefficient * numerator / denominator`, rounded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct EvaluationFactor {
    pub(crate) name: &'static str,
    pub(crate) coefficient: i64,
    pub(crate) numerator: i64,
    pub(crate) denominator: i64,
}

impl IagoFactors {
    /// Returns the factors of a board whose root has this number of the move.
    pub(crate) fn of(board: &Board, move_number: i32) -> IagoFactors {
        let (own, other) = (Mobility::of(board), Mobility::of(&board.pass()));
        let share = |name, coefficient, own: i32, other: i32| EvaluationFactor {
            name,
            coefficient,
            numerator: i64::from(own - other),
            // Two more, so that the denominator is not zero.
            denominator: i64::from(own + other + 2),
        };
        let number = i64::from(move_number);
        let current = if number < 25 { 50_000 + 2_000 * number } else { 75_000 + 1_000 * number };
        IagoFactors {
            edges: EvaluationFactor {
                name: "edge-stability",
                coefficient: 312_000 + 6_240 * number,
                numerator: i64::from(edge_table::edge_stability(board)),
                denominator: EDGE_SCALE,
            },
            current: share("current-mobility", current, own.current, other.current),
            potential: share("potential-mobility", 20_000, own.potential, other.potential),
        }
    }

    /// Returns the same factors with their coefficients scaled by these thousandths.
    pub(crate) fn weighed(self, thousandths: [i64; 3]) -> IagoFactors {
        let weighed = |factor: EvaluationFactor, thousandths: i64| EvaluationFactor {
            coefficient: factor.coefficient * thousandths,
            denominator: 1000 * factor.denominator,
            ..factor
        };
        IagoFactors {
            edges: weighed(self.edges, thousandths[0]),
            current: weighed(self.current, thousandths[1]),
            potential: weighed(self.potential, thousandths[2]),
        }
    }

    /// Returns the value for the board's player.
    pub(crate) fn value(self) -> i32 {
        let factors = [self.edges, self.current, self.potential];
        factors.into_iter().map(EvaluationFactor::contribution).sum::<i64>() as i32
    }

    /// Returns the parts of the value.
    pub(crate) fn terms(self) -> [EvaluationTerm; 3] {
        [self.edges, self.current, self.potential].map(EvaluationFactor::term)
    }
}

impl EvaluationFactor {
    pub(crate) fn contribution(self) -> i64 {
        divide_to_even(self.coefficient * self.numerator, self.denominator)
    }

    pub(crate) fn term(self) -> EvaluationTerm {
        EvaluationTerm {
            name: self.name.into(),
            value: self.numerator as f64,
            weight: self.coefficient as f64 / self.denominator as f64,
            contribution: self.contribution() as f64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_coefficients_follow_the_move_number() {
        let at = |number| IagoFactors::of(&Board::START, number);
        assert_eq!((at(1).edges.coefficient, at(1).current.coefficient), (318_240, 52_000));
        assert_eq!((at(24).edges.coefficient, at(24).current.coefficient), (461_760, 98_000));
        assert_eq!((at(25).edges.coefficient, at(25).current.coefficient), (468_000, 100_000));
        assert_eq!((at(60).edges.coefficient, at(60).current.coefficient), (686_400, 135_000));
        assert_eq!(at(60).potential.coefficient, 20_000);
    }
}
