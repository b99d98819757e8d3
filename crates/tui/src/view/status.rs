//! The lines above and below the board: title, messages, side to move, keys.

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};

use super::key_bar::{self, KeyRow};
use super::theme::BOLD;
use super::wrap::wrap;
use willow_records::openings::opening_of;

use crate::app::App;
use crate::local_game::{LocalGame, RunState};
use crate::move_number::discs_placed;

/// Draws the title and the number of moves and empties.
pub(crate) fn draw_title(local_game: &LocalGame, area: Rect, buffer: &mut Buffer) {
    let game = local_game.game();
    let empties = game.position().board().n_empties();
    let number = discs_placed(game, game.n_plies());
    let progress = format!("move {number}, {empties} empty squares ");
    let opening = opening_of(game).map(|(opening, _)| opening.name());
    let title = match opening {
        Some(opening) => format!("Willow Othello: {opening}"),
        None => "Willow Othello".to_owned(),
    };
    let room = usize::from(area.width).saturating_sub(progress.len() + 1);
    let title: String = title.chars().take(room).collect();
    Line::styled(title, BOLD).render(area, buffer);
    Paragraph::new(progress).alignment(Alignment::Right).render(area, buffer);
}

/// Draws the last messages that fit; of one that does not fit by itself, the beginning.
pub(crate) fn draw_messages(app: &App, area: Rect, buffer: &mut Buffer) {
    let (width, height) = (area.width.into(), area.height.into());
    let last = app.messages.last().map(|message| wrap(message, width)).unwrap_or_default();
    let lines = if height < last.len() {
        last
    } else {
        let lines = wrap(&app.messages.join(" "), width);
        let hidden = lines.len().saturating_sub(height);
        lines.into_iter().skip(hidden).collect()
    };
    let shown: Vec<Line> = lines.into_iter().map(Line::raw).collect();
    Paragraph::new(shown).render(area, buffer);
}

/// Draws the side to move and what the user can do.
pub(crate) fn draw_status(local_game: &LocalGame, app: &App, area: Rect, buffer: &mut Buffer) {
    let color = local_game.session().side_to_move();
    let (state, advice) = if app.steps_through(local_game) && local_game.record().is_some() {
        let (line, _) = local_game.session().full_line();
        let [number, all] = [local_game.game(), &line].map(|game| discs_placed(game, usize::MAX));
        let is_over = local_game.game().is_over();
        let turn = if is_over { "the end".to_owned() } else { format!("{color} to move") };
        (format!("Move {number} of {all}, {turn}."), " Left and right step, space plays on.")
    } else if local_game.game().is_over() {
        (
            "Game over.".to_owned(),
            " Press a for its analysis, n for a new game. Left and right step.",
        )
    } else if local_game.run_state() == RunState::Paused {
        (format!("Paused, {color} to move."), " Press space to continue.")
    } else if local_game.wanted_move().is_some() {
        (format!("{color} is thinking."), "")
    } else if local_game.wanted_advice().is_some() {
        (format!("{color} to move."), " Computing the answer...")
    } else {
        (format!("{color} to move:"), " type a square, or use the arrow keys and Enter")
    };
    let typed = app.typed.map(|column| format!(" {column}_"));
    let rest = typed.unwrap_or_else(|| advice.to_owned());
    Line::from(vec![Span::styled(state, BOLD), Span::raw(rest)]).render(area, buffer);
}

/// The keys while a game is played.
const PLAYED: [KeyRow; 2] = [
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
        ("?", "keys"),
        ("q", "quit"),
    ],
];

/// The keys while somebody steps through a game.
const STEPPED: [KeyRow; 2] = [
    &[("left right", "step"), ("Home End", "start, end"), ("y", "analysis"), ("space", "play on")],
    &[("n", "new game"), ("w", "save"), ("l", "load"), ("?", "keys"), ("q", "quit")],
];

/// The keys while somebody steps through a game of a file with several.
const BROWSED: [KeyRow; 2] = [
    STEPPED[0],
    &[("Esc", "list of games"), ("n", "new game"), ("w", "save"), ("?", "keys"), ("q", "quit")],
];

/// Draws the most important keys.
pub(crate) fn draw_keys(local_game: &LocalGame, app: &App, area: Rect, buffer: &mut Buffer) {
    let keys = match (app.steps_through(local_game), &app.games) {
        (false, _) => PLAYED,
        (true, None) => STEPPED,
        (true, Some(_)) => BROWSED,
    };
    key_bar::draw(&keys, area, buffer);
}
