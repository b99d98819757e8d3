//! Parses player SPECs.

use super::error::{SpecError, SpecErrorKind};
use super::option::{COMMAND_KEY, SpecOption};
use super::option::{bracketed_len, quoted_len};

/// Parses `NAME[:KEY=VALUE,KEY=VALUE...]` into the name and the options.
pub(crate) fn parse(text: &str) -> Result<(&str, Vec<SpecOption>), SpecError> {
    let mut parser = SpecParser { text, at: 0 };
    let name = parser.until(&[':']);
    if name.is_empty() {
        return Err(parser.error_at(0, SpecErrorKind::MissingName));
    }
    if !is_word(name) {
        return Err(parser.error_at(0, SpecErrorKind::MalformedName(name.to_owned())));
    }
    let options = if parser.rest().is_empty() { Vec::new() } else { parser.options()? };
    Ok((name, options))
}

fn is_word(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.chars().all(allowed)
}

struct SpecParser<'a> {
    text: &'a str,
    /// The byte index of the next character.
    at: usize,
}

impl<'a> SpecParser<'a> {
    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    /// Consumes the text before the next of `ends`, or the whole rest.
    fn until(&mut self, ends: &[char]) -> &'a str {
        let rest = self.rest();
        let consumed = &rest[..rest.find(ends).unwrap_or(rest.len())];
        self.at += consumed.len();
        consumed
    }

    /// Parses the options; the next character is the colon.
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

    /// Parses a key and its value, up to a comma or the end.
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

    /// Parses a value. Returns the value and the number of characters before it, such as a quote.
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
