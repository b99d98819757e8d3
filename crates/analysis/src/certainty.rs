//! How certain a finding is, and the outcome of a game.

use serde::{Deserialize, Serialize};
use willow_eval::Score;

/// How certain the values of a finding are. The three kinds are never mixed: a finding is as
/// certain as the less certain one of its two values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Certainty {
    /// The values are estimates with an error in discs. Nothing is proven.
    Estimate,
    /// Win, draw or loss is proven for both moves. The values in discs are estimates within what is
    /// proven.
    Proven,
    /// The values are the exact results with best play by both sides.
    Exact,
}

impl Certainty {
    /// Returns the word for it in JSON and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Certainty::Estimate => "estimate",
            Certainty::Proven => "proven",
            Certainty::Exact => "exact",
        }
    }
}

/// The outcome of a game for one side, with best play by both sides. A later one is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub enum Outcome {
    /// The side loses.
    Loss,
    /// The game is a draw.
    Draw,
    /// The side wins.
    Win,
}

impl Outcome {
    /// Returns the outcome that a proven or exact score stands for, for the same side.
    pub fn of_score(score: Score) -> Outcome {
        match score.units().signum() {
            1 => Outcome::Win,
            0 => Outcome::Draw,
            _ => Outcome::Loss,
        }
    }

    /// Returns the score nearest to an estimate that has this outcome. Final scores are even numbers
    /// of discs, so the least win is two discs.
    pub fn clamp(self, estimate: Score) -> Score {
        let min_win = Score::DISC * 2;
        match self {
            Outcome::Win => estimate.max(min_win),
            Outcome::Draw => Score::DRAW,
            Outcome::Loss => estimate.min(-min_win),
        }
    }

    /// Returns the word for it in JSON and in reports.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Loss => "loss",
            Outcome::Draw => "draw",
            Outcome::Win => "win",
        }
    }
}

/// The outcomes of the best move and of the move that was played, for the side that moved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OutcomeChange {
    /// The outcome after the best move.
    pub best: Outcome,
    /// The outcome after the move that was played.
    pub played: Outcome,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_estimate_is_brought_into_what_is_proven() {
        let half = Score::from_units(Score::PER_DISC / 2);
        assert_eq!(Outcome::Win.clamp(-half), Score::DISC * 2);
        assert_eq!(Outcome::Win.clamp(Score::DISC * 7), Score::DISC * 7);
        assert_eq!(Outcome::Draw.clamp(half), Score::DRAW);
        assert_eq!(Outcome::Loss.clamp(half), Score::DISC * -2);
        for outcome in [Outcome::Loss, Outcome::Draw, Outcome::Win] {
            assert_eq!(Outcome::of_score(outcome.clamp(half)), outcome);
        }
        assert!(Outcome::Loss < Outcome::Draw && Outcome::Draw < Outcome::Win);
    }
}
