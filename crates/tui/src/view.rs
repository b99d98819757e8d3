//! Drawing the full screen: functions of the table, the app and the time, and of nothing else.

mod board;
mod dialogs;
mod panels;
mod status;
mod theme;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position as Place, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use willow_board::Square;

use crate::app::App;
use crate::table::Table;
use board::{BoardView, LegalMarks};
pub(crate) use theme::Theme;

/// The smallest screen that everything fits on.
const WIDTH: u16 = 80;
const HEIGHT: u16 = 24;

/// Everything that the screen shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scene<'a> {
    /// The game and who plays it.
    pub(crate) table: &'a Table,
    /// The cursor, dialogs and messages.
    pub(crate) app: &'a App,
    /// What time it is at the table.
    pub(crate) now: Duration,
}

/// Where the parts of the screen are.
#[derive(Clone, Copy, Debug)]
struct Areas {
    title: Rect,
    board: Rect,
    players: Rect,
    moves: Rect,
    messages: Rect,
    status: Rect,
    keys: Rect,
}

/// The lines below the board.
const MESSAGES_HEIGHT: u16 = 2;
const KEYS_HEIGHT: u16 = 2;

impl Areas {
    /// Divides the screen, if it is large enough.
    fn of(screen: Rect) -> Option<Areas> {
        if screen.width < WIDTH || screen.height < HEIGHT {
            return None;
        }
        let [left, top] = [screen.x + 1, screen.y + 1];
        let side = left + board::WIDTH + 2;
        let side_width = screen.right() - side - 1;
        let below = screen.height - KEYS_HEIGHT - MESSAGES_HEIGHT - 1;
        let line = |y, height| Rect::new(left, screen.y + y, screen.width - 2, height);
        Some(Areas {
            title: line(0, 1),
            board: Rect::new(left, top, board::WIDTH, board::HEIGHT),
            players: Rect::new(side, top, side_width, panels::PLAYERS_HEIGHT),
            moves: Rect::new(
                side,
                top + panels::PLAYERS_HEIGHT,
                side_width,
                below - 1 - panels::PLAYERS_HEIGHT,
            ),
            messages: line(below, MESSAGES_HEIGHT),
            status: line(below + MESSAGES_HEIGHT, 1),
            keys: line(below + MESSAGES_HEIGHT + 1, KEYS_HEIGHT),
        })
    }
}

/// Draws the whole screen.
pub(crate) fn draw(scene: &Scene<'_>, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let Scene { table, app, now } = *scene;
    let Some(areas) = Areas::of(screen) else { return draw_too_small(screen, buffer) };
    status::draw_title(table, areas.title, buffer);
    board_view(table, app).draw(theme, areas.board, buffer);
    panels::draw_players(table, now, theme, areas.players, buffer);
    panels::draw_moves(table, theme, areas.moves, buffer);
    status::draw_messages(app, areas.messages, buffer);
    status::draw_status(table, app, areas.status, buffer);
    status::draw_keys(areas.keys, buffer);
    if let Some(dialog) = &app.dialog {
        dialogs::draw(dialog, theme, screen.inner(Margin::new(4, 1)), buffer);
    }
}

/// Returns the square at a place on the screen.
pub(crate) fn square_at(screen: Rect, at: Place) -> Option<Square> {
    board::square_at(Areas::of(screen)?.board, at)
}

fn board_view<'a>(table: &'a Table, app: &App) -> BoardView<'a> {
    let legal = if table.wanted_move().is_some() { LegalMarks::Hidden } else { LegalMarks::Shown };
    BoardView {
        position: table.game().position(),
        cursor: app.cursor,
        last: table.game().moves().rev().find_map(willow_board::Move::square),
        hint: app.hint(table.revision()),
        legal,
    }
}

fn draw_too_small(screen: Rect, buffer: &mut Buffer) {
    let (width, height) = (screen.width, screen.height);
    let text = format!(
        "The terminal has {width} columns and {height} lines; \
         Willow needs at least {WIDTH} and {HEIGHT}. Make it larger, or press q."
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).style(Style::new()).render(screen, buffer);
}

#[cfg(test)]
mod tests;
