//! The game screen: board, players, moves and chat.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Position as ScreenPoint, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use willow_board::{Bitboard, Color, Position, Square};
use willow_records::openings::opening_of;

use super::widgets::{draw_log_panel, rating_text};
use crate::online::online_game::OnlineGame;
use crate::view::Theme;
use crate::view::board::{self, BoardView, Scale};
use crate::view::move_list;
use crate::view::panels::{PlayerEntry, draw_box};
use crate::view::theme::{BOLD, DIM};

/// The number of lines of the players' panel.
const PLAYERS_HEIGHT: u16 = 7;

/// The smallest width of the panels beside the board.
const SIDE_WIDTH: u16 = 38;

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
        let fits = Scale::Large.board_width() + 1 + SIDE_WIDTH < area.width
            && Scale::Large.board_height() <= area.height;
        let scale = if fits { Scale::Large } else { Scale::Small };
        let (width, height) = (scale.board_width(), scale.board_height());
        let board = Rect { x: area.x + 1, width, height, ..area };
        let x = board.right() + 2;
        let side = Rect { x, width: area.right() - 1 - x, ..area };
        let [players, moves, chat] = Layout::vertical([
            Constraint::Length(PLAYERS_HEIGHT),
            Constraint::Fill(1),
            Constraint::Fill(1),
        ])
        .areas(side);
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
    let legal = if may_play { position.legal_moves() } else { Bitboard::EMPTY };
    let cursor = Some(online_game.cursor);
    BoardView { cursor, last, legal, ..BoardView::of(&position) }.draw(
        areas.scale,
        theme,
        areas.board,
        buffer,
    );
    draw_players(online_game, &position, now, theme, areas.players, buffer);
    draw_moves(online_game, theme, areas.moves, buffer);
    let title = if online_game.color.is_some() { "Chat" } else { "Spectator chat" };
    draw_log_panel(title, &online_game.log, theme, areas.chat, buffer);
}

/// Draws the moves in a frame. Its title says where an earlier position is shown.
fn draw_moves(online_game: &OnlineGame, theme: Theme, area: Rect, buffer: &mut Buffer) {
    // A player is not told the name of the opening.
    let is_told = online_game.is_over() || online_game.color.is_none();
    let opening = opening_of(&online_game.game).filter(|_| is_told);
    let [shown, newest] = online_game.move_numbers();
    let (title, style) = match opening {
        _ if !online_game.shows_newest() => (format!(" Moves: {shown} of {newest} shown "), BOLD),
        Some((opening, _)) => (format!(" Moves: {} ", opening.name()), DIM),
        None => (" Moves ".to_owned(), DIM),
    };
    let inner = draw_box(&title, style, theme, area, buffer);
    let game = &online_game.game;
    move_list::draw(game, game.moves(), online_game.shown_ply(), inner, buffer);
}

/// Returns the square at a point on the screen.
pub(super) fn square_at(area: Rect, at: ScreenPoint) -> Option<Square> {
    let areas = GameLayout::of(area);
    board::square_at(areas.scale, areas.board, at)
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
    let inner = draw_box(&title, DIM, theme, area, buffer);
    let mut lines = Vec::new();
    for color in colors_from_top(online_game.color) {
        let rating = online_game.rating(color).map(|rating| format!(" {}", rating_text(&rating)));
        let entry = PlayerEntry {
            color,
            name: &format!("{}{}", online_game.name(color), rating.unwrap_or_default()),
            time: online_game.time_left(color, now),
            is_to_move: online_game.is_to_move(color),
        };
        lines.extend(entry.lines(position, theme, inner.width));
    }
    let watched = match online_game.state.watchers {
        0 => String::new(),
        n => format!(", {n} watching"),
    };
    let [_, number] = online_game.move_numbers();
    let progress =
        format!("{}, move {number}{watched}", online_game.state.summary.terms.in_progress());
    lines.push(Line::styled(progress, DIM));
    Paragraph::new(lines).render(inner, buffer);
}

/// Returns both colours from top to bottom: the user's own is below.
fn colors_from_top(own_color: Option<Color>) -> [Color; 2] {
    match own_color {
        Some(Color::White) | None => [Color::Black, Color::White],
        Some(Color::Black) => [Color::White, Color::Black],
    }
}
