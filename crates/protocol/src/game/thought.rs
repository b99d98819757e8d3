//! What the server's bots thought in a game.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use willow_board::Move;

use crate::GameId;
use crate::serde_text::{as_text, list_as_text};

/// What the search of one of the server's bots found about a move that it played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Thought {
    /// The number of the move in the game, counted from 1, passes included.
    pub ply: usize,
    /// The move that the bot played.
    #[serde(rename = "move", with = "as_text")]
    #[cfg_attr(test, schemars(with = "crate::MoveText"), ts(as = "String"))]
    pub mv: Move,
    /// The expected final disc difference in discs, from the bot's view; absent if the evaluation of the bot's
    /// program has another unit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<f64>,
    /// Whether the value is the exact result with best play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub exact: bool,
    /// The depth of the search in plies, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The number of nodes searched, if it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// How often a position was evaluated, if the bot's program counts that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub evaluations: Option<u64>,
    /// The principal variation. It begins with the move.
    #[serde(default, with = "list_as_text", skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, schemars(with = "Vec<crate::MoveText>"), ts(as = "Vec<String>"))]
    pub line: Vec<Move>,
    /// Details that only the bot's program has: first the value in its own units if it is not in discs, then for
    /// example the level that BILL has reached, or the features of Iago's value.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub details: Vec<ThoughtDetail>,
}

/// A program-specific detail of a search, such as the level that BILL has reached.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct ThoughtDetail {
    /// Label, such as `killer rank`.
    pub name: String,
    /// Its value, such as `2`.
    pub text: String,
}

impl Thought {
    /// Returns what was found in one line: `-1.52 discs, depth 8, 51234 nodes: d6 c3 d3 c4`.
    pub fn summary(&self) -> String {
        let Thought { value, exact, depth, nodes, evaluations, line, details, .. } = self;
        let mut parts = Vec::new();
        if let Some(value) = value {
            parts.push(format!("{}{value:+.2} discs", if *exact { "exactly " } else { "" }));
        }
        parts.extend(depth.map(|depth| format!("depth {depth}")));
        parts.extend(nodes.map(|number| format!("{number} nodes")));
        parts.extend(evaluations.map(|number| format!("{number} evaluations")));
        parts.extend(details.iter().map(|detail| format!("{} {}", detail.name, detail.text)));
        let mut text = parts.join(", ");
        for (index, mv) in line.iter().enumerate() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{} {mv}", if index == 0 { ":" } else { "" });
        }
        text
    }
}

/// What the server's bots thought in a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct GameThoughts {
    /// One that is over.
    pub game: GameId,
    /// The thoughts, by the order of the moves. The list is empty if no bot of the server played, or
    /// if the thoughts are no longer kept.
    pub thoughts: Vec<Thought>,
}
