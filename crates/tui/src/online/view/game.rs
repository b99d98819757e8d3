//! The game screen: board, players, moves and chat.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as ScreenPoint, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use willow_board::{Color, Position, Square};

use super::moves;
use super::widgets::{draw_log, draw_log_panel, panel, rating_text};
use crate::online::online_game::OnlineGame;
use crate::online::state::{clock_text, colors_from_top};
use crate::view::Theme;
use crate::view::board::{self, BoardView, LegalMarks, Scale};
use crate::view::theme::{BOLD, DIM};

/// The number of lines of the players' panel.
const PLAYERS_HEIGHT: u16 = 7;

/// The smallest number of lines of the chat's panel.
const MIN_CHAT_HEIGHT: u16 = 6;

/// The smallest width of the panels beside the board.
const SIDE_WIDTH: u16 = 38;

/// The number of lines of the players on a small screen.
const COMPACT_PLAYERS_HEIGHT: u16 = 4;

/// Where the parts of a game are.
#[derive(Clone, Copy, Debug)]
struct GameLayout {
    scale: Scale,
    board: Rect,
    players: Rect,
    moves: Rect,
    chat: Rect,
}

impl GameLayout {
    /// Lays out a game with the largest board that fits.
    fn of(area: Rect) -> GameLayout {
        let fits = |scale: &Scale| {
            scale.board_width() + 1 + SIDE_WIDTH < area.width && scale.board_height() <= area.height
        };
        match [Scale::Huge, Scale::Large, Scale::Small].into_iter().find(fits) {
            Some(scale) => GameLayout::framed(scale, area),
            None => GameLayout::compact(area),
        }
    }

    fn framed(scale: Scale, area: Rect) -> GameLayout {
        let (width, height) = (scale.board_width(), scale.board_height());
        let board = Rect { x: area.x + 1, width, height, ..area };
        let x = board.right() + 2;
        let side = Rect { x, width: area.right() - 1 - x, ..area };
        let [players, moves, chat] = Layout::vertical([
            Constraint::Length(PLAYERS_HEIGHT),
            Constraint::Length(moves_height(side)),
            Constraint::Min(0),
        ])
        .areas(side);
        GameLayout { scale, board, players, moves, chat }
    }

    /// Lays out a game on a small screen: lists without frames beside the board, the chat below.
    fn compact(area: Rect) -> GameLayout {
        let scale = Scale::Compact;
        let (width, height) = (scale.board_width(), scale.board_height());
        let board = Rect { width, height, ..area };
        let x = board.right() + 1;
        let side = Rect { x, width: area.right() - x, height, ..area };
        let players = Rect { height: COMPACT_PLAYERS_HEIGHT, ..side };
        let rest = height - COMPACT_PLAYERS_HEIGHT;
        let moves = Rect { y: players.bottom(), height: rest, ..side };
        let chat = Rect {
            x: area.x + 1,
            y: board.bottom(),
            width: area.width - 2,
            height: area.height - height,
        };
        GameLayout { scale, board, players, moves, chat }
    }
}

/// Draws a game.
pub(super) fn draw(
    online_game: &OnlineGame,
    now: u64,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let areas = GameLayout::of(area);
    let (position, last) = online_game.shown_position();
    let may_play = online_game.is_my_turn() && online_game.shows_newest();
    let legal = if may_play { LegalMarks::Shown } else { LegalMarks::Hidden };
    let cursor = Some(online_game.cursor);
    BoardView { cursor, last, legal, ..BoardView::of(&position) }.draw(
        areas.scale,
        theme,
        areas.board,
        buffer,
    );
    if areas.scale == Scale::Compact {
        draw_compact_players(online_game, &position, now, theme, areas.players, buffer);
        moves::list(online_game, areas.moves, buffer);
        draw_log(&online_game.log, areas.chat, buffer);
        return;
    }
    draw_players(online_game, &position, now, theme, areas.players, buffer);
    moves::draw(online_game, theme, areas.moves, buffer);
    let title = if online_game.color.is_some() { "Chat" } else { "Spectator chat" };
    draw_log_panel(title, &online_game.log, theme, areas.chat, buffer);
}

/// Returns the number of lines of the list of moves: enough for a whole game where there is room.
fn moves_height(side: Rect) -> u16 {
    let whole_game = moves::height_of_a_whole_game(side.width);
    let free = side.height.saturating_sub(PLAYERS_HEIGHT + MIN_CHAT_HEIGHT);
    whole_game.min(free)
}

/// Returns the square at a point on the screen.
pub(super) fn square_at(area: Rect, at: ScreenPoint) -> Option<Square> {
    let areas = GameLayout::of(area);
    board::square_at(areas.scale, areas.board, at)
}

/// Draws the players on a small screen: the name on a line, discs and clock below it.
fn draw_compact_players(
    online_game: &OnlineGame,
    position: &Position,
    now: u64,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let mut lines = Vec::new();
    for color in colors_from_top(online_game.color) {
        let [name, _] = player(online_game, position, color, now, theme, 0);
        let mut spans = name.spans;
        // The clock has a line of its own.
        spans[2].content = format!(" {}", online_game.name(color)).into();
        let clock = clock_text(online_game.time_left(color, now));
        let count = position.discs(color).count();
        lines.extend([Line::from(spans), Line::styled(format!("    {count:>2}  {clock}"), DIM)]);
    }
    Paragraph::new(lines).render(area, buffer);
}

fn draw_players(
    online_game: &OnlineGame,
    position: &Position,
    now: u64,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let title = format!(" Game {} ", online_game.id());
    let inner = panel(&title, DIM, theme, area, buffer);
    let width = usize::from(inner.width);
    let mut lines = Vec::new();
    for color in colors_from_top(online_game.color) {
        lines.extend(player(online_game, position, color, now, theme, width));
    }
    let watched = match online_game.watchers {
        0 => String::new(),
        n => format!(", {n} watching"),
    };
    let [_, number] = online_game.move_numbers();
    let progress = format!("{}, move {number}{watched}", online_game.summary.terms.in_progress());
    lines.push(Line::styled(progress, DIM));
    Paragraph::new(lines).render(inner, buffer);
}

fn player(
    online_game: &OnlineGame,
    position: &Position,
    color: Color,
    now: u64,
    theme: Theme,
    width: usize,
) -> [Line<'static>; 2] {
    let to_move = !online_game.is_over() && online_game.game.position().side_to_move() == color;
    let (mark, style) = if to_move { (theme.turn(), BOLD) } else { (" ", Style::new()) };
    let rating = online_game.rating(color).map(|rating| format!(" {}", rating_text(&rating)));
    let name = format!(" {}{}", online_game.name(color), rating.unwrap_or_default());
    let clock = clock_text(online_game.time_left(color, now));
    let gap = width.saturating_sub(3 + Line::raw(name.as_str()).width());
    let count = position.discs(color).count();
    let discs = if count == 1 { "disc" } else { "discs" };
    [
        Line::from(vec![
            Span::styled(format!("{mark} "), style),
            Span::styled(theme.disc(color), theme.disc_style(color)),
            Span::styled(format!("{name}{clock:>gap$}"), style),
        ]),
        Line::styled(format!("    {count} {discs}"), DIM),
    ]
}
