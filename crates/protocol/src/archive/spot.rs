//! A position, however people name it.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;
use willow_board::{Game, Position, Square};

use crate::Start;
use crate::wire::serde_as_text;

/// A position of a question: named by the moves that lead there (`f5d6c3`, passes left out), or by
/// its 64 cells and the side to move, as in the terms of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spot(pub Position);

/// The text names no position.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no position (expected moves such as f5d6c3, or CELLS/SIDE)")]
pub struct ParseSpotError(String);

impl Default for Spot {
    /// The usual start.
    fn default() -> Spot {
        Spot(Position::START)
    }
}

impl FromStr for Spot {
    type Err = ParseSpotError;

    fn from_str(text: &str) -> Result<Spot, ParseSpotError> {
        let cells = || match format!("position:{}", text.replace(' ', "/")).parse() {
            Ok(Start::Position(position)) => Some(position),
            _ => None,
        };
        let found = played(text).or_else(cells);
        found.map(Spot).ok_or_else(|| ParseSpotError(text.chars().take(80).collect()))
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

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.to_string().replace(' ', "/"))
    }
}

serde_as_text!(Spot);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_cells_name_positions() {
        let spot: Spot = "f5d6".parse().unwrap();
        assert_eq!(spot.0.board().occupied().count(), 6);
        assert_eq!(spot.to_string().parse(), Ok(spot));
        assert_eq!(spot.0.to_string().parse(), Ok(spot), "a blank does for the stroke");
        assert_eq!("f5 d6".parse(), Ok(spot));
        assert_eq!("".parse(), Ok(Spot::default()));
        for text in ["f5d", "f5f5", "z9", "start", "é5"] {
            assert!(text.parse::<Spot>().is_err(), "{text}");
        }
    }
}
