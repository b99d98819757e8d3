//! Positions on the command line: 64 cells, a blank, and the side to move.

use thiserror::Error;
use willow_board::{Bitboard, Board, Color, Position, Square};

/// From so many cells on a word is taken for a board, complete or not.
const FEWEST_CELLS: usize = 16;

/// The text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub(crate) enum PositionTextError {
    /// A board has 64 cells.
    #[error("the board has {0} cells instead of 64")]
    CellCount(usize),
    /// Something else stands among the cells.
    #[error("`{letter}` in cell {cell} is no disc and no empty square")]
    Cell {
        /// The number of the cell, from 1.
        cell: usize,
        /// What stands there.
        letter: char,
    },
    /// Nothing follows the cells.
    #[error("the board has no side to move")]
    NoSide,
    /// Something else than a side follows the cells.
    #[error("`{0}` is not a side to move")]
    Side(String),
}

/// Returns whether a text begins like a position, well-formed or not.
pub(crate) fn looks_like_position(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or("");
    FEWEST_CELLS <= first.chars().count() && first.chars().all(|letter| cell(letter).is_some())
}

/// Returns whether a text is a board without its side.
pub(crate) fn is_board_without_side(text: &str) -> bool {
    text.chars().count() == 64 && text.chars().all(|letter| cell(letter).is_some())
}

/// Reads a side to move: `X`, `*`, `@`, `b`, `black` or `O`, `w`, `white`.
pub(crate) fn side(text: &str) -> Option<Color> {
    match text {
        "X" | "x" | "*" | "@" => Some(Color::Black),
        "O" | "o" => Some(Color::White),
        name => name.parse().ok(),
    }
}

/// Reads the 64 cells from a1 to h8 and the side to move; what follows a semicolon is not read.
pub(crate) fn parse_position(text: &str) -> Result<Position, PositionTextError> {
    let text = text.split(';').next().unwrap_or("").trim();
    let (cells, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let discs = discs(cells)?;
    let rest = rest.trim();
    if rest.is_empty() {
        return Err(PositionTextError::NoSide);
    }
    let color = side(rest).ok_or_else(|| PositionTextError::Side(rest.to_owned()))?;
    let board = Board::new(discs[color.index()], discs[(!color).index()])
        .expect("a cell holds one disc at most");
    Ok(Position::new(board, color))
}

/// Returns the discs of Black and of White.
fn discs(cells: &str) -> Result<[Bitboard; 2], PositionTextError> {
    let mut discs = [Bitboard::EMPTY; 2];
    let count = cells.chars().count();
    for (index, letter) in cells.chars().enumerate() {
        let disc = cell(letter).ok_or(PositionTextError::Cell { cell: index + 1, letter })?;
        if let (Some(color), Some(&square)) = (disc, Square::ALL.get(index)) {
            discs[color.index()] = discs[color.index()].with(square);
        }
    }
    if count == 64 { Ok(discs) } else { Err(PositionTextError::CellCount(count)) }
}

/// Returns the disc in a cell, or `None` if this is no cell.
fn cell(letter: char) -> Option<Option<Color>> {
    match letter {
        'X' | 'x' | '*' | '@' | 'B' | 'b' => Some(Some(Color::Black)),
        'O' | 'o' | 'W' | 'w' => Some(Some(Color::White)),
        '-' | '.' | '_' => Some(None),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    #[test]
    fn positions_are_read_in_every_spelling() {
        for side in ["X", "b", "black", "*", "X; F5:+0;"] {
            let text = format!("{START} {side}");
            assert_eq!(parse_position(&text), Ok(Position::START), "{text}");
        }
        let dots = START.replace('-', ".").replace('X', "*");
        assert_eq!(parse_position(&format!("  {dots}\tX ")), Ok(Position::START));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let cases = [
            (format!("{START}- X"), "the board has 65 cells instead of 64"),
            (START.to_owned(), "the board has no side to move"),
            (format!("{START} Q"), "`Q` is not a side to move"),
            (START.replacen('O', "?", 1) + " X", "`?` in cell 28 is no disc and no empty square"),
        ];
        for (text, message) in cases {
            assert_eq!(parse_position(&text).unwrap_err().to_string(), message);
        }
    }
}
