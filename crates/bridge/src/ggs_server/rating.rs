//! Ratings: 1720 at the beginning, with a deviation of 350.
//!
//! What a result counts is GGS's formula. How far a rating moves is ours, because no description of
//! GGS's own gives more than its smallest step: it falls with the deviation.

use serde::{Deserialize, Serialize};

/// The rating of a player in one pool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rating {
    pub(crate) value: f64,
    pub(crate) deviation: f64,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// When the last match ended, in seconds since 1970.
    pub(crate) last: u64,
}

impl Default for Rating {
    fn default() -> Rating {
        Rating { value: 1720.0, deviation: 350.0, wins: 0, draws: 0, losses: 0, last: 0 }
    }
}

/// The least that a rating moves for a full point.
const LEAST_STEP: f64 = 16.0;
/// The part of the deviation by which a rating moves for a full point.
const STEP_PER_DEVIATION: f64 = 0.4;
/// The part of the deviation that is left after a match.
const SHRINKING: f64 = 0.95;
/// The least deviation.
const LEAST_DEVIATION: f64 = 30.0;
/// The difference of ratings that makes ten to one.
const SCALE: f64 = 400.0;

/// Returns what a result in discs counts, from 0 to 1.
fn outcome(discs: f64) -> f64 {
    0.5 + discs * 0.375 / (1.0 + 0.75 * discs.abs())
}

impl Rating {
    fn step(self) -> f64 {
        LEAST_STEP.max(self.deviation * STEP_PER_DEVIATION)
    }

    /// Returns how much a result moves the rating.
    pub(crate) fn change(self, opponent: f64, discs: f64) -> f64 {
        let expected = 1.0 / (1.0 + 10_f64.powf((opponent - self.value) / SCALE));
        self.step() * (outcome(discs) - expected)
    }

    /// Returns the deviation after one more match.
    pub(crate) fn next_deviation(self) -> f64 {
        (self.deviation * SHRINKING).max(LEAST_DEVIATION)
    }

    /// Returns the rating after a match.
    pub(crate) fn after(self, opponent: f64, discs: f64, unix: u64) -> Rating {
        let count = |is_one| u32::from(is_one);
        Rating {
            value: self.value + self.change(opponent, discs),
            deviation: self.next_deviation(),
            wins: self.wins + count(discs > 0.0),
            draws: self.draws + count(discs == 0.0),
            losses: self.losses + count(discs < 0.0),
            last: unix,
        }
    }

    /// Returns whether a match was rated in this pool.
    pub(crate) const fn is_played(self) -> bool {
        self.wins + self.draws + self.losses > 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_discs_count_four_fifths() {
        assert!((outcome(2.0) - 0.8).abs() < 1e-9 && (outcome(-2.0) - 0.2).abs() < 1e-9);
        assert!(outcome(64.0) < 1.0);
    }

    #[test]
    fn the_winner_gains_what_the_loser_loses_among_equals() {
        let start = Rating::default();
        let (winner, loser) = (start.after(1720.0, 10.0, 1), start.after(1720.0, -10.0, 1));
        assert!((winner.value + loser.value - 3440.0).abs() < 1e-9);
        assert!(winner.value > 1720.0 && winner.deviation < 350.0 && winner.is_played());
        assert_eq!((winner.wins, loser.losses), (1, 1));
    }
}
