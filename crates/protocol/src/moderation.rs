//! The moderation log: filters, entries and pages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::echo::shown;
use crate::filter_words::FilterWords;
use crate::{Name, NameError};

/// The largest number of entries in one answer, so that an answer is not longer than some tens of
/// kilobytes. A cursor leads to the next entries.
const MAX_ENTRIES: u32 = 100;

/// The number of entries in an answer by default.
const DEFAULT_ENTRIES: u32 = 20;

/// The words that may follow the name, each with a value after it.
const KEYS: [&str; 3] = ["by", "after", "limit"];

/// The entries that are wanted: those that match every field that is set.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LogFilter {
    /// Only actions against users of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Only actions of moderators of this name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<Name>,
    /// Only entries after this one; entries are listed from the newest to the oldest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<u64>,
    /// The largest number of entries to return.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// An action of a moderator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LogEntry {
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// The moderator.
    pub by: Name,
    /// Whether the moderator's account no longer exists: somebody else may have the name now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_is_gone: bool,
    /// The user.
    pub name: Name,
    /// Whether the user's account no longer exists, or was a guest's: somebody else may have the
    /// name now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub name_is_gone: bool,
    /// The action: `silence`, `kick`, `ban`, `unban`, `role`.
    pub action: String,
    /// The reason; the new role for `role`.
    pub reason: String,
}

/// A page of the log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LogPage {
    /// The entries, newest first.
    pub entries: Vec<LogEntry>,
    /// The number to continue after, if there are more entries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<u64>,
}

/// The words are no filter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum LogFilterError {
    /// The word is unknown.
    #[error("`{0}` is unknown (expected by, after or limit)")]
    Unknown(String),
    /// A word has no value.
    #[error("`{0}` needs a value")]
    Missing(String),
    /// The number to continue after is invalid.
    #[error("after must be a number that an earlier answer gave")]
    After,
    /// The limit is invalid.
    #[error("limit must be a number from 1 to {MAX_ENTRIES}")]
    Limit,
    /// A name is invalid.
    #[error(transparent)]
    Name(#[from] NameError),
}

impl LogFilter {
    /// Reads a name, if there is one, and pairs of a word and its value.
    ///
    /// # Errors
    /// The first word that is invalid.
    pub fn from_words<'a>(
        words: impl Iterator<Item = &'a str>,
    ) -> Result<LogFilter, LogFilterError> {
        let words = FilterWords::new(words, &KEYS).map_err(LogFilterError::Missing)?;
        let name = words.name.map(str::parse).transpose()?;
        let mut filter = LogFilter { name, ..LogFilter::default() };
        for (key, value) in words.pairs {
            filter.set(key, value)?;
        }
        Ok(filter)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), LogFilterError> {
        match key {
            "by" => self.by = Some(value.parse()?),
            "after" => self.after = Some(value.parse().map_err(|_| LogFilterError::After)?),
            "limit" => self.limit = Some(value.parse().map_err(|_| LogFilterError::Limit)?),
            _ => return Err(LogFilterError::Unknown(shown(key))),
        }
        Ok(())
    }

    /// Returns the largest number of entries in the answer.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_ENTRIES).clamp(1, MAX_ENTRIES)
    }
}

impl FromStr for LogFilter {
    type Err = LogFilterError;

    fn from_str(text: &str) -> Result<LogFilter, LogFilterError> {
        LogFilter::from_words(text.split_whitespace())
    }
}

impl fmt::Display for LogFilter {
    /// Writes the words that [`from_words`](LogFilter::from_words) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LogFilter { name, by, after, limit } = self;
        let name = name.as_ref().map(ToString::to_string);
        let by = by.as_ref().map(|by| format!("by {by}"));
        let after = after.map(|after| format!("after {after}"));
        let limit = limit.map(|limit| format!("limit {limit}"));
        let set: Vec<String> = [name, by, after, limit].into_iter().flatten().collect();
        f.write_str(&set.join(" "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<LogFilter, LogFilterError> {
        LogFilter::from_words(words.split_whitespace())
    }

    #[test]
    fn a_name_and_pairs_of_words_make_a_filter() {
        let filter = read("bob by mona after 17 limit 50").unwrap();
        assert_eq!(filter.name.as_ref().map(Name::as_str), Some("bob"));
        assert_eq!(filter.by.as_ref().map(Name::as_str), Some("mona"));
        assert_eq!((filter.after, filter.page()), (Some(17), 50));
        assert_eq!(read(&filter.to_string()), Ok(filter));
        assert_eq!(read("").map(|filter| filter.page()), Ok(DEFAULT_ENTRIES));
        assert_eq!(read("by mona").unwrap().name, None);
    }

    #[test]
    fn a_user_may_be_called_like_a_word() {
        for (words, name, by) in [("by", "by", None), ("after by limit", "after", Some("limit"))] {
            let filter = read(words).unwrap();
            assert_eq!(filter.name.as_ref().map(Name::as_str), Some(name), "{words}");
            assert_eq!(filter.by.as_ref().map(Name::as_str), by, "{words}");
            assert_eq!(read(&filter.to_string()), Ok(filter), "{words}");
        }
    }

    #[test]
    fn unknown_words_are_errors() {
        let missing = LogFilterError::Missing("limit".to_owned());
        assert_eq!(read("bob limit"), Err(missing));
        let unknown = LogFilterError::Unknown("from".to_owned());
        assert_eq!(read("bob from mona"), Err(unknown));
        assert_eq!(read("after yesterday"), Err(LogFilterError::After));
        assert_eq!(read("limit no"), Err(LogFilterError::Limit));
        assert!(matches!(read("b@d"), Err(LogFilterError::Name(_))));
    }

    #[test]
    fn a_page_is_limited_whatever_the_filter_says() {
        let filter = LogFilter { limit: Some(u32::MAX), ..LogFilter::default() };
        assert_eq!(filter.page(), MAX_ENTRIES);
    }
}
