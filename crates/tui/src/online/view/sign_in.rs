//! The sign-in screen.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as ScreenPoint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use crate::online::state::{OnlineState, Phase};
use crate::view::theme::BOLD;

/// A narrower screen has shorter sentences.
const WIDE: u16 = 80;

/// The line in which Enter stands, from the top of the area.
const ENTER_LINE: u16 = 3;

/// Returns the key at a point on the screen: Enter, which signs in at once.
pub(super) fn key_at(area: Rect, at: ScreenPoint) -> Option<KeyCode> {
    (area.contains(at) && at.y == area.y + ENTER_LINE).then_some(KeyCode::Enter)
}

/// Draws the sign-in screen.
pub(super) fn draw(state: &OnlineState, area: Rect, buffer: &mut Buffer) {
    let choose = |long, short| if area.width < WIDE { short } else { long };
    let prompt = match &state.phase {
        Phase::SigningIn => "Signing in...",
        Phase::SignIn(Some(_)) => "Password (not shown):",
        _ => "Sign in:",
    };
    let mut lines =
        vec![Line::styled(format!("Game server {}", state.address), BOLD), Line::raw("")];
    if let Some(login) = &state.remembered {
        lines.extend([
            Line::raw(format!("Enter          sign in as {}, as last time", login.name)),
            Line::raw("forget         forget this login"),
        ]);
    } else {
        lines.push(Line::raw(choose(
            "Enter          play at once, as a guest; the server chooses a name",
            "Enter          play at once",
        )));
    }
    lines.extend([
        Line::raw(choose(
            "guest NAME     play at once, with this name",
            "guest NAME     play under a name",
        )),
        Line::raw(choose(
            "login NAME     sign in to your account (asks for the password)",
            "login NAME     sign in",
        )),
        Line::raw(choose(
            "register NAME  create an account, which keeps your name, games and ratings",
            "register NAME  create an account",
        )),
        Line::raw("quit           leave"),
        Line::raw(""),
        Line::raw(prompt),
    ]);
    let area =
        Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
    Paragraph::new(lines).render(area, buffer);
}
