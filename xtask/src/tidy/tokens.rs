//! Rust code cut into names and punctuation.

use super::rust_file::RustFile;
use super::rust_text::is_word;

/// A name, a `::`, or another character of code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Token<'a> {
    /// The text of the token.
    pub(crate) text: &'a str,
    /// The line that the token stands on, counted from 1.
    pub(crate) line: usize,
}

impl Token<'_> {
    /// Reports whether the token is a name or a keyword.
    pub(crate) fn is_name(&self) -> bool {
        self.text.starts_with(|c: char| c.is_alphabetic() || c == '_')
    }
}

/// Cuts the code of a file into tokens. Tests, literals and lifetimes are left out.
pub(crate) fn tokens(file: &RustFile) -> Vec<Token<'_>> {
    let lines = file.code_lines().filter(|(number, _)| !file.is_test_line(*number));
    let mut tokens = Vec::new();
    let mut in_string = false;
    for (line, code) in lines {
        cut(code, line, &mut in_string, &mut tokens);
    }
    tokens
}

/// Cuts one line. A string may go on from the line before and into the next one.
fn cut<'a>(code: &'a str, line: usize, in_string: &mut bool, tokens: &mut Vec<Token<'a>>) {
    let mut rest = code;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '"' => {
                *in_string = !*in_string;
                1
            }
            _ if *in_string => rest.find('"').unwrap_or(rest.len()),
            '\'' => 1 + rest[1..].find(|c| !is_word(c)).unwrap_or(rest.len() - 1),
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                let length = token_length(rest);
                tokens.push(Token { text: &rest[..length], line });
                length
            }
        };
        rest = &rest[length..];
    }
}

/// Returns the length of the token that code begins with.
fn token_length(code: &str) -> usize {
    let word = code.find(|c| !is_word(c)).unwrap_or(code.len());
    match word {
        0 if code.starts_with("::") => 2,
        0 => code.chars().next().map_or(0, char::len_utf8),
        length => length,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(code: &str) -> Vec<String> {
        let file = RustFile::new("crates/board/src/a.rs", code);
        tokens(&file).iter().map(|token| token.text.to_owned()).collect()
    }

    #[test]
    fn names_paths_and_punctuation_are_told_apart() {
        assert_eq!(
            texts("use a::b; // c\nx.y()"),
            ["use", "a", "::", "b", ";", "x", ".", "y", "(", ")"]
        );
    }

    #[test]
    fn strings_lifetimes_and_tests_are_left_out() {
        assert_eq!(texts("f(\"a\nb\", &'a c, 'x')"), ["f", "(", ",", "&", "c", ",", ")"]);
        assert_eq!(texts("#[cfg(test)]\nmod tests {\n    use super::A;\n}\nb"), ["b"]);
    }
}
