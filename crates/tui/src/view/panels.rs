//! The panels beside the board: the players and the moves.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Padding, Paragraph, Widget};
use willow_board::{ClockFace, Color, Position};

use super::move_list;
use super::theme::{BOLD, DIM, Theme};
use crate::local_game::LocalGame;

/// The number of lines of the players' panel.
pub(crate) const PLAYERS_HEIGHT: u16 = 6;

/// Draws a box with a title. Returns the area inside, without a blank at both sides.
pub(crate) fn draw_box(
    title: &str,
    style: Style,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) -> Rect {
    let block = Block::bordered().border_set(theme.symbols.border).border_style(style);
    let block = block.title(title).padding(Padding::horizontal(1));
    let inner = block.inner(area);
    block.render(area, buffer);
    inner
}

/// A player beside the board.
pub(crate) struct PlayerEntry<'a> {
    pub(crate) color: Color,
    pub(crate) name: &'a str,
    /// The time that is left; `None` without a clock.
    pub(crate) time: Option<Duration>,
    pub(crate) is_to_move: bool,
}

impl PlayerEntry<'_> {
    /// Returns the discs in a position and the clock, and below them the name.
    pub(crate) fn lines(
        &self,
        position: &Position,
        theme: Theme,
        width: u16,
    ) -> [Line<'static>; 2] {
        let color = self.color;
        let (turn, style) =
            if self.is_to_move { (theme.symbols.turn, BOLD) } else { (" ", Style::new()) };
        let count = position.discs(color).count();
        let discs = if count == 1 { "disc" } else { "discs" };
        let score = format!(" {color} {count:>3} {discs}");
        let clock = self.time.map(|time| ClockFace(time).to_string()).unwrap_or_default();
        let gap = usize::from(width).saturating_sub(3 + score.len());
        [
            Line::from(vec![
                Span::styled(format!("{turn} "), style),
                Span::styled(theme.disc(color), theme.disc_style(color)),
                Span::styled(format!("{score}{clock:>gap$}"), style),
            ]),
            Line::raw(format!("    {}", self.name)),
        ]
    }
}

/// Draws who plays, the discs and the clocks.
pub(crate) fn draw_players(
    local_game: &LocalGame,
    now: Duration,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    let inner = draw_box(" Players ", DIM, theme, area, buffer);
    let (session, game) = (local_game.session(), local_game.game());
    let lines = Color::ALL.map(|color| {
        let entry = PlayerEntry {
            color,
            name: local_game.shown_name(color),
            time: session.shown_time(color, now),
            is_to_move: session.side_to_move() == color && !game.is_over(),
        };
        entry.lines(game.position(), theme, inner.width)
    });
    Paragraph::new(lines.concat()).render(inner, buffer);
}

/// Draws the moves in as many columns as fit. Moves that were taken back are dim.
pub(crate) fn draw_moves(local_game: &LocalGame, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let inner = draw_box(" Moves ", DIM, theme, area, buffer);
    let game = local_game.game();
    let moves = game.moves().chain(local_game.session().undone());
    move_list::draw(game, moves, game.n_plies(), inner, buffer);
}
