//! Draws the full screen: pure functions of the game, the app's state and the time.

pub(crate) mod board;
pub(crate) mod dialogs;
pub(crate) mod key_bar;
mod panels;
pub(crate) mod status;
pub(crate) mod theme;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Margin, Position as ScreenPoint, Rect};
use ratatui::style::Style;
use ratatui::widgets::{Paragraph, Widget, Wrap};
use willow_board::Square;

use crate::app::{App, Dialog};
use crate::local_game::LocalGame;
use board::{BoardView, LegalMarks, Scale};
pub(crate) use theme::Theme;

/// The smallest screen for a game of one's own, in columns and lines.
const SMALLEST: [u16; 2] = [40, 15];

/// Everything that the screen shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayScreen<'a> {
    /// The game and who plays it.
    pub(crate) local_game: &'a LocalGame,
    /// The cursor, dialogs and messages.
    pub(crate) app: &'a App,
    /// The time, on the time base of the game's clocks.
    pub(crate) now: Duration,
}

/// The areas of the parts of the screen.
#[derive(Clone, Copy, Debug)]
struct ScreenLayout {
    scale: Scale,
    title: Rect,
    board: Rect,
    players: Rect,
    moves: Rect,
    messages: Rect,
    status: Rect,
    keys: Rect,
    /// Where dialogs are drawn, in the middle.
    dialog: Rect,
}

/// The numbers of lines below the board.
const MESSAGES_HEIGHT: u16 = 2;
const STATUS_HEIGHT: u16 = 1;
const KEYS_HEIGHT: u16 = 2;
const FOOTER_HEIGHT: u16 = MESSAGES_HEIGHT + STATUS_HEIGHT + KEYS_HEIGHT;
/// The smallest and the greatest width of the panels beside the board.
const PANEL_WIDTHS: [u16; 2] = [40, 96];
/// The columns left free around and between board and panels.
const GAPS: u16 = 4;

impl ScreenLayout {
    /// Lays out the screen with the largest board that fits; `None` if the screen is too small.
    fn of(screen: Rect) -> Option<ScreenLayout> {
        let scales = [Scale::Huge, Scale::Large, Scale::Small].into_iter();
        let framed = scales.map(|scale| ScreenLayout::with(scale, screen)).find(Option::is_some);
        framed.flatten().or_else(|| ScreenLayout::compact(screen))
    }

    /// Lays out a small screen: a board without lines, and beside it lists without frames.
    fn compact(screen: Rect) -> Option<ScreenLayout> {
        let scale = Scale::Compact;
        let [width, height] = SMALLEST;
        if screen.width < width || screen.height < height {
            return None;
        }
        let (board_width, board_height) = (scale.board_width(), scale.board_height());
        let side_width = screen.width - board_width - 1;
        let rect = |x, y, width, height| Rect::new(screen.x + x, screen.y + y, width, height);
        let below = |y, lines| rect(0, 1 + board_height + y, screen.width, lines);
        let players_height = panels::COMPACT_PLAYERS_HEIGHT;
        Some(ScreenLayout {
            scale,
            title: rect(0, 0, screen.width, 1),
            board: rect(0, 1, board_width, board_height),
            players: rect(board_width + 1, 1, side_width, players_height),
            moves: rect(
                board_width + 1,
                1 + players_height,
                side_width,
                board_height - players_height,
            ),
            messages: below(0, MESSAGES_HEIGHT),
            status: below(MESSAGES_HEIGHT, STATUS_HEIGHT),
            keys: below(MESSAGES_HEIGHT + STATUS_HEIGHT, KEYS_HEIGHT),
            dialog: screen,
        })
    }

    fn with(scale: Scale, screen: Rect) -> Option<ScreenLayout> {
        let [narrowest, widest] = PANEL_WIDTHS;
        let (board_width, height) = (scale.board_width(), scale.board_height());
        let side_width = screen.width.checked_sub(board_width + GAPS)?.min(widest);
        if side_width < narrowest || screen.height < 1 + height + FOOTER_HEIGHT {
            return None;
        }
        let width = board_width + 2 + side_width;
        let rect = |x, y, width, height| Rect::new(screen.x + 1 + x, screen.y + y, width, height);
        let side = |y, height| rect(board_width + 2, y, side_width, height);
        let below = |y, lines| rect(0, 1 + height + y, width, lines);
        Some(ScreenLayout {
            scale,
            title: rect(0, 0, width, 1),
            board: rect(0, 1, board_width, height),
            players: side(1, panels::PLAYERS_HEIGHT),
            moves: side(1 + panels::PLAYERS_HEIGHT, height - panels::PLAYERS_HEIGHT),
            messages: below(0, MESSAGES_HEIGHT),
            status: below(MESSAGES_HEIGHT, STATUS_HEIGHT),
            keys: below(MESSAGES_HEIGHT + STATUS_HEIGHT, KEYS_HEIGHT),
            dialog: screen.inner(Margin::new(4, 1)),
        })
    }
}

/// Draws the whole screen.
pub(crate) fn draw(scene: &PlayScreen<'_>, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let PlayScreen { local_game, app, now } = *scene;
    let Some(areas) = ScreenLayout::of(screen) else {
        draw_too_small(SMALLEST, screen, buffer);
        if let Some(help @ Dialog::Help) = &app.dialog {
            dialogs::draw(help, theme, screen, buffer);
        }
        return;
    };
    status::draw_title(local_game, areas.title, buffer);
    board_view(local_game, app).draw(areas.scale, theme, areas.board, buffer);
    if areas.scale == Scale::Compact {
        panels::draw_compact_players(local_game, now, theme, areas.players, buffer);
        panels::list_moves(local_game, areas.moves, buffer);
    } else {
        panels::draw_players(local_game, now, theme, areas.players, buffer);
        panels::draw_moves(local_game, theme, areas.moves, buffer);
    }
    status::draw_messages(app, areas.messages, buffer);
    status::draw_status(local_game, app, areas.status, buffer);
    status::draw_keys(areas.keys, buffer);
    if let Some(dialog) = &app.dialog {
        dialogs::draw(dialog, theme, areas.dialog, buffer);
    }
}

/// Returns whether the screen is large enough to show the board.
pub(crate) fn fits(screen: Rect) -> bool {
    ScreenLayout::of(screen).is_some()
}

/// Returns the square at a point on the screen.
pub(crate) fn square_at(screen: Rect, at: ScreenPoint) -> Option<Square> {
    let areas = ScreenLayout::of(screen)?;
    board::square_at(areas.scale, areas.board, at)
}

/// Returns the key at a point on the screen: of the footer, or of a dialog that is open.
pub(crate) fn key_at(app: &App, screen: Rect, at: ScreenPoint) -> Option<KeyCode> {
    let areas = ScreenLayout::of(screen);
    match (&app.dialog, areas) {
        (Some(dialog), areas) => {
            dialogs::key_at(dialog, areas.map_or(screen, |areas| areas.dialog), at)
        }
        (None, areas) => status::key_at(areas?.keys, at),
    }
}

fn board_view<'a>(local_game: &'a LocalGame, app: &App) -> BoardView<'a> {
    let legal =
        if local_game.wanted_move().is_some() { LegalMarks::Hidden } else { LegalMarks::Shown };
    BoardView {
        cursor: Some(app.cursor),
        last: local_game.game().moves().rev().find_map(willow_board::Move::square),
        hint: app.hint(local_game.revision()),
        legal,
        ..BoardView::of(local_game.game().position())
    }
}

/// Says that the screen is too small, and how many columns and lines it needs.
pub(crate) fn draw_too_small([columns, lines]: [u16; 2], screen: Rect, buffer: &mut Buffer) {
    let (width, height) = (screen.width, screen.height);
    let text = format!(
        "The terminal has {width} columns and {height} lines; \
         Willow needs at least {columns} and {lines}. Enlarge it, or press q to quit."
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).style(Style::new()).render(screen, buffer);
}

#[cfg(test)]
mod tests;
