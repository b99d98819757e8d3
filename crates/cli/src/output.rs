//! Text on standard output.

use std::io::{self, Write};

use willow_protocol::escape_controls;

use crate::error::CliError;

/// Prints a text to standard output at once, as [`printable`] text.
///
/// # Errors
/// Standard output is closed or full.
pub(crate) fn print(text: &str) -> Result<(), CliError> {
    let mut out = io::stdout().lock();
    out.write_all(printable(text).as_bytes())?;
    Ok(out.flush()?)
}

/// Writes a `note:` line to standard error.
pub(crate) fn note(text: &str) {
    // If standard error is closed, the note is lost.
    let _ = writeln!(io::stderr().lock(), "note: {}", escape_controls(text));
}

/// Returns a text that a terminal only shows. Names of files and players, and what programs answer,
/// could contain escape sequences. Only line ends and tabs are kept.
pub(crate) fn printable(text: &str) -> String {
    let is_kept = |letter: char| matches!(letter, '\n' | '\t');
    let parts = text.split_inclusive(is_kept).map(|part| {
        let words = part.trim_end_matches(is_kept);
        escape_controls(words) + &part[words.len()..]
    });
    parts.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_shows_the_text_and_does_nothing_else() {
        assert_eq!(printable("a\tb\n\nc\u{1b}[2J\u{7}\r\n"), "a\tb\n\nc\\u{1b}[2J\\u{7}\\r\n");
        assert_eq!(printable("d'Été ● ○"), "d'Été ● ○");
    }
}
