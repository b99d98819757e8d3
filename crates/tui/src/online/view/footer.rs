//! The lines below the lobby or a game: messages, status, the input line, keys.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Position as ScreenPoint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;

use super::widgets::style_of;
use crate::online::message_log::MessageKind;
use crate::online::online_game::OnlineGame;
use crate::online::state::{OnlineState, Phase};
use crate::view::key_bar::{self, KeyRow};
use crate::view::theme::BOLD;

/// Draws the footer.
pub(super) fn draw(state: &OnlineState, now: u64, area: Rect, buffer: &mut Buffer) {
    let row =
        |line: u16| Rect { x: area.x + 1, y: area.y + line, width: area.width - 2, height: 1 };
    if let Some((kind, text)) = &state.status_message {
        Line::styled(text.as_str(), style_of(*kind)).render(row(0), buffer);
    }
    status(state, now, area.width).render(row(1), buffer);
    if let Some(input) = &state.input {
        let (before, after) = input.shown();
        draw_input(&before, &after, row(2), buffer);
    } else {
        let below = keys_area(area);
        key_bar::draw(&keys(state, below.width), below, buffer);
    }
}

/// Draws the input line. If the line is too long, its end is shown.
fn draw_input(before: &str, after: &str, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(area.width).saturating_sub(4);
    let mut shown = before;
    while Line::raw(shown).width() > width {
        let mut rest = shown.chars();
        rest.next();
        shown = rest.as_str();
    }
    let mut rest = after.chars();
    let cursor = rest.next().map_or_else(|| " ".to_owned(), String::from);
    let line = Line::from(vec![
        Span::styled("> ", BOLD),
        Span::raw(shown.to_owned()),
        Span::styled(cursor, Style::new().add_modifier(Modifier::REVERSED)),
        Span::raw(rest.as_str().to_owned()),
    ]);
    line.render(area, buffer);
}

fn status(state: &OnlineState, now: u64, width: u16) -> Line<'static> {
    let who = state.name.as_ref().map_or_else(String::new, |name| format!("{name} at "));
    let text = match state.phase {
        Phase::Reconnecting => {
            return Line::styled("Connection lost. Reconnecting...", style_of(MessageKind::Error));
        }
        Phase::Closed => {
            return Line::styled(
                "Connection closed. Press q to quit.",
                style_of(MessageKind::Error),
            );
        }
        Phase::SignIn(_) | Phase::SigningIn => String::new(),
        Phase::SignedIn => match state.shown_game() {
            Some(online_game) => return Line::styled(game_status(online_game, now, width), BOLD),
            None if width < WIDE => match &state.name {
                Some(name) => format!("{name}, {} online", state.lobby.users().len()),
                None => String::new(),
            },
            None => format!("{who}{}, {} online", state.address, state.lobby.users().len()),
        },
    };
    Line::raw(text)
}

/// From this number of columns on there is room for whole sentences.
const WIDE: u16 = 80;

/// Describes the state of a game: result, claim, takeback request or turn.
fn game_status(online_game: &OnlineGame, now: u64, width: u16) -> String {
    let is_wide = WIDE <= width;
    if online_game.is_over() {
        let next = if !is_wide {
            // The keys below say it.
            ""
        } else if online_game.color.is_some() {
            " Press a to analyze it, m for a rematch, x to close."
        } else {
            " Press a to analyze it, x to close."
        };
        return online_game.result() + next;
    }
    if let Some(seconds) = online_game.claim_in(now) {
        let opponent = online_game.opponent().map(ToString::to_string).unwrap_or_default();
        return match seconds {
            0 if !is_wide => format!("{opponent} is gone. w claims the win."),
            0 => format!("{opponent} disconnected. Press w to claim the win."),
            seconds if !is_wide => format!("{opponent} is gone. Claim in {seconds} s."),
            seconds => format!("{opponent} disconnected. You can claim the win in {seconds} s."),
        };
    }
    match (online_game.takeback, online_game.color) {
        (Some(requester), Some(own)) if requester != own => {
            let name = online_game.name(requester);
            return if is_wide {
                format!("{name} requests a takeback. Press u to accept, n to refuse.")
            } else {
                "Takeback? u accepts, n refuses.".to_owned()
            };
        }
        (Some(_), Some(_)) => return "Takeback requested.".to_owned(),
        _ => {}
    }
    if !online_game.shows_newest() {
        let [shown, newest] = online_game.move_numbers();
        return if is_wide {
            format!("Position after move {shown} of {newest}. Press End for the newest one.")
        } else {
            format!("After move {shown} of {newest}. End: newest.")
        };
    }
    if let Some(column) = online_game.typed {
        return format!("Your move: {column}_");
    }
    match online_game.color {
        Some(_) if online_game.is_my_turn() && !is_wide => "Your move: type a square".to_owned(),
        Some(_) if online_game.is_my_turn() => {
            "Your move: type a square, or use the arrow keys and Enter.".to_owned()
        }
        _ => format!("{} to move.", online_game.name(online_game.game.position().side_to_move())),
    }
}

/// The most important keys of a tab: of a wide screen, and of a narrow one.
struct TabKeys {
    wide: [KeyRow; 2],
    narrow: [KeyRow; 2],
}

/// What stands in the second line of every game.
const GAME_KEYS: KeyRow = &[
    ("[ ]", "step"),
    ("PgUp", "older talk"),
    ("Tab", "next tab"),
    ("/", "command"),
    ("?", "all keys"),
    ("q", "quit"),
];
const FEW_GAME_KEYS: KeyRow = &[("[ ]", "step"), ("Tab", "next"), ("?", "keys"), ("q", "quit")];

const OWN_GAME: TabKeys = TabKeys {
    wide: [&[("t", "chat"), ("u", "takeback"), ("x", "resign"), ("space", "next turn")], GAME_KEYS],
    narrow: [&[("t", "chat"), ("u", "takeback"), ("x", "resign")], FEW_GAME_KEYS],
};

const OWN_GAME_OVER: TabKeys = TabKeys {
    wide: [
        &[
            ("t", "chat"),
            ("m", "rematch"),
            ("a", "analysis"),
            ("x", "close"),
            ("space", "next turn"),
        ],
        GAME_KEYS,
    ],
    narrow: [&[("m", "rematch"), ("a", "analysis"), ("x", "close")], FEW_GAME_KEYS],
};

const WATCHED_GAME: TabKeys = TabKeys {
    wide: [&[("t", "chat"), ("x", "stop watching")], GAME_KEYS],
    narrow: [&[("t", "chat"), ("x", "stop watching")], FEW_GAME_KEYS],
};

const WATCHED_GAME_OVER: TabKeys = TabKeys {
    wide: [&[("t", "chat"), ("a", "analysis"), ("x", "close")], GAME_KEYS],
    narrow: [&[("t", "chat"), ("a", "analysis"), ("x", "close")], FEW_GAME_KEYS],
};

const LOBBY: TabKeys = TabKeys {
    wide: [
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
    ],
    narrow: [
        &[("Enter", "open"), ("left right", "lists"), ("n", "offer")],
        &[("t", "chat"), ("Tab", "next"), ("?", "keys"), ("q", "quit")],
    ],
};

/// Returns the most important keys of the shown tab that fit.
fn keys(state: &OnlineState, width: u16) -> [KeyRow; 2] {
    let of_tab = match state.shown_game() {
        None => LOBBY,
        Some(online_game) => match (online_game.color, online_game.is_over()) {
            (Some(_), false) => OWN_GAME,
            (Some(_), true) => OWN_GAME_OVER,
            (None, false) => WATCHED_GAME,
            (None, true) => WATCHED_GAME_OVER,
        },
    };
    if key_bar::fit(&of_tab.wide, width, 2) { of_tab.wide } else { of_tab.narrow }
}

/// Returns the key at a point on the screen, where [`draw`] has drawn it.
pub(super) fn key_at(state: &OnlineState, area: Rect, at: ScreenPoint) -> Option<KeyCode> {
    let below = keys_area(area);
    let is_shown = state.input.is_none();
    key_bar::key_at(&keys(state, below.width), below, at).filter(|_| is_shown)
}

/// Returns where the keys are in the footer.
const fn keys_area(area: Rect) -> Rect {
    Rect { x: area.x + 1, y: area.y + 2, width: area.width - 2, height: 2 }
}
