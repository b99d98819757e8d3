//! The panel of what a program thought about its last move.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use willow_players::Fact;

use super::panels::panel;
use super::theme::{DIM, Theme};
use super::wrap::wrap;
use crate::local_game::LocalGame;

/// The fewest lines that are left to the list of moves above the panel: one and its frame.
const LEAST_MOVES_HEIGHT: u16 = 3;

/// The blanks between two facts on a line.
const GAP: &str = "   ";

/// Divides the place of the list of moves between that list and the panel, which gets the lines that it
/// needs as far as there are enough.
pub(super) fn divide(local_game: &LocalGame, area: Rect) -> [Rect; 2] {
    let wanted = lines(local_game, area.width.saturating_sub(2)).len() as u16 + 2;
    let height = wanted.min(area.height.saturating_sub(LEAST_MOVES_HEIGHT));
    let moves = Rect { height: area.height - height, ..area };
    [moves, Rect { y: area.y + moves.height, height, ..area }]
}

/// Draws the panel.
pub(super) fn draw(local_game: &LocalGame, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let title = title(local_game);
    let block = panel(&title, theme);
    let inner = block.inner(area);
    block.render(area, buffer);
    draw_unframed(local_game, inner, buffer);
}

/// Draws the panel on a small screen: without a frame.
pub(super) fn draw_compact(local_game: &LocalGame, area: Rect, buffer: &mut Buffer) {
    let [first, rest] = [Rect { height: 1, ..area }, Rect { y: area.y + 1, ..area }];
    Line::styled(title(local_game), DIM).render(first, buffer);
    let rest = Rect { height: area.height.saturating_sub(1), ..rest };
    draw_unframed(local_game, rest, buffer);
}

fn draw_unframed(local_game: &LocalGame, area: Rect, buffer: &mut Buffer) {
    Paragraph::new(lines(local_game, area.width)).render(area, buffer);
}

fn title(local_game: &LocalGame) -> String {
    match local_game.last_thought() {
        Some(told) => format!(" {}'s {} ", told.color, told.mv),
        None => " Thoughts ".to_owned(),
    }
}

/// Returns the facts, several on a line where they fit, each with its name in front.
fn lines(local_game: &LocalGame, width: u16) -> Vec<Line<'static>> {
    let room = usize::from(width).saturating_sub(1);
    let Some(told) = local_game.last_thought() else {
        let nothing = "No program has told what it thinks.";
        return wrap(nothing, room).into_iter().map(|line| Line::raw(format!(" {line}"))).collect();
    };
    let mut lines: Vec<Line<'static>> = Vec::new();
    for Fact { name, text } in told.thought.facts() {
        let width = name.chars().count() + 2 + text.chars().count();
        match lines.last_mut() {
            Some(line) if line.width() + GAP.len() + width <= room + 1 => {
                line.spans.push(Span::raw(GAP));
                line.spans.extend(spans(&name, &text));
            }
            _ => lines.extend(wrapped(&name, &text, room)),
        }
    }
    lines
}

/// Returns a fact with a dim name.
fn spans(name: &str, text: &str) -> [Span<'static>; 2] {
    [Span::styled(format!("{name}: "), DIM), Span::raw(text.to_owned())]
}

/// Returns a fact on as many lines as it needs.
fn wrapped(name: &str, text: &str, room: usize) -> Vec<Line<'static>> {
    // The wrapped text begins with the name, in which a blank is no place to break a line.
    let name_as_word = name.replace(' ', "_");
    let parts = wrap(&format!("{name_as_word}: {text}"), room.saturating_sub(1)).into_iter();
    let line = |(index, part): (usize, String)| match part.strip_prefix(&name_as_word) {
        Some(rest) if index == 0 => {
            let [name, rest] = spans(name, rest.trim_start_matches(':').trim_start());
            Line::from(vec![Span::raw(" "), name, rest])
        }
        _ => Line::raw(format!("   {part}")),
    };
    parts.enumerate().map(line).collect()
}
