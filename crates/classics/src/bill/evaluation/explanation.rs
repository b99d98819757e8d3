//! The parts of static values, for each of BILL's versions.

use willow_board::{Board, Square};

use super::coefficients::{CoefficientPercent, Coefficients, wipe_out};
use super::leaf_evaluation::{
    LeafEvaluation, counted_moves, edge_greedy_parts, minimum_disc_parts, schoolchildrens_parts,
};
use super::version::Version;
use crate::bill::constants::Constants;
use crate::bill::tables::lines::{LINES, LineIndices, N_EDGES, N_LINES};
use crate::bill::tables::{EntryHalves, Tables};
use crate::{EvaluationTerm, WeightedPart};

/// The static value of a board by one of BILL's versions with its parts, in the version's units, for the
/// board's player.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// From the view of the board's player, in units.
    pub value: i32,
    /// The parts that the value is the sum of; none if one side is wiped out and the version has a value
    /// for that. The Bayesian sum is rounded, and kept within 20,000,000.
    pub terms: Vec<EvaluationTerm>,
    /// The table entry of each line that the version looks up, edges first.
    pub lines: Vec<LineExplanation>,
}

/// A line with its table entry, for the board's player less the opponent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineExplanation {
    /// The squares of the line in order; an edge begins and ends with its X-squares.
    pub squares: &'static [Square],
    /// The entry of its table.
    pub entry: TableEntry,
}

/// An entry of one of BILL's tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableEntry {
    /// An edge's value, about -1000 to 1000.
    Edge(i32),
    /// The two halves of an internal line's entry.
    Internal {
        /// Weighted mobility and potential mobility; the latter alone where moves are counted.
        mobility: i32,
        /// Sequences and weighted squares.
        occupied: i32,
    },
}

/// Explains a version's static value of a board for its player, with the parts of the coefficients and the
/// constants that a player of that version has.
pub fn explain(
    version: Version,
    percent: CoefficientPercent,
    constants: &Constants,
    board: &Board,
) -> Explanation {
    explain_by(&version.evaluation(percent, constants), board)
}

/// Explains the static value of a board by an evaluation.
pub(crate) fn explain_by(evaluation: &LeafEvaluation, board: &Board) -> Explanation {
    let indices = LineIndices::of(board);
    Explanation {
        value: evaluation.value(board, &indices),
        terms: terms(evaluation, board, &indices),
        lines: lines(evaluation, &indices),
    }
}

fn lines(evaluation: &LeafEvaluation, indices: &LineIndices) -> Vec<LineExplanation> {
    let (tables, n_lines): (&Tables, usize) = match evaluation {
        LeafEvaluation::Tables(tables, _) => (tables, N_LINES),
        LeafEvaluation::CountedMobility(tables, _) | LeafEvaluation::Bayesian(tables, _) => {
            (tables, N_LINES)
        }
        LeafEvaluation::Schoolchildren(tables) => (tables, N_EDGES),
        LeafEvaluation::MinimumDisc | LeafEvaluation::EdgeGreedy => return Vec::new(),
    };
    let line = |line: usize| LineExplanation {
        squares: LINES[line].squares(),
        entry: if line < N_EDGES {
            TableEntry::Edge(tables.edge(indices, line))
        } else {
            let EntryHalves { mobility, occupied } = tables.entry(indices, line).halves();
            TableEntry::Internal { mobility, occupied }
        },
    };
    (0..n_lines).map(line).collect()
}

fn terms(evaluation: &LeafEvaluation, board: &Board, indices: &LineIndices) -> Vec<EvaluationTerm> {
    let is_wiped_out = wipe_out(board).is_some();
    match evaluation {
        LeafEvaluation::Tables(..)
        | LeafEvaluation::CountedMobility(..)
        | LeafEvaluation::Bayesian(..)
            if is_wiped_out =>
        {
            Vec::new()
        }
        LeafEvaluation::Tables(tables, _) => {
            let mobility = tables.internal(indices).mobility;
            by_tables(tables, board, indices, &[("mobility-advantage", mobility)])
        }
        LeafEvaluation::CountedMobility(tables, _) => {
            let potential = tables.internal(indices).mobility;
            let mobility =
                [("counted-mobility", counted_moves(board)), ("potential-mobility", potential)];
            by_tables(tables, board, indices, &mobility)
        }
        LeafEvaluation::Bayesian(tables, bayes) => bayes.terms(tables, board, indices),
        LeafEvaluation::Schoolchildren(tables) => {
            products(schoolchildrens_parts(tables, board, indices))
        }
        LeafEvaluation::MinimumDisc => products(minimum_disc_parts(board)),
        LeafEvaluation::EdgeGreedy => products(edge_greedy_parts(board)),
    }
}

/// Returns the report's terms, with these for the mobility.
fn by_tables(
    tables: &Tables,
    board: &Board,
    indices: &LineIndices,
    mobilities: &[(&'static str, i32)],
) -> Vec<EvaluationTerm> {
    let coefficients = Coefficients::of(board.occupied().count());
    let edges = f64::from(tables.edges(indices)) / N_EDGES as f64;
    let term = |name, value, weight: i32| EvaluationTerm::new(name, value, weight.into());
    let occupied = tables.internal(indices).occupied.into();
    let mobility =
        mobilities.iter().map(|&(name, value)| term(name, value.into(), coefficients.mobility));
    std::iter::once(term("edge-advantage", edges, coefficients.edge))
        .chain(mobility)
        .chain([term("occupied-square-advantage", occupied, coefficients.occupied)])
        .collect()
}

fn products<const N: usize>(parts: [WeightedPart; N]) -> Vec<EvaluationTerm> {
    parts.into_iter().map(WeightedPart::term).collect()
}

#[cfg(test)]
mod tests {
    use willow_board::{Bitboard, Symmetry};

    use super::*;
    use crate::bill::evaluation::coefficients::INFINITY;
    use crate::test_support::{GAME, boards_of};

    fn of_report(version: Version, board: &Board) -> Explanation {
        explain(version, CoefficientPercent::REPORT, &Constants::HISTORICAL, board)
    }

    #[test]
    fn wiping_out_comes_first() {
        let lost = Board::new(Bitboard::EMPTY, Square::D4.bitboard()).unwrap();
        for version in [Version::Bill, Version::CountedMobility, Version::Bayesian] {
            assert_eq!(of_report(version, &lost).value, -INFINITY);
            assert_eq!(of_report(version, &lost.pass()).value, INFINITY);
            assert!(of_report(version, &lost).terms.is_empty());
        }
        // Who plays for few discs has won.
        assert_eq!(of_report(Version::MinimumDisc, &lost).value, 1);
    }

    #[test]
    fn explanations_add_up_and_do_not_depend_on_how_the_board_lies() {
        for (name, version) in Version::NAMED {
            for board in boards_of(GAME) {
                let explanation = of_report(version, &board);
                let sum: f64 = explanation.terms.iter().map(|term| term.contribution).sum();
                // Half a unit is what the Bayesian value is rounded by.
                assert!((sum - f64::from(explanation.value)).abs() < 0.5 + 1e-6, "{name}: {sum}");
                for symmetry in Symmetry::ALL {
                    let turned = of_report(version, &board.transformed(symmetry));
                    assert_eq!(turned.value, explanation.value, "{name}");
                }
            }
        }
    }

    #[test]
    fn lines_add_up_to_terms() {
        for board in boards_of(GAME) {
            let Explanation { terms, lines, .. } = of_report(Version::Bill, &board);
            let mut sums = [0; 3];
            for line in &lines {
                match line.entry {
                    TableEntry::Edge(value) => sums[0] += value,
                    TableEntry::Internal { mobility, occupied } => {
                        sums[1] += mobility;
                        sums[2] += occupied;
                    }
                }
            }
            let values: Vec<f64> = terms.iter().map(|term| term.value).collect();
            assert_eq!(values, [f64::from(sums[0]) / 4.0, sums[1].into(), sums[2].into()]);
        }
    }

    #[test]
    fn each_version_shows_what_it_looks_up() {
        let board = boards_of(GAME)[5];
        let sizes = Version::NAMED.map(|(_, version)| {
            let Explanation { terms, lines, .. } = of_report(version, &board);
            (terms.len(), lines.len())
        });
        assert_eq!(sizes, [(3, 38), (4, 38), (3, 38), (10, 38), (5, 4), (1, 0), (3, 0)]);
    }
}
