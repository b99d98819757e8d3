//! Moves: a disc placed on a square, or a pass.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::Square;

/// A move in a game: a disc on a square, or the pass of a side that has no such move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Move {
    /// Places a disc.
    Place(Square),
    /// Passes: the other side is to move.
    Pass,
}

impl Move {
    /// Returns the square on which the disc is placed, or `None` for a pass.
    pub const fn square(self) -> Option<Square> {
        match self {
            Move::Place(square) => Some(square),
            Move::Pass => None,
        }
    }
}

impl From<Square> for Move {
    fn from(square: Square) -> Move {
        Move::Place(square)
    }
}

impl fmt::Display for Move {
    /// Writes the lower-case square, or `pass`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Move::Place(square) => fmt::Display::fmt(square, f),
            Move::Pass => f.pad("pass"),
        }
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The text is neither a square nor a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a move (expected a square a1 to h8, or pass)")]
pub struct ParseMoveError;

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads a square or `pass`, `pa`, `ps`, `--` in any case.
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        match text.to_ascii_lowercase().as_str() {
            "pass" | "pa" | "ps" | "--" => Ok(Move::Pass),
            name => name.parse().map(Move::Place).map_err(|_| ParseMoveError),
        }
    }
}
