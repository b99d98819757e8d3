//! Reads player SPECs.

use crate::spec::{COMMAND_KEY, PlayerSpec, SpecOption};
use crate::spec_error::{SpecError, SpecErrorKind};

/// Reads `NAME[:KEY=VALUE,KEY=VALUE...]`.
pub(crate) fn parse(text: &str) -> Result<PlayerSpec, SpecError> {
    let mut parser = Parser { text, at: 0 };
    let name = parser.until(&[':']);
    if name.is_empty() {
        return Err(parser.error_at(0, SpecErrorKind::MissingName));
    }
    if !is_word(name) {
        return Err(parser.error_at(0, SpecErrorKind::MalformedName(name.to_owned())));
    }
    let options = if parser.rest().is_empty() { Vec::new() } else { parser.options()? };
    Ok(PlayerSpec::from_parts(name, options))
}

/// Returns whether a value can stand without quotes and brackets.
pub(crate) fn is_bare(value: &str) -> bool {
    !value.is_empty() && !value.contains([',', '"', '(', ')'])
}

/// Returns whether a value can stand in brackets.
pub(crate) fn is_balanced(value: &str) -> bool {
    bracketed_len(&format!("({value})")) == Some(value.len() + 2)
}

fn is_word(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.chars().all(allowed)
}

struct Parser<'a> {
    text: &'a str,
    /// The index of the next byte; always at a character's beginning.
    at: usize,
}

impl<'a> Parser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Takes everything before the next of `ends`, or all that is left.
    fn until(&mut self, ends: &[char]) -> &'a str {
        let rest = self.rest();
        let taken = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += taken.len();
        taken
    }

    /// Reads the options; the next character is the colon.
    fn options(&mut self) -> Result<Vec<SpecOption>, SpecError> {
        let mut options: Vec<SpecOption> = Vec::new();
        while !self.rest().is_empty() {
            self.at += 1; // The colon or the comma.
            let key_at = self.at;
            let option = self.option()?;
            if options.iter().any(|earlier| earlier.key() == option.key()) {
                let kind = SpecErrorKind::DuplicateKey(option.key().to_owned());
                return Err(self.error_at(key_at, kind));
            }
            options.push(option);
        }
        Ok(options)
    }

    /// Reads a key and its value, up to a comma or the end.
    fn option(&mut self) -> Result<SpecOption, SpecError> {
        let key_at = self.at;
        let key = self.until(&['=', ',']);
        if key.is_empty() && !self.rest().starts_with('=') {
            return Err(self.error_at(key_at, SpecErrorKind::MissingKey));
        }
        if !is_word(key) {
            return Err(self.error_at(key_at, SpecErrorKind::MalformedKey(key.to_owned())));
        }
        if !self.rest().starts_with('=') {
            return Err(self.error_at(key_at, SpecErrorKind::MissingValue(key.to_owned())));
        }
        self.at += 1;
        let value_at = self.at;
        let (value, skipped) = self.value(key)?;
        let value_column = self.column(value_at) + skipped;
        Ok(SpecOption::new(key, value, self.column(key_at), value_column))
    }

    /// Reads a value; returns it with the number of characters before it that do not belong to it.
    fn value(&mut self, key: &str) -> Result<(String, usize), SpecError> {
        let missing = || SpecErrorKind::MissingValue(key.to_owned());
        if key == COMMAND_KEY {
            let value = self.until(&[]);
            let is_missing = value.is_empty();
            return if is_missing { Err(self.error(missing())) } else { Ok((value.to_owned(), 0)) };
        }
        let (value, skipped) = match self.rest().chars().next() {
            None | Some(',') => return Err(self.error(missing())),
            Some('"') => (self.quoted()?, 1),
            Some('(') => (self.bracketed()?, 1),
            Some(_) => (self.until(&[',', '"', '(', ')']).to_owned(), 0),
        };
        match self.rest().chars().next() {
            None | Some(',') => Ok((value, skipped)),
            Some(other) => Err(self.error(SpecErrorKind::Unexpected(other))),
        }
    }

    fn quoted(&mut self) -> Result<String, SpecError> {
        let len =
            quoted_len(self.rest()).ok_or_else(|| self.error(SpecErrorKind::UnclosedQuote))?;
        let inner = &self.rest()[1..len - 1];
        self.at += len;
        let mut value = String::with_capacity(inner.len());
        let mut chars = inner.chars();
        while let Some(c) = chars.next() {
            value.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
        }
        Ok(value)
    }

    fn bracketed(&mut self) -> Result<String, SpecError> {
        let len =
            bracketed_len(self.rest()).ok_or_else(|| self.error(SpecErrorKind::UnclosedBracket))?;
        let inner = &self.rest()[1..len - 1];
        self.at += len;
        Ok(inner.to_owned())
    }

    fn column(&self, at: usize) -> usize {
        self.text[..at].chars().count() + 1
    }

    fn error(&self, kind: SpecErrorKind) -> SpecError {
        self.error_at(self.at, kind)
    }

    fn error_at(&self, at: usize, kind: SpecErrorKind) -> SpecError {
        SpecError { column: self.column(at), kind }
    }
}

/// Returns the number of bytes of the quoted text that `text` begins with, quotes included.
fn quoted_len(text: &str) -> Option<usize> {
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

/// Returns the number of bytes of the bracketed text that `text` begins with, brackets included.
/// Brackets in quotes do not count.
fn bracketed_len(text: &str) -> Option<usize> {
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
