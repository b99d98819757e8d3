//! The log of moderation in questions and answers: which entries are wanted, and what was done.

use std::fmt;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::{Name, NameError};

/// The most entries of one answer.
const MAX_ENTRIES: u32 = 100;

/// How many entries an answer has if the question does not say.
const USUAL_ENTRIES: u32 = 20;

/// The words that may follow the name, each with a value after it.
const KEYS: [&str; 3] = ["by", "after", "limit"];

/// The entries that are wanted: those for which everything that is said here is true.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LogFilter {
    /// Only what was done to somebody of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Only what somebody of this name did.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// Only entries after this one in the list, which is from the newest to the oldest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// How many entries at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// Something that a moderator did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogEntry {
    /// When, in milliseconds since 1970.
    pub at: u64,
    /// Who.
    pub by: Name,
    /// Whether the account of the one who did it is no more: the name may be somebody else's now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_is_gone: bool,
    /// To whom.
    pub name: Name,
    /// Whether the account of the one it was done to is no more, or was a guest's: the name may be
    /// somebody else's now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub name_is_gone: bool,
    /// What: `silence`, `kick`, `ban`, `unban`, `role`.
    pub action: String,
    /// Why; of a role, which.
    pub reason: String,
}

/// A part of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LogPage {
    /// The entries, the newest first.
    pub entries: Vec<LogEntry>,
    /// After which entry the list goes on, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// Words do not say which entries are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogFilterError {
    /// The word is none of those that are known.
    #[error("`{0}` says nothing about entries (expected by, after or limit)")]
    Unknown(String),
    /// Nothing follows a word.
    #[error("something must follow `{0}`")]
    Missing(String),
    /// The entry after which the list is to go on is none.
    #[error("an answer says after which number the list goes on")]
    After,
    /// The limit is none.
    #[error("a limit is a number from 1 to {MAX_ENTRIES}")]
    Limit,
    /// A name is none.
    #[error(transparent)]
    Name(#[from] NameError),
}

impl LogFilter {
    /// Reads a name, if there is one, and pairs of words.
    ///
    /// # Errors
    /// The first word that says nothing.
    pub fn from_words<'a>(
        words: impl Iterator<Item = &'a str>,
    ) -> Result<LogFilter, LogFilterError> {
        let words: Vec<&str> = words.collect();
        let mut filter = LogFilter::default();
        let mut pairs = words.as_slice();
        // Somebody may be called `by`: without a name the number of words is even.
        if let [name, rest @ ..] = words.as_slice()
            && (rest.len() % 2 == 0 || !KEYS.contains(name))
        {
            filter.name = Some(name.parse()?);
            pairs = rest;
        }
        for pair in pairs.chunks(2) {
            let [key, value] = pair else {
                return Err(LogFilterError::Missing(shortened(pair[0])));
            };
            filter.set(key, value)?;
        }
        Ok(filter)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), LogFilterError> {
        match key {
            "by" => self.by = Some(value.parse()?),
            "after" => self.after = Some(value.parse().map_err(|_| LogFilterError::After)?),
            "limit" => self.limit = Some(value.parse().map_err(|_| LogFilterError::Limit)?),
            _ => return Err(LogFilterError::Unknown(shortened(key))),
        }
        Ok(())
    }

    /// Returns how many entries the answer may have.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(USUAL_ENTRIES).clamp(1, MAX_ENTRIES)
    }
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

impl fmt::Display for LogFilter {
    /// Writes the words that [`from_words`](LogFilter::from_words) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LogFilter { name, by, after, limit } = self;
        let name = name.as_ref().map(ToString::to_string);
        let by = by.as_ref().map(|by| format!("by {by}"));
        let after = after.map(|after| format!("after {after}"));
        let limit = limit.map(|limit| format!("limit {limit}"));
        let said: Vec<String> = [name, by, after, limit].into_iter().flatten().collect();
        f.write_str(&said.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<LogFilter, LogFilterError> {
        LogFilter::from_words(words.split_whitespace())
    }

    #[test]
    fn a_name_and_pairs_of_words_say_which_entries() {
        let filter = read("bob by mona after 17 limit 50").unwrap();
        assert_eq!(filter.name.as_ref().map(Name::as_str), Some("bob"));
        assert_eq!(filter.by.as_ref().map(Name::as_str), Some("mona"));
        assert_eq!((filter.after, filter.page()), (Some(17), 50));
        assert_eq!(read(&filter.to_string()), Ok(filter));
        assert_eq!(read("").map(|filter| filter.page()), Ok(USUAL_ENTRIES));
        assert_eq!(read("by mona").unwrap().name, None);
    }

    #[test]
    fn somebody_may_be_called_like_a_word() {
        for (words, name, by) in [("by", "by", None), ("after by limit", "after", Some("limit"))] {
            let filter = read(words).unwrap();
            assert_eq!(filter.name.as_ref().map(Name::as_str), Some(name), "{words}");
            assert_eq!(filter.by.as_ref().map(Name::as_str), by, "{words}");
            assert_eq!(read(&filter.to_string()), Ok(filter), "{words}");
        }
    }

    #[test]
    fn words_that_say_nothing_are_named() {
        let missing = LogFilterError::Missing("limit".to_owned());
        assert_eq!(read("bob limit"), Err(missing));
        let unknown = LogFilterError::Unknown("from".to_owned());
        assert_eq!(read("bob from mona"), Err(unknown));
        assert_eq!(read("after yesterday"), Err(LogFilterError::After));
        assert_eq!(read("limit no"), Err(LogFilterError::Limit));
        assert!(matches!(read("b@d"), Err(LogFilterError::Name(_))));
    }

    #[test]
    fn a_page_has_a_limit_whatever_is_asked_for() {
        let filter = LogFilter { limit: Some(u32::MAX), ..LogFilter::default() };
        assert_eq!(filter.page(), MAX_ENTRIES);
    }
}
