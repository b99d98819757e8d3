//! Draws the dialog for a new game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget, Wrap};

use super::key_bar::{self, KeyRow};
use super::panels::draw_box;
use super::theme::{BOLD, DIM, REVERSED, Theme};
use crate::new_game::{Field, NewGameDialog};

/// Maximum width of the dialog in columns.
const WIDTH: u16 = 60;
/// Its height in rows: six fields, two blanks, three lines about the chosen value, the keys, and the frame.
const HEIGHT: u16 = 14;

/// The lines about the chosen value.
const ABOUT_HEIGHT: u16 = 3;

/// The columns of the names of fields.
const NAMES: usize = 10;

const KEYS: KeyRow =
    &[("up down", "field"), ("left right", "value"), ("Enter", "list"), ("Esc", "back")];

/// Draws the dialog in the middle of the screen.
pub(crate) fn draw(dialog: &NewGameDialog, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let place = screen.centered(Constraint::Length(WIDTH), Constraint::Length(HEIGHT));
    Clear.render(place, buffer);
    let inner = draw_box(" New game ", Style::new(), theme, place, buffer);
    let parts = [Constraint::Min(0), Constraint::Length(ABOUT_HEIGHT), Constraint::Length(1)];
    let [fields, about, keys] = Layout::vertical(parts).areas(inner);
    let lines = dialog.fields().into_iter().map(|field| line_of(dialog, field));
    Paragraph::new(lines.collect::<Vec<_>>()).render(fields, buffer);
    let text = theme.text(&dialog.about());
    Paragraph::new(text).wrap(Wrap { trim: true }).render(about, buffer);
    key_bar::draw(&[KEYS], keys, buffer);
}

/// Returns the name of a field and its value, or the button.
fn line_of(dialog: &NewGameDialog, field: Field) -> Line<'static> {
    let (name, value) = dialog.text(field);
    let value = match field {
        Field::Start => format!("[ {value} ]"),
        _ => format!("< {value} >"),
    };
    let [name_style, value_style] =
        if dialog.field == field { [BOLD, REVERSED] } else { [DIM, Style::new()] };
    Line::from(vec![
        Span::styled(format!("{name:<NAMES$}"), name_style),
        Span::styled(value, value_style),
    ])
}
