//! The graph of a game in characters: a column for each move, values in Black's view.

use std::fmt::Write as _;

use willow_analysis::MoveAnalysis;
use willow_board::Color;

/// The number of rows above and below the axis.
const HALF_HEIGHT: i32 = 6;
/// The values at the top of a graph, of which the least that fits is taken, in discs.
const SCALES: [i32; 4] = [6, 12, 30, 66];

/// Returns the graph of a game: after each move a `*` at the value in Black's view, or a `?` if the
/// move was a mistake or a blunder.
pub(super) fn graph(findings: &[MoveAnalysis]) -> String {
    let Some(last) = findings.iter().map(|found| found.ply).max() else { return String::new() };
    let highest = findings.iter().map(|found| black_value(found).abs()).fold(0.0, f64::max);
    let top = SCALES.into_iter().find(|&scale| highest <= f64::from(scale));
    let per_row = f64::from(top.unwrap_or(66)) / f64::from(HALF_HEIGHT);
    let row_of = |found: &MoveAnalysis| (black_value(found) / per_row).round() as i32;
    let mut text = String::from("Black's value in discs, by ply (? a mistake or blunder)\n");
    for row in (-HALF_HEIGHT..=HALF_HEIGHT).rev() {
        let ground = if row == 0 { '-' } else { ' ' };
        let mut cells = vec![ground; last + 1];
        for found in findings.iter().filter(|found| row_of(found) == row) {
            cells[found.ply] = mark(found);
        }
        let cells: String = cells.into_iter().collect();
        let label = (f64::from(row) * per_row).round();
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{label:>+5.0} {}", cells.trim_end());
    }
    text + &axis(last + 1)
}

/// Returns the numbers of the plies under the graph, one every ten plies.
fn axis(n_plies: usize) -> String {
    let tens = (1..=n_plies / 10).map(|ten| format!("{:>10}", ten * 10));
    format!("      {}\n", tens.collect::<String>())
}

fn mark(found: &MoveAnalysis) -> char {
    if willow_analysis::MoveClass::Mistake <= found.class() { '?' } else { '*' }
}

/// Returns the value after a move in Black's view, in discs.
pub(super) fn black_value(found: &MoveAnalysis) -> f64 {
    match found.side() {
        Color::Black => found.value.discs(),
        Color::White => -found.value.discs(),
    }
}
