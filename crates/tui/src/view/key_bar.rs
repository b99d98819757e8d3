//! Lines of keys with their meanings, below a screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::theme::{BOLD, DIM};

/// A key, or several that are separated by blanks, and the meaning.
pub(crate) type Key = (&'static str, &'static str);

/// The keys of a line.
pub(crate) type KeyRow = &'static [Key];

/// The greatest number of blanks between two keys with their meanings.
const WIDEST_GAP: usize = 3;

/// Draws rows of keys, one a line.
pub(crate) fn draw(rows: &[KeyRow], area: Rect, buffer: &mut Buffer) {
    for (y, row) in (area.y..area.bottom()).zip(rows) {
        let gap = " ".repeat(gap(row, area.width));
        let spans = row.iter().flat_map(|&(keys, meaning)| {
            [Span::styled(keys, BOLD), Span::styled(format!(" {meaning}{gap}"), DIM)]
        });
        spans.collect::<Line>().render(Rect { y, height: 1, ..area }, buffer);
    }
}

/// Returns the number of blanks between the keys of a row: as many as there is room for.
fn gap(row: KeyRow, width: u16) -> usize {
    let fits = |&gap: &usize| columns(row, gap) <= width.into();
    (1..=WIDEST_GAP).rev().find(fits).unwrap_or(1)
}

/// Returns the number of columns that a row takes.
fn columns(row: KeyRow, gap: usize) -> usize {
    let width = |(keys, meaning): &Key| keys.chars().count() + 1 + meaning.chars().count();
    row.iter().map(width).sum::<usize>() + gap * row.len().saturating_sub(1)
}
