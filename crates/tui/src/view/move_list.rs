//! The list of the moves of a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use willow_board::{Color, Game, Move};

use super::theme::{BOLD, DIM};

/// The width of a number and two moves.
const PAIR_WIDTH: u16 = 11;

/// Returns how many pairs of moves fit beside each other.
fn columns(width: u16) -> u16 {
    (width / PAIR_WIDTH).max(1)
}

/// Draws moves from a start in as many columns as fit, so that the last of the first `shown` plies can be
/// seen. That one is bold; those behind it are dim.
pub(crate) fn draw(
    start: &Game,
    moves: impl Iterator<Item = Move>,
    shown: usize,
    area: Rect,
    buffer: &mut Buffer,
) {
    let rows = rows(start.start().side_to_move(), moves, shown);
    let (height, columns) = (usize::from(area.height.max(1)), usize::from(columns(area.width)));
    let current = shown.div_ceil(2);
    let hidden = (current.saturating_sub(1) / height + 1).saturating_sub(columns) * height;
    for (index, row) in rows.iter().skip(hidden).take(columns * height).enumerate() {
        let x = area.x + (index / height) as u16 * PAIR_WIDTH;
        let y = area.y + (index % height) as u16;
        buffer.set_line(x, y, row, PAIR_WIDTH);
    }
}

/// Returns pairs of moves, Black's and White's, each with the number of its first disc: passes have none.
fn rows(first: Color, moves: impl Iterator<Item = Move>, shown: usize) -> Vec<Line<'static>> {
    let blank = (first == Color::White).then_some(None);
    let cells: Vec<Option<Move>> = blank.into_iter().chain(moves.map(Some)).collect();
    let n_blanks = usize::from(first == Color::White);
    if cells.len() == n_blanks {
        return Vec::new();
    }
    let (mut placed, mut rows) = (0, Vec::new());
    for (row, pair) in cells.chunks(2).enumerate() {
        let mut spans = vec![Span::styled(format!("{:>2}", placed + 1), DIM)];
        for (column, mv) in pair.iter().enumerate() {
            let style = match (2 * row + column + 1).checked_sub(n_blanks) {
                Some(ply) if shown < ply => DIM,
                Some(ply) if shown == ply => BOLD,
                _ => Style::new(),
            };
            let text = match mv {
                None => "..".to_owned(),
                Some(Move::Pass) => "--".to_owned(),
                Some(mv) => mv.to_string(),
            };
            spans.push(Span::styled(format!(" {text:<3}"), style));
            placed += usize::from(mv.is_some_and(|mv| mv != Move::Pass));
        }
        rows.push(Line::from(spans));
    }
    rows
}

#[cfg(test)]
mod tests {
    use willow_board::Square;

    use super::*;

    #[test]
    fn passes_have_no_numbers() {
        let moves = [Square::A1.into(), Move::Pass, Square::B1.into(), Square::C1.into()];
        let text = |first| -> Vec<String> {
            rows(first, moves.into_iter(), 4).iter().map(ToString::to_string).collect()
        };
        assert_eq!(text(Color::Black), [" 1 a1  -- ", " 2 b1  c1 "]);
        assert_eq!(text(Color::White), [" 1 ..  a1 ", " 2 --  b1 ", " 3 c1 "]);
        assert!(rows(Color::White, std::iter::empty(), 0).is_empty());
    }
}
