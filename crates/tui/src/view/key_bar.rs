//! Lines of keys with their meanings, which are drawn below a screen and can be clicked.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as ScreenPoint, Rect};
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

/// Returns the key at a point on the screen, where [`draw`] has drawn it.
pub(crate) fn key_at(rows: &[KeyRow], area: Rect, at: ScreenPoint) -> Option<KeyCode> {
    if !area.contains(at) {
        return None;
    }
    let row = rows.get(usize::from(at.y - area.y))?;
    let gap = gap(row, area.width);
    let mut left = usize::from(at.x - area.x);
    for &(keys, meaning) in *row {
        let width = keys.chars().count() + 1 + meaning.chars().count();
        if left < width {
            return key_of(keys, left);
        }
        left = left.checked_sub(width + gap)?;
    }
    None
}

/// Returns whether rows fit in so many columns, with at least so many blanks between the keys.
pub(crate) fn fit(rows: &[KeyRow], width: u16, gap: usize) -> bool {
    rows.iter().all(|row| columns(row, gap) <= width.into())
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

/// Returns the key that a click means: of several the one below the pointer, on the meaning the first.
/// `None` for words that are no single key, such as `arrows`.
fn key_of(keys: &str, column: usize) -> Option<KeyCode> {
    let mut right = 0;
    for word in keys.split(' ') {
        right += word.chars().count() + 1;
        if column < right {
            return code_of(word);
        }
    }
    code_of(keys.split(' ').next()?)
}

/// Returns the key that a word names.
fn code_of(word: &str) -> Option<KeyCode> {
    let mut letters = word.chars();
    if let (Some(letter), None) = (letters.next(), letters.next()) {
        return Some(KeyCode::Char(letter));
    }
    Some(match word {
        "space" => KeyCode::Char(' '),
        "Enter" => KeyCode::Enter,
        "Esc" => KeyCode::Esc,
        "Tab" => KeyCode::Tab,
        "Del" => KeyCode::Delete,
        "Home" => KeyCode::Home,
        "End" => KeyCode::End,
        "PgUp" => KeyCode::PageUp,
        "PgDn" => KeyCode::PageDown,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [KeyRow; 2] = [
        &[("arrows", "step"), ("n p", "mistakes"), ("Esc", "back")],
        &[("space", "pause"), ("left right", "step")],
    ];

    fn at(area: Rect, text: &str) -> Option<KeyCode> {
        let mut buffer = Buffer::empty(area);
        draw(&ROWS, area, &mut buffer);
        let lines = buffer.content.chunks(area.width.into());
        for (y, cells) in (area.y..).zip(lines) {
            let line: String = cells.iter().map(ratatui::buffer::Cell::symbol).collect();
            if let Some(x) = line.find(text) {
                return key_at(&ROWS, area, ScreenPoint { x: area.x + x as u16, y });
            }
        }
        panic!("{text} is not drawn")
    }

    #[test]
    fn a_click_means_the_key_below_it() {
        for width in [60, 35, 33] {
            let area = Rect::new(2, 5, width, 2);
            assert_eq!(at(area, "mistakes"), Some(KeyCode::Char('n')), "{width}");
            assert_eq!(at(area, "p mistakes"), Some(KeyCode::Char('p')));
            assert_eq!(at(area, "back"), Some(KeyCode::Esc));
            assert_eq!(at(area, "pause"), Some(KeyCode::Char(' ')));
            assert_eq!(at(area, "right step"), Some(KeyCode::Right));
            assert_eq!(at(area, "arrows"), None);
            assert_eq!(key_at(&ROWS, area, ScreenPoint { x: 1, y: 5 }), None);
            assert_eq!(key_at(&ROWS, area, ScreenPoint { x: 2, y: 7 }), None);
        }
        assert!(fit(&ROWS, 35, 2) && !fit(&ROWS, 34, 2));
    }
}
