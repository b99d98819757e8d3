//! The lines above and below the board: title, messages, whose turn it is, keys.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::theme::{FAINT, STRONG};
use crate::app::App;
use crate::table::{Pace, Table};

/// Draws the name of the game and how far it is.
pub(crate) fn draw_title(table: &Table, area: Rect, buffer: &mut Buffer) {
    let game = table.game();
    let empties = game.position().board().n_empties();
    let far = format!("move {}, {empties} empty squares ", game.n_plies());
    Line::styled("Willow Othello", STRONG).render(area, buffer);
    Paragraph::new(far).alignment(Alignment::Right).render(area, buffer);
}

/// Draws the last messages that there is room for.
pub(crate) fn draw_messages(app: &App, area: Rect, buffer: &mut Buffer) {
    let lines = wrap(&app.messages.join(" "), area.width.into());
    let hidden = lines.len().saturating_sub(area.height.into());
    let shown: Vec<Line> = lines[hidden..].iter().map(|line| Line::raw(line.as_str())).collect();
    Paragraph::new(shown).render(area, buffer);
}

/// Breaks a text into lines of at most so many characters.
fn wrap(text: &str, width: usize) -> Vec<String> {
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

/// Draws whose turn it is and what may be done.
pub(crate) fn draw_status(table: &Table, app: &App, area: Rect, buffer: &mut Buffer) {
    let color = table.session().side_to_move();
    let (state, advice) = if table.game().is_over() {
        ("The game is over.".to_owned(), " n begins a new one, u takes the last move back.")
    } else if table.pace() == Pace::Paused {
        (format!("Paused, {color} to move."), " Space lets the game go on.")
    } else if table.wanted_move().is_some() {
        (format!("{color} is thinking."), "")
    } else if table.wanted_advice().is_some() {
        (format!("{color} to move."), " The adviser is thinking.")
    } else {
        (format!("{color} to move:"), " type a square, or use the arrow keys and Enter")
    };
    let typed = app.typed.map(|column| format!(" {column}_"));
    let rest = typed.unwrap_or_else(|| advice.to_owned());
    Line::from(vec![Span::styled(state, STRONG), Span::raw(rest)]).render(area, buffer);
}

/// The keys that are always shown.
const KEYS: [&[(&str, &str)]; 2] = [
    &[
        ("u", "undo"),
        ("r", "redo"),
        ("i", "hint"),
        ("v", "value"),
        ("s", "switch sides"),
        ("space", "pause"),
        ("x", "resign"),
    ],
    &[("n", "new game"), ("w", "write to file"), ("l", "load"), ("?", "all keys"), ("q", "quit")],
];

/// Draws the most important keys.
pub(crate) fn draw_keys(area: Rect, buffer: &mut Buffer) {
    let lines = KEYS.map(|keys| {
        let spans = keys.iter().flat_map(|&(key, meaning)| {
            [Span::styled(key, STRONG), Span::styled(format!(" {meaning}   "), FAINT)]
        });
        spans.collect::<Line>()
    });
    Paragraph::new(lines.to_vec()).render(area, buffer);
}
