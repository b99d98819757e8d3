//! A position in a question to the archive.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use willow_board::{Game, Position, Square};

use crate::connection::echo::shown;
use crate::position_text;
use crate::serde_text::serde_as_text;

/// A position that a client asks about: named by the moves that lead to it (`f5d6c3`, passes left
/// out), or by its 64 cells and the side to move, as in the terms of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PositionQuery(pub Position);

/// The text names no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a position (expected moves such as f5d6c3, or CELLS/SIDE)")]
pub struct ParsePositionError(String);

impl Default for PositionQuery {
    /// Returns the standard start.
    fn default() -> PositionQuery {
        PositionQuery(Position::START)
    }
}

impl FromStr for PositionQuery {
    type Err = ParsePositionError;

    fn from_str(text: &str) -> Result<PositionQuery, ParsePositionError> {
        let cells = || position_text::parse(&text.replace(' ', "/"));
        let found = played(text).or_else(cells);
        found.map(PositionQuery).ok_or_else(|| ParsePositionError(shown(text)))
    }
}

/// Returns the position after some moves, in which a side that must pass has passed.
fn played(text: &str) -> Option<Position> {
    let squares: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let (squares, rest) = squares.as_chunks::<2>();
    if !rest.is_empty() {
        return None;
    }
    let mut game = Game::new();
    for square in squares {
        let square: Square = std::str::from_utf8(square).ok()?.parse().ok()?;
        game.place(square).ok()?;
    }
    let position = *game.position();
    if position.must_pass() { position.play(willow_board::Move::Pass).ok() } else { Some(position) }
}

impl fmt::Display for PositionQuery {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&position_text::write(&self.0))
    }
}

serde_as_text!(PositionQuery);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_cells_name_positions() {
        let query: PositionQuery = "f5d6".parse().unwrap();
        assert_eq!(query.0.board().occupied().count(), 6);
        assert_eq!(query.to_string().parse(), Ok(query));
        assert_eq!(query.0.to_string().parse(), Ok(query), "a blank in place of the slash");
        assert_eq!("f5 d6".parse(), Ok(query));
        assert_eq!("".parse(), Ok(PositionQuery::default()));
        for text in ["f5d", "f5f5", "z9", "start", "é5"] {
            assert!(text.parse::<PositionQuery>().is_err(), "{text}");
        }
    }
}
