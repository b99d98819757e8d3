//! Rust source with its comments and literals overwritten.
//!
//! The rules search code for words, but a word in a comment or in a string is not code. Comments are
//! overwritten by spaces, the inside of literals by [`FILLER`]. Line breaks stay in place. The result is
//! ASCII: all other characters become the filler, so that byte offsets are character offsets.

use std::iter;

/// The character that overwrites the inside of string and character literals.
pub(crate) const FILLER: char = '_';

/// Returns the code of a Rust file, its comments and literals overwritten.
pub(crate) fn mask(text: &str) -> String {
    let mut masker = Masker { rest: text, masked: String::with_capacity(text.len()) };
    while !masker.rest.is_empty() {
        masker.step();
    }
    masker.masked
}

/// The text that is still to be read, and the result so far.
struct Masker<'a> {
    rest: &'a str,
    masked: String,
}

impl Masker<'_> {
    /// Overwrites one comment or literal, or copies one word or character of code.
    fn step(&mut self) {
        if self.rest.starts_with("//") {
            let length = self.rest.find('\n').unwrap_or(self.rest.len());
            self.overwrite(length, ' ');
        } else if self.rest.starts_with("/*") {
            self.overwrite(block_comment_length(self.rest), ' ');
        } else if let Some(hashes) = raw_string_hashes(self.rest) {
            let closing: String = iter::once('"').chain(iter::repeat_n('#', hashes)).collect();
            self.copy(self.rest.find('"').map_or(0, |quote| quote + 1));
            let length = self.rest.find(&closing).unwrap_or(self.rest.len());
            self.overwrite(length, FILLER);
            self.copy(closing.len());
        } else if self.rest.starts_with('"') {
            self.literal(string_length(self.rest));
        } else if let Some(length) = char_length(self.rest) {
            self.literal(length);
        } else {
            let word = self.rest.find(|c: char| !is_word(c)).unwrap_or(self.rest.len());
            let first = self.rest.chars().next().map_or(0, char::len_utf8);
            self.copy(word.max(first));
        }
    }

    /// Copies the quotes of a literal of this length in bytes and overwrites what is between them.
    fn literal(&mut self, length: usize) {
        self.copy(1);
        self.overwrite(length.saturating_sub(2), FILLER);
        self.copy(1);
    }

    fn copy(&mut self, length: usize) {
        let (code, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.masked.extend(code.chars().map(|c| if c.is_ascii() { c } else { FILLER }));
        self.rest = rest;
    }

    fn overwrite(&mut self, length: usize, filler: char) {
        let (hidden, rest) = self.rest.split_at(length.min(self.rest.len()));
        self.masked.extend(hidden.chars().map(|c| if c == '\n' { c } else { filler }));
        self.rest = rest;
    }
}

/// Reports whether a character belongs to a name.
pub(crate) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the length of the block comment that a text begins with; they nest.
fn block_comment_length(text: &str) -> usize {
    let mut depth = 0;
    let mut at = 0;
    while at < text.len() {
        let rest = &text.as_bytes()[at..];
        let is_edge = rest.starts_with(b"/*") || rest.starts_with(b"*/");
        if rest.starts_with(b"/*") {
            depth += 1;
        } else if is_edge {
            depth -= 1;
        }
        at += if is_edge { 2 } else { 1 };
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// Returns the number of hashes if a raw string begins here: 1 for `r#"`, 0 for `br"`.
fn raw_string_hashes(text: &str) -> Option<usize> {
    let rest = text.strip_prefix("br").or_else(|| text.strip_prefix("cr"));
    let rest = rest.or_else(|| text.strip_prefix('r'))?;
    let opening = rest.trim_start_matches('#');
    opening.starts_with('"').then(|| rest.len() - opening.len())
}

/// Returns the length of the string literal that a text begins with, its quotes included.
fn string_length(text: &str) -> usize {
    let mut escaped = true;
    for (offset, byte) in text.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return offset + 1,
            _ => {}
        }
    }
    text.len()
}

/// Returns the length of the character literal that a text begins with; a lifetime is none.
fn char_length(text: &str) -> Option<usize> {
    let inside = text.strip_prefix('\'')?;
    let mut chars = inside.chars();
    let length = match chars.next()? {
        // The escaped character may be a quote itself, so that the search starts behind it.
        '\\' => 2 + inside.get(2..)?.find('\'')?,
        c => c.len_utf8(),
    };
    inside.get(length..)?.starts_with('\'').then_some(length + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_become_spaces() {
        assert_eq!(mask("a // unsafe\nb"), "a          \nb");
        assert_eq!(mask("a /* x /* y */\n z */ b"), "a             \n      b");
    }

    #[test]
    fn strings_are_filled() {
        assert_eq!(mask(r#"f("a\"b", x)"#), r#"f("____", x)"#);
        assert_eq!(mask("r#\"a\"b\"# c"), "r#\"___\"# c");
        assert_eq!(mask("b\"// no\" // yes"), "b\"_____\"       ");
        assert_eq!(mask("br\"x\\\"; y"), "br\"__\"; y");
    }

    #[test]
    fn lines_stay_where_they_are() {
        let text = "let s = \"one\ntwo\"; // three\n/* four\n*/";
        assert_eq!(mask(text).lines().count(), text.lines().count());
    }

    #[test]
    fn characters_are_filled_and_lifetimes_stay() {
        assert_eq!(mask("'\"' 'a' '\\'' '\\u{1F}'"), "'_' '_' '__' '______'");
        assert_eq!(mask("&'a str, 'x: loop { b'{' }"), "&'a str, 'x: loop { b'_' }");
        assert_eq!(mask("'\u{25cf}' \u{e9}"), "'_' _");
    }

    #[test]
    fn a_raw_name_is_code() {
        assert_eq!(mask("r#type bar\"x\""), "r#type bar\"_\"");
    }

    #[test]
    fn an_unclosed_literal_ends_with_the_file() {
        assert_eq!(mask("/* a"), "    ");
        assert_eq!(mask("\"abc").len(), 4);
        assert_eq!(mask("r\"abc"), "r\"___");
    }
}
