//! Draws the analysis: pure functions of its state.

mod board;
mod graph;
mod lists;
mod page;

#[cfg(test)]
mod tests;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyEvent;
use ratatui::layout::{Alignment, Position as ScreenPoint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use self::board::CellWidth;
use self::lists::ListedPlace;
use self::page::{NARROW_PAGES, Page, SIDE_PAGES};
use super::{Study, StudyAction, Work};
use crate::view::Theme;
use crate::view::dialogs::draw_text;
use crate::view::key_bar::{self, KeyRow};
use crate::view::theme::{BOLD, DIM};
use crate::view::wrap::wrap;

/// The smallest screen, in columns and lines.
const WIDTH: u16 = 40;
const HEIGHT: u16 = 15;

/// The list of keys. It fits on the smallest screen.
const HELP: &str = "\
left right    back, forward (u, r)
up down       other moves tried here
Home End      start, end of the line
n p           next, earlier mistake
f5, mouse     try a move
Enter         try the best move
x             back to the game
Tab           other page
PgDn PgUp     scroll the explanation
s             stop, go on searching
Esc q         leave the analysis
>e6 comes next   * the best move
+4 exact   +4w proven   +4~ estimate";

/// Where the parts of the screen are. Parts without a place are on other pages.
#[derive(Clone, Copy, Debug)]
struct StudyLayout {
    cell_width: CellWidth,
    title: Rect,
    board: Option<Rect>,
    /// The list that is shown, and where.
    list: Option<(Page, Rect)>,
    graph: Option<Rect>,
    explanation: Option<Rect>,
    status: Rect,
    keys: Rect,
}

/// The least number of columns beside the board for a list.
const LEAST_SIDE: u16 = 14;
/// From this size of the part below the title on, the board is large: room for a list beside it, and for a
/// graph and an explanation below.
const LARGE_WIDTH: u16 = 68 + 1 + 32;
const LARGE_HEIGHT: u16 = 34 + 12;
/// With fewer lines below the board there is no graph.
const LEAST_FOR_GRAPH: u16 = 7;
/// On a narrower screen the title is shorter.
const LEAST_FOR_TURN: u16 = 56;
/// The greatest height of the graph.
const MOST_GRAPH: u16 = 13;

impl StudyLayout {
    /// Lays out the screen; `None` if it is too small.
    fn of(screen: Rect, page: usize) -> Option<StudyLayout> {
        if screen.width < WIDTH || screen.height < HEIGHT {
            return None;
        }
        let inner = Rect { x: screen.x + 1, width: screen.width - 2, ..screen };
        let line = |y: u16| Rect { y: screen.y + y, height: 1, ..inner };
        let main = Rect { y: screen.y + 1, height: screen.height - 3, ..inner };
        let parts = StudyLayout {
            cell_width: CellWidth::Narrow,
            title: line(0),
            board: None,
            list: None,
            graph: None,
            explanation: None,
            status: line(screen.height - 2),
            keys: line(screen.height - 1),
        };
        Some(parts.with_side(main, page).unwrap_or_else(|| parts.narrow(main, page)))
    }

    /// Places a list beside the board, and graph and explanation below.
    fn with_side(self, main: Rect, page: usize) -> Option<StudyLayout> {
        let is_large = LARGE_WIDTH <= main.width && LARGE_HEIGHT <= main.height;
        let cell_width = if is_large { CellWidth::Large } else { CellWidth::Wide };
        let board_width = cell_width.board_width();
        let side = main.width.checked_sub(board_width + 1).filter(|&side| LEAST_SIDE <= side)?;
        let top = Rect { height: cell_width.board_height(), ..main };
        let below = Rect { y: top.bottom(), height: main.height - top.height, ..main };
        let graph_height = match below.height / 2 {
            _ if below.height < LEAST_FOR_GRAPH => 0,
            half => (half - (half + 1) % 2).min(MOST_GRAPH),
        };
        let explanation =
            Rect { y: below.y + graph_height, height: below.height - graph_height, ..below };
        Some(StudyLayout {
            cell_width,
            board: Some(Rect { width: board_width, ..top }),
            list: Some((
                SIDE_PAGES[page % SIDE_PAGES.len()],
                Rect { x: top.x + board_width + 1, width: side, ..top },
            )),
            graph: (graph_height != 0).then_some(Rect { height: graph_height, ..below }),
            explanation: Some(explanation),
            ..self
        })
    }

    /// Places one page on the whole screen. The explanation begins below the board.
    fn narrow(self, main: Rect, page: usize) -> StudyLayout {
        let page = NARROW_PAGES[page % NARROW_PAGES.len()];
        match page {
            Page::Board => {
                let board = Rect { height: self.cell_width.board_height(), ..main };
                let height = main.height - board.height;
                let explanation = Rect { y: board.bottom(), height, ..main };
                StudyLayout { board: Some(board), explanation: Some(explanation), ..self }
            }
            Page::Explanation => StudyLayout { explanation: Some(main), ..self },
            Page::Graph => StudyLayout { graph: Some(main), ..self },
            Page::Mistakes | Page::Variations => StudyLayout { list: Some((page, main)), ..self },
        }
    }
}

/// Draws the whole screen.
pub(super) fn draw(study: &Study, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let Some(areas) = StudyLayout::of(screen, study.page) else {
        draw_too_small(screen, buffer);
        return;
    };
    draw_title(study, theme, areas.title, buffer);
    if let Some(area) = areas.board {
        board::draw(study, areas.cell_width, theme, area, buffer);
    }
    match areas.list {
        Some((Page::Variations, area)) => lists::draw_variations(study, theme, area, buffer),
        Some((_, area)) => lists::draw_mistakes(study, theme, area, buffer),
        None => {}
    }
    if let Some(area) = areas.graph {
        graph::draw(study, area, buffer);
    }
    if let Some(area) = areas.explanation {
        draw_explanation(study, theme, area, buffer);
    }
    Line::raw(theme.text(&status(study))).render(areas.status, buffer);
    draw_legend(study, areas.status, buffer);
    key_bar::draw(&[keys(areas.keys.width)], areas.keys, buffer);
    if study.shows_help {
        draw_text(" Keys ", HELP, theme, screen, buffer);
    }
}

/// Handles a click: a square plays there, a column of the graph shows that ply, a line of a list its
/// position, and a key of the footer is pressed.
pub(super) fn click(study: &mut Study, screen: Rect, at: ScreenPoint) -> Option<StudyAction> {
    if std::mem::take(&mut study.shows_help) {
        return None;
    }
    let areas = StudyLayout::of(screen, study.page)?;
    if let Some(code) = key_bar::key_at(&[keys(areas.keys.width)], areas.keys, at) {
        return study.press(&KeyEvent::from(code));
    }
    study.message = None;
    let square = areas.board.and_then(|area| board::square_at(areas.cell_width, area, at));
    let ply = areas.graph.and_then(|area| graph::ply_at(study, area, at));
    let listed = areas.list.and_then(|(page, area)| lists::node_at(study, page, area, at));
    match (square, ply, listed) {
        (Some(square), ..) => study.try_move(square),
        (None, Some(ply), _) | (None, None, Some(ListedPlace::Ply(ply))) => study.show_ply(ply),
        (None, None, Some(ListedPlace::Node(id))) => study.show(id),
        (None, None, None) => {}
    }
    None
}

fn draw_too_small(screen: Rect, buffer: &mut Buffer) {
    let (width, height) = (screen.width, screen.height);
    let text = format!(
        "The terminal has {width} columns and {height} lines; the analysis needs at least {WIDTH} \
         and {HEIGHT}. Enlarge it, or press q to leave."
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).render(screen, buffer);
}

/// Draws the players and the opening at the left, and the shown ply at the right.
fn draw_title(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let tree = &study.tree;
    let (number, all) = (tree.n_placed(tree.shown()), tree.n_placed_in_game(tree.n_game_plies()));
    let position = study.position();
    let is_narrow = area.width < LEAST_FOR_TURN;
    let where_ = match tree.left_game_at().map(|ply| tree.n_placed_in_game(ply)) {
        Some(left) if is_narrow => format!("from {left}: move {number}"),
        Some(left) => format!("variation after move {left}, move {number}"),
        None if is_narrow => format!("{number} of {all}"),
        None => format!("move {number} of {all}"),
    };
    let turn = match position.side_to_move() {
        _ if position.is_game_over() => String::new(),
        side if is_narrow => format!(", {} to move", theme.disc(side)),
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
    if LEGEND.len() <= room && !matches!(study.work, Work::Failed(_)) {
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
        Work::Runs(progress) if progress.is_complete => "The analysis is complete.".to_owned(),
        Work::Runs(progress) => {
            format!("Searching: {} of {} steps. s stops.", progress.done, progress.all)
        }
        Work::Halted(progress) => {
            format!("Stopped at {} of {} steps. s goes on.", progress.done, progress.all)
        }
        Work::Failed(error) => format!("The analysis cannot go on: {error}."),
    }
}

/// The most important keys, on screens that become narrower.
const KEYS: [KeyRow; 3] = [
    &[
        ("left right", "step"),
        ("n p", "mistakes"),
        ("Enter", "best move"),
        ("Tab", "page"),
        ("?", "keys"),
        ("Esc", "back"),
    ],
    &[("n p", "mistakes"), ("Enter", "best"), ("Tab", "page"), ("?", "keys"), ("Esc", "back")],
    &[("n p", "mistakes"), ("Tab", "page"), ("?", "keys"), ("q", "back")],
];

/// Returns the most important keys that fit.
fn keys(width: u16) -> KeyRow {
    let fitting = KEYS.into_iter().find(|row| key_bar::fit(&[row], width, 2));
    fitting.unwrap_or(KEYS[2])
}
