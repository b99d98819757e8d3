//! The one field of the archive: names, dates, events, results, openings, moves and boards in any order.
//!
//! This part reads words without knowing what is in an archive. Words that may be names are left to the
//! archive, in runs: `tamenori hideshi 1998 tiger` is the run `tamenori hideshi`, a date and the run
//! `tiger`. docs/protocol.md describes the language.

mod reader;
mod terms;
mod tokens;
mod values;

use std::str::FromStr;

use thiserror::Error;

use self::reader::Reader;
pub use self::terms::{NameKind, ReadTerm, SearchProblem, SearchProblemKind, SearchTerm};
use crate::serde_text::checked_text;
use crate::strip_controls;

/// The longest text, in characters: a pasted board with its coordinates, and some words.
pub const MAX_SEARCH: usize = 600;

/// A text that is searched for: at most [`MAX_SEARCH`] characters in one line.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct SearchText(String);

/// The text is too long.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a search has at most {MAX_SEARCH} characters")]
pub struct SearchTextError;

impl SearchText {
    /// Reads the parts of the text, and those that are not understood.
    pub fn read(&self) -> (Vec<ReadTerm>, Vec<SearchProblem>) {
        Reader::new(&self.0).read()
    }
}

impl FromStr for SearchText {
    type Err = SearchTextError;

    fn from_str(text: &str) -> Result<SearchText, SearchTextError> {
        let blank = |c: char| if c.is_whitespace() { ' ' } else { c };
        let line: String = text.chars().map(narrow).map(blank).collect();
        let clean = strip_controls(&line);
        let words: Vec<&str> = clean.split_whitespace().collect();
        let text = words.join(" ");
        if text.chars().count() > MAX_SEARCH { Err(SearchTextError) } else { Ok(SearchText(text)) }
    }
}

/// Returns the usual form of a wide letter or figure, as Japanese keyboards write them: `１` is `1`.
fn narrow(c: char) -> char {
    let is_wide = ('！'..='～').contains(&c);
    char::from_u32(u32::from(c) - if is_wide { 0xfee0 } else { 0 }).unwrap_or(c)
}

checked_text!(SearchText);

#[cfg(test)]
mod tests;
