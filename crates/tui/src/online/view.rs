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
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::Square;

pub(crate) use self::lobby::LobbyPlace;
use super::state::{OnlineDialog, OnlineState};
use crate::view::{Theme, draw_too_small};

/// The smallest supported screen, in columns and lines.
const WIDTH: u16 = 40;
const HEIGHT: u16 = 15;

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

/// Returns whether the screen is large enough.
pub(crate) fn fits(screen: Rect) -> bool {
    WIDTH <= screen.width && HEIGHT <= screen.height
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

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clicked {
    /// A square of the board.
    Square(Square),
    /// A key of the footer or of a dialog.
    Key(KeyCode),
    /// A tab, by its number.
    Tab(usize),
    /// Something in the lobby.
    Lobby(LobbyPlace),
}

/// Returns what is at a point on the screen.
pub(crate) fn clicked(state: &OnlineState, screen: Rect, at: ScreenPoint) -> Option<Clicked> {
    if let Some(dialog) = state.dialog {
        return dialogs::key_at(dialog, screen, at).map(Clicked::Key);
    }
    if !fits(screen) {
        return None;
    }
    let main = main_area(screen);
    if state.name.is_none() {
        return sign_in::key_at(main, at).map(Clicked::Key);
    }
    if state.input.is_some() {
        return None;
    }
    if let Some(code) = footer::key_at(state, footer_area(screen), at) {
        return Some(Clicked::Key(code));
    }
    if let Some(tab) = tabs::tab_at(state, tab_bar(screen), at) {
        return Some(Clicked::Tab(tab));
    }
    match state.shown_game() {
        Some(_) => game::square_at(main, at).map(Clicked::Square),
        None => lobby::place_at(state, main, at).map(Clicked::Lobby),
    }
}
