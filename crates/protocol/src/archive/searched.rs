//! The answer to a search by one text.

use serde::{Deserialize, Serialize};

use super::{ArchiveFilter, ArchivePage, SearchProblem};

/// Interpretation of a part of a searched text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub enum TermKind {
    /// The player who is named first.
    Player,
    /// The other player.
    Opponent,
    /// A tournament or match.
    Event,
    /// An opening, by its name.
    Opening,
    /// A position, by moves or by its cells.
    Position,
    /// A date or a range of dates.
    Date,
    /// Who won, or that nobody did.
    Result,
    /// The discs of both sides.
    Score,
    /// Where the games were played.
    Origin,
}

/// A part of a searched text that was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SearchedTerm {
    /// The part, as it was typed.
    pub text: String,
    /// Interpretation.
    pub kind: TermKind,
    /// The names that it stands for, at most five.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// The number of these names.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub n_names: u32,
    /// What else it may mean. `event:NAME` and `opening:NAME` ask for that.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<TermKind>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
const fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// What a searched text means, and the first games.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct Searched {
    /// The parts that were understood.
    pub terms: Vec<SearchedTerm>,
    /// The parts that were not understood. If there are any, nothing is searched.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub problems: Vec<SearchProblem>,
    /// The filter that the text stands for: `archive` with it has the next games.
    pub filter: ArchiveFilter,
    /// The number of games, at most 10,000.
    pub total: u32,
    /// Whether there are more than 10,000.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub more: bool,
    /// The first games.
    pub page: ArchivePage,
}
