//! The sign-in screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use crate::online::state::{OnlineState, Phase};
use crate::view::theme::BOLD;

/// Draws the sign-in screen.
pub(super) fn draw(state: &OnlineState, area: Rect, buffer: &mut Buffer) {
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
        lines.push(Line::raw("Enter          play at once, as a guest; the server chooses a name"));
    }
    lines.extend([
        Line::raw("guest NAME     play at once, with this name"),
        Line::raw("login NAME     sign in to your account (asks for the password)"),
        Line::raw("register NAME  create an account, which keeps your name, games and ratings"),
        Line::raw("quit           leave"),
        Line::raw(""),
        Line::raw(prompt),
    ]);
    let area =
        Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
    Paragraph::new(lines).render(area, buffer);
}
