//! Which games of the archive are wanted.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::{ArchiveDate, ParseDateError, ParseSpotError, Spot};
use crate::wire::serde_as_text;
use crate::{GameId, strip_controls};

/// The most games of one answer.
pub const MAX_PAGE: u32 = 100;

/// How many games an answer has if the question does not say.
const USUAL_PAGE: u32 = 20;

/// The games that are wanted: those for which everything that is said here is true.
#[derive(Clone, Debug, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::IntoParams), into_params(parameter_in = Query))]
pub struct ArchiveFilter {
    /// A part of a player's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>))]
    pub player: Option<NamePart>,
    /// A part of the name of the other player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>))]
    pub opponent: Option<NamePart>,
    /// Who won.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", param(inline))]
    pub result: Option<Winner>,
    /// No game that was played before this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>))]
    pub from: Option<ArchiveDate>,
    /// No game that was played after this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>))]
    pub to: Option<ArchiveDate>,
    /// A position that occurred, turned and reflected as you like; `opening` is the same.
    #[serde(default, skip_serializing_if = "Option::is_none", alias = "opening")]
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>))]
    pub position: Option<Spot>,
    /// Only games after this place in the list, which is from the newest to the oldest.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", param(value_type = Option<String>))]
    pub after: Option<Place>,
    /// How many games at most.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<u32>,
}

/// A part of a name: up to 40 characters, `_` standing for any one character, a blank for example.
/// Upper and lower case are the same.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct NamePart(String);

/// The text is no part of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("a part of a name has 1 to 40 characters, and neither `%` nor `\\`")]
pub struct NamePartError;

/// Who won a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum Winner {
    /// Black.
    Black,
    /// White.
    White,
    /// Neither.
    Draw,
}

/// A place in a list of games, which is ordered by date and number: `19950630-1234`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Place {
    /// The number of the date.
    pub played: u32,
    /// The game.
    pub game: GameId,
}

/// The text is no place in a list.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` is no place in a list (an answer says where the next begins)")]
pub struct ParsePlaceError(String);

/// Words do not say which games are wanted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum FilterError {
    /// The word is none of those that are known.
    #[error(
        "`{0}` says nothing about games (expected player, opponent, result, from, to, opening, position, after or limit)"
    )]
    Unknown(String),
    /// Nothing follows a word.
    #[error("something must follow `{0}`")]
    Missing(String),
    /// The result is none.
    #[error("a result is black, white or draw")]
    Winner,
    /// The limit is none.
    #[error("a limit is a number from 1 to {MAX_PAGE}")]
    Limit,
    /// A name is none.
    #[error(transparent)]
    Name(#[from] NamePartError),
    /// A date is none.
    #[error(transparent)]
    Date(#[from] ParseDateError),
    /// A position is none.
    #[error(transparent)]
    Spot(#[from] ParseSpotError),
    /// A place is none.
    #[error(transparent)]
    Place(#[from] ParsePlaceError),
}

impl ArchiveFilter {
    /// Reads pairs of words.
    ///
    /// # Errors
    /// The first pair that says nothing.
    pub fn from_words<'a>(
        mut words: impl Iterator<Item = &'a str>,
    ) -> Result<ArchiveFilter, FilterError> {
        let mut filter = ArchiveFilter::default();
        while let Some(key) = words.next() {
            let value = words.next().ok_or_else(|| FilterError::Missing(shortened(key)))?;
            filter.set(key, value)?;
        }
        Ok(filter)
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), FilterError> {
        match key {
            "player" => self.player = Some(value.parse()?),
            "opponent" => self.opponent = Some(value.parse()?),
            "result" => self.result = Some(value.parse()?),
            "from" => self.from = Some(value.parse()?),
            "to" => self.to = Some(value.parse()?),
            "opening" | "position" => self.position = Some(value.parse()?),
            "after" => self.after = Some(value.parse()?),
            "limit" => self.limit = Some(value.parse().map_err(|_| FilterError::Limit)?),
            _ => return Err(FilterError::Unknown(shortened(key))),
        }
        Ok(())
    }

    /// Returns how many games the answer may have.
    #[must_use]
    pub fn page(&self) -> u32 {
        self.limit.unwrap_or(USUAL_PAGE).clamp(1, MAX_PAGE)
    }
}

fn shortened(word: &str) -> String {
    word.chars().take(40).collect()
}

impl fmt::Display for ArchiveFilter {
    /// Writes the words that [`from_words`](ArchiveFilter::from_words) reads.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ArchiveFilter { player, opponent, result, from, to, position, after, limit } = self;
        let pairs = [
            ("player", player.as_ref().map(ToString::to_string)),
            ("opponent", opponent.as_ref().map(ToString::to_string)),
            ("result", result.map(|winner| winner.to_string())),
            ("from", from.map(|date| date.to_string())),
            ("to", to.map(|date| date.to_string())),
            ("position", position.map(|spot| spot.to_string())),
            ("after", after.map(|place| place.to_string())),
            ("limit", limit.map(|limit| limit.to_string())),
        ];
        let said = pairs.into_iter().filter_map(|(key, value)| Some(format!("{key} {}", value?)));
        f.write_str(&said.collect::<Vec<String>>().join(" "))
    }
}

impl NamePart {
    /// Returns the part in lower case.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for NamePart {
    type Err = NamePartError;

    fn from_str(text: &str) -> Result<NamePart, NamePartError> {
        let part = strip_controls(text).trim().to_lowercase().replace(char::is_whitespace, "_");
        let good = (1..=40).contains(&part.chars().count()) && !part.contains(['%', '\\']);
        if good { Ok(NamePart(part)) } else { Err(NamePartError) }
    }
}

impl fmt::Display for NamePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl FromStr for Winner {
    type Err = FilterError;

    fn from_str(text: &str) -> Result<Winner, FilterError> {
        match text {
            "black" => Ok(Winner::Black),
            "white" => Ok(Winner::White),
            "draw" => Ok(Winner::Draw),
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
        })
    }
}

impl FromStr for Place {
    type Err = ParsePlaceError;

    fn from_str(text: &str) -> Result<Place, ParsePlaceError> {
        let numbers = || {
            let (played, game) = text.split_once('-')?;
            Some(Place { played: played.parse().ok()?, game: GameId(game.parse().ok()?) })
        };
        numbers().ok_or_else(|| ParsePlaceError(shortened(text)))
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.played, self.game)
    }
}

serde_as_text!(NamePart);
serde_as_text!(Place);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_pairs_say_which_games() {
        let words = "player Doe_Jane result draw from 1995 to 1996-06 opening f5d6 limit 50";
        let filter = ArchiveFilter::from_words(words.split(' ')).unwrap();
        assert_eq!(filter.player.as_ref().map(NamePart::as_str), Some("doe_jane"));
        assert_eq!((filter.result, filter.page()), (Some(Winner::Draw), 50));
        let written = filter.to_string();
        assert_eq!(ArchiveFilter::from_words(written.split(' ')), Ok(filter));
    }

    #[test]
    fn words_that_say_nothing_are_named() {
        for words in [
            "player",
            "colour black",
            "result 12",
            "from yesterday",
            "position x",
            "after 7",
            "limit no",
        ] {
            assert!(ArchiveFilter::from_words(words.split(' ')).is_err(), "{words}");
        }
    }

    #[test]
    fn a_page_has_a_limit_whatever_is_asked_for() {
        let filter = ArchiveFilter { limit: Some(u32::MAX), ..ArchiveFilter::default() };
        assert_eq!(filter.page(), MAX_PAGE);
    }
}
