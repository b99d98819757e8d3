//! The board of the analysis: discs, and the values of all legal moves. On small screens it has no lines.

use ratatui::buffer::Buffer;
use ratatui::layout::{Position as ScreenPoint, Rect};
use ratatui::style::{Modifier, Style};
use willow_analysis::Certainty;
use willow_board::{Move, Square};

use crate::study::Study;
use crate::study::report::short_value;
use crate::view::Theme;
use crate::view::board::{self, BoardView, Scale};
use crate::view::theme::DIM;

/// The number of lines of a board without lines: the letters of the columns, and eight rows.
const HEIGHT: u16 = 9;
/// The columns left of the board, which hold the numbers of the rows.
const MARGIN: u16 = 2;

/// How large the board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardSize {
    /// One line a row: a value, and both marks before it.
    Small,
    /// As in a game, with room for values on the squares.
    Large,
}

/// The columns of a square of a small board.
const CELL_WIDTH: u16 = 5;

impl BoardSize {
    pub(super) const fn width(self) -> u16 {
        match self {
            BoardSize::Small => MARGIN + 8 * CELL_WIDTH,
            BoardSize::Large => Scale::Large.board_width(),
        }
    }

    pub(super) const fn height(self) -> u16 {
        match self {
            BoardSize::Small => HEIGHT,
            BoardSize::Large => Scale::Large.board_height(),
        }
    }
}

/// Draws the board at the top left of `area`.
pub(super) fn draw(
    study: &Study,
    board_size: BoardSize,
    theme: Theme,
    area: Rect,
    buffer: &mut Buffer,
) {
    if board_size == BoardSize::Large {
        draw_large(study, theme, area, buffer);
        return;
    }
    let width = usize::from(CELL_WIDTH);
    for square in Square::ALL {
        let at = place(square, area);
        let (text, style) = contents(study, square, theme);
        let marks = marks(study, square);
        let (text, style) = if marks.len() + text.chars().count() <= width {
            (format!("{:^width$}", format!("{marks}{text}")), style)
        } else {
            // There is no room for the marks: the style says it.
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

/// Draws the large board, with values and marks on the squares of legal moves.
fn draw_large(study: &Study, theme: Theme, area: Rect, buffer: &mut Buffer) {
    let position = study.position();
    let legal = position.legal_moves();
    let label = |square| {
        let (text, style) = contents(study, square, theme);
        legal.contains(square).then(|| (format!("{}{text}", marks(study, square)), style))
    };
    let last = study.tree.mv(study.tree.shown()).and_then(Move::square);
    let view = BoardView { last, label: Some(&label), ..BoardView::of(position) };
    view.draw(Scale::Large, theme, area, buffer);
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
        None => (theme.legal().to_owned(), theme.board()),
    }
}

/// Returns the square at a point on the screen.
pub(super) fn square_at(board_size: BoardSize, area: Rect, at: ScreenPoint) -> Option<Square> {
    if board_size == BoardSize::Large {
        return board::square_at(Scale::Large, area, at);
    }
    let column = at.x.checked_sub(area.x + MARGIN)? / CELL_WIDTH;
    let row = at.y.checked_sub(area.y + 1)?;
    Square::from_coords(column.into(), row.into())
}

/// Returns where a square begins.
fn place(square: Square, area: Rect) -> ScreenPoint {
    let (column, row) = (square.column() as u16, square.row() as u16);
    ScreenPoint { x: area.x + MARGIN + column * CELL_WIDTH, y: area.y + 1 + row }
}
