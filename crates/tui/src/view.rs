//! Draws the full screen: pure functions of the game, the app's state and the time.

pub(crate) mod board;
pub(crate) mod dialogs;
pub(crate) mod key_bar;
mod new_game;
mod panels;
mod search_list;
pub(crate) mod status;
pub(crate) mod theme;
mod thought;
pub(crate) mod wrap;

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::KeyCode;
use ratatui::layout::{Margin, Position as ScreenPoint, Rect};
use ratatui::style::{Modifier, Style};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use willow_analysis::{Certainty, MoveAnalysis};
use willow_board::{Position, Square};

use crate::app::{App, Dialog, Page};
use crate::local_game::LocalGame;
use crate::new_game::Field;
use crate::search_list::SearchList;
use crate::study::{Findings, short_value};
use board::{BoardView, LegalMarks, Scale, SquareLabel};
use key_bar::KeyRow;
use new_game::DialogPlace;
use search_list::ListPlace;
pub(crate) use theme::Theme;

/// The smallest screen for a game of one's own, in columns and lines.
const SMALLEST: [u16; 2] = [40, 15];

/// Everything that the screen shows.
#[derive(Clone, Copy, Debug)]
pub(crate) struct PlayScreen<'a> {
    /// The game and who plays it.
    pub(crate) local_game: &'a LocalGame,
    /// The cursor, dialogs and messages.
    pub(crate) app: &'a App,
    /// The time, on the time base of the game's clocks.
    pub(crate) now: Duration,
    /// The values of moves, if they are shown.
    pub(crate) values: Option<&'a Findings>,
}

/// The areas of the parts of the screen.
#[derive(Clone, Copy, Debug)]
struct ScreenLayout {
    scale: Scale,
    title: Rect,
    board: Rect,
    players: Rect,
    moves: Rect,
    messages: Rect,
    status: Rect,
    keys: Rect,
    /// Where dialogs are drawn, in the middle.
    dialog: Rect,
}

/// The numbers of lines below the board.
const MESSAGES_HEIGHT: u16 = 2;
const STATUS_HEIGHT: u16 = 1;
const KEYS_HEIGHT: u16 = 2;
const FOOTER_HEIGHT: u16 = MESSAGES_HEIGHT + STATUS_HEIGHT + KEYS_HEIGHT;
/// The smallest and the greatest width of the panels beside the board.
const PANEL_WIDTHS: [u16; 2] = [40, 96];
/// The columns left free around and between board and panels.
const GAPS: u16 = 4;

impl ScreenLayout {
    /// Lays out the screen with the largest board that fits; `None` if the screen is too small.
    fn of(screen: Rect) -> Option<ScreenLayout> {
        let scales = [Scale::Huge, Scale::Large, Scale::Small].into_iter();
        let framed = scales.map(|scale| ScreenLayout::with(scale, screen)).find(Option::is_some);
        framed.flatten().or_else(|| ScreenLayout::compact(screen))
    }

    /// Lays out a small screen: a board without lines, and beside it lists without frames.
    fn compact(screen: Rect) -> Option<ScreenLayout> {
        let scale = Scale::Compact;
        let [width, height] = SMALLEST;
        if screen.width < width || screen.height < height {
            return None;
        }
        let (board_width, board_height) = (scale.board_width(), scale.board_height());
        let side_width = screen.width - board_width - 1;
        let rect = |x, y, width, height| Rect::new(screen.x + x, screen.y + y, width, height);
        let below = |y, lines| rect(0, 1 + board_height + y, screen.width, lines);
        let players_height = panels::COMPACT_PLAYERS_HEIGHT;
        Some(ScreenLayout {
            scale,
            title: rect(0, 0, screen.width, 1),
            board: rect(0, 1, board_width, board_height),
            players: rect(board_width + 1, 1, side_width, players_height),
            moves: rect(
                board_width + 1,
                1 + players_height,
                side_width,
                board_height - players_height,
            ),
            messages: below(0, MESSAGES_HEIGHT),
            status: below(MESSAGES_HEIGHT, STATUS_HEIGHT),
            keys: below(MESSAGES_HEIGHT + STATUS_HEIGHT, KEYS_HEIGHT),
            dialog: screen,
        })
    }

    fn with(scale: Scale, screen: Rect) -> Option<ScreenLayout> {
        let [narrowest, widest] = PANEL_WIDTHS;
        let (board_width, height) = (scale.board_width(), scale.board_height());
        let side_width = screen.width.checked_sub(board_width + GAPS)?.min(widest);
        if side_width < narrowest || screen.height < 1 + height + FOOTER_HEIGHT {
            return None;
        }
        let width = board_width + 2 + side_width;
        let rect = |x, y, width, height| Rect::new(screen.x + 1 + x, screen.y + y, width, height);
        let side = |y, height| rect(board_width + 2, y, side_width, height);
        let below = |y, lines| rect(0, 1 + height + y, width, lines);
        Some(ScreenLayout {
            scale,
            title: rect(0, 0, width, 1),
            board: rect(0, 1, board_width, height),
            players: side(1, panels::PLAYERS_HEIGHT),
            moves: side(1 + panels::PLAYERS_HEIGHT, height - panels::PLAYERS_HEIGHT),
            messages: below(0, MESSAGES_HEIGHT),
            status: below(MESSAGES_HEIGHT, STATUS_HEIGHT),
            keys: below(MESSAGES_HEIGHT + STATUS_HEIGHT, KEYS_HEIGHT),
            dialog: screen.inner(Margin::new(4, 1)),
        })
    }
}

/// What can be clicked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clicked {
    /// A square of the board.
    Square(Square),
    /// A key of the footer or of a dialog.
    Key(KeyCode),
    /// A line of a list, by its place among those that match.
    Line(usize),
    /// A field of the dialog for a new game, and the key that the click stands for there.
    Field(Field, KeyCode),
}

/// Returns what is at a point on the screen.
pub(crate) fn clicked(scene: &PlayScreen<'_>, screen: Rect, at: ScreenPoint) -> Option<Clicked> {
    let app = scene.app;
    let areas = ScreenLayout::of(screen);
    if let Some(dialog) = &app.dialog {
        let area = areas.map_or(screen, |areas| areas.dialog);
        return dialogs::key_at(dialog, area, at).map(Clicked::Key);
    }
    let areas = areas?;
    match &app.page {
        None => {
            let square = board::square_at(areas.scale, areas.board, at).map(Clicked::Square);
            square
                .or_else(|| status::key_at(scene.local_game, app, areas.keys, at).map(Clicked::Key))
        }
        Some(Page::NewGame(dialog)) if dialog.list.is_none() => {
            new_game::place_at(dialog, screen, at).map(|place| match place {
                DialogPlace::Field(field, code) => Clicked::Field(field, code),
                DialogPlace::Key(code) => Clicked::Key(code),
            })
        }
        Some(page) => {
            let (list, keys, _) = list_of(page, app)?;
            search_list::place_at(list, keys, screen, at).map(|place| match place {
                ListPlace::Line(place) => Clicked::Line(place),
                ListPlace::Key(code) => Clicked::Key(code),
            })
        }
    }
}

/// Returns the list of a page with its keys, and what stands in place of its lines if there are none.
fn list_of<'a>(page: &'a Page, app: &'a App) -> Option<(&'a SearchList, KeyRow, &'static str)> {
    Some(match page {
        Page::Games => (&app.games.as_ref()?.list, &[("Enter", "open"), ("Esc", "board")], ""),
        Page::Saved(saved) => (
            &saved.list,
            &[("Enter", "open"), ("Del", "delete"), ("Esc", "board")],
            "There are no saved games.",
        ),
        Page::NewGame(dialog) => {
            (dialog.list.as_ref()?, &[("Enter", "choose"), ("Esc", "back")], "")
        }
    })
}

/// Draws a page that takes the screen.
fn draw_page(page: &Page, app: &App, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    match (page, list_of(page, app)) {
        (_, Some((list, keys, none))) => {
            search_list::draw(list, none, keys, theme, screen, buffer);
        }
        (Page::NewGame(dialog), None) => new_game::draw(dialog, theme, screen, buffer),
        (Page::Games | Page::Saved(_), None) => {}
    }
}

/// Draws the whole screen.
pub(crate) fn draw(scene: &PlayScreen<'_>, theme: Theme, screen: Rect, buffer: &mut Buffer) {
    let PlayScreen { local_game, app, now, values } = *scene;
    let Some(areas) = ScreenLayout::of(screen) else {
        draw_too_small(SMALLEST, screen, buffer);
        if let Some(help @ Dialog::Help) = &app.dialog {
            dialogs::draw(help, theme, screen, buffer);
        }
        return;
    };
    if let Some(page) = &app.page {
        draw_page(page, app, theme, screen, buffer);
        if let Some(dialog) = &app.dialog {
            dialogs::draw(dialog, theme, areas.dialog, buffer);
        }
        return;
    }
    status::draw_title(local_game, areas.title, buffer);
    let position = local_game.game().position();
    let label = |square| {
        let found = values?.of(position, square)?;
        let width = usize::from(areas.scale.inside_width());
        Some(value_label(found, is_best(found, values?, position), width, theme))
    };
    let board = board_view(local_game, app);
    if areas.scale == Scale::Compact {
        board.draw(areas.scale, theme, areas.board, buffer);
        panels::draw_compact_players(local_game, now, theme, areas.players, buffer);
        match values {
            _ if app.shows_thoughts => thought::draw_compact(local_game, areas.moves, buffer),
            // A value does not fit on a square.
            Some(values) => panels::list_values(values, position, areas.moves, buffer),
            None => panels::list_moves(local_game, areas.moves, buffer),
        }
    } else {
        BoardView { label: Some(&label), ..board }.draw(areas.scale, theme, areas.board, buffer);
        panels::draw_players(local_game, now, theme, areas.players, buffer);
        draw_moves_and_thought(scene, theme, areas.moves, buffer);
    }
    status::draw_messages(app, areas.messages, buffer);
    status::draw_status(local_game, app, areas.status, buffer);
    status::draw_keys(local_game, app, areas.keys, buffer);
    if let Some(dialog) = &app.dialog {
        dialogs::draw(dialog, theme, areas.dialog, buffer);
    }
}

/// Draws the list of moves, and below it what a program thought about its last move, if that is shown.
fn draw_moves_and_thought(scene: &PlayScreen<'_>, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let PlayScreen { local_game, app, .. } = *scene;
    if !app.shows_thoughts {
        return panels::draw_moves(local_game, theme, area, buffer);
    }
    let [moves, below] = thought::divide(local_game, area);
    panels::draw_moves(local_game, theme, moves, buffer);
    thought::draw(local_game, theme, below, buffer);
}

/// Returns whether the screen is large enough to show the board.
pub(crate) fn fits(screen: Rect) -> bool {
    ScreenLayout::of(screen).is_some()
}

/// Returns the value of a move in so many columns: whole discs, with a mark if there is room. The best one
/// is reversed.
fn value_label(found: &MoveAnalysis, is_best: bool, width: usize, theme: Theme) -> SquareLabel {
    let text = short_value(found);
    let text = if text.len() <= width { text } else { found.value.rounded().to_string() };
    let style = theme.value(found.certainty != Certainty::Estimate);
    (text, if is_best { style.add_modifier(Modifier::REVERSED) } else { style })
}

/// Returns whether no move of the position is known to be better.
fn is_best(found: &MoveAnalysis, values: &Findings, position: &Position) -> bool {
    values.at(position).all(|other| other.value <= found.value)
}

fn board_view<'a>(local_game: &'a LocalGame, app: &App) -> BoardView<'a> {
    let legal =
        if local_game.wanted_move().is_some() { LegalMarks::Hidden } else { LegalMarks::Shown };
    BoardView {
        // Where arrow keys step through the game nothing is placed at a cursor.
        cursor: Some(app.cursor).filter(|_| !app.steps_through(local_game)),
        last: local_game.game().moves().rev().find_map(willow_board::Move::square),
        hint: app.hint(local_game.revision()),
        legal,
        ..BoardView::of(local_game.game().position())
    }
}

/// Says that the screen is too small, and how many columns and lines it needs.
pub(crate) fn draw_too_small([columns, lines]: [u16; 2], screen: Rect, buffer: &mut Buffer) {
    let (width, height) = (screen.width, screen.height);
    let text = format!(
        "The terminal has {width} columns and {height} lines; \
         Willow needs at least {columns} and {lines}. Enlarge it, or press q to quit."
    );
    Paragraph::new(text).wrap(Wrap { trim: true }).style(Style::new()).render(screen, buffer);
}

#[cfg(test)]
mod tests;
