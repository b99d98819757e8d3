//! The two colours.

use std::fmt;
use std::ops::Not;
use std::str::FromStr;

use thiserror::Error;

/// A player's colour. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Black, printed `X`, `*` or `@`.
    Black,
    /// White, printed `O`.
    White,
}

impl Color {
    /// Both colours, Black first.
    pub const ALL: [Color; 2] = [Color::Black, Color::White];

    /// Returns 0 for Black and 1 for White, for use as an index into a pair with one element for
    /// each colour.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Returns the letter of this colour in 64-character boards: `X` for Black, `O` for White.
    pub const fn letter(self) -> char {
        match self {
            Color::Black => 'X',
            Color::White => 'O',
        }
    }
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Color::Black => "Black",
            Color::White => "White",
        })
    }
}

/// The text is not a colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("not a colour (expected black or white)")]
pub struct ParseColorError;

impl FromStr for Color {
    type Err = ParseColorError;

    /// Reads `black`, `b`, `white` or `w` in any case.
    fn from_str(text: &str) -> Result<Color, ParseColorError> {
        match text.to_ascii_lowercase().as_str() {
            "black" | "b" => Ok(Color::Black),
            "white" | "w" => Ok(Color::White),
            _ => Err(ParseColorError),
        }
    }
}
