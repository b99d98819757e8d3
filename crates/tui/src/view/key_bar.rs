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

/// Draws rows of keys, one a line.
pub(crate) fn draw(rows: &[KeyRow], area: Rect, buffer: &mut Buffer) {
    for (y, row) in (area.y..area.bottom()).zip(rows) {
        let spans = row.iter().flat_map(|&(keys, meaning)| {
            [Span::styled(keys, BOLD), Span::styled(format!(" {meaning}  "), DIM)]
        });
        spans.collect::<Line>().render(Rect { y, height: 1, ..area }, buffer);
    }
}
