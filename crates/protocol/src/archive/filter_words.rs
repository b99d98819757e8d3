//! How filters are typed: pairs of a word and its value, in some filters after a name.

use std::fmt::{self, Display};
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use thiserror::Error;

use crate::connection::quoted_input::shown;
use crate::{Name, Winner};

/// Maximum number of entries in one answer, so that an answer is not longer than some tens of
/// kilobytes. A cursor leads to the next ones.
pub const MAX_PAGE: u32 = 100;

/// The words are not a filter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The filter has no such word.
    #[error("`{word}` is unknown (expected {expected})")]
    Unknown {
        /// The word as typed.
        word: String,
        /// All words of this filter.
        expected: String,
    },
    /// A word has no value.
    #[error("`{0}` needs a value")]
    Missing(String),
    /// The value of a word is invalid.
    #[error("{0}")]
    Invalid(String),
    /// The value of a word is not a number.
    #[error("{0} must be a number")]
    NoNumber(&'static str),
    /// The length of the page is out of range.
    #[error("limit must be a number from 1 to {MAX_PAGE}")]
    Limit,
    /// No game has this score.
    #[error("score must be a number from -64 to 64")]
    Score,
    /// The result of a player is wanted, and no player is named.
    #[error("`result {0}` needs the word player")]
    NoPlayer(Winner),
}

/// Pairs of a word and its value.
pub(crate) struct FilterWords<'a>(Vec<(&'a str, &'a str)>);

impl<'a> FilterWords<'a> {
    /// Takes words apart; `keys` are those that have a value.
    pub(crate) fn new(words: &[&'a str], keys: &[&str]) -> Result<FilterWords<'a>, FilterError> {
        let pair = |pair: &[&'a str]| match *pair {
            [key, value] if keys.contains(&key) => Ok((key, value)),
            [key] if keys.contains(&key) => Err(FilterError::Missing(key.to_owned())),
            _ => Err(FilterError::Unknown { word: shown(pair[0]), expected: keys.join(", ") }),
        };
        words.chunks(2).map(pair).collect::<Result<_, _>>().map(FilterWords)
    }

    /// Splits words into an optional leading name and pairs of key and value. A user may be called like one of the
    /// keys: without a name the number of words is even.
    pub(crate) fn after_name(
        text: &'a str,
        keys: &[&str],
    ) -> Result<(Option<Name>, FilterWords<'a>), FilterError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let (name, rest) = match words.as_slice() {
            [name, rest @ ..] if rest.len() % 2 == 0 || !keys.contains(name) => {
                (Some(parse(name)?), rest)
            }
            all => (None, all),
        };
        Ok((name, FilterWords::new(rest, keys)?))
    }

    /// Returns what was typed after a key: the last time, if it was typed twice.
    fn typed(&self, key: &str) -> Option<&'a str> {
        self.0.iter().rev().find(|(typed, _)| *typed == key).map(|(_, value)| *value)
    }

    /// Reads the value of a key, if it has one.
    pub(crate) fn value<T: FromStr<Err: Display>>(
        &self,
        key: &str,
    ) -> Result<Option<T>, FilterError> {
        self.typed(key).map(parse).transpose()
    }

    /// Reads the number of a key, if it has one.
    pub(crate) fn number<T: FromStr>(&self, key: &'static str) -> Result<Option<T>, FilterError> {
        let number = |text: &str| text.parse().map_err(|_| FilterError::NoNumber(key));
        self.typed(key).map(number).transpose()
    }

    /// Reads the length of the page.
    pub(crate) fn limit(&self) -> Result<Option<u32>, FilterError> {
        self.number("limit")?.map(checked_limit).transpose()
    }
}

fn parse<T: FromStr<Err: Display>>(text: &str) -> Result<T, FilterError> {
    text.parse().map_err(|reason: T::Err| FilterError::Invalid(reason.to_string()))
}

fn checked_limit(limit: u32) -> Result<u32, FilterError> {
    if (1..=MAX_PAGE).contains(&limit) { Ok(limit) } else { Err(FilterError::Limit) }
}

/// Reads the length of a page from JSON or a URL.
pub(crate) fn read_limit<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<u32>, D::Error> {
    let limit = Option::<u32>::deserialize(deserializer)?;
    limit.map(checked_limit).transpose().map_err(D::Error::custom)
}

/// Writes the words of a filter that have a value. A name has the empty word.
pub(crate) fn write(f: &mut fmt::Formatter<'_>, fields: &[(&str, Option<String>)]) -> fmt::Result {
    let set = fields.iter().filter_map(|(key, value)| Some(format!("{key} {}", value.as_ref()?)));
    f.write_str(set.collect::<Vec<String>>().join(" ").trim_start())
}

/// Returns a value as text, if there is one.
pub(crate) fn text(value: Option<&impl ToString>) -> Option<String> {
    value.map(ToString::to_string)
}
