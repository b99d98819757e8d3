//! What a player's search found about a move.

mod details;
mod json;
mod text;
mod value;

use std::time::Duration;

use serde::{Deserialize, Serialize};
use willow_board::{Move, Square};
use willow_classics::{Choice, MoveSource};
use willow_records::MoveNote;

pub use details::{BillDetails, Bound, Details, FeatureDetails, WillowDetails};
pub use text::InfoField;
pub use value::{Signed, ThoughtValue};

/// What a player's search found about a move.
///
/// Values are from the point of view of the side that makes the move. JSON has the fields that `docs/json.md` lists;
/// [`SearchInfo::fields`] and the text of a thought are for people.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SearchInfo {
    /// The value; `None` if the move comes from a book or is the only one, or if the search was stopped
    /// too early.
    #[serde(flatten, with = "json::value")]
    pub value: Option<ThoughtValue>,
    /// Whether the value is the result of the game with best play.
    #[serde(rename = "exact")]
    pub is_exact: bool,
    /// The depth of the search in plies, the move included; `None` if unknown or without a search.
    pub depth: Option<u32>,
    /// The positions that were visited, as the player counts them; `None` if it does not tell.
    pub nodes: Option<u64>,
    /// How often a position was evaluated; `None` if the player does not count it.
    pub evaluations: Option<u64>,
    /// The expected moves, as far as they are known, this one first.
    #[serde(with = "json::moves")]
    pub line: Vec<Move>,
    /// Details that only this program reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub details: Option<Details>,
}

/// Search info about a move of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MoveThought {
    /// The number of the move in the game, from 1, passes included.
    pub ply: usize,
    /// Of the side to move at `ply`.
    #[serde(rename = "move", with = "willow_classics::square_name")]
    pub mv: Square,
    /// Search info about the move.
    #[serde(flatten)]
    pub thought: SearchInfo,
}

impl SearchInfo {
    /// Returns the search info of a move without a search.
    pub fn of_move(mv: Move) -> SearchInfo {
        SearchInfo {
            value: None,
            is_exact: false,
            depth: None,
            nodes: None,
            evaluations: None,
            line: vec![mv],
            details: None,
        }
    }

    /// Returns the thought as the note of a move in a record: the value if it is in discs, and everything as a
    /// comment.
    pub fn note(&self, time: Option<Duration>) -> MoveNote {
        MoveNote { eval: self.discs(), time, comment: self.to_string() }
    }

    /// Returns how the move was found; `None` if the player has but one way or does not tell.
    pub fn phase(&self) -> Option<MoveSource> {
        self.details.as_ref().and_then(Details::phase)
    }

    /// Returns the score in discs: the final one, or the expected one. `None` for a bound, and for a
    /// program whose evaluation has another unit.
    pub fn discs(&self) -> Option<f64> {
        match self.value {
            Some(ThoughtValue::Discs(discs)) => Some(discs),
            _ => None,
        }
    }
}

impl<D: Into<Details>> From<Choice<D>> for SearchInfo {
    fn from(choice: Choice<D>) -> SearchInfo {
        SearchInfo {
            value: choice.value.map(ThoughtValue::from),
            is_exact: choice.is_exact,
            depth: Some(choice.depth).filter(|&depth| 0 < depth),
            nodes: Some(choice.nodes),
            evaluations: Some(choice.evaluations),
            line: choice.line,
            details: Some(choice.details.into()),
        }
    }
}

#[cfg(test)]
mod tests;
