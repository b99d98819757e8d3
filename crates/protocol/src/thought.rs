//! What the server's bots thought in a game (version 2).

use serde::{Deserialize, Serialize};
use willow_board::Move;

use crate::GameId;
use crate::serde_text::{as_text, list_as_text};

/// What the search of one of the server's bots found about a move that it played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Thought {
    /// The number of the move in the game, counted from 1, passes included.
    pub ply: usize,
    /// The move.
    #[serde(rename = "move", with = "as_text")]
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub mv: Move,
    /// The expected final disc difference in discs, from the bot's view. There is none if the
    /// evaluation of the bot's program has another unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Whether the value is the exact result with best play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// The depth of the search in plies; 0 if unknown.
    pub depth: u32,
    /// The number of nodes searched; 0 if unknown.
    pub nodes: u64,
    /// The principal variation. It begins with the move.
    #[serde(default, with = "list_as_text", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<String>))]
    #[cfg_attr(feature = "ts", ts(as = "Vec<String>"))]
    pub line: Vec<Move>,
}

/// What the server's bots thought in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct GameThoughts {
    /// The game.
    pub game: GameId,
    /// The thoughts, by the order of the moves. The list is empty if no bot of the server played, or
    /// if the thoughts are no longer kept.
    pub thoughts: Vec<Thought>,
}
