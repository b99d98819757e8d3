//! A page of a user's games.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use crate::echo::shown;
use crate::filter_words::FilterWords;
use crate::serde_text::serde_as_text;
use crate::{GameId, Name, NameError};

/// The largest number of games in one answer. A cursor leads to the next games.
const MAX_GAMES: u32 = 100;

/// The number of games in an answer by default: some screens of a terminal.
const DEFAULT_GAMES: u32 = 50;

/// The words that may follow the name, each with a value after it.
const KEYS: [&str; 2] = ["after", "limit"];

/// The games of a user that are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct HistoryFilter {
    /// The user; the one who asks by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<Name>,
    /// Only games after this cursor; games are listed from the newest to the oldest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<HistoryCursor>,
    /// The largest number of games to return, from 1 to 100; 50 by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_limit")]
    pub limit: Option<u32>,
}

/// A cursor in a user's games, which are ordered by their start and number: `1795359840000-12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HistoryCursor {
    /// The start of the game, in milliseconds since 1970.
    pub started_at: u64,
    /// The game.
    pub game: GameId,
}

/// The words name no page of games.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum HistoryFilterError {
    /// The word is unknown.
    #[error("`{0}` is unknown (expected after or limit)")]
    Unknown(String),
    /// A word has no value.
    #[error("`{0}` needs a value")]
    Missing(String),
    /// The cursor is invalid.
    #[error("`{0}` is no cursor (an answer with more games names the next one)")]
    Cursor(String),
    /// The limit is invalid.
    #[error("limit must be a number from 1 to {MAX_GAMES}")]
    Limit,
    /// A name is invalid.
    #[error(transparent)]
    Name(#[from] NameError),
}

impl HistoryFilter {
    /// Reads a name, if there is one, and pairs of a word and its value.
    ///
    /// # Errors
    /// The first word that is invalid.
    pub fn from_words<'a>(
        words: impl Iterator<Item = &'a str>,
    ) -> Result<HistoryFilter, HistoryFilterError> {
        let words = FilterWords::new(words, &KEYS).map_err(HistoryFilterError::Missing)?;
        let name = words.name.map(str::parse).transpose()?;
        let mut filter = HistoryFilter { name, ..HistoryFilter::default() };
        for (key, value) in words.pairs {
            match key {
                "after" => filter.after = Some(value.parse()?),
                "limit" => filter.limit = Some(limit(value)?),
                _ => return Err(HistoryFilterError::Unknown(shown(key))),
            }
        }
        Ok(filter)
    }

    /// Returns the largest number of games in the answer.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_GAMES).clamp(1, MAX_GAMES)
    }
}

fn limit(text: &str) -> Result<u32, HistoryFilterError> {
    checked_limit(text.parse().map_err(|_| HistoryFilterError::Limit)?)
}

fn checked_limit(limit: u32) -> Result<u32, HistoryFilterError> {
    if (1..=MAX_GAMES).contains(&limit) { Ok(limit) } else { Err(HistoryFilterError::Limit) }
}

/// Reads a limit from JSON or a URL.
fn read_limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let limit = Option::<u32>::deserialize(deserializer)?;
    limit.map(checked_limit).transpose().map_err(D::Error::custom)
}

impl FromStr for HistoryFilter {
    type Err = HistoryFilterError;

    fn from_str(text: &str) -> Result<HistoryFilter, HistoryFilterError> {
        HistoryFilter::from_words(text.split_whitespace())
    }
}

impl fmt::Display for HistoryFilter {
    /// Writes the words that [`from_words`](HistoryFilter::from_words) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HistoryFilter { name, after, limit } = self;
        let name = name.as_ref().map(ToString::to_string);
        let after = after.map(|after| format!("after {after}"));
        let limit = limit.map(|limit| format!("limit {limit}"));
        let set: Vec<String> = [name, after, limit].into_iter().flatten().collect();
        f.write_str(&set.join(" "))
    }
}

impl FromStr for HistoryCursor {
    type Err = HistoryFilterError;

    fn from_str(text: &str) -> Result<HistoryCursor, HistoryFilterError> {
        let numbers = || {
            let (started_at, game) = text.split_once('-')?;
            let started_at = started_at.parse().ok().filter(|&at| i64::try_from(at).is_ok())?;
            let game = game.parse().ok().filter(|&game| i64::try_from(game).is_ok())?;
            Some(HistoryCursor { started_at, game: GameId(game) })
        };
        numbers().ok_or_else(|| HistoryFilterError::Cursor(shown(text)))
    }
}

impl fmt::Display for HistoryCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.started_at, self.game)
    }
}

serde_as_text!(HistoryCursor);

#[cfg(test)]
mod tests {
    use super::*;

    fn read(words: &str) -> Result<HistoryFilter, HistoryFilterError> {
        words.parse()
    }

    #[test]
    fn a_name_and_pairs_of_words_name_a_page() {
        let filter = read("bob after 1795359840000-12 limit 7").unwrap();
        assert_eq!(filter.name.as_ref().map(Name::as_str), Some("bob"));
        let after = HistoryCursor { started_at: 1_795_359_840_000, game: GameId(12) };
        assert_eq!((filter.after, filter.page()), (Some(after), 7));
        assert_eq!(read(&filter.to_string()), Ok(filter));
        assert_eq!(read("").map(|filter| filter.page()), Ok(DEFAULT_GAMES));
        assert_eq!(read("after 5-6").unwrap().name, None);
        assert_eq!(read("after").unwrap().name.unwrap().as_str(), "after");
    }

    #[test]
    fn unknown_words_are_errors() {
        assert_eq!(read("bob limit"), Err(HistoryFilterError::Missing("limit".to_owned())));
        assert_eq!(read("bob from 1"), Err(HistoryFilterError::Unknown("from".to_owned())));
        assert_eq!(read("after 7"), Err(HistoryFilterError::Cursor("7".to_owned())));
        for limit in ["limit 0", "limit 101", "limit no"] {
            assert_eq!(read(limit), Err(HistoryFilterError::Limit), "{limit}");
        }
        assert!(matches!(read("b@d"), Err(HistoryFilterError::Name(_))));
    }
}
