//! Parses player SPECs.

use super::error::SpecError;
use super::option::{COMMAND_KEY, SpecOption};

/// Parses `NAME[:KEY=VALUE,KEY=VALUE...]` into the name and the options.
pub(crate) fn parse(text: &str) -> Result<(&str, Vec<SpecOption>), SpecError> {
    let (name, mut rest) = match text.split_once(':') {
        Some((name, rest)) => (name, Some(rest)),
        None => (text, None),
    };
    if name.is_empty() {
        return Err(SpecError::MissingName);
    }
    if !is_word(name) {
        return Err(SpecError::MalformedName(name.to_owned()));
    }
    let mut options: Vec<SpecOption> = Vec::new();
    while let Some(text) = rest {
        let (option, after) = parse_option(text)?;
        if options.iter().any(|earlier| earlier.key() == option.key()) {
            return Err(SpecError::DuplicateKey(option.key().to_owned()));
        }
        options.push(option);
        rest = after;
    }
    Ok((name, options))
}

fn is_word(text: &str) -> bool {
    let allowed = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    !text.is_empty() && text.chars().all(allowed)
}

/// Parses a key and its value. Returns the text after the comma that follows, if there is one.
fn parse_option(text: &str) -> Result<(SpecOption, Option<&str>), SpecError> {
    let (key, rest) = text.split_at(text.find(['=', ',']).unwrap_or(text.len()));
    if key.is_empty() && !rest.starts_with('=') {
        return Err(SpecError::MissingKey);
    }
    if !is_word(key) {
        return Err(SpecError::MalformedKey(key.to_owned()));
    }
    let missing = || SpecError::MissingValue(key.to_owned());
    let text = rest.strip_prefix('=').filter(|text| !text.is_empty()).ok_or_else(missing)?;
    if key == COMMAND_KEY {
        return Ok((SpecOption::new(key, text), None));
    }
    if text.starts_with(',') {
        return Err(missing());
    }
    let (value, rest) = if text.starts_with('(') {
        let len = bracketed_len(text).ok_or(SpecError::UnclosedBracket)?;
        (&text[1..len - 1], &text[len..])
    } else {
        text.split_at(text.find([',', '(', ')']).unwrap_or(text.len()))
    };
    let after = match rest.chars().next() {
        Some(other) if other != ',' => return Err(SpecError::Unexpected(other)),
        comma => comma.map(|_| &rest[1..]),
    };
    Ok((SpecOption::new(key, value), after))
}

/// Returns the number of bytes of the bracketed text at the start of `text`, with its brackets.
pub(super) fn bracketed_len(text: &str) -> Option<usize> {
    let mut depth = 0;
    let end = text.bytes().position(|byte| {
        match byte {
            b'(' => depth += 1,
            b')' => depth -= 1,
            _ => (),
        }
        depth == 0
    });
    end.map(|end| end + 1)
}
