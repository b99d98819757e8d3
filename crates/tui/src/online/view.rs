//! Draws the client for the game server: pure functions of the state and the time.

mod dialogs;
mod footer;
mod game;
mod lobby;
mod sign_in;
mod tabs;
mod widgets;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as ScreenPoint, Rect};
use willow_board::Square;

use super::state::OnlineState;
use crate::view::{Theme, draw_too_small, fits};

/// The number of lines of the footer.
const FOOTER_HEIGHT: u16 = 4;

/// Draws the whole screen. `now` is the server's time, in milliseconds since 1970.
pub(crate) fn draw(state: &OnlineState, now: u64, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    if !fits(screen) {
        return draw_too_small(screen, buffer);
    }
    let [tab_bar, main, below] = areas_of(screen);
    tabs::draw(state, tab_bar, buffer);
    match state.shown_game() {
        _ if state.name.is_none() => sign_in::draw(state, main, buffer),
        Some(online_game) => game::draw(online_game, now, theme, main, buffer),
        None => lobby::draw(state, theme, main, buffer),
    }
    footer::draw(state, now, theme, below, buffer);
    if let Some(dialog) = state.dialog {
        dialogs::draw(dialog, theme, screen, buffer);
    }
}

/// Returns the areas of the tabs, of the lobby or the shown game, and of the footer.
fn areas_of(screen: Rect) -> [Rect; 3] {
    let lines = [Constraint::Length(1), Constraint::Min(0), Constraint::Length(FOOTER_HEIGHT)];
    Layout::vertical(lines).areas(screen)
}

/// Returns the square of the shown game at a point, unless a dialog is over it.
pub(crate) fn square_at(state: &OnlineState, screen: Rect, at: ScreenPoint) -> Option<Square> {
    let is_shown = fits(screen) && state.dialog.is_none() && state.input.is_none();
    state.shown_game().filter(|_| is_shown)?;
    let [_, main, _] = areas_of(screen);
    game::square_at(main, at)
}
