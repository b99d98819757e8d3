//! A reason: what it is about, and its claim.

use serde::Serialize;
use willow_board::{Color, Square};

use super::claim::{Claim, CornerClaim, EdgeClaim, EndingClaim};
use super::line::Lines;

/// Subject of a reason, in the words of players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Term {
    /// The side ends without a disc.
    WipeOut,
    /// The opponent threatens to take the last discs of the side.
    WipeOutThreat,
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
    /// The number of legal moves after which the opponent can take no corner; mostly 0.
    SafeMoves,
    /// The side is the first that has no safe move left.
    Tempo,
    /// Five discs on an edge with a C-square and both corners empty, and the opponent gets a corner of
    /// this edge.
    UnbalancedEdge,
    /// A disc on a C-square with nothing beside it on the edge, and the opponent gets the corner.
    LoneCSquare,
    /// The opponent plays an X-square, then the C-square beside it on an edge of the side, and gets a
    /// corner of this edge.
    StonerTrap,
    /// The opponent plays between two discs of the side on an edge, and both stay.
    Wedge,
    /// Value of an edge by the table of the program Iago.
    EdgeValue,
    /// A row of discs that face empties, onto which the opponent can move.
    Wall,
    /// Who has the last move in a region of empties, or in the game.
    Parity,
    /// The number of stable discs.
    StableDiscs,
    /// The number of legal moves.
    Mobility,
    /// The number of empties beside the opponent's discs.
    PotentialMobility,
    /// The number of discs beside empties.
    Frontier,
    /// The number of discs that a move turns.
    Flips,
    /// What the reply does: it takes the best move's square, could not be played after the best move, prevents or delays
    /// it, or has more squares to choose from that the move has opened.
    Reply,
}

impl Term {
    /// All terms.
    pub const ALL: [Term; 22] = [
        Term::WipeOut,
        Term::WipeOutThreat,
        Term::XSquare,
        Term::CSquare,
        Term::CornerGiven,
        Term::CornerMissed,
        Term::Pass,
        Term::SafeMoves,
        Term::Tempo,
        Term::UnbalancedEdge,
        Term::LoneCSquare,
        Term::StonerTrap,
        Term::Wedge,
        Term::EdgeValue,
        Term::Wall,
        Term::Parity,
        Term::StableDiscs,
        Term::Mobility,
        Term::PotentialMobility,
        Term::Frontier,
        Term::Flips,
        Term::Reply,
    ];
}

/// A language of sentences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Language {
    /// The language of the reports.
    English,
    /// For the reasons only.
    Japanese,
}

/// One of the two lines that are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum LineName {
    /// The line after the move.
    Played,
    /// The line after the best move.
    Best,
}

/// The position that shows a reason on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seen {
    /// The line that leads to it.
    pub line: LineName,
    /// The number of plies of the line, passes included, at least 1.
    pub plies: usize,
    /// Whose turn it is there.
    pub turn: Color,
}

impl Seen {
    /// Returns that a reason is seen after so many plies of the line after the move.
    pub(super) fn in_played(lines: &Lines, plies: usize) -> Seen {
        let turn = lines.played.positions[plies].side_to_move();
        Seen { line: LineName::Played, plies, turn }
    }

    /// Returns that a reason is seen after so many plies of the best line.
    pub(super) fn in_best(lines: &Lines, plies: usize) -> Seen {
        Seen { line: LineName::Best, plies, turn: lines.best.positions[plies].side_to_move() }
    }
}

/// One reason why a move was worse than the best one.
#[derive(Clone, Debug, PartialEq)]
pub struct Reason {
    /// Subject.
    pub term: Term,
    /// Whose number is given.
    pub side: Color,
    /// The number in the line after the best move.
    pub before: i32,
    /// The number in the line after the move that was played.
    pub after: i32,
    /// The squares that it is about.
    pub squares: Vec<Square>,
    /// The position that shows it.
    pub seen: Seen,
    /// How much worse the number is for the side that moved: 1 for everything that is not counted.
    pub(super) amount: u32,
    pub(super) claim: Claim,
}

impl Reason {
    /// Returns that something happens in the line after the move and not in the best one.
    pub(super) const fn happens(
        term: Term,
        side: Color,
        squares: Vec<Square>,
        seen: Seen,
        claim: Claim,
    ) -> Reason {
        Reason { term, side, before: 0, after: 1, squares, seen, amount: 1, claim }
    }

    /// Returns that something happens in the best line and not in that after the move.
    pub(super) const fn fails(
        term: Term,
        side: Color,
        squares: Vec<Square>,
        seen: Seen,
        claim: Claim,
    ) -> Reason {
        Reason { term, side, before: 1, after: 0, squares, seen, amount: 1, claim }
    }

    /// Returns the corner that the opponent gets, if it is about one.
    pub(super) const fn corner_given(&self) -> Option<Square> {
        match &self.claim {
            Claim::Corner(
                CornerClaim::AtOnce { corner, .. } | CornerClaim::Later { corner, .. },
            ) => Some(*corner),
            _ => None,
        }
    }

    /// Returns what is bad about the edge of [`Term::EdgeValue`] and where: the term that says so of a line, here
    /// of one position. Other reasons have no further cause.
    pub fn cause(&self) -> Option<(Term, Vec<Square>)> {
        match &self.claim {
            Claim::Edge(EdgeClaim::Value { feature, .. }) => Some(feature.cause()),
            _ => None,
        }
    }

    /// Returns the position of the other line that shows what happens there instead, for [`Term::Parity`]: the side has
    /// the last move. Of other reasons the sentence says enough.
    pub const fn instead(&self) -> Option<Seen> {
        match &self.claim {
            Claim::Ending(EndingClaim::LastMove { instead, .. }) => Some(*instead),
            _ => None,
        }
    }
}
