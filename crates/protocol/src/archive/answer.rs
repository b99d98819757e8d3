//! The answers of the archive.

use serde::{Deserialize, Serialize};
use willow_board::{DiscDiff, Move, Position};

use super::ArchiveCursor;
use crate::serde_text::as_text;
use crate::{EndKind, GameId, position_text};

/// A game of the archive, in a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ArchivedGameSummary {
    /// Its number.
    pub game: GameId,
    /// The player of Black. Names of imported games are those of their source.
    pub black: String,
    /// The player of White.
    pub white: String,
    /// The date, as far as it is known: `1995`, `1995-06-30`, or empty.
    pub date: String,
    /// The tournament or match.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub event: String,
    /// Black's result in discs, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schemars(with = "Option<i32>"), ts(as = "Option<i32>"))]
    pub result: Option<DiscDiff>,
    /// How it ended, if not on the board: after a resignation or a lost clock the result counts all discs for the
    /// winner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ending: Option<EndKind>,
    /// The number of moves without passes.
    pub moves: u32,
    /// Whether it was played on a user's device, against the device's program: unrated, and in no statistics.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_device: bool,
    /// The moves without passes, such as `f5d6c3`, if they were asked for.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub transcript: Option<String>,
}

/// A game of the archive that was not played on this server, whole.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ArchivedGame {
    /// Its number, players, date, result and moves.
    pub summary: ArchivedGameSummary,
    /// Where it was played.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// The start position.
    #[serde(with = "position_text")]
    #[cfg_attr(test, schemars(with = "crate::PositionText"), ts(as = "String"))]
    pub initial: Position,
    /// The position after the last move.
    #[serde(with = "position_text")]
    #[cfg_attr(test, schemars(with = "crate::PositionText"), ts(as = "String"))]
    pub position: Position,
}

/// A page of a list of games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ArchivePage {
    /// The games, newest first.
    pub games: Vec<ArchivedGameSummary>,
    /// The cursor of the next page, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next: Option<ArchiveCursor>,
}

/// The name of an opening.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct OpeningName {
    /// The usual name in English.
    pub name: String,
    /// The name in Japanese, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub japanese: Option<String>,
}

/// The moves that were played in a position.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Explored {
    /// The position.
    #[serde(with = "position_text")]
    #[cfg_attr(test, schemars(with = "crate::PositionText"), ts(as = "String"))]
    pub position: Position,
    /// The number of games in which it occurred, in any orientation.
    pub games: u64,
    /// Whether only the newest of these games are counted, because there are too many.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub newest_only: bool,
    /// The moves, most frequent first.
    pub moves: Vec<ExploredMove>,
    /// The newest games.
    pub recent: Vec<ArchivedGameSummary>,
    /// The opening whose position this is, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
}

/// A move that was played in a position. Results are from the view of the side to move.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ExploredMove {
    /// The move; one stands for all its images under the symmetries of the position.
    #[serde(rename = "move", with = "as_text")]
    #[cfg_attr(test, schemars(with = "crate::MoveText"), ts(as = "String"))]
    pub mv: Move,
    /// The number of games.
    pub games: u64,
    /// The number of games that the side to move won.
    pub wins: u64,
    /// The number of drawn games.
    pub draws: u64,
    /// The number of games that the side to move lost. Games without a result are not counted in any
    /// of the three.
    pub losses: u64,
    /// The mean result in discs, over the games that were played to the end: a resignation or a lost
    /// clock says nothing about discs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub average: Option<f64>,
    /// The opening that the move leads to, if it has a name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<OpeningName>,
}
