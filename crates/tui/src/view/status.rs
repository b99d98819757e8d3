//! The lines above and below the board: title, messages, side to move, keys.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Alignment, Position as ScreenPoint, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::key_bar::{self, KeyRow};
use super::theme::BOLD;
use crate::app::App;
use crate::local_game::{LocalGame, RunState};
use crate::move_number::discs_placed;

/// From this number of columns on there is room for whole sentences.
const WIDE_TITLE: u16 = 64;

/// Draws the title and the number of moves and empty squares.
pub(crate) fn draw_title(local_game: &LocalGame, area: Rect, buffer: &mut Buffer) {
    let game = local_game.game();
    let empties = game.position().board().n_empties();
    let number = discs_placed(game, game.n_plies());
    let empty = if area.width < WIDE_TITLE { "empty" } else { "empty squares" };
    let progress = format!("move {number}, {empties} {empty} ");
    Line::styled("Willow Othello", BOLD).render(area, buffer);
    Paragraph::new(progress).alignment(Alignment::Right).render(area, buffer);
}

/// Draws the last messages that fit.
pub(crate) fn draw_messages(app: &App, area: Rect, buffer: &mut Buffer) {
    let lines = wrap(&app.messages.join(" "), area.width.into());
    let hidden = lines.len().saturating_sub(area.height.into());
    let shown: Vec<Line> = lines[hidden..].iter().map(|line| Line::raw(line.as_str())).collect();
    Paragraph::new(shown).render(area, buffer);
}

/// Wraps a text to lines of at most `width` characters.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Draws the side to move and what the user can do.
pub(crate) fn draw_status(local_game: &LocalGame, app: &App, area: Rect, buffer: &mut Buffer) {
    let color = local_game.session().side_to_move();
    let (state, advice) = if local_game.game().is_over() {
        let advice = if area.width < WIDE_TITLE {
            " a analysis, n new game"
        } else {
            " Press a for its analysis, n for a new game, u to undo."
        };
        ("Game over.".to_owned(), advice)
    } else if local_game.run_state() == RunState::Paused {
        (format!("Paused, {color} to move."), " Press space to continue.")
    } else if local_game.wanted_move().is_some() {
        (format!("{color} is thinking."), "")
    } else if local_game.wanted_advice().is_some() {
        (format!("{color} to move."), " Computing the answer...")
    } else {
        let advice = if area.width < WIDE_TITLE {
            " type a square"
        } else {
            " type a square, or use the arrow keys and Enter"
        };
        (format!("{color} to move:"), advice)
    };
    let typed = app.typed.map(|column| format!(" {column}_"));
    let rest = typed.unwrap_or_else(|| advice.to_owned());
    Line::from(vec![Span::styled(state, BOLD), Span::raw(rest)]).render(area, buffer);
}

/// The keys that are always shown.
const KEYS: [KeyRow; 2] = [
    &[
        ("u", "undo"),
        ("r", "redo"),
        ("i", "hint"),
        ("v", "value"),
        ("s", "switch sides"),
        ("space", "pause"),
        ("x", "resign"),
    ],
    &[
        ("y", "analysis"),
        ("n", "new game"),
        ("w", "save"),
        ("l", "load"),
        ("?", "all keys"),
        ("q", "quit"),
    ],
];

/// The keys that are shown on a narrow screen.
const FEW_KEYS: [KeyRow; 2] = [
    &[("u", "undo"), ("r", "redo"), ("i", "hint"), ("v", "value")],
    &[("y", "analysis"), ("?", "all keys"), ("q", "quit")],
];

/// The fewest blanks between two keys with their meanings.
const KEY_GAP: usize = 2;

/// Returns the keys that fit in so many columns.
fn shown_keys(width: u16) -> [KeyRow; 2] {
    if key_bar::fit(&KEYS, width, KEY_GAP) { KEYS } else { FEW_KEYS }
}

/// Draws the most important keys.
pub(crate) fn draw_keys(area: Rect, buffer: &mut Buffer) {
    key_bar::draw(&shown_keys(area.width), area, buffer);
}

/// Returns the key at a point on the screen, where [`draw_keys`] has drawn it.
pub(crate) fn key_at(area: Rect, at: ScreenPoint) -> Option<KeyCode> {
    key_bar::key_at(&shown_keys(area.width), area, at)
}
