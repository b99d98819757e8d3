//! Users in lists: who is online, ratings and profiles.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{
    BotDetails, ClassResults, Country, DisplayName, GameId, GameSummary, Message, Name,
    PlayerRating, Role, SpeedClass, is_provisional,
};

/// A user who is online.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct UserSummary {
    /// By which commands name the user.
    pub name: Name,
    /// The user's role.
    pub role: Role,
    /// A name in any script beside the plain name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<DisplayName>,
    /// The number of the user's games in progress.
    pub playing: usize,
    /// The user's ratings by speed class: those classes in which the user has played rated games.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub ratings: BTreeMap<SpeedClass, PlayerRating>,
    /// Description, for the server's own bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotDetails>,
}

/// A user's rating in a speed class.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RatingSummary {
    /// The speed of the rated games.
    pub class: SpeedClass,
    /// In points.
    pub rating: i32,
    /// Its deviation: the true strength is within twice this with a probability of 95 %.
    pub deviation: i32,
    /// The number of rated games.
    pub games: u32,
    /// Whether the rating is too uncertain for a leader board (left out if it is not).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
}

impl RatingSummary {
    /// Returns the summary of a rating, with its mark if it is provisional.
    pub const fn new(class: SpeedClass, rating: i32, deviation: i32, games: u32) -> RatingSummary {
        RatingSummary { class, rating, deviation, games, provisional: is_provisional(deviation) }
    }
}

/// The public profile of a user.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Profile {
    /// By which commands name the user.
    pub name: Name,
    /// The user's role.
    pub role: Role,
    /// Whether the user is online.
    pub online: bool,
    /// One for each class in which the user has played.
    pub ratings: Vec<RatingSummary>,
    /// A name in any script beside the plain name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<DisplayName>,
    /// When the account was made, in milliseconds since 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub since: Option<u64>,
    /// When a user who is offline was online last, in milliseconds since 1970, rounded down to the
    /// hour.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_seen: Option<u64>,
    /// The country: a code of two letters of ISO 3166.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub country: Option<Country>,
    /// What users say about themselves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub about: Option<Message>,
    /// The results of rated games, by class.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub results: Option<Vec<ClassResults>>,
    /// The public games in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub games: Option<Vec<GameSummary>>,
    /// Whether the reader follows the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub followed: Option<bool>,
    /// How many users follow the user; none of guests, whom nobody can follow.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub followers: Option<usize>,
    /// Whether the user lets others follow; none of guests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub followable: Option<bool>,
    /// Description, for the server's own bots.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bot: Option<BotDetails>,
}

/// A row of a leader board.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct LeaderboardEntry {
    /// The plain name.
    pub name: Name,
    /// A name in any script beside the plain name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub display_name: Option<DisplayName>,
    /// In the speed class of the leader board.
    #[serde(flatten)]
    pub rating: RatingSummary,
}

/// A user's rating after a rated game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct RatingPoint {
    /// The speed of the game.
    pub class: SpeedClass,
    /// The game. The number of a private game is shown to its players alone. A synchro pair is
    /// rated once, under the number of the game that ended last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The rating after the game.
    pub rating: i32,
    /// In points, after the game.
    pub deviation: i32,
    /// Whether the rating is provisional (left out if it is not).
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub provisional: bool,
    /// The time, in milliseconds since 1970.
    pub at: u64,
}
