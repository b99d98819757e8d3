//! Draws the client for the game server: pure functions of the state and the time.

mod dialogs;
mod footer;
mod game;
mod lobby;
mod sign_in;
mod tabs;
mod widgets;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
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
    tabs::draw(state, tab_bar(screen), buffer);
    let main = main_area(screen);
    match state.shown_game() {
        _ if state.name.is_none() => sign_in::draw(state, main, buffer),
        Some(online_game) => game::draw(online_game, now, theme, main, buffer),
        None => lobby::draw(state, theme, main, buffer),
    }
    footer::draw(state, now, footer_area(screen), buffer);
    if let Some(dialog) = state.dialog {
        dialogs::draw(dialog, theme, screen, buffer);
    }
}

/// Returns the area of the lobby or the shown game.
fn main_area(screen: Rect) -> Rect {
    Rect { y: screen.y + 1, height: screen.height - 1 - FOOTER_HEIGHT, ..screen }
}

/// Returns the area of the tabs.
const fn tab_bar(screen: Rect) -> Rect {
    Rect { height: 1, ..screen }
}

/// Returns the area of messages, status and keys.
const fn footer_area(screen: Rect) -> Rect {
    Rect { y: screen.y + screen.height - FOOTER_HEIGHT, height: FOOTER_HEIGHT, ..screen }
}

/// Returns the square of the shown game at a point, unless a dialog is over it.
pub(crate) fn square_at(state: &OnlineState, screen: Rect, at: ScreenPoint) -> Option<Square> {
    let is_shown = fits(screen) && state.dialog.is_none() && state.input.is_none();
    state.shown_game().filter(|_| is_shown)?;
    game::square_at(main_area(screen), at)
}
