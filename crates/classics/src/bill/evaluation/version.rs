//! The versions of BILL, by their evaluations.

use std::sync::{Arc, LazyLock};

use super::bayes::BayesClassifier;
use super::coefficients::CoefficientPercent;
use super::leaf_evaluation::LeafEvaluation;
use crate::bill::constants::Constants;
use crate::bill::tables::{EdgeTable, Tables};

/// The evaluations that BILL can play by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Version {
    /// The tables of the report.
    #[default]
    Bill,
    /// The tables, with moves counted instead of looked up, as the report's chapter 5 proposes.
    CountedMobility,
    /// The tables, with edge move probabilities estimated from random games, as chapter 5 proposes.
    EstimatedEdges,
    /// The three parts of the evaluation, joined by pattern classification instead of coefficients: the
    /// non-linear evaluation that chapter 5 hopes for.
    Bayesian,
    /// The first BILL, of six high school students: moves counted, simple edge and corner tables.
    Schoolchildren,
    /// As few discs as possible (section 2.2.1).
    MinimumDisc,
    /// Every edge square, and nothing that leads the opponent to one (section 2.2.2).
    EdgeGreedy,
}

impl Version {
    /// All of them with their names.
    pub const NAMED: [(&'static str, Version); 7] = [
        ("bill", Version::Bill),
        ("counted-mobility", Version::CountedMobility),
        ("estimated-edges", Version::EstimatedEdges),
        ("bayesian", Version::Bayesian),
        ("schoolchildren", Version::Schoolchildren),
        ("minimum-disc", Version::MinimumDisc),
        ("edge-greedy", Version::EdgeGreedy),
    ];

    /// Returns whether it is one of the simple strategies, which the report does not search for by
    /// BILL's own means.
    pub const fn is_simple(self) -> bool {
        matches!(self, Version::Schoolchildren | Version::MinimumDisc | Version::EdgeGreedy)
    }

    /// Returns whether it has the report's coefficients, of which there may be parts.
    pub const fn has_coefficients(self) -> bool {
        !self.is_simple() && !matches!(self, Version::Bayesian)
    }

    /// Builds the edge table that the version plays with: by these constants, if it takes any. Returns `None` for
    /// one of the simple strategies, which look no moves ahead on the edge.
    pub fn edge_table(self, constants: &Constants) -> Option<EdgeTable> {
        match self {
            Version::Bill => Some(EdgeTable::fabricated(constants)),
            Version::EstimatedEdges => Some(EdgeTable::estimated()),
            Version::CountedMobility => Some(EdgeTable::fabricated(&Constants::TUNED)),
            Version::Bayesian => Some(EdgeTable::fabricated(&Constants::FIRST)),
            Version::Schoolchildren | Version::MinimumDisc | Version::EdgeGreedy => None,
        }
    }

    pub(crate) fn evaluation(
        self,
        percent: CoefficientPercent,
        constants: &Constants,
    ) -> LeafEvaluation {
        static POTENTIAL: LazyLock<Tables> = LazyLock::new(Tables::without_moves);
        static ESTIMATED: LazyLock<Arc<Tables>> =
            LazyLock::new(|| Arc::new(Tables::with_estimated_edges()));
        static SIMPLE: LazyLock<Tables> = LazyLock::new(Tables::with_static_edges);
        match self {
            Version::Bill => LeafEvaluation::Tables(Tables::by(constants), percent),
            Version::CountedMobility => LeafEvaluation::CountedMobility(&POTENTIAL, percent),
            Version::EstimatedEdges => LeafEvaluation::Tables(Arc::clone(&ESTIMATED), percent),
            Version::Bayesian => {
                LeafEvaluation::Bayesian(Tables::first_guess(), BayesClassifier::shipped())
            }
            Version::Schoolchildren => LeafEvaluation::Schoolchildren(&SIMPLE),
            Version::MinimumDisc => LeafEvaluation::MinimumDisc,
            Version::EdgeGreedy => LeafEvaluation::EdgeGreedy,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EdgeDiscs;

    /// A version is shown by the table that it plays with.
    #[test]
    fn the_edge_tables_of_versions_are_those_of_their_tables() {
        for (version, tables) in [
            (Version::Bill, &*Tables::by(&Constants::HISTORICAL)),
            (Version::EstimatedEdges, &Tables::with_estimated_edges()),
            (Version::CountedMobility, &Tables::without_moves()),
            (Version::Bayesian, Tables::first_guess()),
        ] {
            let table = version.edge_table(&Constants::HISTORICAL).unwrap();
            for index in (0..59_049).step_by(37) {
                let edge = EdgeDiscs::of_index(index);
                assert_eq!(
                    table.view(edge).value,
                    i32::from(tables.edge_of(&edge)),
                    "{version:?}: {edge}"
                );
            }
        }
    }
}
