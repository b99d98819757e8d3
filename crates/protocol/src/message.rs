//! Messages of users.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::serde_as_text;

/// The longest message, in characters. Even at four bytes each it fits the default length of a line
/// (8192 bytes), with the rest of the command.
pub const MAX_MESSAGE: usize = 1000;

/// A chat message: not empty, no longer than [`MAX_MESSAGE`], without control characters and
/// without blanks at its ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message(String);

/// The text is no message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It is empty.
    #[error("the message is empty")]
    Empty,
    /// It is too long.
    #[error("a message has at most {MAX_MESSAGE} characters")]
    TooLong,
}

impl Message {
    /// Returns the text.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Message {
    type Err = MessageError;

    /// Removes control characters and checks the length.
    fn from_str(text: &str) -> Result<Message, MessageError> {
        let clean = strip_controls(text);
        let trimmed = clean.trim();
        if trimmed.is_empty() {
            return Err(MessageError::Empty);
        }
        if trimmed.chars().count() > MAX_MESSAGE {
            return Err(MessageError::TooLong);
        }
        Ok(Message(trimmed.to_owned()))
    }
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

serde_as_text!(Message);

/// Removes the characters that could move a terminal's cursor, change its colours or its reading
/// direction, or break the line: control characters, line and paragraph separators, bidirectional
/// overrides and tags. A tab becomes a blank.
#[must_use]
pub fn strip_controls(text: &str) -> String {
    let spaced = text.chars().map(|c| if c == '\t' { ' ' } else { c });
    spaced.filter(|&c| !is_dangerous(c)).collect()
}

/// Returns a text in which the characters that [`strip_controls`] removes can be read: an escape
/// becomes `\u{1b}`.
#[must_use]
pub fn escape_controls(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in text.chars() {
        if is_dangerous(letter) {
            escaped.extend(letter.escape_default());
        } else {
            escaped.push(letter);
        }
    }
    escaped
}

/// Returns whether a character controls the terminal or the layout.
const fn is_dangerous(c: char) -> bool {
    matches!(
        c,
        '\0'..='\u{1f}'
            | '\u{7f}'..='\u{9f}'
            | '\u{61c}'
            | '\u{200b}'..='\u{200f}'
            | '\u{2028}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{feff}'
            | '\u{fff9}'..='\u{fffb}'
            | '\u{e0000}'..='\u{e007f}'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_escapes_and_line_breaks_are_removed() {
        let message: Message = " \u{1b}[31mred\r\nline\u{202e}\u{9b}2J \t".parse().unwrap();
        assert_eq!(message.as_str(), "[31mredline2J");
    }

    #[test]
    fn escaped_controls_can_be_read() {
        assert_eq!(escape_controls("a\nb\u{1b}[31m\u{202e}é"), "a\\nb\\u{1b}[31m\\u{202e}é");
    }

    #[test]
    fn empty_and_long_messages_are_refused() {
        assert_eq!(" \u{7} ".parse::<Message>(), Err(MessageError::Empty));
        assert_eq!("é".repeat(1001).parse::<Message>(), Err(MessageError::TooLong));
        assert!("é".repeat(1000).parse::<Message>().is_ok());
    }
}
