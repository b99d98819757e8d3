//! The figures of BILL's clock and of its edge table: 3-1, 3-6 and 3-8.
//!
//! Their drawings are lost as well. Figure 3-1 is drawn from our fractions; the edges of figures 3-6 and
//! 3-8 are ours, made so that everything is true that the text says of the report's.

use crate::figure::{Drawing, Figure};
use willow_board::{Bitboard, Board, Square};
use willow_classics::bill::{Constants, EdgeView, combine_moves, time_fractions, view_edge};

use crate::reproduce::report::ExperimentReport;
use crate::reproduce::report_table::ReportTable;
use crate::reproduce::verdict::{ClaimTest, ComparedFigure, PaperClaim, Sample, Tolerance};

/// The upper edge, as `view_edge` numbers it.
const UPPER: usize = 0;

/// An edge of figure 3-6: its letter, the discs from a1 to h1, what the text says, the discs it speaks of
/// and their type.
type StabilityExample = (&'static str, &'static str, &'static str, &'static str, &'static str);

const STABILITIES: [StabilityExample; 8] = [
    ("a", "-XO--XO-", "all discs are unstable", "b1 c1 f1 g1", "unstable"),
    ("b", "XXXX-O--", "the first four discs are stable-3", "a1 b1 c1 d1", "stable-3"),
    ("c", "OXXOXOXO", "all discs are stable-3", "a1 b1 c1 d1 e1 f1 g1 h1", "stable-3"),
    ("d", "OOXXO---", "stable-1: Black would have to be forced to 6", "c1 d1", "stable-1"),
    ("e", "OXXOX---", "stable-2: a forced move by each side", "b1 c1", "stable-2"),
    ("f", "--XOOX--", "two White discs, unanchored stable", "d1 e1", "unanchored stable"),
    ("g", "--X-----", "alone: next to a blank on each side", "c1", "alone"),
    ("h", "-XXXXXX-", "semi-stable: in none of the categories", "b1 c1 d1 e1 f1 g1", "semi-stable"),
];

/// The edge of figure 3-8 from its first X-square to its second, `X` the mover: *legal* moves to 3 and 7,
/// *possible* ones to 1, 8 and 10. Square 9, the X-square beside 1, is the opponent's, as the probability of
/// square 1 wants it.
const FIGURE_3_8: &str = "O-O-OXO---";

/// The probabilities that figure 3-8 prints for the corner beside square 9, the other corner and the
/// X-square beside it.
const PRINTED_PROBABILITIES: [(Square, f64); 3] =
    [(Square::A1, 0.92), (Square::H1, 0.02), (Square::G2, 0.80)];

/// The example's possible moves with their scores, the best legal score, and the report's sum.
const POSSIBLE: [(f64, f64); 3] = [(450.0, 0.92), (400.0, 0.02), (-100.0, 0.80)];
const BEST_LEGAL: f64 = 200.0;
const PRINTED_SUM: f64 = 430.30;

/// Returns the upper edge with these discs from a1 to h1, X-squares empty.
fn edge(discs: &str) -> EdgeView {
    ten_squares(&format!("-{discs}-"))
}

/// Returns the upper edge with these discs from b2 over a1 to h1 to g2.
fn ten_squares(discs: &str) -> EdgeView {
    let squares = view_edge(&Board::START, UPPER, &Constants::HISTORICAL).squares;
    let set = |letter: char| -> Bitboard {
        let taken = squares.iter().zip(discs.chars()).filter(|(_, disc)| *disc == letter);
        taken.map(|(&square, _)| square).collect()
    };
    let board = Board::new(set('X'), set('O')).expect("no square has two discs");
    view_edge(&board, UPPER, &Constants::HISTORICAL)
}

/// Adds the figures.
pub(super) fn add(report: &mut ExperimentReport) {
    report.add_figure(Figure {
        name: "figures-time".to_owned(),
        title: "Time allocation fraction for BILL (figure 3-1), ours".to_owned(),
        x: "own move".to_owned(),
        y: "part of the time, in percent".to_owned(),
        drawing: Drawing::Bars(percents()),
    });
    let mut table = ReportTable::new(
        "Figure 3-6, types of stability: edges that are as its text says, and the types that our edge table \
         finds (historical constants; X is Black, from a1 to h1)",
        &["figure", "edge", "the text", "types found", "static value for Black"],
    );
    for (letter, discs, words, ..) in STABILITIES {
        let view = edge(discs);
        let types = view.stabilities.iter().map(|(square, name)| format!("{square} {name}"));
        table.add_row([
            format!("3-6{letter}"),
            format!("`{discs}`"),
            words.to_owned(),
            types.collect::<Vec<_>>().join(", "),
            view.static_value.to_string(),
        ]);
    }
    report.add_table(table);
    report.add_diagram(
        "Figure 3-8: a node in the edge table generation. The edge is ours, with the report's legal and \
         possible moves for X; its numbers are those of the squares"
            .to_owned(),
        draw_node(),
    );
    report.add_table(probabilities_table());
    report.add_text(format!(
        "The report combines the moves of figure 3-8 to {PRINTED_SUM:.2}. Computed by its algorithm they are \
         {:.2}: 450 x 0.92, 400 x 0.02 x 0.08, and 200 for the rest.",
        combine_moves(BEST_LEGAL, &POSSIBLE)
    ));
}

/// Returns the fractions of the time in percent of all of it.
fn percents() -> Vec<f64> {
    let fractions = time_fractions();
    let all: f64 = fractions.iter().sum();
    fractions.iter().map(|fraction| 100.0 * fraction / all).collect()
}

fn draw_node() -> Vec<String> {
    let discs: Vec<char> = FIGURE_3_8.chars().collect();
    let line: Vec<String> = discs[1..9].iter().map(ToString::to_string).collect();
    vec![
        "1 2 3 4 5 6 7 8".to_owned(),
        line.join(" "),
        format!("  {}         {}", discs[0], discs[9]),
        "  9         10".to_owned(),
    ]
}

fn probabilities_table() -> ReportTable {
    let names = Constants::NAMED.map(|(name, _)| name);
    let head: Vec<&str> = ["square", "report"].into_iter().chain(names).collect();
    let mut table = ReportTable::new("Probabilities of figure 3-8's possible moves", &head);
    for ((square, printed), number) in PRINTED_PROBABILITIES.into_iter().zip(["1", "8", "10"]) {
        let ours = Constants::NAMED
            .map(|(_, constants)| format!("{:.2}", probability(&constants, square)));
        let cells = [number.to_owned(), format!("{printed:.2}")];
        table.add_row(cells.into_iter().chain(ours));
    }
    table
}

/// Returns how likely a move is by these constants; not a number if it is none.
fn probability(constants: &Constants, square: Square) -> f64 {
    let squares = ten_squares(FIGURE_3_8).squares;
    let set = |letter: char| -> Bitboard {
        let taken = squares.iter().zip(FIGURE_3_8.chars()).filter(|(_, disc)| *disc == letter);
        taken.map(|(&square, _)| square).collect()
    };
    let board = Board::new(set('X'), set('O')).expect("no square has two discs");
    let moves = view_edge(&board, UPPER, constants).moves;
    moves.iter().find(|(to, _)| *to == square).map_or(f64::NAN, |(_, probability)| *probability)
}

/// Returns what the text says of the three figures. Our constants were chosen by it: these are checks of
/// consistency.
pub(super) fn checks() -> Vec<PaperClaim> {
    let claim = |claim: &str, tolerance, figures: Vec<ComparedFigure>| PaperClaim {
        claim: format!("consistency: {claim}"),
        test: ClaimTest::Figures(tolerance, figures),
        sample: Sample::Sufficient,
    };
    let of_type = |(_, discs, _, squares, name): &StabilityExample| {
        let view = edge(discs);
        let squares: Vec<&str> = squares.split(' ').collect();
        let is_so = |square: &&&str| {
            view.stabilities.iter().any(|(on, found)| on.to_string() == **square && found == name)
        };
        let n = squares.iter().filter(is_so).count();
        ComparedFigure::new(squares.len() as f64, n as f64)
    };
    let fractions = percents();
    let rising = fractions[2..19].windows(2).filter(|pair| pair[0] < pair[1]).count();
    let little = fractions[19..].iter().filter(|&&late| late < fractions[2]).count();
    let probabilities = PRINTED_PROBABILITIES.map(|(square, printed)| {
        ComparedFigure::new(printed, probability(&Constants::HISTORICAL, square))
    });
    let sum = ComparedFigure::new(PRINTED_SUM, combine_moves(BEST_LEGAL, &POSSIBLE));
    vec![
        claim(
            "figure 3-1: no time for the first 2 moves, more from each of the next 17 to the next, less for \
             the last 21",
            Tolerance::Equal,
            vec![
                ComparedFigure::new(0.0, fractions[0] + fractions[1]),
                ComparedFigure::new(16.0, rising as f64),
                ComparedFigure::new(21.0, little as f64),
            ],
        ),
        claim(
            "figure 3-6: discs of the types that the text names",
            Tolerance::Equal,
            STABILITIES.iter().map(of_type).collect(),
        ),
        claim(
            "figure 3-8: probabilities of possible moves",
            Tolerance::Within(0.005),
            probabilities.to_vec(),
        ),
        claim("figure 3-8: the combined value", Tolerance::Within(0.05), vec![sum]),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reproduce::verdict::{ClaimResult, VerdictReport};

    #[test]
    fn the_edges_are_as_the_text_says() {
        let report = VerdictReport::of(&checks());
        assert!(report.claims.iter().all(|one| one.result == ClaimResult::Holds), "{report:#?}");
    }

    /// The moves of figure 3-8: 3 and 7 are legal, 1, 8 and 10 possible, and there are no others.
    #[test]
    fn the_node_has_the_reports_moves() {
        let mut moves: Vec<String> = ten_squares(FIGURE_3_8)
            .moves
            .iter()
            .map(|(square, part)| format!("{square}{}", if *part < 1.0 { "?" } else { "" }))
            .collect();
        moves.sort();
        assert_eq!(moves, ["a1?", "c1", "g1", "g2?", "h1?"]);
        assert_eq!(draw_node()[1], "- O - O X O - -");
    }
}
