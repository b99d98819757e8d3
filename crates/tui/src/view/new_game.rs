//! Draws the dialog for a new game.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Widget};

use super::key_bar::{self, KeyRow};
use super::theme::{BOLD, DIM, Theme};
use super::wrap::wrap;
use crate::new_game::{Field, NewGameDialog};

/// The greatest width of the dialog, and its height: six fields, two blanks, three lines about the chosen
/// value, the keys, and the frame.
const WIDTH: u16 = 60;
const HEIGHT: u16 = 14;

/// The lines about the chosen value.
const ABOUT_HEIGHT: u16 = 3;

/// The columns of the names of fields.
const NAMES: u16 = 10;

const KEYS: KeyRow =
    &[("up down", "field"), ("left right", "value"), ("Enter", "list"), ("Esc", "back")];

/// Returns where the dialog is, without its frame.
fn inside(screen: Rect) -> (Rect, Rect) {
    let width = WIDTH.min(screen.width);
    let place = screen.centered(Constraint::Length(width), Constraint::Length(HEIGHT));
    let inner = Rect {
        x: place.x + 2,
        y: place.y + 1,
        width: place.width.saturating_sub(4),
        height: place.height.saturating_sub(2),
    };
    (place, inner)
}

/// Returns where the keys are.
fn keys_area(inner: Rect) -> Rect {
    Rect { y: inner.bottom().saturating_sub(1), height: 1, ..inner }
}

/// Returns the value of a field between marks that can be clicked, or the button.
fn value_text(dialog: &NewGameDialog, field: Field) -> String {
    let (_, value) = dialog.text(field);
    match field {
        Field::Start => format!("[ {value} ]"),
        _ => format!("< {value} >"),
    }
}

/// Draws the dialog in the middle of the screen.
pub(crate) fn draw(dialog: &NewGameDialog, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let (place, inner) = inside(screen);
    Clear.render(place, buffer);
    Block::bordered().border_set(theme.border()).title(" New game ").render(place, buffer);
    let names = usize::from(NAMES);
    for (y, field) in (inner.y..inner.bottom()).zip(dialog.fields()) {
        let (name, _) = dialog.text(field);
        let is_chosen = dialog.field == field;
        let style =
            if is_chosen { Style::new().add_modifier(Modifier::REVERSED) } else { Style::new() };
        let line = Line::from(vec![
            Span::styled(format!("{name:<names$}"), if is_chosen { BOLD } else { DIM }),
            Span::styled(value_text(dialog, field), style),
        ]);
        line.render(Rect { y, height: 1, ..inner }, buffer);
    }
    let keys_area = keys_area(inner);
    let about = wrap(&theme.text(&dialog.about()), inner.width.into());
    let from = keys_area.y.saturating_sub(ABOUT_HEIGHT);
    for (y, text) in (from..keys_area.y).zip(about) {
        Line::raw(text).render(Rect { y, height: 1, ..inner }, buffer);
    }
    key_bar::draw(&[KEYS], keys_area, buffer);
}
