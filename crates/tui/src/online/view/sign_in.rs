//! The sign-in screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Text;
use ratatui::widgets::{Paragraph, Widget};
use willow_protocol::Registration;
use willow_protocol::client::Admission;

use crate::online::state::{ConnectionPhase, OnlineState};
use crate::view::theme::BOLD;

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
        None if state.admission.guests => {
            "Enter          play at once, as a guest; the server chooses a name".to_owned()
        }
        None => "This server is for its members.\n".to_owned(),
    };
    let commands = commands(state.admission);
    let mut text =
        Text::from(format!("Game server {}\n\n{at_once}\n{commands}\n{prompt}", state.address));
    text.lines[0].style = BOLD;
    let area =
        Rect { x: area.x + 2, y: area.y + 1, width: area.width - 4, height: area.height - 1 };
    Paragraph::new(text).render(area, buffer);
}

/// Returns the commands of the screen, a line each: those that a server with these newcomers accepts.
fn commands(admission: Admission) -> String {
    let guest = admission.guests.then_some("guest NAME     play at once, with this name\n");
    let login = "login NAME     sign in to your account (asks for the password)\n";
    let register = match admission.registration {
        Registration::Open => {
            "register NAME  create an account, which keeps your name, games and ratings\n"
        }
        Registration::Invitation => {
            "register NAME invitation:CODE\n               create an account; the code is at the end of the link\n"
        }
        Registration::Closed => "",
    };
    let quit = "quit           leave\n";
    [guest.unwrap_or_default(), login, register, quit].concat()
}
