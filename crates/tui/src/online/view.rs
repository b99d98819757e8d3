//! Draws the client for the game server: pure functions of the state and the time.

mod dialogs;
mod footer;
mod game;
mod lobby;
mod moves;
mod sign_in;
mod tabs;
mod widgets;

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::Square;

use super::state::{OnlineDialog, OnlineState};
use crate::view::{Theme, draw_too_small};

/// The smallest supported screen, in columns and lines.
const WIDTH: u16 = 80;
const HEIGHT: u16 = 24;

/// The number of lines of the footer.
const FOOTER_HEIGHT: u16 = 4;

/// Draws the whole screen. `now` is the server's time, in milliseconds since 1970.
pub(crate) fn draw(state: &OnlineState, now: u64, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    if !fits(screen) {
        draw_too_small([WIDTH, HEIGHT], screen, buffer);
        if let Some(dialog @ (OnlineDialog::Help | OnlineDialog::Quit)) = state.dialog {
            dialogs::draw(dialog, theme, screen, buffer);
        }
        return;
    }
    tabs::draw(state, Rect { height: 1, ..screen }, buffer);
    let main = main_area(screen);
    match state.shown_game() {
        _ if state.name.is_none() => sign_in::draw(state, main, buffer),
        Some(online_game) => game::draw(online_game, now, theme, main, buffer),
        None => lobby::draw(state, theme, main, buffer),
    }
    let footer = Rect { y: screen.bottom() - FOOTER_HEIGHT, height: FOOTER_HEIGHT, ..screen };
    footer::draw(state, now, footer, buffer);
    if let Some(dialog) = state.dialog {
        dialogs::draw(dialog, theme, screen, buffer);
    }
}

/// Returns whether the screen is large enough.
pub(crate) fn fits(screen: Rect) -> bool {
    WIDTH <= screen.width && HEIGHT <= screen.height
}

/// Returns the area of the lobby or the shown game.
fn main_area(screen: Rect) -> Rect {
    Rect { y: screen.y + 1, height: screen.height - 1 - FOOTER_HEIGHT, ..screen }
}

/// Returns the square at a point on the screen, if a game is shown there.
pub(crate) fn square_at(state: &OnlineState, screen: Rect, at: ScreenPoint) -> Option<Square> {
    if !fits(screen) {
        return None;
    }
    state.shown_game().and_then(|_| game::square_at(main_area(screen), at))
}
