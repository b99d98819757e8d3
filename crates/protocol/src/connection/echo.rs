//! What an error message repeats of a line: little, and no control characters.

use crate::strip_controls;

/// The number of characters that an error message repeats of what it does not understand.
const MAX_ECHO: usize = 40;

/// The largest number of characters of an error message.
const MAX_MESSAGE: usize = 300;

/// Returns the beginning of a word of the client, for an error message.
pub(crate) fn shown(word: &str) -> String {
    strip_controls(word).chars().take(MAX_ECHO).collect()
}

/// Returns the beginning of a library's error message, which may repeat the whole line.
pub(crate) fn brief(message: &str) -> String {
    strip_controls(message).chars().take(MAX_MESSAGE).collect()
}
