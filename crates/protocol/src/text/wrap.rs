//! Sentences in lines that fit a terminal.

use std::borrow::Cow;

use textwrap::core::Word;
use textwrap::{Options, WordSeparator, WordSplitter};

/// The characters of a line on most terminals.
pub(super) const SCREEN_WIDTH: usize = 80;

/// Breaks a sentence into lines of at most `width` characters. A command between backticks stays on
/// one line, so that it can be typed as it stands there. `first` begins the first line, `further` the
/// others.
pub(super) fn wrap(sentence: &str, width: usize, first: &str, further: &str) -> Vec<String> {
    if first.chars().count() + sentence.chars().count() <= width {
        return vec![format!("{first}{sentence}")];
    }
    let options = Options::new(width)
        .initial_indent(first)
        .subsequent_indent(further)
        .word_separator(WordSeparator::Custom(words))
        .word_splitter(WordSplitter::NoHyphenation);
    textwrap::wrap(sentence, options).into_iter().map(Cow::into_owned).collect()
}

/// Splits a line at its blanks, but not between backticks.
fn words(line: &str) -> Box<dyn Iterator<Item = Word<'_>> + '_> {
    let mut is_quoted = false;
    let words = line.split_inclusive(move |c| {
        is_quoted ^= c == '`';
        c == ' ' && !is_quoted
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
        assert_eq!(wrap("xxxxxx `y y", 5, "", " "), ["xxxx", " xx", " `y y"]);
    }
}
