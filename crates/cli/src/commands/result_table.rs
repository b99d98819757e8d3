//! The table that `solve` and `eval` print for people: 80 columns, one row a position.

use std::time::Duration;

use willow_engine::SearchResult;

use crate::input::InputPosition;
use crate::output;
use crate::units;

/// The width of the table.
const WIDTH: usize = 80;

/// The totals of all positions.
#[derive(Debug, Default)]
pub(super) struct Totals {
    /// The number of positions so far.
    pub(super) positions: usize,
    nodes: u64,
    pub(super) nodes_without_filled: u64,
    time: Duration,
}

impl Totals {
    /// Adds a position.
    pub(super) fn add(&mut self, result: &SearchResult, time: Duration) {
        self.positions += 1;
        self.nodes += result.nodes;
        self.nodes_without_filled += result.nodes_without_filled();
        self.time += time;
    }

    /// Returns the line under the table.
    pub(super) fn text(&self, threads: usize) -> String {
        format!(
            "{}, {} nodes in {} ({}, {})\n",
            units::count(self.positions, "position"),
            units::grouped(self.nodes),
            units::time(self.time),
            units::rate(self.nodes, "nodes", self.time),
            units::count(threads, "thread"),
        )
    }
}

/// Returns the line over the table; `value` names the third column.
pub(super) fn header(value: &str) -> String {
    format!(
        "{:>5} {:>5} {value:>6}  {:<4} {:>7} {:>8}  line\n",
        "#", "empty", "best", "nodes", "time"
    )
}

/// Returns a row of the table. On a terminal the line of play is cut off where 80 columns end.
pub(super) fn row(
    item: &InputPosition,
    value: &str,
    result: &SearchResult,
    time: Duration,
) -> String {
    row_within(output::width(WIDTH), item, value, result, time)
}

fn row_within(
    width: Option<usize>,
    item: &InputPosition,
    value: &str,
    result: &SearchResult,
    time: Duration,
) -> String {
    let best = result.best.map_or_else(|| "-".to_owned(), |mv| mv.to_string());
    let mut row = format!(
        "{:>5} {:>5} {value:>6}  {best:<4} {:>7} {:>8} ",
        item.id,
        item.position.board().n_empties(),
        units::short(result.nodes as f64),
        units::time(time),
    );
    let moves: Vec<String> = result.pv.iter().map(ToString::to_string).collect();
    for (index, mv) in moves.iter().enumerate() {
        // Room for the ellipsis must stay unless this is the last move.
        let reserve = if index + 1 < moves.len() { 2 } else { 0 };
        if width.is_some_and(|width| width < row.chars().count() + 1 + mv.len() + reserve) {
            row.push_str(" …");
            break;
        }
        row.push(' ');
        row.push_str(mv);
    }
    row.truncate(row.trim_end().len());
    row.push('\n');
    row
}

/// Number of moves with values that fit in a line of 80 columns.
const MOVES_A_LINE: usize = 6;
/// Where the moves begin.
const MOVES_INDENT: usize = 7;

/// Returns the moves of a position with their values, some on each line; nothing without moves.
pub(super) fn moves(moves: &[String]) -> String {
    let lines = moves.chunks(MOVES_A_LINE);
    lines.map(|line| " ".repeat(MOVES_INDENT) + &line.join("  ") + "\n").collect()
}

#[cfg(test)]
mod tests {
    use willow_board::{Position, Square};
    use willow_engine::Accuracy;
    use willow_eval::Score;

    use super::*;

    fn result(n_moves: usize) -> SearchResult {
        let pv: Vec<_> = Square::ALL.into_iter().take(n_moves).map(Into::into).collect();
        SearchResult {
            best: pv.first().copied(),
            score: Score::DRAW,
            accuracy: Accuracy::Exact,
            depth: 60,
            selectivity: willow_engine::Selectivity::NONE,
            pv,
            nodes: 12_345_678,
            terminal_nodes: 0,
            elapsed: Duration::ZERO,
        }
    }

    #[test]
    fn rows_align_with_the_header_and_fit_in_80_columns() {
        let item = InputPosition { id: 12, position: Position::START };
        let mut table = header("score");
        for n_moves in [0, 3, 14, 60] {
            let result = result(n_moves);
            table += &row_within(Some(WIDTH), &item, "+18", &result, Duration::from_millis(1520));
        }
        assert!(table.lines().all(|line| line.chars().count() <= WIDTH), "{table}");
        insta::assert_snapshot!(table);
    }

    #[test]
    fn nothing_is_cut_off_in_a_file() {
        let item = InputPosition { id: 12, position: Position::START };
        let row = row_within(None, &item, "+18", &result(60), Duration::ZERO);
        assert!(row.contains(" a1 b1 c1 ") && row.ends_with(" a8 b8 c8 d8\n"), "{row}");
    }

    #[test]
    fn totals_have_units() {
        let mut totals = Totals::default();
        for nodes in [1_000_000, 500_000] {
            totals.add(&SearchResult { nodes, ..result(0) }, Duration::from_millis(500));
        }
        let text = "2 positions, 1,500,000 nodes in 1.00 s (1.50 M nodes/s, 1 thread)\n";
        assert_eq!(totals.text(1), text);
    }
}
