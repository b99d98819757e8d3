//! Places in an input.

use std::fmt;

use thiserror::Error;

/// A place in an input: line and column in text, an offset in binary data.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum InputLocation {
    /// A place in text.
    Text {
        /// The line, counted from 1.
        line: usize,
        /// The character in the line, counted from 1.
        column: usize,
    },
    /// A place in binary data.
    Binary {
        /// The number of bytes before it.
        offset: usize,
    },
}

impl InputLocation {
    /// The beginning of a text.
    pub const START: InputLocation = InputLocation::Text { line: 1, column: 1 };

    /// Returns the line and column of a byte offset in `text`; past its end, those of its end.
    #[must_use]
    pub fn in_text(text: &str, offset: usize) -> InputLocation {
        LineCounter::new(text).locate(offset)
    }

    /// Returns the line, counted from 1, unless the data is binary.
    #[must_use]
    pub const fn line(self) -> Option<usize> {
        match self {
            InputLocation::Text { line, .. } => Some(line),
            InputLocation::Binary { .. } => None,
        }
    }
}

impl fmt::Display for InputLocation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputLocation::Text { line, column } => write!(f, "line {line}, column {column}"),
            InputLocation::Binary { offset } => write!(f, "byte {offset}"),
        }
    }
}

/// An error and the byte of the input at which it was noticed.
///
/// The parsers of single formats return it; [`InputLocation::in_text`] turns the offset into a line and
/// a column.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("byte {offset}: {error}")]
pub struct ErrorAt<E> {
    /// The number of bytes before the error.
    pub offset: usize,
    /// What is wrong there.
    pub error: E,
}

impl<E> ErrorAt<E> {
    /// Returns the error as part of a longer input in which this one begins at `start`.
    #[must_use]
    pub fn shifted(self, start: usize) -> ErrorAt<E> {
        ErrorAt { offset: start + self.offset, error: self.error }
    }

    /// Returns the error converted to another type, at the same place.
    #[must_use]
    pub fn map<F>(self, convert: impl FnOnce(E) -> F) -> ErrorAt<F> {
        ErrorAt { offset: self.offset, error: convert(self.error) }
    }
}

/// Returns what was read from a text up to an end, if nothing but blanks follows.
pub(crate) fn whole<T, E>(
    text: &str,
    (read, end): (T, usize),
    trailing_text: E,
) -> Result<T, ErrorAt<E>> {
    let rest = text[end..].trim_start();
    let offset = text.len() - rest.len();
    if rest.is_empty() { Ok(read) } else { Err(ErrorAt { offset, error: trailing_text }) }
}

/// Converts rising byte offsets to lines and columns in one pass over the text.
#[derive(Clone, Debug)]
pub(crate) struct LineCounter<'a> {
    text: &'a str,
    offset: usize,
    line: usize,
    column: usize,
}

impl<'a> LineCounter<'a> {
    pub(crate) const fn new(text: &'a str) -> LineCounter<'a> {
        LineCounter { text, offset: 0, line: 1, column: 1 }
    }

    /// Returns the line and column of a byte offset. Offsets in rising order are cheap.
    pub(crate) fn locate(&mut self, offset: usize) -> InputLocation {
        if offset < self.offset {
            *self = LineCounter::new(self.text);
        }
        let ahead = &self.text.as_bytes()[self.offset..offset.min(self.text.len())];
        for &byte in ahead {
            if byte == b'\n' {
                self.line += 1;
                self.column = 1;
            } else if !is_continuation(byte) {
                self.column += 1;
            }
        }
        self.offset += ahead.len();
        InputLocation::Text { line: self.line, column: self.column }
    }
}

/// Returns whether a byte of UTF-8 is not the first of its character.
const fn is_continuation(byte: u8) -> bool {
    byte & 0xC0 == 0x80
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_characters() {
        let text = "é1\nxy";
        let at = |offset| InputLocation::in_text(text, offset).to_string();
        assert_eq!(at(0), "line 1, column 1");
        assert_eq!(at(2), "line 1, column 2");
        assert_eq!(at(4), "line 2, column 1");
        assert_eq!(at(5), "line 2, column 2");
        assert_eq!(at(99), "line 2, column 3");
    }

    #[test]
    fn counting_may_go_back() {
        let mut counter = LineCounter::new("a\nb\nc");
        assert_eq!(counter.locate(4).line(), Some(3));
        assert_eq!(counter.locate(0), InputLocation::START);
    }
}
