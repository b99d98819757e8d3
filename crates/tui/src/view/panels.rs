//! The panels beside the board: the players and the moves.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Widget};
use willow_board::{ClockFace, Color};

use super::move_list;
use super::theme::{BOLD, DIM, Theme};
use crate::local_game::LocalGame;

/// The number of lines of the players' panel.
pub(crate) const PLAYERS_HEIGHT: u16 = 6;

fn panel(title: &str, theme: Theme) -> Block<'_> {
    Block::bordered().border_set(theme.border()).border_style(DIM).title(title)
}

/// Draws who plays, the discs and the clocks.
pub(crate) fn draw_players(
    local_game: &LocalGame,
    now: Duration,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let block = panel(" Players ", theme);
    let inner = block.inner(area);
    block.render(area, buffer);
    let width = usize::from(inner.width.saturating_sub(2));
    let lines = Color::ALL.map(|color| player_lines(local_game, color, now, theme, width));
    Paragraph::new(lines.concat()).render(inner, buffer);
}

fn player_lines(
    local_game: &LocalGame,
    color: Color,
    now: Duration,
    theme: Theme,
    width: usize,
) -> Vec<Line<'static>> {
    let session = local_game.session();
    let is_to_move = session.side_to_move() == color && !local_game.game().is_over();
    let (turn, style) = if is_to_move { (theme.turn(), BOLD) } else { (" ", Style::new()) };
    let count = local_game.game().position().discs(color).count();
    let discs = if count == 1 { "disc" } else { "discs" };
    let score = format!(" {color} {count:>3} {discs}");
    let clock = session.shown_time(color, now).map(|time| ClockFace(time).to_string());
    let clock = clock.unwrap_or_default();
    let gap = width.saturating_sub(4 + score.len());
    vec![
        Line::from(vec![
            Span::styled(format!(" {turn} "), style),
            Span::styled(theme.disc(color), theme.disc_style(color)),
            Span::styled(format!("{score}{clock:>gap$}"), style),
        ]),
        Line::styled(format!("     {}", local_game.shown_name(color)), DIM),
    ]
}

/// Draws the moves in as many columns as fit. Moves that were taken back are dim.
pub(crate) fn draw_moves(local_game: &LocalGame, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let block = panel(" Moves ", theme);
    let inner = block.inner(area);
    block.render(area, buffer);
    let game = local_game.game();
    let moves = game.moves().chain(local_game.session().undone());
    move_list::draw(game, moves, game.n_plies(), inner, buffer);
}
