//! What an error message repeats of a line: little, and no control characters.

use crate::strip_controls;

/// The largest number of characters of an unknown word in an error message.
const LONGEST_ECHO: usize = 40;

/// The largest number of characters of an error message.
const LONGEST_MESSAGE: usize = 300;

/// Returns the beginning of a word of the client, for an error message.
pub(crate) fn shown(word: &str) -> String {
    strip_controls(word).chars().take(LONGEST_ECHO).collect()
}

/// Returns the beginning of a library's error message, which may repeat the whole line.
pub(crate) fn brief(message: &str) -> String {
    strip_controls(message).chars().take(LONGEST_MESSAGE).collect()
}
