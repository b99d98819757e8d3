//! The board on the full screen.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as Place, Rect};
use willow_board::{Position, Square};

use super::theme::{FAINT, Theme};

/// The width of a square with the line to its right.
const SQUARE_WIDTH: u16 = 4;
/// The height of a square with the line below it.
const SQUARE_HEIGHT: u16 = 2;
/// The columns left of the board, which hold the numbers of the rows.
const MARGIN: u16 = 3;

/// The number of columns that the board takes, its margin included.
pub(crate) const WIDTH: u16 = MARGIN + 8 * SQUARE_WIDTH + 1;
/// The number of lines that the board takes, the letters above it included.
pub(crate) const HEIGHT: u16 = 1 + 8 * SQUARE_HEIGHT + 1;

/// A board with everything marked on it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct BoardView<'a> {
    /// The position.
    pub(crate) position: &'a Position,
    /// The square that the cursor is on.
    pub(crate) cursor: Square,
    /// The square of the last move.
    pub(crate) last: Option<Square>,
    /// The square that is suggested.
    pub(crate) hint: Option<Square>,
    /// Whether legal moves are marked.
    pub(crate) legal: LegalMarks,
}

/// Whether legal moves are marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LegalMarks {
    /// They are.
    Shown,
    /// They are not: it is not for a person to move.
    Hidden,
}

impl BoardView<'_> {
    /// Draws the board at the top left of `area`, which must be large enough.
    pub(crate) fn draw(&self, theme: Theme, area: Rect, buffer: &mut Buffer) {
        draw_frame(theme, area, buffer);
        for square in Square::ALL {
            self.draw_square(square, theme, area, buffer);
        }
    }

    fn draw_square(&self, square: Square, theme: Theme, area: Rect, buffer: &mut Buffer) {
        let is_legal =
            self.legal == LegalMarks::Shown && self.position.legal_moves().contains(square);
        let (glyph, mut style) = match self.position.disc_at(square) {
            Some(color) => (theme.disc(color), theme.disc_style(color)),
            None if self.hint == Some(square) => (theme.hint(), theme.mark()),
            None if is_legal => (theme.legal(), theme.mark()),
            None => (" ", theme.cloth()),
        };
        let mut around = theme.mark();
        let [left, right] = if self.cursor == square {
            (style, around) = (style.patch(theme.cursor()), around.patch(theme.cursor()));
            ["[", "]"]
        } else if self.last == Some(square) {
            ["(", ")"]
        } else {
            [" ", " "]
        };
        let Place { x, y } = place(square, area);
        buffer.set_string(x, y, left, around);
        buffer.set_string(x + 1, y, glyph, style);
        buffer.set_string(x + 2, y, right, around);
    }
}

/// Returns the square at a place on the screen.
pub(crate) fn square_at(area: Rect, at: Place) -> Option<Square> {
    let column = at.x.checked_sub(area.x + MARGIN + 1)? / SQUARE_WIDTH;
    let row = at.y.checked_sub(area.y + 2)? / SQUARE_HEIGHT;
    Square::from_coords(column.into(), row.into())
}

/// Returns the place of the leftmost of a square's three characters.
fn place(square: Square, area: Rect) -> Place {
    Place {
        x: area.x + MARGIN + 1 + square.column() as u16 * SQUARE_WIDTH,
        y: area.y + 2 + square.row() as u16 * SQUARE_HEIGHT,
    }
}

fn draw_frame(theme: Theme, area: Rect, buffer: &mut Buffer) {
    for square in [Square::A1, Square::B2, Square::C3, Square::D4].into_iter().chain([
        Square::E5,
        Square::F6,
        Square::G7,
        Square::H8,
    ]) {
        let Place { x, y } = place(square, area);
        let name = square.to_string();
        buffer.set_string(x + 1, area.y, &name[..1], FAINT);
        buffer.set_string(area.x + MARGIN - 2, y, &name[1..], FAINT);
    }
    let grid = theme.grid();
    for line in 0..=8 {
        let ends = match line {
            0 => grid.top,
            8 => grid.bottom,
            _ => grid.middle,
        };
        let y = area.y + 1 + line * SQUARE_HEIGHT;
        let text = ruled(ends, &grid.horizontal.repeat(3));
        buffer.set_string(area.x + MARGIN, y, text, theme.cloth());
        if line < 8 {
            let text = ruled([grid.vertical; 3], "   ");
            buffer.set_string(area.x + MARGIN, y + 1, text, theme.cloth());
        }
    }
}

/// Returns eight squares' width of `inside`, with ends and crossings.
fn ruled([left, crossing, right]: [&str; 3], inside: &str) -> String {
    [left, &[inside; 8].join(crossing), right].concat()
}
