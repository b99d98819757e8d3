//! One option of a SPEC: a key and its value, and which values need brackets or quotes.

use std::fmt;

/// The key whose value takes the rest of the SPEC.
pub(crate) const COMMAND_KEY: &str = "cmd";

/// One `KEY=VALUE` of a SPEC. Comparisons ignore the columns.
#[derive(Clone, Debug)]
pub struct SpecOption {
    key: String,
    value: String,
    /// The column of the key in the text, in characters from 1.
    pub(crate) key_column: usize,
    /// The column of the value in the text, in characters from 1.
    pub(crate) value_column: usize,
}

impl SpecOption {
    pub(crate) fn new(key: &str, value: String, key_column: usize, value_column: usize) -> Self {
        SpecOption { key: key.to_owned(), value, key_column, value_column }
    }

    /// Returns the key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns the value, without the quotes or brackets around it.
    pub fn value(&self) -> &str {
        &self.value
    }
}

impl PartialEq for SpecOption {
    fn eq(&self, other: &SpecOption) -> bool {
        (&self.key, &self.value) == (&other.key, &other.value)
    }
}

impl Eq for SpecOption {}

impl std::hash::Hash for SpecOption {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        (&self.key, &self.value).hash(state);
    }
}

impl fmt::Display for SpecOption {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SpecOption { key, value, .. } = self;
        if key == COMMAND_KEY || is_bare(value) {
            write!(f, "{key}={value}")
        } else if is_balanced(value) {
            write!(f, "{key}=({value})")
        } else {
            write!(f, "{key}=\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
        }
    }
}

/// Returns whether a value needs no quotes and no brackets.
pub(crate) fn is_bare(value: &str) -> bool {
    !value.is_empty() && !value.contains([',', '"', '(', ')'])
}

/// Returns whether a value can be written in brackets.
pub(crate) fn is_balanced(value: &str) -> bool {
    bracketed_len(&format!("({value})")) == Some(value.len() + 2)
}

/// Returns the number of bytes of the quoted text at the start of `text`, with its quotes.
pub(crate) fn quoted_len(text: &str) -> Option<usize> {
    let mut escaped = false;
    for (index, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return Some(index + 1),
            _ => (),
        }
    }
    None
}

/// Returns the number of bytes of the bracketed text at the start of `text`, with its brackets.
/// Brackets in quotes do not count.
pub(crate) fn bracketed_len(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut at = 0;
    while let Some(c) = text[at..].chars().next() {
        match c {
            '"' => {
                at += quoted_len(&text[at..])?;
                continue;
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => (),
        }
        at += c.len_utf8();
        if depth == 0 {
            return Some(at);
        }
    }
    None
}
