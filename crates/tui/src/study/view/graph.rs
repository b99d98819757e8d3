//! The graph of the game, with the shown position marked.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use willow_analysis::graph::rows;

use crate::study::Study;
use crate::view::theme::{BOLD, DIM};

/// The columns left of the graph: a value in Black's view, and a blank.
const LABEL: u16 = 4;

/// Draws the graph.
pub(super) fn draw(study: &Study, area: Rect, buffer: &mut Buffer) {
    let half_height = usize::from(area.height.saturating_sub(1) / 2);
    let rows = rows(&study.game_findings(), half_height);
    let (shown, n_columns) = (study.game_ply(), study.tree.n_game_plies());
    for (y, row) in (area.y..area.bottom()).zip(rows) {
        buffer.set_string(area.x, y, format!("{:>+3}", row.discs), DIM);
        let blank = if row.discs == 0 { '-' } else { ' ' };
        for column in 0..n_columns.max(row.cells.len()) {
            let mark = row.cells.get(column).copied().unwrap_or(blank);
            let (mark, style) = match mark {
                ' ' | '-' if column == shown => ('|', DIM),
                '?' => (mark, BOLD),
                mark => (mark, Style::new()),
            };
            let marked = column == shown && mark != '|';
            let style = if marked { style.add_modifier(Modifier::REVERSED) } else { style };
            let x = area.x + LABEL + column as u16;
            if x < area.right() {
                buffer.set_string(x, y, mark.to_string(), style);
            }
        }
    }
}
