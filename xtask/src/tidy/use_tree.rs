//! What a `use` declaration brings in.

use super::tokens::Token;

/// One name that a `use` declaration brings in, or all names of a module.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Import {
    /// The path as written: `["super", "flip", "flips"]`. A `self` at the end is left out.
    pub(crate) path: Vec<String>,
    /// The name that the path has from here on, or `None` for all names (`*`).
    pub(crate) name: Option<String>,
}

/// Reads the declaration whose `use` stands before these tokens. Returns the number of tokens up to
/// and with its semicolon, too.
pub(crate) fn imports(tokens: &[Token<'_>]) -> (Vec<Import>, usize) {
    let mut reader = Reader { tokens, at: 0, imports: Vec::new() };
    reader.tree(&[]);
    let rest = tokens[reader.at.min(tokens.len())..].iter();
    let skipped = rest.take_while(|token| token.text != ";").count();
    (reader.imports, (reader.at + skipped + 1).min(tokens.len()))
}

/// Reads trees of paths.
struct Reader<'a> {
    tokens: &'a [Token<'a>],
    at: usize,
    imports: Vec<Import>,
}

impl<'a> Reader<'a> {
    fn peek(&self) -> &'a str {
        self.tokens.get(self.at).map_or(";", |token| token.text)
    }

    fn take(&mut self) -> &'a str {
        let text = self.peek();
        self.at += 1;
        text
    }

    /// Reads a tree below a path: names, then `*`, a group in braces, or the end.
    fn tree(&mut self, prefix: &[String]) {
        let mut path = prefix.to_vec();
        loop {
            match self.peek() {
                "*" => {
                    self.at += 1;
                    return self.imports.push(Import { path, name: None });
                }
                "{" => return self.group(&path),
                "::" => self.at += 1,
                "," | "}" | ";" => return self.leaf(path, None),
                "as" => {
                    self.at += 1;
                    let alias = self.take().to_owned();
                    return self.leaf(path, Some(alias));
                }
                _ => path.push(self.take().to_owned()),
            }
        }
    }

    /// Reads the trees in braces.
    fn group(&mut self, prefix: &[String]) {
        self.at += 1;
        while !matches!(self.peek(), "}" | ";") {
            self.tree(prefix);
            if self.peek() == "," {
                self.at += 1;
            }
        }
        self.at += 1;
    }

    fn leaf(&mut self, mut path: Vec<String>, alias: Option<String>) {
        if path.len() > 1 && path.last().is_some_and(|last| last == "self") {
            path.pop();
        }
        if let Some(name) = alias.or_else(|| path.last().cloned()) {
            self.imports.push(Import { path, name: Some(name) });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::rust_file::RustFile;
    use super::super::tokens::tokens;
    use super::*;

    fn read(code: &str) -> Vec<String> {
        let file = RustFile::new("crates/board/src/a.rs", code);
        let tokens = tokens(&file);
        let (imports, length) = imports(&tokens[1..]);
        assert_eq!(length, tokens.len() - 1, "{code}");
        let show = |import: &Import| {
            format!("{} as {}", import.path.join("::"), import.name.as_deref().unwrap_or("*"))
        };
        imports.iter().map(show).collect()
    }

    #[test]
    fn single_paths_are_read() {
        assert_eq!(read("use a;"), ["a as a"]);
        assert_eq!(read("use super::a::B;"), ["super::a::B as B"]);
        assert_eq!(read("use a::B as _;"), ["a::B as _"]);
        assert_eq!(read("use super::*;"), ["super as *"]);
    }

    #[test]
    fn groups_are_read() {
        assert_eq!(
            read("use crate::{a, b::{self, C as D}, e::*,};"),
            ["crate::a as a", "crate::b as b", "crate::b::C as D", "crate::e as *"]
        );
    }
}
