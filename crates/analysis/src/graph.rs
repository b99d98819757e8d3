//! The graph of a game in characters: a column for each move, values in Black's view.

use std::fmt::Write as _;

use willow_board::Color;

use crate::{MoveAnalysis, MoveClass};

/// The number of rows above and below the axis in a report.
const HALF_HEIGHT: usize = 6;
/// Candidate values in discs for the top of a graph; the smallest that fits is taken.
const SCALES: [i32; 6] = [6, 12, 18, 30, 42, 66];

/// One row of a graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphRow {
    /// The value that it stands for, in discs, in Black's view.
    pub discs: i32,
    /// A character for each column: `*` a value after a move, `?` a value after a mistake or a blunder,
    /// `-` the axis.
    pub cells: Vec<char>,
}

/// Returns the graph of a game as text, with the values at its left and the plies below.
pub fn text(findings: &[MoveAnalysis]) -> String {
    if findings.is_empty() {
        return String::new();
    }
    let rows = rows(findings, HALF_HEIGHT);
    let n_plies = rows[0].cells.len();
    let mut text = String::from("Black's value in discs, by ply (? a mistake or blunder)\n");
    for GraphRow { discs, cells } in rows {
        let cells: String = cells.into_iter().collect();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{discs:>+5} {}", cells.trim_end());
    }
    text + &axis(n_plies)
}

/// Returns the rows of a graph from top to bottom, with a column for every ply up to the last one and
/// `half_height` rows, at least 1, above the axis and below it.
pub fn rows(findings: &[MoveAnalysis], half_height: usize) -> Vec<GraphRow> {
    let half_height = half_height.max(1) as i32;
    let n_columns = findings.iter().map(|found| found.ply + 1).max().unwrap_or(0);
    let highest = findings.iter().map(|found| black_value(found).abs()).fold(0.0, f64::max);
    let top = SCALES.into_iter().find(|&scale| highest <= f64::from(scale));
    let per_row = f64::from(top.unwrap_or(SCALES[SCALES.len() - 1])) / f64::from(half_height);
    let row = |row: i32| {
        let ground = if row == 0 { '-' } else { ' ' };
        let mut cells = vec![ground; n_columns];
        let row_of = |found: &&MoveAnalysis| (black_value(found) / per_row).round() as i32 == row;
        for found in findings.iter().filter(row_of) {
            cells[found.ply] = mark(found);
        }
        GraphRow { discs: (f64::from(row) * per_row).round() as i32, cells }
    };
    (-half_height..=half_height).rev().map(row).collect()
}

/// Returns the numbers of the plies under the graph, one every ten plies.
fn axis(n_plies: usize) -> String {
    let tens = (1..=n_plies / 10).map(|ten| format!("{:>10}", ten * 10));
    format!("      {}\n", tens.collect::<String>())
}

fn mark(found: &MoveAnalysis) -> char {
    if MoveClass::Mistake <= found.class() { '?' } else { '*' }
}

/// Returns the value after a move in Black's view, in discs.
fn black_value(found: &MoveAnalysis) -> f64 {
    match found.side() {
        Color::Black => found.value.discs(),
        Color::White => -found.value.discs(),
    }
}

#[cfg(test)]
mod tests {
    use willow_board::{Board, Position};
    use willow_eval::Score;

    use super::*;
    use crate::Certainty;
    use crate::test_support::found;

    /// Returns exact findings with these values in discs for Black, who makes all the moves, and the
    /// best values.
    fn findings(values: &[(i32, i32)]) -> Vec<MoveAnalysis> {
        let of = |(ply, &(value, best)): (usize, &(i32, i32))| MoveAnalysis {
            ply,
            position: Position::new(Board::START, Color::Black),
            value: Score::DISC * value,
            best_value: Score::DISC * best,
            certainty: Certainty::Exact,
            ..found()
        };
        values.iter().enumerate().map(of).collect()
    }

    fn cells(findings: &[MoveAnalysis]) -> Vec<String> {
        rows(findings, 1)
            .iter()
            .map(|row| format!("{} {}", row.discs, String::from_iter(&row.cells)))
            .collect()
    }

    #[test]
    fn a_column_holds_a_ply() {
        let game = findings(&[(0, 0), (6, 6), (-6, 6), (-6, -6)]);
        assert_eq!(cells(&game), ["6  *  ", "0 *---", "-6   ?*"]);
        assert_eq!(cells(&[]), ["6 ", "0 ", "-6 "]);
    }

    #[test]
    fn the_text_has_the_scale_and_the_plies() {
        let game = findings(&[(0, 0); 10]);
        let text = text(&game);
        assert!(text.contains("\n   +6 \n") && text.contains("\n   +0 **********\n"), "{text}");
        assert!(text.ends_with("     10\n"), "{text}");
        assert_eq!(super::text(&[]), "");
    }
}
