//! The classes of moves, from best to blunder.

use crate::{Outcome, OutcomeChange};
use serde::Serialize;

/// How good a move was, compared with the best one. A later class is worse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum MoveClass {
    /// The best move, or one as good.
    Best,
    /// A move that lost little, or no more than the error of the estimate explains.
    Good,
    /// A move that lost at least [`INACCURACY`](MoveClass::INACCURACY) discs.
    Inaccuracy,
    /// A move that lost at least [`MISTAKE`](MoveClass::MISTAKE) discs, or turned a draw into a loss.
    Mistake,
    /// A move that lost at least [`BLUNDER`](MoveClass::BLUNDER) discs, or threw a win away.
    Blunder,
}

impl MoveClass {
    /// All classes, best first.
    pub const ALL: [MoveClass; 5] = [
        MoveClass::Best,
        MoveClass::Good,
        MoveClass::Inaccuracy,
        MoveClass::Mistake,
        MoveClass::Blunder,
    ];

    /// Minimum loss of an inaccuracy, in discs. Exact losses are even, so this is the least of them.
    /// The limits of the classes are conventions of this program.
    pub const INACCURACY: f64 = 2.0;
    /// Minimum loss of a mistake, in discs.
    pub const MISTAKE: f64 = 5.0;
    /// Minimum loss of a blunder, in discs.
    pub const BLUNDER: f64 = 10.0;

    /// Where the best move and the played one both leave a side ahead by so many discs, the game is decided.
    pub const DECIDED: f64 = 20.0;

    /// The loss of an estimate counts from this many standard deviations of its error on. The error
    /// explains a smaller one.
    pub const NOISE: f64 = 2.0;

    /// Returns the word for it in JSON and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            MoveClass::Best => "best",
            MoveClass::Good => "good",
            MoveClass::Inaccuracy => "inaccuracy",
            MoveClass::Mistake => "mistake",
            MoveClass::Blunder => "blunder",
        }
    }

    /// Returns whether the class says that the move was wrong.
    pub fn is_error(self) -> bool {
        MoveClass::Inaccuracy <= self
    }

    /// Returns the class of a move in a decided game, where the winner is not in doubt: what would be less than a
    /// blunder is not an error, and a blunder an inaccuracy.
    #[must_use]
    pub fn in_decided_game(self) -> MoveClass {
        match self {
            MoveClass::Best => MoveClass::Best,
            MoveClass::Blunder => MoveClass::Inaccuracy,
            _ => MoveClass::Good,
        }
    }

    /// Classifies a move by the worse of two measures: the discs and the outcome that it lost. Both
    /// are from the point of view of its side. A loss up to `noise` discs is explained by the error of an
    /// estimate. `outcomes` are those that are proven or exact.
    pub fn of(loss: f64, noise: f64, outcomes: Option<OutcomeChange>) -> MoveClass {
        if loss <= 0.0 {
            return MoveClass::Best;
        }
        let by_outcome =
            outcomes.map_or(MoveClass::Good, |change| match (change.best, change.played) {
                (best, played) if best <= played => MoveClass::Good,
                (Outcome::Win, _) => MoveClass::Blunder,
                _ => MoveClass::Mistake,
            });
        let by_discs = match loss {
            loss if loss <= noise => MoveClass::Good,
            loss if MoveClass::BLUNDER <= loss => MoveClass::Blunder,
            loss if MoveClass::MISTAKE <= loss => MoveClass::Mistake,
            loss if MoveClass::INACCURACY <= loss => MoveClass::Inaccuracy,
            _ => MoveClass::Good,
        };
        by_discs.max(by_outcome)
    }
}
