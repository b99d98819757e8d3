//! How much a person is shown beside the events.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::serde_as_text;

/// How much a connection is shown in text beside the events themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum TextStyle {
    /// The board after each move, and what may be typed next.
    #[default]
    Full,
    /// One line after each move, and what may be typed next.
    Short,
    /// Nothing: the events alone.
    Off,
}

/// The word is no style.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the styles are `full` (a board after each move), `short` (one line) and `off`")]
pub struct ParseTextStyleError;

impl fmt::Display for TextStyle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TextStyle::Full => "full",
            TextStyle::Short => "short",
            TextStyle::Off => "off",
        })
    }
}

impl FromStr for TextStyle {
    type Err = ParseTextStyleError;

    fn from_str(text: &str) -> Result<TextStyle, ParseTextStyleError> {
        match text.to_ascii_lowercase().as_str() {
            "full" => Ok(TextStyle::Full),
            "short" => Ok(TextStyle::Short),
            "off" => Ok(TextStyle::Off),
            _ => Err(ParseTextStyleError),
        }
    }
}

serde_as_text!(TextStyle);
