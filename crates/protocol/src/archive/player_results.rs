//! How a player's games ended: by colour, by opening and by opponent.

use serde::{Deserialize, Serialize};

use super::OpeningName;

/// Results from a player's own view.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Tally {
    /// The number of games, those without a result included.
    pub games: u32,
    /// The games that the player won.
    pub wins: u32,
    /// Games without a winner, by discs.
    pub draws: u32,
    /// The games that the player lost.
    pub losses: u32,
    /// The mean result in discs, over the games that were played to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average: Option<f64>,
}

/// The results of a player in an opening.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OpeningResults {
    /// Its names in English and Japanese.
    pub opening: OpeningName,
    /// The moves that lead to it, such as `f5d6c3d3c4`.
    pub moves: String,
    /// From the view of the player who was asked about.
    pub results: Tally,
}

/// The results of a player against another one.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OpponentResults {
    /// As the archive shows it.
    pub name: String,
    /// From the view of the player who was asked about.
    pub results: Tally,
}

/// How a player's games ended. Games from other start positions belong to no opening.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct PlayerResults {
    /// The names that the part of the name stands for, at most ten.
    pub names: Vec<String>,
    /// Whether only the newest games are counted, because there are too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub newest_only: bool,
    /// The results of games in which the player moved first.
    pub black: Tally,
    /// The results of games in which the player moved second.
    pub white: Tally,
    /// The openings that were played most often, at most twenty.
    pub openings: Vec<OpeningResults>,
    /// The most frequent opponents, at most twenty.
    pub opponents: Vec<OpponentResults>,
}
