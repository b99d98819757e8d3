//! The board on the full screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
use willow_board::{Bitboard, Position, Square};

use super::theme::{DIM, Symbols, Theme};

/// How large squares are drawn, the lines between them left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scale {
    /// Three columns and one line.
    Small,
    /// Seven columns and three lines.
    Large,
}

impl Scale {
    /// Returns the width of what is in a square.
    pub(crate) const fn inside_width(self) -> u16 {
        match self {
            Scale::Small => 3,
            Scale::Large => 7,
        }
    }

    /// Returns the height of what is in a square.
    pub(crate) const fn inside_height(self) -> u16 {
        match self {
            Scale::Small => 1,
            Scale::Large => 3,
        }
    }

    /// Returns the number of columns that the board takes, its margin included.
    pub(crate) const fn board_width(self) -> u16 {
        MARGIN + 8 * (self.inside_width() + 1) + 1
    }

    /// Returns the number of lines that the board takes, the letters above it included.
    pub(crate) const fn board_height(self) -> u16 {
        2 + 8 * (self.inside_height() + 1)
    }
}

/// The columns left of the board, which hold the numbers of the rows.
const MARGIN: u16 = 3;

/// A board with its marks.
#[derive(Clone, Copy)]
pub(crate) struct BoardView<'a> {
    pub(crate) position: &'a Position,
    /// The cursor's square.
    pub(crate) cursor: Option<Square>,
    /// The square of the last move.
    pub(crate) last: Option<Square>,
    /// The hinted square.
    pub(crate) hint: Option<Square>,
    /// The legal moves that are marked.
    pub(crate) legal: Bitboard,
}

impl<'a> BoardView<'a> {
    /// Returns a board without marks.
    pub(crate) const fn of(position: &'a Position) -> BoardView<'a> {
        let (cursor, last, hint) = (None, None, None);
        BoardView { position, cursor, last, hint, legal: Bitboard::EMPTY }
    }

    /// Draws the board at the top left of `area`, which must be large enough.
    pub(crate) fn draw(&self, scale: Scale, theme: Theme, area: Rect, buffer: &mut Buffer) {
        draw_frame(scale, theme, area, buffer);
        for square in Square::ALL {
            let inside = inside(scale, square, area);
            self.draw_contents(square, theme, inside, buffer);
            self.draw_brackets(square, theme, inside, buffer);
        }
    }

    fn draw_contents(&self, square: Square, theme: Theme, inside: Rect, buffer: &mut Buffer) {
        let ScreenPoint { x, y } = middle(inside);
        match self.position.disc_at(square) {
            Some(color) if inside.height != 1 => {
                for (y, row) in (inside.y..).zip(theme.large_disc(color)) {
                    buffer.set_string(inside.x + 1, y, row, theme.disc_style(color));
                }
            }
            Some(color) => buffer.set_string(x, y, theme.disc(color), theme.disc_style(color)),
            None if self.hint == Some(square) => {
                buffer.set_string(x, y, theme.symbols.hint, theme.mark());
            }
            None if self.legal.contains(square) => {
                buffer.set_string(x, y, theme.symbols.legal, theme.mark());
            }
            None => {}
        }
    }

    fn draw_brackets(&self, square: Square, theme: Theme, inside: Rect, buffer: &mut Buffer) {
        let (brackets, style) = if self.cursor == Some(square) {
            buffer.set_style(inside, theme.cursor());
            (["[", "]"], theme.cursor_bracket())
        } else if self.last == Some(square) {
            (["(", ")"], theme.mark())
        } else {
            return;
        };
        for (x, bracket) in [inside.x, inside.right() - 1].into_iter().zip(brackets) {
            buffer.set_string(x, middle(inside).y, bracket, style);
        }
    }
}

/// Returns the square at a point on the screen.
pub(crate) fn square_at(scale: Scale, area: Rect, at: ScreenPoint) -> Option<Square> {
    let column = at.x.checked_sub(area.x + MARGIN + 1)? / (scale.inside_width() + 1);
    let row = at.y.checked_sub(area.y + 2)? / (scale.inside_height() + 1);
    Square::from_coords(column.into(), row.into())
}

/// Returns where the inside of a square is.
fn inside(scale: Scale, square: Square, area: Rect) -> Rect {
    let (width, height) = (scale.inside_width(), scale.inside_height());
    let x = area.x + MARGIN + 1 + square.column() as u16 * (width + 1);
    let y = area.y + 2 + square.row() as u16 * (height + 1);
    Rect { x, y, width, height }
}

fn middle(inside: Rect) -> ScreenPoint {
    ScreenPoint { x: inside.x + inside.width / 2, y: inside.y + inside.height / 2 }
}

fn draw_frame(scale: Scale, theme: Theme, area: Rect, buffer: &mut Buffer) {
    for square in Square::ALL.into_iter().filter(|square| square.column() == square.row()) {
        let ScreenPoint { x, y } = middle(inside(scale, square, area));
        let name = square.to_string();
        buffer.set_string(x, area.y, &name[..1], DIM);
        buffer.set_string(area.x + 1, y, &name[1..], DIM);
    }
    let Symbols { rules: [top, between, bottom], horizontal, vertical, .. } = theme.symbols;
    let pitch = scale.inside_height() + 1;
    let width = usize::from(scale.inside_width());
    for line in 0..=8 * pitch {
        let (ends, inside) = match line {
            0 => (top, *horizontal),
            line if line == 8 * pitch => (bottom, *horizontal),
            line if line.is_multiple_of(pitch) => (between, *horizontal),
            _ => (&[*vertical; 3], " "),
        };
        let text = ruled(ends, &inside.repeat(width));
        buffer.set_string(area.x + MARGIN, area.y + 1 + line, text, theme.board());
    }
}

/// Returns eight squares' width of `inside`, with ends and crossings.
fn ruled([left, crossing, right]: &[&str; 3], inside: &str) -> String {
    format!("{left}{}{right}", [inside; 8].join(crossing))
}
