//! A game: the board, the players and what is said.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use willow_board::{Color, Move, Square};

use super::{draw_log, panel};
use crate::online::seat::Seat;
use crate::online::state::{clock_words, from_top};
use crate::view::Theme;
use crate::view::board::{self, BoardView, LegalMarks, Scale};
use crate::view::theme::{FAINT, STRONG};

/// The lines of the players' panel.
const PLAYERS_HEIGHT: u16 = 7;

/// The smallest width of the panels beside the board.
const SIDE_WIDTH: u16 = 38;

/// Draws a game.
pub(super) fn draw(seat: &Seat, now: u64, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let (scale, board) = board_area(area);
    let last = seat.game.moves().rev().find_map(Move::square);
    let legal = if seat.is_my_turn() { LegalMarks::Shown } else { LegalMarks::Hidden };
    let position = seat.game.position();
    BoardView { position, cursor: seat.cursor, last, hint: None, legal }
        .draw(scale, theme, board, buffer);
    let x = board.right() + 2;
    let side = Rect { x, width: area.right() - 1 - x, height: board.height, ..area };
    let players = Rect { height: PLAYERS_HEIGHT, ..side };
    let talk = Rect { y: side.y + PLAYERS_HEIGHT, height: side.height - PLAYERS_HEIGHT, ..side };
    draw_players(seat, now, theme, players, buffer);
    let title = if seat.color.is_some() { " Talk " } else { " Talk of the spectators " };
    let inner = panel(title, FAINT, theme, talk, buffer);
    draw_log(&seat.log, inner, buffer);
}

/// Returns the square at a place.
pub(super) fn square_at(area: Rect, at: Place) -> Option<Square> {
    let (scale, board) = board_area(area);
    board::square_at(scale, board, at)
}

/// Returns where the board is, as large as possible.
fn board_area(area: Rect) -> (Scale, Rect) {
    let large = Scale::Large;
    let fits =
        area.width >= large.board_width() + SIDE_WIDTH && area.height >= large.board_height();
    let scale = if fits { large } else { Scale::Small };
    let place =
        Rect { x: area.x + 1, width: scale.board_width(), height: scale.board_height(), ..area };
    (scale, place)
}

fn draw_players(seat: &Seat, now: u64, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let title = format!(" Game {} ", seat.id());
    let inner = panel(&title, FAINT, theme, area, buffer);
    let width = usize::from(inner.width);
    let mut lines = Vec::new();
    for color in from_top(seat.color) {
        lines.extend(player(seat, color, now, theme, width));
    }
    let watched = match seat.watchers {
        0 => String::new(),
        n => format!(", watched by {n}"),
    };
    let far = format!("{}, move {}{watched}", seat.summary.terms, seat.game.n_plies());
    lines.push(Line::styled(far, FAINT));
    Paragraph::new(lines).render(inner, buffer);
}

fn player(seat: &Seat, color: Color, now: u64, theme: Theme, width: usize) -> [Line<'static>; 2] {
    let to_move = !seat.is_over() && seat.game.position().side_to_move() == color;
    let (mark, style) = if to_move { (theme.turn(), STRONG) } else { (" ", Style::new()) };
    let name = format!(" {}", seat.name(color));
    let clock = clock_words(seat.time_left(color, now));
    let gap = width.saturating_sub(3 + Line::raw(name.as_str()).width());
    let count = seat.game.position().discs(color).count();
    let discs = if count == 1 { "disc" } else { "discs" };
    [
        Line::from(vec![
            Span::styled(format!("{mark} "), style),
            Span::styled(theme.disc(color), theme.disc_style(color)),
            Span::styled(format!("{name}{clock:>gap$}"), style),
        ]),
        Line::styled(format!("    {count} {discs}"), FAINT),
    ]
}
