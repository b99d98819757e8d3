//! A page of a user's games.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::archive::filter_words::{self, FilterError, FilterWords, MAX_PAGE, read_limit, text};
use crate::connection::quoted_input::shown;
use crate::serde_text::serde_as_text;
use crate::{GameId, Name, ParseCursorError};

/// The number of games in an answer by default: some screens of a terminal.
const DEFAULT_GAMES: u32 = 50;

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
    /// Maximum number of games to return, from 1 to 100; 50 by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_limit")]
    pub limit: Option<u32>,
}

/// A cursor in a user's games, which are ordered by their start and number: `1795359840000-12`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct HistoryCursor {
    /// The start of the game, in milliseconds since 1970.
    pub started_at: u64,
    /// The game's number, which orders games of one moment.
    pub game: GameId,
}

impl HistoryFilter {
    /// Returns the largest number of games in the answer.
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_GAMES).clamp(1, MAX_PAGE)
    }
}

impl FromStr for HistoryFilter {
    type Err = FilterError;

    /// Reads a name, if there is one, and pairs of a word and its value.
    fn from_str(text: &str) -> Result<HistoryFilter, FilterError> {
        let (name, words) = FilterWords::after_name(text, &["after", "limit"])?;
        Ok(HistoryFilter { name, after: words.value("after")?, limit: words.limit()? })
    }
}

impl fmt::Display for HistoryFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let HistoryFilter { name, after, limit } = self;
        let (name, after, limit) =
            (text(name.as_ref()), text(after.as_ref()), text(limit.as_ref()));
        filter_words::write(f, &[("", name), ("after", after), ("limit", limit)])
    }
}

impl FromStr for HistoryCursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<HistoryCursor, ParseCursorError> {
        let numbers = || {
            let (started_at, game) = text.split_once('-')?;
            let started_at = started_at.parse().ok().filter(|&at| i64::try_from(at).is_ok())?;
            let game = game.parse().ok().filter(|&game| i64::try_from(game).is_ok())?;
            Some(HistoryCursor { started_at, game: GameId(game) })
        };
        numbers().ok_or_else(|| ParseCursorError(shown(text)))
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

    fn read(words: &str) -> Result<HistoryFilter, FilterError> {
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
        for (words, error) in [
            ("bob limit", "`limit` needs a value"),
            ("bob from 1", "`from` is unknown (expected after, limit)"),
            ("after 7", "`7` is not a cursor (an answer with more games names the next one)"),
            ("limit 0", "limit must be a number from 1 to 100"),
            ("limit 101", "limit must be a number from 1 to 100"),
            ("limit no", "limit must be a number"),
            ("b@d", "a name has 2 to 20 letters, digits, `-` or `_`, and begins with a letter"),
        ] {
            assert_eq!(read(words).unwrap_err().to_string(), error, "{words}");
        }
    }
}
