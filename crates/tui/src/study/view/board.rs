//! The board of the analysis: discs, and the values of all legal moves, without lines.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
use ratatui::style::{Modifier, Style};
use willow_analysis::Certainty;
use willow_board::{Move, Square};

use crate::study::Study;
use crate::study::report::short_value;
use crate::view::Theme;
use crate::view::theme::DIM;

/// The number of lines of the board: the letters of the columns, and eight rows.
pub(super) const HEIGHT: u16 = 9;
/// The columns left of the board, which hold the numbers of the rows.
const MARGIN: u16 = 2;
/// The columns of a square: a value, and both marks before it.
const CELL_WIDTH: u16 = 5;
/// The columns of the board.
pub(super) const WIDTH: u16 = MARGIN + 8 * CELL_WIDTH;

/// Draws the board at the top left of `area`.
pub(super) fn draw(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let width = usize::from(CELL_WIDTH);
    for square in Square::ALL {
        let at = place(square, area);
        let (text, style) = contents(study, square, theme);
        let marks = marks(study, square);
        let (text, style) = if marks.len() + text.chars().count() <= width {
            (format!("{:^width$}", format!("{marks}{text}")), style)
        } else {
            // There is no space for the marks: the style says it.
            (format!("{text:^width$}"), style.add_modifier(modifier(marks)))
        };
        buffer.set_string(at.x, at.y, text, style);
        let name = square.to_string();
        if square.row() == 0 {
            buffer.set_string(at.x + CELL_WIDTH / 2, area.y, &name[..1], DIM);
        }
        if square.column() == 0 {
            buffer.set_string(area.x, at.y, &name[1..], DIM);
        }
    }
}

/// Returns the marks of a legal move: `*` the best one, `>` the shown one.
fn marks(study: &Study, square: Square) -> &'static str {
    let is_shown = study.tree.shown_move() == Some(Move::Place(square));
    let is_best = study.best().is_some_and(|best| best.mv == square);
    match (is_best, is_shown) {
        (true, true) => "*>",
        (true, false) => "*",
        (false, true) => ">",
        (false, false) => "",
    }
}

/// Returns the style that stands for marks.
fn modifier(marks: &str) -> Modifier {
    let best = if marks.contains('*') { Modifier::REVERSED } else { Modifier::empty() };
    let shown = if marks.contains('>') { Modifier::UNDERLINED } else { Modifier::empty() };
    best | shown
}

/// Returns what stands on a square, without marks.
fn contents(study: &Study, square: Square, theme: Theme) -> (String, Style) {
    let position = study.position();
    if let Some(color) = position.disc_at(square) {
        let disc = theme.disc(color);
        let last = study.tree.mv(study.tree.shown()) == Some(Move::Place(square));
        let text = if last { format!("({disc})") } else { disc.to_owned() };
        return (text, theme.disc_style(color));
    }
    match study.findings.of(position, square) {
        Some(found) => {
            let weight = match found.certainty {
                Certainty::Estimate => Modifier::empty(),
                _ => Modifier::BOLD,
            };
            (short_value(found), theme.value(weight))
        }
        None if position.legal_moves().contains(square) => {
            ("?".to_owned(), theme.value(Modifier::empty()))
        }
        None => (theme.symbols.legal.to_owned(), theme.board()),
    }
}

/// Returns the square at a point on the screen.
pub(super) fn square_at(area: Rect, at: ScreenPoint) -> Option<Square> {
    let column = at.x.checked_sub(area.x + MARGIN)? / CELL_WIDTH;
    let row = at.y.checked_sub(area.y + 1)?;
    Square::from_coords(column.into(), row.into())
}

/// Returns where a square begins.
fn place(square: Square, area: Rect) -> ScreenPoint {
    let (column, row) = (square.column() as u16, square.row() as u16);
    ScreenPoint { x: area.x + MARGIN + column * CELL_WIDTH, y: area.y + 1 + row }
}
