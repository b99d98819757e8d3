//! The lines of Logistello's opening book: one game a line, every move with its side.
//!
//! ```text
//! +d3-c3+c4-e3+c2-b3 ... +b8-b7: -04 10
//! ```
//!
//! `+` is a move of Black and `-` a move of White; passes are not written. After the colon come two
//! numbers. The first is Black's discs minus White's on the final board, *without* the empty squares. The
//! second is 10 on every known line; its meaning is not known.

use std::fmt::Write;

use thiserror::Error;
use willow_board::{Color, Game, Move};

use crate::replay::{self, ReplayError};
use crate::{ErrorAt, RecordedGame};

/// A game of Logistello's book.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BookLine {
    /// The game.
    pub game: Game,
    /// Black's discs minus White's on the final board, as recorded. Unlike the standard score it does
    /// not give the empty squares to the winner.
    pub disc_count: i32,
    /// The last number of the line, whose meaning is not known.
    pub last_number: u32,
}

/// The error of a line that is not a game of Logistello's book.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogbookError {
    /// A move does not begin with its side.
    #[error("expected `+` or `-` and a square, or `:` and the score")]
    ExpectedMove,
    /// A move cannot be played.
    #[error(transparent)]
    Move(#[from] ReplayError),
    /// The numbers after the colon are wrong.
    #[error("expected a disc count and a number, as in `: -04 10`")]
    ExpectedScore,
}

use LogbookError as Error;

/// The greatest difference of discs.
const MAX_COUNT: i32 = 64;

/// The last number of every known line.
const USUAL_LAST_NUMBER: u32 = 10;

/// Reads one line.
///
/// # Errors
/// What is wrong, and where.
pub fn parse(line: &str) -> Result<BookLine, ErrorAt<LogbookError>> {
    let line = line.trim_end();
    let mut game = Game::new();
    let mut offset = line.len() - line.trim_start().len();
    loop {
        let rest = &line[offset..];
        if let Some(numbers) = rest.strip_prefix(':') {
            let (disc_count, last_number) =
                parse_numbers(numbers).ok_or(ErrorAt { offset, error: Error::ExpectedScore })?;
            return Ok(BookLine { game, disc_count, last_number });
        }
        let mover = match rest.bytes().next() {
            Some(b'+') => Color::Black,
            Some(b'-') => Color::White,
            _ => return Err(ErrorAt { offset, error: Error::ExpectedMove }),
        };
        let square = rest.get(1..3).and_then(|name| name.parse().ok());
        let square = square.ok_or(ErrorAt { offset, error: ReplayError::NotAMove.into() })?;
        replay::play_by(&mut game, mover, Move::Place(square))
            .map_err(|error| ErrorAt { offset, error: error.into() })?;
        offset += 3;
    }
}

fn parse_numbers(text: &str) -> Option<(i32, u32)> {
    let mut words = text.split_whitespace();
    let disc_count = words.next()?.parse().ok()?;
    let last_number = words.next()?.parse().ok()?;
    let in_range = (-MAX_COUNT..=MAX_COUNT).contains(&disc_count) && words.next().is_none();
    in_range.then_some((disc_count, last_number))
}

/// Writes one line, without its end.
#[must_use]
pub fn write(line: &BookLine) -> String {
    let mut out = String::new();
    let mut position = *line.game.start();
    for (ply, mv) in line.game.moves().enumerate() {
        if let Move::Place(square) = mv {
            let sign = if position.side_to_move() == Color::Black { '+' } else { '-' };
            let _ = write!(out, "{sign}{square}");
        }
        position = *line.game.position_at(ply + 1).expect("the game has this ply");
    }
    let _ = write!(out, ": {:+03} {}", line.disc_count, line.last_number);
    out
}

impl From<Game> for BookLine {
    /// Counts the discs on the last board.
    fn from(game: Game) -> BookLine {
        let count = |color| game.position().discs(color).count() as i32;
        let disc_count = count(Color::Black) - count(Color::White);
        BookLine { game, disc_count, last_number: USUAL_LAST_NUMBER }
    }
}

impl From<BookLine> for RecordedGame {
    /// Keeps the game. Its result is that of the board.
    fn from(line: BookLine) -> RecordedGame {
        RecordedGame::new(line.game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_read_and_written() {
        let text = "+d3-c3+c4-e3: -04 10";
        let line = parse(text).unwrap();
        assert_eq!((line.game.n_plies(), line.disc_count, line.last_number), (4, -4, 10));
        assert_eq!(write(&line), text);
        assert_eq!(write(&BookLine { disc_count: 12, ..line }), "+d3-c3+c4-e3: +12 10");
    }

    #[test]
    fn errors_say_where() {
        let error = |text| {
            let ErrorAt { offset, error } = parse(text).unwrap_err();
            (offset, error.to_string())
        };
        assert_eq!(error("+d3-c3 x: +00 10").0, 6);
        assert_eq!(error("+d3+c3: +00 10"), (3, "c3: Black is not to move".to_owned()));
        assert_eq!(error("+d3-a1: +00 10"), (3, "move 2, a1: a1 flips no disc".to_owned()));
        assert_eq!(error("+d3-c"), (3, ReplayError::NotAMove.to_string()));
        for text in ["+d3", "+d3:", "+d3: +00", "+d3: +65 10", "+d3: 0 10 1", "+d3: 0 -1"] {
            assert_eq!(error(text).0, 3, "{text}");
        }
        assert_eq!(error("").1, Error::ExpectedMove.to_string());
    }
}
