//! The graph of the game, with the shown position marked.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use willow_analysis::graph::{GraphSize, rows};

use crate::study::Study;
use crate::view::theme::{BOLD, DIM};

/// The columns left of the graph: a value in Black's view, and a blank.
const LABEL: u16 = 4;

/// Draws the graph.
pub(super) fn draw(study: &Study, area: Rect, buffer: &mut Buffer) {
    let per_column = plies_per_column(study, area);
    let half_height = usize::from(area.height.saturating_sub(1) / 2);
    let size = GraphSize { half_height, plies_per_column: per_column };
    let rows = rows(&study.game_findings(), size);
    let shown = study.game_ply() / per_column;
    let n_columns = study.tree.n_game_plies().div_ceil(per_column);
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

/// Returns how many plies share a column, so that the game fits.
fn plies_per_column(study: &Study, area: Rect) -> usize {
    let room = usize::from(area.width.saturating_sub(LABEL)).max(1);
    study.tree.n_game_plies().div_ceil(room).max(1)
}
