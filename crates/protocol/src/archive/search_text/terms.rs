//! The parts of a searched text, and why one is not understood.

use serde::{Deserialize, Serialize};
use willow_board::DiscDiff;

use crate::{ArchiveDate, PositionQuery, Winner};

/// A part of a searched text, and what it says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadTerm {
    /// The part, as it was typed.
    pub text: String,
    /// What it says.
    pub term: SearchTerm,
}

/// What a part of a searched text says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SearchTerm {
    /// Words beside each other that may be names of players, of events or of an opening.
    Words(Vec<String>),
    /// One name: of a kind, if the text says so, and whole, if it stands in quotation marks.
    Name {
        /// Kind of the name.
        kind: Option<NameKind>,
        /// As it was typed, without quotation marks.
        name: String,
        /// Whether it is the whole name.
        is_whole: bool,
    },
    /// Starts another name: `ito vs. murakami`.
    Versus,
    /// Not before and not after these dates.
    Dates(Option<ArchiveDate>, Option<ArchiveDate>),
    /// Games that ended so.
    Result(Winner),
    /// Black's result in discs.
    Score(DiscDiff),
    /// A position that occurred.
    Position(PositionQuery),
    /// Played on this server.
    Here,
    /// Played on a user's device, against its program.
    Device,
}

/// Kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum NameKind {
    /// Either side of a game.
    Player,
    /// A tournament or match.
    Event,
    /// A named sequence of moves.
    Opening,
}

/// Why a part of a searched text is not understood.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
#[non_exhaustive]
pub enum SearchProblemKind {
    /// No player, event or opening has this name.
    UnknownName,
    /// More than 200 names have this part.
    TooManyNames,
    /// A game has two players, and this is the name of a third.
    ThirdPlayer,
    /// It says that a player won or lost, and no player is named.
    NoPlayer,
    /// The last of these moves is illegal.
    IllegalMove,
    /// The cells are not a position.
    NoPosition,
    /// There is no such date.
    NoDate,
    /// No game has this score.
    NoScore,
    /// Something else of its kind, such as a date, was named before.
    Twice,
    /// The quotation mark is not closed.
    OpenQuote,
    /// The text has more names than are looked up at once.
    TooManyWords,
}

/// A part of a searched text that is not understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub struct SearchProblem {
    /// The part, as it was typed.
    pub text: String,
    /// Why it is not understood.
    pub kind: SearchProblemKind,
}

impl SearchProblemKind {
    /// Returns the sentence for people who read text.
    pub const fn sentence(self) -> &'static str {
        match self {
            SearchProblemKind::UnknownName => "no player, event or opening has this name",
            SearchProblemKind::TooManyNames => "too many names have this part; give more of it",
            SearchProblemKind::ThirdPlayer => "a game has two players, and two are named before",
            SearchProblemKind::NoPlayer => "name the player who won or lost",
            SearchProblemKind::IllegalMove => "the last of these moves is illegal",
            SearchProblemKind::NoPosition => "these cells are no position",
            SearchProblemKind::NoDate => "there is no such date",
            SearchProblemKind::NoScore => "no game has this score",
            SearchProblemKind::Twice => "one of this kind was named before",
            SearchProblemKind::OpenQuote => "the quotation mark is not closed",
            SearchProblemKind::TooManyWords => "these are too many names for one search",
        }
    }
}
