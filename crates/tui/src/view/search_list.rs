//! Draws a list that is searched by typing, on the whole screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::key_bar::{self, KeyRow};
use super::theme::{BOLD, DIM, REVERSED, Theme};
use super::wrap::shortened;
use crate::search_list::SearchList;

/// Draws a list with the keys below it.
pub(crate) fn draw(
    list: &SearchList,
    keys: KeyRow,
    theme: Theme,
    screen: Rect,
    buffer: &mut Buffer,
) {
    let line = Constraint::Length(1);
    let parts = [line, line, Constraint::Min(0), line, line];
    let [title_area, query_area, rows, details, keys_area] =
        Layout::vertical(parts).areas(screen.inner(Margin::new(1, 0)));
    Line::styled(list.title(), BOLD).render(title_area, buffer);
    let count = match (list.matching().len(), list.len()) {
        (shown, all) if shown == all => format!(" {all}"),
        (shown, all) => format!(" {shown} of {all}"),
    };
    Paragraph::new(count).alignment(Alignment::Right).render(title_area, buffer);
    let query = match list.query() {
        "" if !list.note.is_empty() => Line::raw(theme.text(&list.note)),
        "" => Line::styled("Type to search.", DIM),
        query => Line::from(vec![Span::styled("Search: ", DIM), Span::raw(format!("{query}_"))]),
    };
    query.render(query_area, buffer);
    if list.matching().len() == 0 {
        Line::raw("Nothing matches.").render(rows, buffer);
    }
    // The selected line is in the middle, if there are lines above and below it.
    let height = usize::from(rows.height);
    let max = list.matching().len().saturating_sub(height);
    let hidden = list.selected().saturating_sub(height / 2).min(max);
    let lines = list.matching().enumerate().skip(hidden);
    for (y, (place, (_, row))) in (rows.y..rows.bottom()).zip(lines) {
        let area = Rect { y, height: 1, ..rows };
        let (mark, style) = if place == list.selected() {
            (theme.symbols.turn, REVERSED)
        } else {
            (" ", Style::new())
        };
        let title = format!("{mark} {}", theme.text(&row.title));
        draw_row(&title, &row.details, theme, style, area, buffer);
    }
    if let Some((_, row)) = list.matching().nth(list.selected()) {
        let text = theme.text(&shortened(&row.details, details.width.into()));
        Line::raw(text).render(details, buffer);
    }
    key_bar::draw(&[keys], keys_area, buffer);
}

/// Draws a line: its title, and behind it the details, in a column of their own if the title leaves room.
fn draw_row(
    title: &str,
    details: &str,
    theme: Theme,
    style: Style,
    area: Rect,
    buffer: &mut Buffer,
) {
    let column = usize::from(area.width) / 2;
    let gap = column.saturating_sub(Line::raw(title).width()).max(2);
    let room = usize::from(area.width).saturating_sub(Line::raw(title).width() + gap);
    let details = format!("{}{}", " ".repeat(gap), theme.text(&shortened(details, room)));
    buffer.set_style(area, style);
    let spans = vec![Span::styled(title, style), Span::styled(details, style.patch(DIM))];
    Line::from(spans).render(area, buffer);
}
