//! Draws the full screen: pure functions of the game, the app's state and the time.

pub(crate) mod board;
pub(crate) mod dialogs;
pub(crate) mod key_bar;
pub(crate) mod move_list;
mod new_game;
pub(crate) mod panels;
mod search_list;
pub(crate) mod status;
pub(crate) mod theme;
pub(crate) mod wrap;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Position as ScreenPoint, Rect};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use willow_board::{Bitboard, Square};

use crate::app::{App, Page};
use crate::local_game::LocalGame;
use crate::search_list::SearchList;
use board::{BoardView, Scale};
use key_bar::KeyRow;
pub(crate) use theme::Theme;

/// The smallest screen, in columns and lines.
pub(crate) const SMALLEST: [u16; 2] = [80, 24];

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

/// The numbers of lines above and below the board: title, messages, status, keys.
const LINES: [u16; 4] = [1, 2, 1, 2];
/// The smallest and the greatest width of the panels beside the board.
const PANEL_WIDTHS: [u16; 2] = [40, 96];
/// The columns left free around and between board and panels.
const GAPS: u16 = 4;

impl ScreenLayout {
    /// Lays out the screen with the largest board that fits; `None` if the screen is too small.
    fn of(screen: Rect) -> Option<ScreenLayout> {
        [Scale::Large, Scale::Small].into_iter().find_map(|scale| ScreenLayout::with(scale, screen))
    }

    fn with(scale: Scale, screen: Rect) -> Option<ScreenLayout> {
        let [narrowest, widest] = PANEL_WIDTHS;
        let (board_width, height) = (scale.board_width(), scale.board_height());
        let side_width = screen.width.checked_sub(board_width + GAPS)?.min(widest);
        if side_width < narrowest || screen.height < height + LINES.iter().sum::<u16>() {
            return None;
        }
        let width = board_width + 2 + side_width;
        let [above, messages, status, keys] = LINES;
        let parts = [above, height, messages, status, keys].map(Constraint::Length);
        let [title, main, messages, status, keys] =
            Layout::vertical(parts).areas(Rect { x: screen.x + 1, width, ..screen });
        let beside = [board_width, side_width].map(Constraint::Length);
        let [board, side] = Layout::horizontal(beside).spacing(2).areas(main);
        let [players, moves] =
            Layout::vertical([Constraint::Length(panels::PLAYERS_HEIGHT), Constraint::Min(0)])
                .areas(side);
        let dialog = screen.inner(Margin::new(4, 1));
        Some(ScreenLayout { scale, title, board, players, moves, messages, status, keys, dialog })
    }
}

/// Returns the square of the board at a point, unless a page or a dialog is over the board.
pub(crate) fn square_at(app: &App, screen: Rect, at: ScreenPoint) -> Option<Square> {
    let areas = ScreenLayout::of(screen).filter(|_| app.page.is_none() && app.dialog.is_none())?;
    board::square_at(areas.scale, areas.board, at)
}

/// Returns the list of a page, with its keys.
fn list_of<'a>(page: &'a Page, app: &'a App) -> Option<(&'a SearchList, KeyRow)> {
    Some(match page {
        Page::Games => (&app.games.as_ref()?.list, &[("Enter", "open"), ("Esc", "board")]),
        Page::NewGame(dialog) => (dialog.list.as_ref()?, &[("Enter", "choose"), ("Esc", "back")]),
    })
}

/// Draws the whole screen.
///
/// `now` is on the time base of the game's clocks.
pub(crate) fn draw(
    local_game: &LocalGame,
    app: &App,
    now: Duration,
    theme: Theme,
    screen: Rect,
    buffer: &mut Buffer,
) {
    let Some(areas) = ScreenLayout::of(screen) else { return draw_too_small(screen, buffer) };
    if let Some(page) = &app.page {
        match (page, list_of(page, app)) {
            (_, Some((list, keys))) => search_list::draw(list, keys, theme, screen, buffer),
            (Page::NewGame(dialog), None) => new_game::draw(dialog, theme, screen, buffer),
            (Page::Games, None) => {}
        }
    } else {
        status::draw_title(local_game, areas.title, buffer);
        board_view(local_game, app).draw(areas.scale, theme, areas.board, buffer);
        panels::draw_players(local_game, now, theme, areas.players, buffer);
        panels::draw_moves(local_game, theme, areas.moves, buffer);
        status::draw_messages(app, areas.messages, buffer);
        status::draw_status(local_game, app, areas.status, buffer);
        status::draw_keys(local_game, app, areas.keys, buffer);
    }
    if let Some(dialog) = &app.dialog {
        dialogs::draw(dialog, theme, areas.dialog, buffer);
    }
}

/// Returns whether the screen is large enough.
pub(crate) fn fits(screen: Rect) -> bool {
    let [columns, lines] = SMALLEST;
    columns <= screen.width && lines <= screen.height
}

fn board_view<'a>(local_game: &'a LocalGame, app: &App) -> BoardView<'a> {
    let position = local_game.game().position();
    let is_program = local_game.wanted_move().is_some();
    BoardView {
        // Where arrow keys step through the game nothing is placed at a cursor.
        cursor: Some(app.cursor).filter(|_| !app.steps_through(local_game)),
        last: local_game.game().moves().rev().find_map(willow_board::Move::square),
        hint: app.hint(local_game.revision()),
        legal: if is_program { Bitboard::EMPTY } else { position.legal_moves() },
        ..BoardView::of(position)
    }
}

/// Says that the screen is too small, and what it needs.
pub(crate) fn draw_too_small(screen: Rect, buffer: &mut Buffer) {
    let (width, height) = (screen.width, screen.height);
    let [columns, lines] = SMALLEST;
    let text = format!(
        "The terminal has {width} columns and {height} lines; Willow needs at least {columns} and \
         {lines}. Enlarge it, or press q to quit."
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).render(screen, buffer);
}

#[cfg(test)]
pub(crate) mod tests;
