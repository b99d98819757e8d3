//! Messages of users.

use std::str::FromStr;

use thiserror::Error;

use crate::serde_text::checked_text;
use crate::text_safety::{drop_stacked_marks, is_blank_looking, strip_controls};

/// The longest message, in characters. Even at four bytes each it fits the default length of a line
/// (8192 bytes), with the rest of the command.
pub const MAX_MESSAGE: usize = 1000;

/// A chat message: not empty, no longer than [`MAX_MESSAGE`], without control characters and
/// stacked marks, and without blanks, or letters that look like blanks, at its ends.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Message(String);

/// The text is not a message.
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

impl FromStr for Message {
    type Err = MessageError;

    /// Removes control characters and stacked marks, makes line breaks blanks, trims blanks and letters that look
    /// blank, and checks the length.
    fn from_str(text: &str) -> Result<Message, MessageError> {
        let clean = drop_stacked_marks(&strip_controls(text));
        let trimmed = clean.trim_matches(|c: char| c.is_whitespace() || is_blank_looking(c));
        if trimmed.is_empty() {
            return Err(MessageError::Empty);
        }
        if trimmed.chars().count() > MAX_MESSAGE {
            return Err(MessageError::TooLong);
        }
        Ok(Message(trimmed.to_owned()))
    }
}

checked_text!(Message);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminal_escapes_are_removed_and_line_breaks_part_words() {
        let message: Message = " \u{1b}[31mred\r\nline\u{202e}\u{9b}2J \t".parse().unwrap();
        assert_eq!(message.as_str(), "[31mred line2J");
    }

    #[test]
    fn empty_and_long_messages_are_refused() {
        assert_eq!(" \u{7} ".parse::<Message>(), Err(MessageError::Empty));
        assert_eq!("é".repeat(1001).parse::<Message>(), Err(MessageError::TooLong));
        assert!("é".repeat(1000).parse::<Message>().is_ok());
    }

    #[test]
    fn letters_that_look_blank_are_no_message() {
        for blank in ["\u{3164}", " \u{2800}\u{2800} ", "\u{115f}\u{1160}", "\u{ffa0}\u{ad}"] {
            assert_eq!(blank.parse::<Message>(), Err(MessageError::Empty), "{blank:?}");
        }
        let message: Message = "\u{3164}good \u{2800} game\u{180e}".parse().unwrap();
        assert_eq!(message.as_str(), "good \u{2800} game", "inside a message they may be art");
    }

    #[test]
    fn marks_do_not_grow_over_other_lines() {
        let message: Message = format!("z{}a", "\u{30d}".repeat(50)).parse().unwrap();
        assert_eq!(message.as_str(), format!("z{}a", "\u{30d}".repeat(3)));
        let vietnamese = "e\u{323}\u{302} ế";
        assert_eq!(vietnamese.parse::<Message>().unwrap().as_str(), vietnamese);
    }

    #[test]
    fn families_of_emoji_stay_together() {
        let family = "👩\u{200d}👩\u{200d}👧 🧔🏽\u{200d}♂\u{fe0f} ❤\u{fe0f}\u{200d}🔥";
        assert_eq!(family.parse::<Message>().unwrap().as_str(), family);
    }
}
