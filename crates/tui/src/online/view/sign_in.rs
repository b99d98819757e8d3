//! The sign-in screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Text;
use ratatui::widgets::{Paragraph, Widget};

use crate::online::state::{ConnectionPhase, OnlineState};
use crate::view::theme::BOLD;

/// The commands of the screen.
const COMMANDS: &str = "\
guest NAME     play at once, with this name
login NAME     sign in to your account (asks for the password)
register NAME  create an account, which keeps your name, games and ratings
quit           leave

";

/// Draws the sign-in screen.
pub(super) fn draw(state: &OnlineState, area: Rect, buffer: &mut Buffer) {
    let prompt = match &state.phase {
        ConnectionPhase::SigningIn => "Signing in...",
        ConnectionPhase::SignIn(Some(_)) => "Password (not shown):",
        _ => "Sign in:",
    };
    let at_once = match &state.remembered {
        Some(login) => format!(
            "Enter          sign in as {}, as last time\nforget         forget this login",
            login.name
        ),
        None => "Enter          play at once, as a guest; the server chooses a name".to_owned(),
    };
    let mut text =
        Text::from(format!("Game server {}\n\n{at_once}\n{COMMANDS}{prompt}", state.address));
    text.lines[0].style = BOLD;
    let area =
        Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
    Paragraph::new(text).render(area, buffer);
}
