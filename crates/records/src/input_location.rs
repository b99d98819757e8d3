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
    pub fn in_text(text: &str, offset: usize) -> InputLocation {
        LineCounter::new().locate(text, offset)
    }

    /// Returns the line, counted from 1, unless the data is binary.
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

/// Checks that nothing but blanks follows what was read from a text up to an end.
pub(crate) fn end_at<E>(text: &str, end: usize, trailing_text: E) -> Result<(), ErrorAt<E>> {
    let rest = text[end..].trim_start();
    let offset = text.len() - rest.len();
    if rest.is_empty() { Ok(()) } else { Err(ErrorAt { offset, error: trailing_text }) }
}

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TextLine<'a> {
    /// Where it begins.
    pub(crate) begin: usize,
    /// Without its end.
    pub(crate) text: &'a str,
    /// Where the next line begins.
    pub(crate) end: usize,
}

/// Returns the line that begins at a byte; `None` at the end of the text. Lines end with `\n`, `\r\n` or, on old
/// Macintoshes, `\r`.
pub(crate) fn line_at(text: &str, begin: usize) -> Option<TextLine<'_>> {
    let rest = text.get(begin..).filter(|rest| !rest.is_empty())?;
    let line = &rest[..rest.find(['\n', '\r']).unwrap_or(rest.len())];
    let after = &rest[line.len()..];
    let length = if after.starts_with("\r\n") { 2 } else { after.len().min(1) };
    Some(TextLine { begin, text: line, end: begin + line.len() + length })
}

/// Returns the lines of a text.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = TextLine<'_>> {
    std::iter::successors(line_at(text, 0), |line| line_at(text, line.end))
}

/// Converts rising byte offsets to lines and columns in one pass over the text.
#[derive(Clone, Debug)]
pub(crate) struct LineCounter {
    /// The line at which the text begins.
    first_line: usize,
    first_column: usize,
    offset: usize,
    line: usize,
    column: usize,
}

impl LineCounter {
    pub(crate) const fn new() -> LineCounter {
        LineCounter::beginning_at(1, 1)
    }

    const fn beginning_at(line: usize, column: usize) -> LineCounter {
        LineCounter { first_line: line, first_column: column, offset: 0, line, column }
    }

    /// Returns a counter for the text from a byte on.
    #[cfg(feature = "encodings")]
    pub(crate) fn cut(&mut self, text: &str, offset: usize) -> LineCounter {
        self.locate(text, offset);
        LineCounter::beginning_at(self.line, self.column)
    }

    /// Returns the line and column of a byte offset. Offsets in rising order are cheap.
    pub(crate) fn locate(&mut self, text: &str, offset: usize) -> InputLocation {
        if offset < self.offset {
            *self = LineCounter::beginning_at(self.first_line, self.first_column);
        }
        let bytes = text.as_bytes();
        let end = offset.min(bytes.len());
        for index in self.offset..end {
            let byte = bytes[index];
            if byte == b'\n' || byte == b'\r' && bytes.get(index + 1) != Some(&b'\n') {
                self.line += 1;
                self.column = 1;
            } else if !is_continuation(byte) {
                self.column += 1;
            }
        }
        self.offset = end.max(self.offset);
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
        let ends = |offset| InputLocation::in_text("a\r\nb\rc", offset).line();
        assert_eq!([0, 3, 5].map(ends), [Some(1), Some(2), Some(3)]);
    }

    #[test]
    fn counting_may_go_back() {
        let (mut counter, text) = (LineCounter::new(), "a\nb\nc");
        assert_eq!(counter.locate(text, 4).line(), Some(3));
        assert_eq!(counter.locate(text, 0), InputLocation::START);
    }
}
