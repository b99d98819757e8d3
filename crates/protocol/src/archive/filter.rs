//! The filter of a search in the archive.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use willow_board::DiscDiff;

use super::{ArchiveDate, NamePart, PositionQuery};
use crate::GameId;
use crate::archive::filter_words::{self, FilterError, FilterWords, MAX_PAGE, read_limit, text};
use crate::connection::quoted_input::shown;
use crate::expected_word::words;
use crate::serde_text::serde_as_text;

/// The number of games in an answer by default.
const DEFAULT_PAGE: u32 = 20;

/// The games that are wanted: those that match every field that is set.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ArchiveFilter {
    /// A part of a player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<NamePart>,
    /// A part of the name of the other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opponent: Option<NamePart>,
    /// A part of the name of the tournament or match.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<NamePart>,
    /// Only games that ended so.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Winner>,
    /// Black's result in discs, from -64 to 64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<i32>"), ts(as = "Option<i32>"))]
    pub score: Option<DiscDiff>,
    /// Only games that were not played before this date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<ArchiveDate>,
    /// Only games that were not played after this date.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<ArchiveDate>,
    /// A position that occurred, in any orientation; `opening` is another name for it.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "opening")]
    pub position: Option<PositionQuery>,
    /// Where the games were played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub only: Option<ArchiveOrigin>,
    /// Only games after this cursor; games are listed from the newest to the oldest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub after: Option<ArchiveCursor>,
    /// Maximum number of games to return, from 1 to 100; 20 by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "read_limit")]
    pub limit: Option<u32>,
    /// Details of each game beside its summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<ArchiveExtra>,
}

/// Details of the games of an answer beside their summaries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ArchiveExtra {
    /// The moves, which make an answer twice as long.
    Moves,
}

/// Where games were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum ArchiveOrigin {
    /// Games of this server's users; imported games are excluded.
    Here,
    /// On the devices of its users, against the device's program. Without this no answer has such games.
    Device,
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Winner {
    /// Black won.
    Black,
    /// White won.
    White,
    /// Neither side.
    Draw,
    /// The player whom the filter names first, with either colour.
    Player,
    /// Whoever played against this player.
    Opponent,
}

/// A cursor in a list of games, which is ordered by date and number: `19950630-1234`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct ArchiveCursor {
    /// The date, as the number `yyyymmdd`.
    pub played: u32,
    /// The game's number, which orders games of one date.
    pub game: GameId,
}

/// The text is not a cursor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is not a cursor (an answer with more games names the next one)")]
pub struct ParseCursorError(pub(crate) String);

words!(Winner, "black, white, draw, player or opponent after `result`");
words!(ArchiveOrigin, "`here` or `device` after `only`");
words!(ArchiveExtra, "`moves` after `with`");

impl ArchiveFilter {
    /// The words of a filter, each with a value after it: the fields in JSON.
    pub(crate) const FIELDS: [&str; 13] = [
        "player", "opponent", "event", "result", "score", "from", "to", "opening", "position",
        "only", "after", "limit", "with",
    ];

    /// Reads pairs of a word and its value.
    ///
    /// # Errors
    /// The first pair that is invalid.
    pub(crate) fn from_words(words: &[&str]) -> Result<ArchiveFilter, FilterError> {
        let words = FilterWords::new(words, &ArchiveFilter::FIELDS)?;
        let filter = ArchiveFilter {
            player: words.value("player")?,
            opponent: words.value("opponent")?,
            event: words.value("event")?,
            result: words.value("result")?,
            score: words.number("score")?.map(score).transpose()?,
            from: words.value("from")?,
            to: words.value("to")?,
            position: words.value("position")?.or(words.value("opening")?),
            only: words.value("only")?,
            after: words.value("after")?,
            limit: words.limit()?,
            with: words.value("with")?,
        };
        filter.check()?;
        Ok(filter)
    }

    /// Checks that the filter has a player if it asks for the player's result.
    ///
    /// # Errors
    /// There is no player.
    pub const fn check(&self) -> Result<(), FilterError> {
        match self.result {
            Some(winner @ (Winner::Player | Winner::Opponent)) if self.player.is_none() => {
                Err(FilterError::NoPlayer(winner))
            }
            _ => Ok(()),
        }
    }

    /// Returns whether only the position, the cursor and the length of the page are set.
    pub const fn is_of_all_games(&self) -> bool {
        self.player.is_none()
            && self.opponent.is_none()
            && self.event.is_none()
            && self.result.is_none()
            && self.score.is_none()
            && self.from.is_none()
            && self.to.is_none()
            && self.only.is_none()
    }

    /// Returns the largest number of games in the answer.
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE)
    }
}

fn score(discs: i32) -> Result<DiscDiff, FilterError> {
    DiscDiff::new(discs).map_err(|_| FilterError::Score)
}

impl fmt::Display for ArchiveFilter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let fields = [
            ("player", text(self.player.as_ref())),
            ("opponent", text(self.opponent.as_ref())),
            ("event", text(self.event.as_ref())),
            ("result", text(self.result.as_ref())),
            ("score", text(self.score.map(DiscDiff::value).as_ref())),
            ("from", text(self.from.as_ref())),
            ("to", text(self.to.as_ref())),
            ("position", text(self.position.as_ref())),
            ("only", text(self.only.as_ref())),
            ("after", text(self.after.as_ref())),
            ("limit", text(self.limit.as_ref())),
            ("with", text(self.with.as_ref())),
        ];
        filter_words::write(f, &fields)
    }
}

impl FromStr for ArchiveFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<ArchiveFilter, FilterError> {
        ArchiveFilter::from_words(&text.split_whitespace().collect::<Vec<&str>>())
    }
}

impl FromStr for ArchiveCursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<ArchiveCursor, ParseCursorError> {
        let numbers = || {
            let (played, game) = text.split_once('-')?;
            Some(ArchiveCursor { played: played.parse().ok()?, game: GameId(game.parse().ok()?) })
        };
        numbers().ok_or_else(|| ParseCursorError(shown(text)))
    }
}

impl fmt::Display for ArchiveCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.played, self.game)
    }
}

serde_as_text!(ArchiveCursor);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_of_words_make_a_filter() {
        let words = "player Doe_Jane event world_c result draw score -12 from 1995 to 1996-06 opening f5d6 only here limit 50 with moves";
        let filter = words.parse::<ArchiveFilter>().unwrap();
        assert_eq!(filter.player.as_ref().map(NamePart::as_str), Some("doe_jane"));
        assert_eq!((filter.result, filter.page()), (Some(Winner::Draw), 50));
        let written = filter.to_string();
        assert_eq!(written.parse(), Ok(filter));
    }

    #[test]
    fn unknown_words_are_errors() {
        for words in [
            "player",
            "colour black",
            "result 12",
            "result player",
            "score 65",
            "score all",
            "from yesterday",
            "position x",
            "only there",
            "after 7",
            "limit no",
            "limit 0",
            "limit 101",
            "with love",
        ] {
            assert!(words.parse::<ArchiveFilter>().is_err(), "{words}");
        }
    }

    #[test]
    fn a_page_is_limited_whatever_the_filter_says() {
        let filter = ArchiveFilter { limit: Some(u32::MAX), ..ArchiveFilter::default() };
        assert_eq!(filter.page(), MAX_PAGE);
    }
}
