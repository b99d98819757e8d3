//! The list of moves of a game on the server.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use willow_board::{Color, Move};
use willow_records::openings::opening_of;

use super::widgets::panel;
use crate::move_number::row_numbers;
use crate::online::online_game::OnlineGame;
use crate::view::Theme;
use crate::view::theme::{BOLD, DIM};

/// The width of a number and two moves.
const PAIR_WIDTH: u16 = 11;

/// The number of pairs of moves in a game without passes.
const PAIRS_OF_A_WHOLE_GAME: u16 = 30;

/// The columns and lines of a panel's border, and the blanks beside it.
const BORDER_WIDTH: u16 = 4;
const BORDER_HEIGHT: u16 = 2;

/// Returns the number of lines of the panel in which a whole game fits.
pub(super) fn height_of_a_whole_game(width: u16) -> u16 {
    PAIRS_OF_A_WHOLE_GAME.div_ceil(pairs_in(width.saturating_sub(BORDER_WIDTH))) + BORDER_HEIGHT
}

/// Returns how many pairs of moves fit on a line.
fn pairs_in(width: u16) -> u16 {
    (width / PAIR_WIDTH).max(1)
}

/// Draws the moves in a frame. Its title says where an earlier position is shown.
pub(super) fn draw(online_game: &OnlineGame, theme: Theme, area: Rect, buffer: &mut Buffer) {
    // A player is not told the name of the opening.
    let is_told = online_game.is_over() || online_game.color.is_none();
    let opening = opening_of(&online_game.game).filter(|_| is_told);
    let title = if let (true, Some((opening, _))) = (online_game.shows_newest(), opening) {
        format!(" Moves: {} ", opening.name())
    } else if online_game.shows_newest() {
        " Moves ".to_owned()
    } else {
        let [shown, newest] = online_game.move_numbers();
        format!(" Moves: {shown} of {newest} shown ")
    };
    let style = if online_game.shows_newest() { DIM } else { BOLD };
    let inner = panel(&title, style, theme, area, buffer);
    list(online_game, inner, buffer);
}

/// Draws the moves line by line, scrolled so that the shown position's last move is visible.
pub(super) fn list(online_game: &OnlineGame, inner: Rect, buffer: &mut Buffer) {
    let per_line = usize::from(pairs_in(inner.width));
    let pairs = pairs(online_game);
    let white_starts = usize::from(online_game.game.start().side_to_move() == Color::White);
    let current = (online_game.shown_ply() + white_starts).saturating_sub(1) / 2 / per_line;
    let hidden = (current + 1).saturating_sub(inner.height.into());
    for (y, line) in (inner.y..inner.bottom()).zip(pairs.chunks(per_line).skip(hidden)) {
        Line::from(line.concat()).render(Rect { y, height: 1, ..inner }, buffer);
    }
}

/// Returns the moves in pairs of Black's and White's, each with the number of its first disc.
fn pairs(online_game: &OnlineGame) -> Vec<Vec<Span<'static>>> {
    let shown = online_game.shown_ply();
    let cell = |(ply, mv): (usize, Move)| {
        let style = match ply + 1 {
            number if number == shown => Style::new().add_modifier(Modifier::REVERSED),
            number if shown < number => DIM,
            _ => Style::new(),
        };
        let text = if mv == Move::Pass { "--".to_owned() } else { mv.to_string() };
        [Span::raw(" "), Span::styled(text, style), Span::raw(" ")]
    };
    let mut cells: Vec<[Span; 3]> = online_game.game.moves().enumerate().map(cell).collect();
    let starts_with_blank = online_game.game.start().side_to_move() == Color::White;
    if starts_with_blank && !cells.is_empty() {
        cells.insert(0, [Span::raw(" "), Span::raw(".."), Span::raw(" ")]);
    }
    let numbers = row_numbers(online_game.game.moves(), starts_with_blank);
    let rows = cells.chunks(2).zip(numbers);
    rows.map(|(pair, number)| {
        let number = Span::styled(format!("{number:>2}"), DIM);
        [vec![number], pair.concat(), vec![Span::raw(" ")]].concat()
    })
    .collect()
}
