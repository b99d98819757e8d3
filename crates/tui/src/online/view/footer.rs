//! The lines below the lobby or a game: messages, status, the input line, keys.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Margin, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use willow_protocol::{Name, Role};

use super::widgets::style_of;
use crate::online::message_log::MessageKind;
use crate::online::online_game::OnlineGame;
use crate::online::state::{ConnectionPhase, OnlineState};
use crate::view::Theme;
use crate::view::key_bar::{self, KeyRow};
use crate::view::theme::{BOLD, REVERSED};
use crate::view::wrap::{shortened, width_of};

/// Draws the footer.
pub(super) fn draw(state: &OnlineState, now: u64, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let line = Constraint::Length(1);
    let [message, status_line, below] =
        Layout::vertical([line, line, Constraint::Min(0)]).areas(area.inner(Margin::new(1, 0)));
    if let Some((kind, text)) = &state.status_message {
        let text = shortened(text, message.width.into());
        Line::styled(theme.text(&text), style_of(*kind)).render(message, buffer);
    }
    let (style, text) = status(state, now);
    let text = shortened(&text, status_line.width.into());
    Line::styled(theme.text(&text), style).render(status_line, buffer);
    if let Some(input) = &state.input {
        let (before, after) = input.shown();
        draw_input(&before, &after, below, buffer);
    } else {
        key_bar::draw(&keys(state), below, buffer);
    }
}

/// Draws the input line. If the line is too long, its end is shown.
fn draw_input(before: &str, after: &str, area: Rect, buffer: &mut Buffer) {
    let mut rest = after.chars();
    let cursor = rest.next().unwrap_or(' ').to_string();
    let line = Line::from(vec![
        Span::styled("> ", BOLD),
        Span::raw(before),
        Span::styled(cursor, REVERSED),
        Span::raw(rest.as_str()),
    ]);
    let hidden = (width_of(before) + 4).saturating_sub(area.width.into());
    Paragraph::new(line).scroll((0, hidden as u16)).render(area, buffer);
}

fn status(state: &OnlineState, now: u64) -> (Style, String) {
    let role_of =
        |name: &Name| state.lobby.users().find(|user| user.name == *name).map(|it| it.role);
    let who = match &state.name {
        Some(name) if role_of(name) == Some(Role::Guest) => format!("{name} (guest) at "),
        Some(name) => format!("{name} at "),
        None => String::new(),
    };
    let text = match state.phase {
        ConnectionPhase::Reconnecting => {
            let text = "Connection lost. Reconnecting...".to_owned();
            return (style_of(MessageKind::Error), text);
        }
        ConnectionPhase::Closed => {
            let text = "Connection closed. Press q to quit.".to_owned();
            return (style_of(MessageKind::Error), text);
        }
        ConnectionPhase::SignIn(_) | ConnectionPhase::SigningIn => String::new(),
        ConnectionPhase::SignedIn => match state.shown_game() {
            Some(online_game) => return (BOLD, game_status(online_game, now)),
            None => format!("{who}{}, {} online", state.address, state.lobby.users().len()),
        },
    };
    (Style::new(), text)
}

/// Describes the state of a game: result, claim, takeback request or turn.
fn game_status(online_game: &OnlineGame, now: u64) -> String {
    if online_game.is_over() {
        return online_game.result();
    }
    if let Some(seconds) = online_game.claim_in(now) {
        let opponent = online_game.opponent().map(ToString::to_string).unwrap_or_default();
        return match seconds {
            0 => format!("{opponent} disconnected. Press w to claim the win."),
            seconds => format!("{opponent} disconnected. You can claim the win in {seconds} s."),
        };
    }
    match (online_game.state.takeback.map(|side| side.0), online_game.color) {
        (Some(requester), Some(own)) if requester != own => {
            let name = online_game.name(requester);
            return format!("{name} requests a takeback. Press u to accept, n to refuse.");
        }
        (Some(_), Some(_)) => return "Takeback requested.".to_owned(),
        _ => {}
    }
    if !online_game.shows_newest() {
        let [shown, newest] = online_game.move_numbers();
        return format!("Position after move {shown} of {newest}. Press End for the newest one.");
    }
    if let Some(column) = online_game.typed {
        return format!("Your move: {column}_");
    }
    match online_game.color {
        Some(_) if online_game.is_my_turn() => {
            "Your move: type a square, or use the arrow keys and Enter.".to_owned()
        }
        _ => format!("{} to move.", online_game.name(online_game.game.position().side_to_move())),
    }
}

/// The keys of a game that the user plays.
const OWN_GAME: [KeyRow; 2] =
    [&[("t", "chat"), ("u", "takeback"), ("x", "resign"), ("space", "next turn")], GAME_KEYS];
const GAME_KEYS: KeyRow = &[
    ("[ ]", "step"),
    ("PgUp", "older talk"),
    ("Tab", "next tab"),
    ("/", "command"),
    ("?", "all keys"),
    ("q", "quit"),
];
/// The keys of another game.
const OTHER_GAME: [KeyRow; 2] =
    [&[("t", "chat"), ("x", "close"), ("space", "next turn")], GAME_KEYS];
/// The keys of the user's game that is over, and of another one.
const OWN_FINISHED: [KeyRow; 2] = [
    &[("a", "analysis"), ("m", "rematch"), ("t", "chat"), ("x", "close"), ("space", "next turn")],
    GAME_KEYS,
];
const OTHER_FINISHED: [KeyRow; 2] =
    [&[("a", "analysis"), ("t", "chat"), ("x", "close"), ("space", "next turn")], GAME_KEYS];
const LOBBY: [KeyRow; 2] = [
    &[
        ("arrows", "select"),
        ("Enter", "join, watch or challenge"),
        ("n", "offer"),
        ("s", "seek"),
        ("d", "decline"),
    ],
    &[
        ("t", "chat"),
        ("p", "private"),
        ("h", "my games"),
        ("Tab", "next tab"),
        ("/", "command"),
        ("?", "keys"),
        ("q", "quit"),
    ],
];

/// Returns the most important keys.
fn keys(state: &OnlineState) -> [KeyRow; 2] {
    match state.shown_game().map(|game| (game.color.is_some(), game.is_over())) {
        None => LOBBY,
        Some((true, false)) => OWN_GAME,
        Some((false, false)) => OTHER_GAME,
        Some((true, true)) => OWN_FINISHED,
        Some((false, true)) => OTHER_FINISHED,
    }
}
