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

/// Draws rows of keys, one a line. Keys for which there is no room are left out.
pub(crate) fn draw(rows: &[KeyRow], area: Rect, buffer: &mut Buffer) {
    for (y, row) in (area.y..area.bottom()).zip(rows) {
        let mut columns = 0;
        let shown = row.iter().take_while(|(keys, meaning)| {
            columns += keys.len() + meaning.len() + 3;
            columns <= usize::from(area.width) + 2
        });
        let spans = shown.flat_map(|&(keys, meaning)| {
            [Span::styled(keys, BOLD), Span::styled(format!(" {meaning}  "), DIM)]
        });
        spans.collect::<Line>().render(Rect { y, height: 1, ..area }, buffer);
    }
}

#[cfg(test)]
mod tests {
    use ratatui::buffer::Cell;

    use super::*;

    #[test]
    fn a_key_is_shown_whole_or_not_at_all() {
        for (width, expected) in [(14, "a one  b three"), (13, "a one"), (4, "")] {
            let area = Rect::new(0, 0, width, 1);
            let mut buffer = Buffer::empty(area);
            draw(&[&[("a", "one"), ("b", "three")]], area, &mut buffer);
            let text: String = buffer.content.iter().map(Cell::symbol).collect();
            assert_eq!(text.trim_end(), expected);
        }
    }
}
