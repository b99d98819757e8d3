//! The filter of a search in the archive.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use thiserror::Error;

use super::{
    ArchiveDate, NamePart, NamePartError, ParseDateError, ParsePositionError, PositionQuery,
};
use crate::GameId;
use crate::serde_text::serde_as_text;

/// The largest number of games in one answer, so that an answer is not longer than some tens of
/// kilobytes. A cursor leads to the next games.
pub const MAX_PAGE: u32 = 100;

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
    /// The winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<Winner>,
    /// Black's result in discs, from -64 to 64.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "score")]
    pub score: Option<i32>,
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
    /// The largest number of games to return, from 1 to 100; 20 by default.
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "limit")]
    pub limit: Option<u32>,
    /// What each game has beside its summary.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub with: Option<ArchiveExtra>,
}

/// What the games of an answer have beside their summaries.
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
    /// On this server: their players are its users, and imported games are none of them.
    Here,
}

/// The winner of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum Winner {
    /// Black.
    Black,
    /// White.
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
    /// The game.
    pub game: GameId,
}

/// The text is no cursor.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no cursor (an answer with more games names the next one)")]
pub struct ParseCursorError(String);

/// The words are no filter.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The word is unknown.
    #[error(
        "`{0}` is unknown (expected player, opponent, event, result, score, from, to, opening, position, only, after, limit or with)"
    )]
    Unknown(String),
    /// A word has no value.
    #[error("`{0}` needs a value")]
    Missing(String),
    /// The result is invalid.
    #[error("result must be black, white, draw, player or opponent")]
    Winner,
    /// The result of a player is wanted, and no player is named.
    #[error("`result {0}` needs the word player")]
    NoPlayer(Winner),
    /// The score is invalid.
    #[error("score must be a number from -64 to 64")]
    Score,
    /// The origin is invalid.
    #[error("only must be `here`")]
    Origin,
    /// The extra is invalid.
    #[error("with must be `moves`")]
    Extra,
    /// The limit is invalid.
    #[error("limit must be a number from 1 to {MAX_PAGE}")]
    Limit,
    /// A part of a name is invalid.
    #[error(transparent)]
    Name(#[from] NamePartError),
    /// A date is invalid.
    #[error(transparent)]
    Date(#[from] ParseDateError),
    /// A position is invalid.
    #[error(transparent)]
    Position(#[from] ParsePositionError),
    /// A cursor is invalid.
    #[error(transparent)]
    Cursor(#[from] ParseCursorError),
}

impl ArchiveFilter {
    /// Reads pairs of a word and its value.
    ///
    /// # Errors
    /// The first pair that is invalid.
    pub fn from_words<'a>(
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<ArchiveFilter, FilterError> {
        let mut filter = ArchiveFilter::default();
        while let Some(key) = words.next() {
            let value = words.next().ok_or_else(|| FilterError::Missing(shortened(key)))?;
            filter.set(key, value)?;
        }
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
    #[must_use]
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

    fn set(&mut self, key: &str, value: &str) -> Result<(), FilterError> {
        match key {
            "player" => self.player = Some(value.parse()?),
            "opponent" => self.opponent = Some(value.parse()?),
            "event" => self.event = Some(value.parse()?),
            "result" => self.result = Some(value.parse()?),
            "score" => {
                let discs = value.parse().map_err(|_| FilterError::Score)?;
                self.score = Some(checked_score(discs)?);
            }
            "from" => self.from = Some(value.parse()?),
            "to" => self.to = Some(value.parse()?),
            "opening" | "position" => self.position = Some(value.parse()?),
            "after" => self.after = Some(value.parse()?),
            "limit" => {
                let limit = value.parse().map_err(|_| FilterError::Limit)?;
                self.limit = Some(checked_limit(limit)?);
            }
            "only" if value == "here" => self.only = Some(ArchiveOrigin::Here),
            "only" => return Err(FilterError::Origin),
            "with" if value == "moves" => self.with = Some(ArchiveExtra::Moves),
            "with" => return Err(FilterError::Extra),
            _ => return Err(FilterError::Unknown(shortened(key))),
        }
        Ok(())
    }

    /// Returns the largest number of games in the answer.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(DEFAULT_PAGE).clamp(1, MAX_PAGE)
    }
}

fn checked_limit(limit: u32) -> Result<u32, FilterError> {
    if (1..=MAX_PAGE).contains(&limit) { Ok(limit) } else { Err(FilterError::Limit) }
}

fn checked_score(discs: i32) -> Result<i32, FilterError> {
    if (-64..=64).contains(&discs) { Ok(discs) } else { Err(FilterError::Score) }
}

/// Reads a score from JSON or a URL.
fn score<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<i32>, D::Error> {
    let discs = Option::<i32>::deserialize(deserializer)?;
    discs.map(checked_score).transpose().map_err(D::Error::custom)
}

/// Reads a limit from JSON or a URL.
fn limit<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<u32>, D::Error> {
    let limit = Option::<u32>::deserialize(deserializer)?;
    limit.map(checked_limit).transpose().map_err(D::Error::custom)
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

impl fmt::Display for ArchiveFilter {
    /// Writes the words that [`from_words`](ArchiveFilter::from_words) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ArchiveFilter { player, opponent, event, result, score, .. } = self;
        let ArchiveFilter { from, to, position, only, after, limit, with, .. } = self;
        let pairs = [
            ("player", player.as_ref().map(ToString::to_string)),
            ("opponent", opponent.as_ref().map(ToString::to_string)),
            ("event", event.as_ref().map(ToString::to_string)),
            ("result", result.map(|winner| winner.to_string())),
            ("score", score.map(|discs| discs.to_string())),
            ("from", from.map(|date| date.to_string())),
            ("to", to.map(|date| date.to_string())),
            ("position", position.map(|position| position.to_string())),
            ("only", only.map(|ArchiveOrigin::Here| "here".to_owned())),
            ("after", after.map(|cursor| cursor.to_string())),
            ("limit", limit.map(|limit| limit.to_string())),
            ("with", with.map(|ArchiveExtra::Moves| "moves".to_owned())),
        ];
        let set = pairs.into_iter().filter_map(|(key, value)| Some(format!("{key} {}", value?)));
        f.write_str(&set.collect::<Vec<String>>().join(" "))
    }
}

impl FromStr for ArchiveFilter {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<ArchiveFilter, FilterError> {
        ArchiveFilter::from_words(text.split_whitespace())
    }
}

impl FromStr for Winner {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Winner, FilterError> {
        match text {
            "black" => Ok(Winner::Black),
            "white" => Ok(Winner::White),
            "draw" => Ok(Winner::Draw),
            "player" => Ok(Winner::Player),
            "opponent" => Ok(Winner::Opponent),
            _ => Err(FilterError::Winner),
        }
    }
}

impl fmt::Display for Winner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Winner::Black => "black",
            Winner::White => "white",
            Winner::Draw => "draw",
            Winner::Player => "player",
            Winner::Opponent => "opponent",
        })
    }
}

impl FromStr for ArchiveCursor {
    type Err = ParseCursorError;

    fn from_str(text: &str) -> Result<ArchiveCursor, ParseCursorError> {
        let numbers = || {
            let (played, game) = text.split_once('-')?;
            Some(ArchiveCursor { played: played.parse().ok()?, game: GameId(game.parse().ok()?) })
        };
        numbers().ok_or_else(|| ParseCursorError(shortened(text)))
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
        let filter = ArchiveFilter::from_words(words.split(' ')).unwrap();
        assert_eq!(filter.player.as_ref().map(NamePart::as_str), Some("doe_jane"));
        assert_eq!((filter.result, filter.page()), (Some(Winner::Draw), 50));
        let written = filter.to_string();
        assert_eq!(ArchiveFilter::from_words(written.split(' ')), Ok(filter));
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
            assert!(ArchiveFilter::from_words(words.split(' ')).is_err(), "{words}");
        }
    }

    #[test]
    fn a_page_is_limited_whatever_the_filter_says() {
        let filter = ArchiveFilter { limit: Some(u32::MAX), ..ArchiveFilter::default() };
        assert_eq!(filter.page(), MAX_PAGE);
    }
}
