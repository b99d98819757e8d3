//! Draws a list that is searched by typing, on the whole screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::key_bar::{self, KeyRow};
use super::theme::{BOLD, DIM, REVERSED, Theme};
use crate::search_list::SearchList;

/// Where the parts of the screen are.
struct ListLayout {
    title: Rect,
    query: Rect,
    rows: Rect,
    details: Rect,
    keys: Rect,
}

impl ListLayout {
    fn of(screen: Rect) -> ListLayout {
        let line = Constraint::Length(1);
        let [title, query, rows, details, keys] =
            Layout::vertical([line, line, Constraint::Min(0), line, line])
                .areas(screen.inner(Margin::new(1, 0)));
        ListLayout { title, query, rows, details, keys }
    }

    /// Returns how many of the lines that match are above the first one that is drawn.
    fn hidden(&self, list: &SearchList) -> usize {
        let height = usize::from(self.rows.height).max(1);
        // The selected line is in the middle, if there are lines above and below it.
        let most = list.matching().len().saturating_sub(height);
        list.selected().saturating_sub(height / 2).min(most)
    }
}

/// Draws a list with the keys below it.
pub(crate) fn draw(
    list: &SearchList,
    keys: KeyRow,
    theme: Theme,
    screen: Rect,
    buffer: &mut Buffer,
) {
    let areas = ListLayout::of(screen);
    Line::styled(list.title(), BOLD).render(areas.title, buffer);
    let count = match (list.matching().len(), list.len()) {
        (shown, all) if shown == all => format!(" {all}"),
        (shown, all) => format!(" {shown} of {all}"),
    };
    Paragraph::new(count).alignment(Alignment::Right).render(areas.title, buffer);
    let query = match list.query() {
        "" if !list.note.is_empty() => Line::raw(theme.text(&list.note)),
        "" => Line::styled("Type to search.", DIM),
        query => Line::from(vec![Span::styled("Search: ", DIM), Span::raw(format!("{query}_"))]),
    };
    query.render(areas.query, buffer);
    if list.matching().len() == 0 {
        Line::raw("Nothing matches.").render(areas.rows, buffer);
    }
    let lines = list.matching().enumerate().skip(areas.hidden(list));
    for (y, (place, row)) in (areas.rows.y..areas.rows.bottom()).zip(lines) {
        let area = Rect { y, height: 1, ..areas.rows };
        let (mark, style) = if place == list.selected() {
            (theme.symbols.turn, REVERSED)
        } else {
            (" ", Style::new())
        };
        let title = format!("{mark} {}", theme.text(&row.title));
        draw_row(&title, &theme.text(&row.details), style, area, buffer);
    }
    if let Some(row) = list.matching().nth(list.selected()) {
        Line::raw(theme.text(&row.details)).render(areas.details, buffer);
    }
    key_bar::draw(&[keys], areas.keys, buffer);
}

/// Draws a line: its title, and behind it the details, in a column of their own if the title leaves room.
fn draw_row(title: &str, details: &str, style: Style, area: Rect, buffer: &mut Buffer) {
    let column = usize::from(area.width) / 2;
    let gap = column.saturating_sub(Line::raw(title).width()).max(2);
    let details = format!("{}{details}", " ".repeat(gap));
    buffer.set_style(area, style);
    let spans = vec![Span::styled(title, style), Span::styled(details, style.patch(DIM))];
    Line::from(spans).render(area, buffer);
}
