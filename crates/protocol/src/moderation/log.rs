//! The moderation log: filters, entries and pages.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::Name;
use crate::archive::filter_words::{self, FilterError, FilterWords, MAX_PAGE, read_limit, text};

/// The number of entries in an answer by default.
const DEFAULT_ENTRIES: u32 = 20;

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
    /// Maximum number of entries to return, from 1 to 100; 20 by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_limit")]
    pub limit: Option<u32>,
}

/// An action of a moderator.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LogEntry {
    /// The time, in milliseconds since 1970.
    pub at: u64,
    /// Who acted.
    pub by: Name,
    /// Whether the moderator's account no longer exists: somebody else may have the name now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub by_is_gone: bool,
    /// The user acted against.
    pub name: Name,
    /// Whether the user's account no longer exists, or was a guest's: somebody else may have the
    /// name now.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub name_is_gone: bool,
    /// The action: `silence`, `unsilence`, `kick`, `ban`, `unban`, `role`.
    pub action: String,
    /// The reason; the new role for `role`.
    pub reason: String,
    /// When what was done ends, in milliseconds since 1970, if it ends by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<u64>,
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

impl LogFilter {
    /// Returns the largest number of entries in the answer.
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_ENTRIES).clamp(1, MAX_PAGE)
    }
}

impl FromStr for LogFilter {
    type Err = FilterError;

    /// Reads a name, if there is one, and pairs of a word and its value.
    fn from_str(text: &str) -> Result<LogFilter, FilterError> {
        let (name, words) = FilterWords::after_name(text, &["by", "after", "limit"])?;
        let (by, after) = (words.value("by")?, words.number("after")?);
        Ok(LogFilter { name, by, after, limit: words.limit()? })
    }
}

impl fmt::Display for LogFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LogFilter { name, by, after, limit } = self;
        let [name, by] = [name, by].map(|name| text(name.as_ref()));
        let (after, limit) = (text(after.as_ref()), text(limit.as_ref()));
        filter_words::write(f, &[("", name), ("by", by), ("after", after), ("limit", limit)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<LogFilter, FilterError> {
        words.parse()
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
    fn a_page_is_limited_whatever_the_filter_says() {
        let filter = LogFilter { limit: Some(u32::MAX), ..LogFilter::default() };
        assert_eq!(filter.page(), MAX_PAGE);
    }
}
