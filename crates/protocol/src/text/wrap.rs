//! Sentences in lines that fit a terminal.

use std::borrow::Cow;

use textwrap::core::{Word, display_width};
use textwrap::{Options, WordSeparator, WordSplitter};

/// The characters of a line on most terminals.
pub(super) const SCREEN_WIDTH: usize = 80;

/// Breaks a sentence into lines of at most `width` columns. A command between backticks stays on
/// one line, so that it can be typed as it stands there. `first` begins the first line, `further` the
/// others.
pub(super) fn wrap(sentence: &str, width: usize, first: &str, further: &str) -> Vec<String> {
    if display_width(first) + display_width(sentence) <= width {
        return vec![format!("{first}{sentence}")];
    }
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(further)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(sentence, options).into_iter().map(Cow::into_owned).collect()
}

/// Splits a line at its blanks, but not between backticks. A last one without a partner quotes nothing.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut n_paired = line.matches('`').count() / 2 * 2;
    let words = line.split_inclusive(move |c| {
        if c == '`' {
            n_paired = n_paired.saturating_sub(1);
        }
        c == ' ' && n_paired.is_multiple_of(2)
    });
    Box::new(words.map(Word::from))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_between_backticks_stays_on_one_line() {
        let sentence = "log in first: `guest NAME`, `login NAME` or `register NAME`";
        for width in 19..60 {
            let lines = wrap(sentence, width, "", "  ");
            for line in &lines {
                assert!(line.chars().count() <= width, "{width}: {lines:?}");
                assert_eq!(line.matches('`').count() % 2, 0, "{width}: {lines:?}");
            }
            let words: Vec<&str> = lines.iter().map(|line| line.trim()).collect();
            assert_eq!(words.join(" "), sentence);
        }
    }

    #[test]
    fn blanks_stay_where_they_are_and_words_without_end_are_broken() {
        assert_eq!(wrap("    a b c", 8, "", ""), ["    a b", "c"]);
        assert_eq!(wrap("xxxxxx `y y`", 6, "", " "), ["xxxxxx", " `y y`"]);
        assert_eq!(wrap("xxxxxx `y y", 5, "", " "), ["xxxx", " xx", " `y y"]);
        assert_eq!(wrap("`y yyyy", 5, "", " "), ["`y", " yyyy"], "a backtick without a partner");
    }

    #[test]
    fn wide_letters_take_two_columns() {
        assert_eq!(wrap("日本語 日本語", 10, "", ""), ["日本語", "日本語"]);
    }
}
