//! Players and colours.

use std::fmt::{self, Display, Formatter};
use std::num::ParseIntError;
use std::ops::Not;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A side of a game. Black moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(feature = "schema", schemars(rename = "PairingColor"), ts(rename = "PairingColor"))]
pub enum Color {
    /// Moves first.
    Black,
    /// Moves second.
    White,
}

impl Not for Color {
    type Output = Color;

    fn not(self) -> Color {
        match self {
            Color::Black => Color::White,
            Color::White => Color::Black,
        }
    }
}

/// The number of a player in a tournament, from 1. It never changes and is never used again.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlayerId(pub u32);

impl FromStr for PlayerId {
    type Err = ParseIntError;

    fn from_str(text: &str) -> Result<PlayerId, ParseIntError> {
        text.parse().map(PlayerId)
    }
}

impl Display for PlayerId {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema, ts_rs::TS))]
#[cfg_attr(
    feature = "schema",
    schemars(rename = "TournamentPlayerData"),
    ts(rename = "TournamentPlayerData")
)]
pub struct Player {
    /// The number in the tournament.
    pub id: PlayerId,
    /// The name, unique in the tournament.
    pub name: String,
    /// The country or team, such as `JPN`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<String>,
    /// The number in the list of the World Othello Federation. It is kept apart from the name, which changes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub federation_id: Option<u32>,
    /// The rating that seeds the player.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<i32>,
}

impl Player {
    /// Returns a player with a name and no other data.
    pub fn named(id: PlayerId, name: &str) -> Player {
        Player { id, name: name.to_owned(), country: None, federation_id: None, rating: None }
    }
}
