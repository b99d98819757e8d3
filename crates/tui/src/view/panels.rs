//! The panels beside the board: the players and the moves.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Paragraph, Widget};
use willow_board::{ClockFace, Color, Move, Position};

use super::theme::{BOLD, DIM, Theme};
use crate::local_game::LocalGame;
use crate::move_number::row_numbers;
use crate::study::{Findings, short_value};

/// The number of lines of the players' panel.
pub(crate) const PLAYERS_HEIGHT: u16 = 6;

/// The number of lines of the players on a small screen: a name may take the line below its side.
pub(crate) const COMPACT_PLAYERS_HEIGHT: u16 = 4;

/// The width of a move's number and two moves.
const PAIR_WIDTH: u16 = 13;

pub(super) fn panel(title: &str, theme: Theme) -> Block<'_> {
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

/// Draws who plays, the discs and the clocks, without a frame.
pub(crate) fn draw_compact_players(
    local_game: &LocalGame,
    now: Duration,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let lines = Color::ALL.map(|color| {
        let session = local_game.session();
        let is_to_move = session.side_to_move() == color && !local_game.game().is_over();
        let (turn, style) = if is_to_move { (theme.turn(), BOLD) } else { (" ", Style::new()) };
        let count = local_game.game().position().discs(color).count();
        let clock = session.shown_time(color, now).map(|time| ClockFace(time).to_string());
        let score = format!(" {color} {count:>2}  {}", clock.unwrap_or_default());
        [
            Line::from(vec![
                Span::styled(turn, style),
                Span::styled(theme.disc(color), theme.disc_style(color)),
                Span::styled(score, style),
            ]),
            Line::styled(format!("  {}", local_game.shown_name(color)), DIM),
        ]
    });
    Paragraph::new(lines.concat()).render(area, buffer);
}

/// The width of a move with its value.
const VALUE_WIDTH: u16 = 9;

/// Lists the values of all moves that are known, the best one first, in as many columns as fit.
pub(crate) fn list_values(values: &Findings, position: &Position, area: Rect, buffer: &mut Buffer) {
    let mut found: Vec<_> = values.at(position).collect();
    found.sort_by_key(|found| std::cmp::Reverse(found.value));
    let height = area.height.max(1);
    let columns = (area.width / VALUE_WIDTH).max(1);
    for (index, found) in (0..height * columns).zip(found) {
        let (x, y) = (area.x + index / height * VALUE_WIDTH, area.y + index % height);
        let text = format!(" {} {}", found.mv, short_value(found));
        let style = if index == 0 { BOLD } else { Style::new() };
        buffer.set_string(x, y, text, style);
    }
}

/// Draws the moves in as many columns as fit. Moves that were taken back are dim.
pub(crate) fn draw_moves(local_game: &LocalGame, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let block = panel(" Moves ", theme);
    let inner = block.inner(area);
    block.render(area, buffer);
    list_moves(local_game, inner, buffer);
}

/// Draws the moves in as many columns as fit, without a frame.
pub(crate) fn list_moves(local_game: &LocalGame, inner: Rect, buffer: &mut Buffer) {
    let rows = move_rows(local_game);
    let height = usize::from(inner.height.max(1));
    let columns = usize::from((inner.width / PAIR_WIDTH).max(1));
    let current = local_game.game().n_plies().div_ceil(2);
    // The list scrolls by whole columns.
    let hidden = (current.saturating_sub(1) / height + 1).saturating_sub(columns) * height;
    let shown = rows.into_iter().skip(hidden).take(columns * height).enumerate();
    for (index, row) in shown {
        let x = inner.x + (index / height) as u16 * PAIR_WIDTH;
        let y = inner.y + (index % height) as u16;
        buffer.set_line(x, y, &row, PAIR_WIDTH);
    }
}

fn move_rows(local_game: &LocalGame) -> Vec<Line<'static>> {
    let played = local_game.game().n_plies();
    let cell = |ply: usize, mv: Move| {
        let style = match ply + 1 {
            number if played < number => DIM,
            number if played == number => BOLD,
            _ => Style::new(),
        };
        Span::styled(format!(" {mv:<4}"), style)
    };
    let line = || local_game.game().moves().chain(local_game.session().undone());
    let mut cells: Vec<Span> = line().enumerate().map(|(ply, mv)| cell(ply, mv)).collect();
    let starts_with_blank = local_game.game().start().side_to_move() == Color::White;
    if starts_with_blank && !cells.is_empty() {
        cells.insert(0, Span::raw(" ...."));
    }
    let rows = cells.chunks(2).zip(row_numbers(line(), starts_with_blank));
    rows.map(|(pair, number)| {
        let number = Span::styled(format!("{number:>2}"), DIM);
        Line::from([&[number], pair].concat())
    })
    .collect()
}
