//! Drawing the server's rooms: functions of the state and the time, and of nothing else.

mod frame;
mod game;
mod lobby;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::{Block, Widget};
use willow_board::Square;

use super::log::{Kind, Log};
use super::state::State;
use crate::view::theme::{FAINT, STRONG};
use crate::view::{Theme, draw_too_small};

/// The smallest screen that everything fits on.
const WIDTH: u16 = 80;
const HEIGHT: u16 = 24;

/// The lines below the rooms: what was said last, what is typed, and the keys.
const BELOW: u16 = 4;

/// Draws the whole screen. `now` is the server's time, in milliseconds since 1970.
pub(crate) fn draw(state: &State, now: u64, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    if screen.width < WIDTH || screen.height < HEIGHT {
        return draw_too_small(screen, buffer);
    }
    frame::draw_tabs(state, Rect { height: 1, ..screen }, buffer);
    let inside = room(screen);
    match state.seat() {
        _ if state.name.is_none() => frame::draw_door(state, inside, buffer),
        Some(seat) => game::draw(seat, now, theme, inside, buffer),
        None => lobby::draw(state, theme, inside, buffer),
    }
    let below = Rect { y: screen.bottom() - BELOW, height: BELOW, ..screen };
    frame::draw_below(state, now, below, buffer);
    if let Some(dialog) = state.dialog {
        frame::draw_dialog(dialog, theme, screen, buffer);
    }
}

/// Returns where the lobby or a game is.
fn room(screen: Rect) -> Rect {
    Rect { y: screen.y + 1, height: screen.height - 1 - BELOW, ..screen }
}

/// Returns the square at a place on the screen, when a game is shown.
pub(crate) fn square_at(state: &State, screen: Rect, at: Place) -> Option<Square> {
    if screen.width < WIDTH || screen.height < HEIGHT {
        return None;
    }
    state.seat().and_then(|_| game::square_at(room(screen), at))
}

/// Draws a frame with a title and returns what is inside.
fn panel(title: &str, style: Style, theme: Theme, area: Rect, buffer: &mut Buffer) -> Rect {
    let block = Block::bordered().border_set(theme.border()).border_style(style).title(title);
    let inner = block.inner(area);
    block.render(area, buffer);
    Rect { x: inner.x + 1, width: inner.width.saturating_sub(2), ..inner }
}

/// Draws the newest lines that there is room for, the last one at the bottom.
fn draw_log(log: &Log, area: Rect, buffer: &mut Buffer) {
    let mut y = area.bottom();
    for entry in log.newest_first() {
        for line in wrapped(&entry.text, area.width.into()).iter().rev() {
            if y == area.y {
                return;
            }
            y -= 1;
            let row = Rect { y, height: 1, ..area };
            Line::styled(line.as_str(), style_of(entry.kind)).render(row, buffer);
        }
    }
}

/// Returns how a kind of line looks, with colours or without.
fn style_of(kind: Kind) -> Style {
    match kind {
        Kind::Chat => Style::new(),
        Kind::Private => STRONG,
        Kind::Info => FAINT,
        Kind::Error => Style::new().add_modifier(Modifier::REVERSED),
    }
}

/// Breaks a text into lines that are no wider than so many columns; those after the first begin
/// with two blanks. A word that is wider is broken itself.
fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let fits = |line: &str| Line::raw(format!("{line}{}", word.trim_end())).width() <= width;
        if lines.last().is_some_and(|line| !line.trim().is_empty() && !fits(line)) {
            lines.push("  ".to_owned());
        }
        for letter in word.chars() {
            let line = lines.last_mut().expect("there is always a line");
            if Line::raw(format!("{line}{letter}")).width() <= width || letter == ' ' {
                line.push(letter);
            } else {
                lines.push(format!("  {letter}"));
            }
        }
    }
    lines
}
