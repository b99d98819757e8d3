//! A reason: what it is about, and its sentence.

use serde::Serialize;
use willow_board::{Color, Square};

/// What a reason is about, in the words of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Term {
    /// The side ends without a disc.
    WipeOut,
    /// An X-square beside an empty corner was played, and the opponent gets the corner.
    XSquare,
    /// A C-square beside an empty corner was played, and the opponent gets the corner.
    CSquare,
    /// The opponent gets a corner.
    CornerGiven,
    /// The side does not get a corner that it could have had.
    CornerMissed,
    /// A side has no legal move and passes.
    Pass,
    /// Every legal move of the side lets the opponent take a corner.
    SafeMoves,
    /// Five discs on an edge with a C-square and both corners empty, and the opponent gets a corner of
    /// this edge.
    UnbalancedEdge,
    /// The opponent plays between two discs of the side on an edge, and both stay.
    Wedge,
    /// Who has the last move in a region of empty squares, or in the game.
    Parity,
    /// The number of stable discs.
    StableDiscs,
    /// The number of legal moves.
    Mobility,
    /// The number of empty squares beside the opponent's discs.
    PotentialMobility,
    /// The number of discs beside empty squares.
    Frontier,
}

impl Term {
    /// All terms.
    pub const ALL: [Term; 14] = [
        Term::WipeOut,
        Term::XSquare,
        Term::CSquare,
        Term::CornerGiven,
        Term::CornerMissed,
        Term::Pass,
        Term::SafeMoves,
        Term::UnbalancedEdge,
        Term::Wedge,
        Term::Parity,
        Term::StableDiscs,
        Term::Mobility,
        Term::PotentialMobility,
        Term::Frontier,
    ];

    /// Returns the word for it in JSON.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Term::WipeOut => "wipe-out",
            Term::XSquare => "x-square",
            Term::CSquare => "c-square",
            Term::CornerGiven => "corner-given",
            Term::CornerMissed => "corner-missed",
            Term::Pass => "pass",
            Term::SafeMoves => "safe-moves",
            Term::UnbalancedEdge => "unbalanced-edge",
            Term::Wedge => "wedge",
            Term::Parity => "parity",
            Term::StableDiscs => "stable-discs",
            Term::Mobility => "mobility",
            Term::PotentialMobility => "potential-mobility",
            Term::Frontier => "frontier",
        }
    }
}

/// One reason why a move was worse than the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// What it is about.
    pub term: Term,
    /// Whose number is given.
    pub side: Color,
    /// The number in the line after the best move.
    pub before: u32,
    /// The number in the line after the move that was played.
    pub after: u32,
    /// The squares that it is about.
    pub squares: Vec<Square>,
    /// The claim in one sentence of English.
    pub text: String,
    /// How much it is likely to matter, in discs. Not measured; it orders the reasons.
    pub weight: f64,
}

/// Returns a count with its noun: `1 legal move`, `2 legal moves`.
pub(super) fn count(number: u32, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}

/// Returns squares in a row: `g7 h7 h8`.
pub(super) fn listed(squares: impl IntoIterator<Item = Square>) -> String {
    let names: Vec<String> = squares.into_iter().map(|square| square.to_string()).collect();
    names.join(" ")
}
