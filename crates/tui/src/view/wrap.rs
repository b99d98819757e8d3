//! Texts broken into lines by their width on the screen, where a letter may take two columns.

use ratatui::text::Line;

/// Returns the columns that a text takes.
pub(crate) fn width_of(text: &str) -> usize {
    Line::raw(text).width()
}

/// The columns of a blank and of an ellipsis, which a theme may write as three dots.
const ELLIPSIS_WIDTH: usize = 4;

/// Returns a text that fits into `width` columns: one that is too long ends behind a word, with an ellipsis.
pub(crate) fn shortened(text: &str, width: usize) -> String {
    match width.checked_sub(ELLIPSIS_WIDTH) {
        _ if width_of(text) <= width => text.to_owned(),
        None | Some(0) => String::new(),
        Some(width) => wrap_indented(text, width, "").swap_remove(0).trim_end().to_owned() + " …",
    }
}

/// Breaks a text between words into lines of at most `width` columns. A word wider than a line is split.
pub(crate) fn wrap(text: &str, width: usize) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.is_empty() {
        return Vec::new();
    }
    let lines = wrap_indented(&words.join(" "), width, "");
    lines.into_iter().map(|line| line.trim_end().to_owned()).collect()
}

/// Breaks a text like [`wrap`], and keeps its blanks. Lines after the first are indented.
pub(crate) fn wrap_indented(text: &str, width: usize, indent: &str) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split_inclusive(' ') {
        let fits = |line: &str| width_of(line) + width_of(word.trim_end()) <= width;
        if lines.last().is_some_and(|line| !line.trim().is_empty() && !fits(line)) {
            lines.push(indent.to_owned());
        }
        for letter in word.chars() {
            let line = lines.last_mut().expect("there is always a line");
            let is_narrow = width_of(&format!("{line}{letter}")) <= width;
            // One letter at least, or a screen of one column would never end.
            if is_narrow || letter == ' ' || line.trim().is_empty() {
                line.push(letter);
            } else {
                lines.push(format!("{indent}{letter}"));
            }
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_by_their_columns() {
        assert_eq!(wrap("one two  three", 7), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert!(wrap("  ", 5).is_empty());
        // Each of these letters takes two columns.
        assert_eq!(wrap("本因坊 戦", 5), ["本因", "坊 戦"]);
        assert_eq!(wrap("本因坊戦.ggf", 6), ["本因坊", "戦.ggf"]);
        assert_eq!(wrap("本因", 1), ["本", "因"]);
    }

    #[test]
    fn a_shortened_text_ends_behind_a_word() {
        for (text, width, expected) in [
            ("one two", 7, "one two"),
            ("one two three", 12, "one two …"),
            ("Melbourne, Tiger, 13 moves", 25, "Melbourne, Tiger, 13 …"),
            ("one two", 3, ""),
        ] {
            assert_eq!(shortened(text, width), expected);
        }
    }

    #[test]
    fn further_lines_are_indented() {
        assert_eq!(wrap_indented("bob: good luck", 10, "  "), ["bob: good ", "  luck"]);
        assert_eq!(wrap_indented("ab cdefghij", 6, "  "), ["ab ", "  cdef", "  ghij"]);
    }
}
