//! Positions in the command line, before clap sees it.
//!
//! A board may begin with `-`, which clap would take for an option. Words of the shape of a position
//! are marked with a character that no user types; the value parsers of `args` take it off again.
//! A board and a side that the shell split into two words are one position too.

use std::ffi::{OsStr, OsString};

use crate::position_text;

/// Stands before a word that begins with `-` and is a position.
const GUARD: char = '\u{1}';

/// Marks the words that are positions.
pub(crate) fn guard_positions(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words = words.peekable();
    let mut guarded = Vec::new();
    while let Some(word) = words.next() {
        let Some(text) = word.to_str().filter(|text| position_text::looks_like_position(text))
        else {
            guarded.push(word);
            continue;
        };
        let mut position = format!("{GUARD}{text}");
        let side = |next: &OsString| next.to_str().and_then(position_text::side).is_some();
        if position_text::is_board_without_side(text)
            && let Some(next) = words.next_if(side)
        {
            position.push(' ');
            position.push_str(&next.to_string_lossy());
        }
        guarded.push(position.into());
    }
    guarded
}

/// Returns a word as the user wrote it.
pub(crate) fn without_guard(word: &OsStr) -> &OsStr {
    match word.to_str() {
        Some(text) => OsStr::new(text.strip_prefix(GUARD).unwrap_or(text)),
        None => word,
    }
}

/// Returns a message of clap's with the words as the user wrote them.
pub(crate) fn message_without_guards(message: &str) -> String {
    message.replace(GUARD, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    const BOARD: &str = "---------------------------OX------XO---------------------------";

    fn guarded(words: &[&str]) -> Vec<String> {
        let words = guard_positions(words.iter().map(OsString::from));
        words.into_iter().map(|word| word.into_string().unwrap()).collect()
    }

    #[test]
    fn positions_are_marked_and_options_are_not() {
        let position = format!("{BOARD} X");
        let marked = format!("\u{1}{position}");
        assert_eq!(
            guarded(&["willow", "eval", &position, "--json", "-"]),
            ["willow", "eval", &marked, "--json", "-"]
        );
        assert_eq!(guarded(&["solve", BOARD, "X", "f5"]), ["solve", &marked, "f5"]);
        assert_eq!(without_guard(OsStr::new(&marked)), OsStr::new(&position));
    }

    #[test]
    fn boards_of_a_wrong_size_reach_the_reader_of_positions() {
        let long = format!("-{BOARD} X");
        assert_eq!(guarded(&[&long]), [format!("\u{1}{long}")]);
        assert_eq!(guarded(&["--no-bulk", "-----"]), ["--no-bulk", "-----"]);
    }
}
