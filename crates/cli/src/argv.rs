//! Positions in the command line, before clap sees it.
//!
//! A board may begin with `-`, which clap would treat as an option. Words that look like positions
//! are marked with a control character, which the value parsers of `args` remove again. A board and
//! a side in two words are joined to one position.

use std::ffi::{OsStr, OsString};

/// Stands before a word that is a position.
const GUARD: char = '\u{1}';

/// Characters of board cells.
const CELLS: &str = "XxOo*@BbWw0-._";

/// Characters of sides.
const SIDES: [&str; 11] = ["X", "x", "*", "@", "B", "b", "O", "o", "0", "W", "w"];

/// Minimum number of cells of a word that counts as a board, complete or not. No option is that long and
/// consists of cells only.
const FEWEST_CELLS: usize = 16;

/// No option begins so, but boards do, abbreviated or not.
const DASHES: &str = "---";

/// Returns whether a text begins like a board, well-formed or not.
pub(crate) fn looks_like_position(text: &str) -> bool {
    let mut cells = text.chars().take_while(|&letter| CELLS.contains(letter));
    text.starts_with(DASHES) || cells.nth(FEWEST_CELLS - 1).is_some()
}

/// Marks the words that are positions.
pub(crate) fn guard_positions(words: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut words = words.peekable();
    let mut guarded = Vec::new();
    while let Some(word) = words.next() {
        let Some(text) = word.to_str().filter(|text| looks_like_position(text)) else {
            guarded.push(word);
            continue;
        };
        let mut position = format!("{GUARD}{text}");
        let is_side = |next: &OsString| SIDES.iter().any(|side| next == side);
        if is_board_without_side(text)
            && let Some(side) = words.next_if(is_side)
        {
            position.push(' ');
            position.push_str(&side.to_string_lossy());
        }
        guarded.push(position.into());
    }
    guarded
}

/// Returns whether a word consists of cells only. The number of cells is checked by the parser of
/// positions.
fn is_board_without_side(text: &str) -> bool {
    text.chars().all(|letter| CELLS.contains(letter))
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
        assert_eq!(guarded(&["---...--- X", "--wld"]), ["\u{1}---...--- X", "--wld"]);
        assert_eq!(without_guard(OsStr::new(&marked)), OsStr::new(&position));
    }
}
