//! Drawing the full screen: functions of the table, the app and the time, and of nothing else.

pub(crate) mod board;
mod dialogs;
mod panels;
mod status;
pub(crate) mod theme;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Margin, Position as Place, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use willow_board::Square;

use crate::app::App;
use crate::table::Table;
use board::{BoardView, LegalMarks, Scale};
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
    scale: Scale,
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
const STATUS_HEIGHT: u16 = 1;
const KEYS_HEIGHT: u16 = 2;
const BELOW: u16 = MESSAGES_HEIGHT + STATUS_HEIGHT + KEYS_HEIGHT;
/// The smallest and the greatest width of the panels beside the board.
const SIDE_WIDTHS: [u16; 2] = [40, 54];
/// The columns around and between the board and the panels.
const GAPS: u16 = 4;

impl Areas {
    /// Divides the screen, if it is large enough, with the board as large as possible.
    fn of(screen: Rect) -> Option<Areas> {
        [Scale::Large, Scale::Small].into_iter().find_map(|scale| Areas::with(scale, screen))
    }

    fn with(scale: Scale, screen: Rect) -> Option<Areas> {
        let [narrowest, widest] = SIDE_WIDTHS;
        let (board_width, height) = (scale.board_width(), scale.board_height());
        let side_width = screen.width.checked_sub(board_width + GAPS)?.min(widest);
        if side_width < narrowest || screen.height < 1 + height + BELOW {
            return None;
        }
        let width = board_width + 2 + side_width;
        let place = |x, y, width, height| Rect::new(screen.x + 1 + x, screen.y + y, width, height);
        let side = |y, height| place(board_width + 2, y, side_width, height);
        let below = |y, lines| place(0, 1 + height + y, width, lines);
        Some(Areas {
            scale,
            title: place(0, 0, width, 1),
            board: place(0, 1, board_width, height),
            players: side(1, panels::PLAYERS_HEIGHT),
            moves: side(1 + panels::PLAYERS_HEIGHT, height - panels::PLAYERS_HEIGHT),
            messages: below(0, MESSAGES_HEIGHT),
            status: below(MESSAGES_HEIGHT, STATUS_HEIGHT),
            keys: below(MESSAGES_HEIGHT + STATUS_HEIGHT, KEYS_HEIGHT),
        })
    }
}

/// Draws the whole screen.
pub(crate) fn draw(scene: &Scene<'_>, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let Scene { table, app, now } = *scene;
    let Some(areas) = Areas::of(screen) else { return draw_too_small(screen, buffer) };
    status::draw_title(table, areas.title, buffer);
    board_view(table, app).draw(areas.scale, theme, areas.board, buffer);
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
    let areas = Areas::of(screen)?;
    board::square_at(areas.scale, areas.board, at)
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

pub(crate) fn draw_too_small(screen: Rect, buffer: &mut Buffer) {
    let (width, height) = (screen.width, screen.height);
    let text = format!(
        "The terminal has {width} columns and {height} lines; \
         Willow needs at least {WIDTH} and {HEIGHT}. Make it larger, or press q."
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).style(Style::new()).render(screen, buffer);
}

#[cfg(test)]
mod tests;
