//! What the archive answers.

use serde::{Deserialize, Serialize};
use willow_board::{Move, Position};

use super::Place;
use crate::GameId;
use crate::state::position;
use crate::wire::spelled;

/// A game of the archive in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArchiveLine {
    /// Its number.
    pub game: GameId,
    /// Who had Black. Names of imported games are as their source has them.
    pub black: String,
    /// Who had White.
    pub white: String,
    /// When it was played, as far as that is known: `1995`, `1995-06-30`, or nothing.
    pub date: String,
    /// The tournament or the match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// Black's result in discs, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub result: Option<i32>,
    /// The number of moves without passes.
    pub moves: u32,
}

/// A part of a list of games.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ArchivePage {
    /// The games, the newest first.
    pub games: Vec<ArchiveLine>,
    /// After which place the list goes on, if it does.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub next: Option<Place>,
}

/// What was played in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Explored {
    /// The position.
    #[serde(with = "position")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub position: Position,
    /// The number of games in which it occurred, turned and reflected as you like.
    pub games: u64,
    /// Whether only the newest of these games are counted, because there are too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub newest_only: bool,
    /// The moves, the most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The newest games.
    pub recent: Vec<ArchiveLine>,
}

/// A move that was played in a position. Results are seen from the side that is to move there.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ExploredMove {
    /// The move; of several that are each other's images, one stands for all.
    #[serde(rename = "move", with = "spelled")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub mv: Move,
    /// The number of games.
    pub games: u64,
    /// How many of them were won.
    pub wins: u64,
    /// How many were drawn.
    pub draws: u64,
    /// How many were lost. Games without a known result are none of the three.
    pub losses: u64,
    /// The mean result in discs, of the games that have one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average: Option<f64>,
}
