//! The edges of which the report says what they are worth.

use willow_board::{Bitboard, Board, Square};
use willow_classics::bill::{Constants, EdgeView, view_edge};

use crate::reproduce::report_table::ReportTable;
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// The upper and the lower edge, as `view_edge` numbers them.
const UPPER: usize = 0;
const LOWER: usize = 1;

/// An edge of a figure.
struct PrintedEdge {
    name: &'static str,
    /// What the report says of it.
    words: &'static str,
    edge: usize,
    /// The discs of the side to move, and of the other.
    own: &'static str,
    other: &'static str,
}

/// The edges.
const EDGES: [PrintedEdge; 5] = [
    PrintedEdge {
        name: "figure 3-7, Black to move",
        words: "-100 before the search; then \"an extremely low value\"",
        edge: LOWER,
        own: "b8 c8 d8 f8",
        other: "",
    },
    PrintedEdge {
        name: "figure 3-7, White to move",
        words: "\"certainly worse for Black\"",
        edge: LOWER,
        own: "",
        other: "b8 c8 d8 f8",
    },
    PrintedEdge {
        name: "figure 2-5 (b), White to move",
        words: "Black \"can win the corner\": bad for White",
        edge: UPPER,
        own: "g1",
        other: "c1",
    },
    PrintedEdge {
        name: "figure 2-5 (c), White to move",
        words: "unbalanced, \"inferior\" for Black",
        edge: UPPER,
        own: "",
        other: "c1 d1 e1 f1 g1",
    },
    PrintedEdge {
        name: "a balanced edge, White to move",
        words: "",
        edge: UPPER,
        own: "",
        other: "b1 c1 d1 e1 f1 g1",
    },
];

/// An edge with its values by each of [`Constants::NAMED`], for the side to move.
pub(super) struct JudgedEdge {
    name: &'static str,
    words: &'static str,
    /// On the scale of 8000, before the search.
    statics: Vec<i32>,
    /// On the scale of 1000, after it.
    values: Vec<i32>,
}

/// Returns the set of squares with these names.
fn set(names: &str) -> Bitboard {
    let square = |name: &str| name.parse::<Square>().expect("the squares exist");
    names.split_whitespace().map(square).collect()
}

/// Values the edges by each set of constants.
pub(super) fn judge() -> Vec<JudgedEdge> {
    let judged = |edge: &PrintedEdge| {
        let board = Board::new(set(edge.own), set(edge.other)).expect("no square is taken twice");
        let views: Vec<EdgeView> = Constants::NAMED
            .iter()
            .map(|(_, constants)| view_edge(&board, edge.edge, constants))
            .collect();
        JudgedEdge {
            name: edge.name,
            words: edge.words,
            statics: views.iter().map(|view| view.static_value).collect(),
            values: views.iter().map(|view| view.value).collect(),
        }
    };
    EDGES.iter().map(judged).collect()
}

/// Returns the table of the edges.
pub(super) fn table(edges: &[JudgedEdge]) -> ReportTable {
    let names = Constants::NAMED.map(|(name, _)| name);
    let heads = ["static", "value"].map(|what| names.map(|name| format!("{what}, {name}")));
    let head = ["edge, for the side to move", "the report"]
        .into_iter()
        .chain(heads.iter().flatten().map(String::as_str));
    let mut table = ReportTable::new(
        "Edges that the report speaks of: static values on its scale of -8000 to 8000, values of the edge \
         table on that of -1000 to 1000",
        &head.collect::<Vec<_>>(),
    );
    for JudgedEdge { name, words, statics, values } in edges {
        let numbers = statics.iter().chain(values).map(|value| format!("{value:+}"));
        let cells = [*name, *words].map(str::to_owned);
        table.add_row(cells.into_iter().chain(numbers));
    }
    table
}

fn claim(claim: &str, test: ClaimTest) -> PaperClaim {
    PaperClaim { claim: claim.to_owned(), test, sample: Sample::Sufficient }
}

/// Returns the figure that decided a constant: that it agrees is no result, but must stay so.
pub(super) fn checks(edges: &[JudgedEdge]) -> Vec<PaperClaim> {
    let statics = ComparedFigure::new(-100.0, f64::from(edges[0].statics[0]));
    vec![claim(
        "consistency: figure 3-7's static value of the southern edge, by which `half-alone` was chosen",
        ClaimTest::Figures(Tolerance::Equal, vec![statics]),
    )]
}

/// Returns the report's claims, tested with the historical constants.
pub(super) fn claims(edges: &[JudgedEdge]) -> Vec<PaperClaim> {
    let value = |edge: usize| f64::from(edges[edge].values[0]);
    let below = |limit: f64, value: f64| ClaimTest::Below { limit, value, error: 0.0 };
    vec![
        claim(
            "figure 3-7: the search finds an extremely low value for Black (White to move; of 1000)",
            below(-200.0, -value(1)),
        ),
        claim(
            "figure 3-7: worse for Black if it is White's move (the difference)",
            below(0.0, -value(1) - value(0)),
        ),
        claim("figure 2-5 (b): bad for White, who is to move", below(0.0, value(2))),
        claim(
            "figure 2-5 (c): Black's unbalanced edge is worth less than a balanced one (the difference)",
            below(0.0, -value(3) + value(4)),
        ),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, VerdictReport};

    #[test]
    fn the_static_value_of_figure_3_7_is_the_reports() {
        let edges = judge();
        assert_eq!(edges[0].statics, [-100, 50, 50]);
        assert_eq!(edges[1].statics, [100, -50, -50]);
        let head = table(&edges).head;
        assert_eq!(head[2], "static, historical");
        let results = |claims: &[PaperClaim]| -> Vec<ClaimResult> {
            VerdictReport::of(claims).claims.iter().map(|one| one.result).collect()
        };
        assert_eq!(results(&checks(&edges)), [ClaimResult::Holds]);
        assert_eq!(results(&claims(&edges)), [ClaimResult::Holds; 4]);
        // With the first guesses White's trap of figure 2-5 (b) is good for White.
        let first = edges.into_iter().map(|edge| JudgedEdge {
            statics: vec![edge.statics[2]],
            values: vec![edge.values[2]],
            ..edge
        });
        let first: Vec<JudgedEdge> = first.collect();
        assert_eq!(results(&checks(&first)), [ClaimResult::DoesNotHold]);
        assert_eq!(results(&claims(&first))[2], ClaimResult::DoesNotHold);
    }
}
