//! Draws the analysis: pure functions of its state.

mod board;
mod graph;
mod mistakes;

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::layout::{Alignment, Constraint, Layout, Margin, Position as ScreenPoint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::Study;
use crate::view::dialogs::draw_text;
use crate::view::key_bar::{self, KeyRow};
use crate::view::theme::{BOLD, DIM};
use crate::view::wrap::{shortened, wrap};
use crate::view::{Theme, draw_too_small, fits};

/// The list of keys.
const HELP: &str = "\
left right    back, forward (u, r)
up down       other moves tried here
Home End      start, end of the line
n p           next, earlier mistake
f5, mouse     try a move
Enter         try the best move
l m           better line, line of this move
x             back to the game
PgDn PgUp     scroll the explanation
Esc q         leave the analysis
>e6 comes next   * the best move
+4 exact   +4w proven   +4~ estimate";

/// Maximum height of the graph.
const MAX_GRAPH: u16 = 13;

/// Where the parts of the screen are.
#[derive(Clone, Copy, Debug)]
struct StudyLayout {
    title: Rect,
    board: Rect,
    mistakes: Rect,
    graph: Rect,
    explanation: Rect,
    status: Rect,
    keys: Rect,
}

impl StudyLayout {
    /// Lays out a screen that is large enough: the mistakes beside the board, graph and explanation below.
    fn of(screen: Rect) -> StudyLayout {
        let line = Constraint::Length(1);
        let parts = [line, Constraint::Length(board::HEIGHT), Constraint::Min(0), line, line];
        let [title, top, below, status, keys] =
            Layout::vertical(parts).areas(screen.inner(Margin::new(1, 0)));
        let beside = [Constraint::Length(board::WIDTH), Constraint::Min(0)];
        let [board, mistakes] = Layout::horizontal(beside).spacing(1).areas(top);
        // An odd number of lines has one for the value zero in the middle.
        let half = below.height / 2;
        let height = (half - (half + 1) % 2).min(MAX_GRAPH);
        let [graph, explanation] =
            Layout::vertical([Constraint::Length(height), Constraint::Min(0)]).areas(below);
        StudyLayout { title, board, mistakes, graph, explanation, status, keys }
    }
}

/// Draws the whole screen.
pub(super) fn draw(study: &Study, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    if !fits(screen) {
        return draw_too_small(screen, buffer);
    }
    let areas = StudyLayout::of(screen);
    draw_title(study, theme, areas.title, buffer);
    board::draw(study, theme, areas.board, buffer);
    mistakes::draw(study, theme, areas.mistakes, buffer);
    graph::draw(study, areas.graph, buffer);
    draw_explanation(study, theme, areas.explanation, buffer);
    let text = shortened(&status(study), areas.status.width.into());
    Line::raw(theme.text(&text)).render(areas.status, buffer);
    draw_legend(study, areas.status, buffer);
    key_bar::draw(&[KEYS], areas.keys, buffer);
    if study.shows_help {
        draw_text(" Keys ", HELP, theme, screen, buffer);
    }
}

/// Handles a click: a square of the board plays there.
pub(super) fn click(study: &mut Study, screen: Rect, at: ScreenPoint) {
    if std::mem::take(&mut study.shows_help) || !fits(screen) {
        return;
    }
    let areas = StudyLayout::of(screen);
    if let Some(square) = board::square_at(areas.board, at) {
        study.message = None;
        study.try_move(square);
    }
}

/// Draws the players and the opening at the left, and the shown ply at the right.
fn draw_title(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let tree = &study.tree;
    let (number, all) = (tree.n_placed(tree.shown()), tree.n_placed_in_game(tree.n_game_plies()));
    let position = study.position();
    let where_ = match tree.left_game_at().map(|ply| tree.n_placed_in_game(ply)) {
        Some(left) => format!("variation after move {left}, move {number}"),
        None => format!("move {number} of {all}"),
    };
    let turn = match position.side_to_move() {
        _ if position.is_game_over() => String::new(),
        side => format!(", {} {side} to move", theme.disc(side)),
    };
    let right = where_ + &turn;
    let room = usize::from(area.width).saturating_sub(right.chars().count() + 2);
    let opening = study.opening().map(|opening| format!("{}, ", opening.name()));
    let left = opening.unwrap_or_default() + &study.players;
    let left: String = left.chars().take(room).collect();
    Line::styled(theme.text(&left), BOLD).render(area, buffer);
    Paragraph::new(right).alignment(Alignment::Right).render(area, buffer);
}

/// Draws what is to be said about the shown move, scrolled. If there is more, the last line ends with
/// the key for it.
fn draw_explanation(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let (headline, paragraphs) = study.explanation();
    let width = usize::from(area.width);
    let n_headlines = wrap(&theme.text(&headline), width).len();
    let lines: Vec<String> = [headline]
        .iter()
        .chain(&paragraphs)
        .flat_map(|paragraph| wrap(&theme.text(paragraph), width))
        .collect();
    let height = usize::from(area.height);
    let scroll = study.scroll.min(lines.len().saturating_sub(height));
    for (row, (index, text)) in (area.y..area.bottom()).zip(lines.iter().enumerate().skip(scroll)) {
        let line = if index < n_headlines { Line::styled(text, BOLD) } else { Line::raw(text) };
        line.render(Rect { y: row, height: 1, ..area }, buffer);
    }
    if scroll + height < lines.len() {
        let last = Rect { y: area.bottom() - 1, height: 1, ..area };
        let more = Line::styled(" PgDn", DIM);
        more.alignment(Alignment::Right).render(last, buffer);
    }
}

/// The legend of the values on the board.
const LEGEND: &str = "+4 exact  +4w proven  +4~ estimate";

/// Draws the legend behind the status, if there is room and nothing more important to say.
fn draw_legend(study: &Study, area: Rect, buffer: &mut Buffer) {
    let room = usize::from(area.width).saturating_sub(status(study).chars().count() + 2);
    if LEGEND.len() <= room && study.work.is_ok() {
        Paragraph::new(Line::styled(LEGEND, DIM)).alignment(Alignment::Right).render(area, buffer);
    }
}

/// Returns the line about what was typed, a message, or the progress of the search.
fn status(study: &Study) -> String {
    if let Some(column) = study.typed {
        return format!("Your move: {column}_");
    }
    if let Some(message) = &study.message {
        return message.clone();
    }
    match &study.work {
        Ok(progress) if progress.is_complete => "The analysis is complete.".to_owned(),
        Ok(progress) => format!("Searching: {} of {} steps.", progress.done, progress.all),
        Err(error) => format!("The analysis cannot go on: {error}."),
    }
}

/// The most important keys.
const KEYS: KeyRow = &[
    ("left right", "step"),
    ("n p", "mistakes"),
    ("Enter", "best move"),
    ("?", "keys"),
    ("Esc", "back"),
];
