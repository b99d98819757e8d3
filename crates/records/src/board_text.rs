//! Boards of 64 characters with their side to move.
//!
//! The cells come row by row from a1 to h8, then a space, then the side to move:
//!
//! ```text
//! ---------------------------OX------XO--------------------------- X
//! ```
//!
//! | contents | characters |
//! | --- | --- |
//! | Black | `X` `x` `*` `@` `B` `b` |
//! | White | `O` `o` `0` `W` `w` |
//! | empty | `-` `.` |
//!
//! The size 8 may stand before the cells, and brackets around all, as on the Generic Game Server. Egaroucid
//! writes the board and the side to move as one word of `0` (Black), `1` (White) and `.`.
//!
//! The cells may be spread over words and lines, such as rows of eight. If the first word has more than
//! eight characters, it must hold the whole board: a word of 65 characters is an error, not a board with
//! its side to move.

use thiserror::Error;
use willow_board::{Color, Position};

use crate::ErrorAt;
use crate::cell::{self, CellContents};
use crate::input_location::end_at;

/// The error of a text that is not a board with a side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum BoardTextError {
    /// The board has fewer than 64 cells.
    #[error("expected 64 cells, found {found}")]
    TooFewCells {
        /// How many cells there are.
        found: usize,
    },
    /// The first word has more than 64 cells.
    #[error(
        "expected 64 cells, found {found} (put a space between the board and the side to move)"
    )]
    TooManyCells {
        /// How many cells there are.
        found: usize,
    },
    /// A character is not a cell.
    #[error("{found:?} is not a cell (Black: X * @ B, White: O 0 W, empty: - .)")]
    UnknownCell {
        /// What stands there.
        found: char,
    },
    /// The board has another size.
    #[error("boards of size {size} are not supported, only 8")]
    BoardSize {
        /// Squares in a row.
        size: u32,
    },
    /// The text ends after the cells.
    #[error("the side to move is missing after the board (add a space and X or O)")]
    MissingSide,
    /// A character is not a side to move.
    #[error("{found:?} is not a side to move (Black: X * @ B, White: O 0 W)")]
    UnknownSide {
        /// What stands there.
        found: char,
    },
    /// Something follows the side to move.
    #[error("unexpected text after the side to move")]
    TrailingText,
}

use BoardTextError as Error;

/// The cells of a board.
const CELLS: usize = 64;
/// The longest first word that may be a part of a board instead of all of it: a row.
const ROW: usize = 8;

/// Reads a board and its side to move. The text must end after them.
///
/// ```
/// use willow_board::Position;
/// use willow_records::board_text;
///
/// let text = "........ ........ ........ ...ox... ...xo... ........ ........ ........ x";
/// assert_eq!(board_text::parse(text), Ok(Position::START));
/// ```
///
/// # Errors
/// What is wrong, and where.
pub fn parse(text: &str) -> Result<Position, ErrorAt<BoardTextError>> {
    let (read, end) = parse_start(text)?;
    end_at(text, end, Error::TrailingText)?;
    Ok(read)
}

/// Reads a board and its side to move from the front of a text. Also returns the offset after them.
pub(crate) fn parse_start(text: &str) -> Result<(Position, usize), ErrorAt<BoardTextError>> {
    if let Some(found) = parse_egaroucid(text) {
        return Ok(found);
    }
    let bracket = text.trim_start().strip_prefix('[');
    let front = bracket.unwrap_or(text);
    let skipped = text.len() - front.len();
    let skipped = skipped + size_length(front).map_err(|error| error.shifted(skipped))?;
    let shifted = |error: ErrorAt<BoardTextError>| error.shifted(skipped);
    let body = &text[skipped..];
    let (cells, end) = parse_cells(body).map_err(shifted)?;
    let (side_to_move, end) = parse_side(body, end).map_err(shifted)?;
    let after = body[end..].trim_start();
    let end = match after.strip_prefix(']').filter(|_| bracket.is_some()) {
        Some(rest) => text.len() - rest.len(),
        None => skipped + end,
    };
    Ok((cell::position(cell::discs(&cells), side_to_move), end))
}

/// Returns the length of the size before the cells, if it is there.
fn size_length(text: &str) -> Result<usize, ErrorAt<BoardTextError>> {
    let body = text.trim_start();
    let begin = text.len() - body.len();
    let word = &body[..body.find(char::is_whitespace).unwrap_or(body.len())];
    match word.parse() {
        // One `0` is a cell.
        Err(_) | Ok(0..=1) => Ok(0),
        Ok(8) => Ok(begin + word.len()),
        Ok(size) => Err(ErrorAt { offset: begin, error: Error::BoardSize { size } }),
    }
}

/// Reads a board as Egaroucid writes it. Also returns the offset after it.
fn parse_egaroucid(text: &str) -> Option<(Position, usize)> {
    let word = text.split_whitespace().next()?;
    let cell = |c| match c {
        '.' => Some(CellContents::Empty),
        '0' => Some(CellContents::Disc(Color::Black)),
        '1' => Some(CellContents::Disc(Color::White)),
        _ => None,
    };
    let cells: Vec<CellContents> = word.chars().map_while(cell).take(CELLS + 1).collect();
    let (&CellContents::Disc(side_to_move), cells) = cells.split_last()? else { return None };
    let is_whole = word.len() == CELLS + 1 && cells.len() == CELLS;
    let end = text.len() - text.trim_start().len() + word.len();
    is_whole.then(|| (cell::position(cell::discs(cells), side_to_move), end))
}

/// Reads 64 cells from the front of a text. Also returns the offset after them.
fn parse_cells(text: &str) -> Result<(Vec<CellContents>, usize), ErrorAt<BoardTextError>> {
    let begin = text.len() - text.trim_start().len();
    let body = &text[begin..];
    let first_word = &body[..body.find(char::is_whitespace).unwrap_or(body.len())];
    // A long first word is the whole board; else its words are rows, or single cells.
    let cells_end = if first_word.len() > ROW { first_word.len() } else { body.len() };
    let mut cells = Vec::with_capacity(CELLS);
    let mut end = begin;
    for (offset, c) in body[..cells_end].char_indices().filter(|(_, c)| !c.is_whitespace()) {
        if cells.len() == CELLS {
            break;
        }
        let error = Error::UnknownCell { found: c };
        cells.push(CellContents::from_char(c).ok_or(ErrorAt { offset: begin + offset, error })?);
        end = begin + offset + c.len_utf8();
    }
    let glued = text[end..].chars().take_while(|c| !c.is_whitespace()).count();
    match cells.len() + glued {
        CELLS => Ok((cells, end)),
        found @ 0..CELLS => Err(ErrorAt { offset: begin, error: Error::TooFewCells { found } }),
        found => Err(ErrorAt { offset: begin, error: Error::TooManyCells { found } }),
    }
}

/// Reads the side to move, which a blank separates from what stands before `begin`.
fn parse_side(text: &str, begin: usize) -> Result<(Color, usize), ErrorAt<BoardTextError>> {
    let rest = text[begin..].trim_start();
    let offset = text.len() - rest.len();
    let error = |error| Err(ErrorAt { offset, error });
    let Some(found) = rest.chars().next() else { return error(Error::MissingSide) };
    let Some(color) = CellContents::side(found) else { return error(Error::UnknownSide { found }) };
    let end = offset + found.len_utf8();
    if rest[found.len_utf8()..].starts_with(|c: char| c.is_alphanumeric()) {
        return Err(ErrorAt { offset: end, error: Error::TrailingText });
    }
    Ok((color, end))
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "---------------------------OX------XO---------------------------";

    fn error(text: &str) -> (usize, BoardTextError) {
        let ErrorAt { offset, error } = parse(text).unwrap_err();
        (offset, error)
    }

    #[test]
    fn every_alphabet_is_read() {
        for (black, white, empty) in
            [('X', 'O', '-'), ('B', 'W', '-'), ('*', 'O', '.'), ('x', 'o', '.'), ('@', '0', '.')]
        {
            let swap = |c| match c {
                'X' => black,
                'O' => white,
                _ => empty,
            };
            let cells: String = START.chars().map(swap).collect();
            assert_eq!(parse(&format!("{cells} {black}")), Ok(Position::START));
            let white_to_move = parse(&format!(" {cells}\t{white}\n")).unwrap();
            assert_eq!(white_to_move.side_to_move(), Color::White);
        }
    }

    #[test]
    fn servers_and_egaroucid_add_something() {
        let start = |text: &str| assert_eq!(parse(text), Ok(Position::START), "{text}");
        start(&format!("8 {START} X"));
        start(&format!(" [8 {START} *] "));
        let digits = START.replace('X', "0").replace('O', "1").replace('-', ".");
        start(&format!("{digits}0\n"));
        assert_eq!(parse(&format!("{digits}1")).unwrap().side_to_move(), Color::White);
        assert_eq!(error(&format!("[10 {START} *]")), (1, Error::BoardSize { size: 10 }));
        assert_eq!(error(&format!("8 {START} *]")), (68, Error::TrailingText));
    }

    #[test]
    fn rows_may_stand_apart() {
        let rows: Vec<String> =
            START.as_bytes().chunks(8).map(|row| String::from_utf8_lossy(row).into()).collect();
        assert_eq!(parse(&format!("{}\nX", rows.join("\n"))), Ok(Position::START));
        let cells: Vec<String> = START.chars().map(String::from).collect();
        assert_eq!(parse(&format!("{} X", cells.join(" "))), Ok(Position::START));
    }

    #[test]
    fn a_wrong_number_of_cells_is_told() {
        assert_eq!(error(""), (0, Error::TooFewCells { found: 0 }));
        assert_eq!(error(&format!("{} X", &START[1..])), (0, Error::TooFewCells { found: 63 }));
        assert_eq!(error(&format!("{START}X")), (0, Error::TooManyCells { found: 65 }));
        assert_eq!(error(&format!(" {START}- X")), (1, Error::TooManyCells { found: 65 }));
    }

    #[test]
    fn a_wrong_side_is_told() {
        assert_eq!(error(START), (64, Error::MissingSide));
        assert_eq!(error(&format!("{START} ?")), (65, Error::UnknownSide { found: '?' }));
        assert_eq!(error(&format!("{START} XX")), (66, Error::TrailingText));
        assert_eq!(error(&format!("{START} X f5")), (67, Error::TrailingText));
    }

    #[test]
    fn a_wrong_cell_is_told() {
        let text = START.replacen('O', "Z", 1);
        assert_eq!(error(&format!("{text} X")), (27, Error::UnknownCell { found: 'Z' }));
    }
}
