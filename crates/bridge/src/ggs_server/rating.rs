//! Ratings: 1720 at the beginning, with a deviation of 350.
//!
//! They move by the system of Mark Glickman's "The Glicko system", with the changes of GGS: a step is
//! doubled and has a least size, a deviation grows back to its first value in five years, and a result
//! counts by its discs.

use std::f64::consts::{LN_10, PI};

use serde::{Deserialize, Serialize};

use super::dates;

/// The rating of a player in one pool.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Rating {
    pub(crate) value: f64,
    /// The deviation after the last match.
    pub(crate) deviation: f64,
    pub(crate) wins: u32,
    pub(crate) draws: u32,
    pub(crate) losses: u32,
    /// The sum of all results, in discs.
    #[serde(default)]
    pub(crate) sum: f64,
    /// When the last match ended, in seconds since 1970.
    pub(crate) last: u64,
}

impl Default for Rating {
    fn default() -> Rating {
        let deviation = FIRST_DEVIATION;
        Rating { value: 1720.0, deviation, wins: 0, draws: 0, losses: 0, sum: 0.0, last: 0 }
    }
}

/// The deviation of a player who has not played, and the largest.
const FIRST_DEVIATION: f64 = 350.0;
/// The seconds in which a deviation of nothing grows to the first one.
const SECONDS_TO_FORGET: f64 = 5.0 * 365.0 * 86_400.0;
/// The least step of a rating for a full point, before it is doubled.
const LEAST_STEP: f64 = 16.0;
/// The difference of ratings that makes ten to one.
const SCALE: f64 = 400.0;
/// The natural logarithm of the odds that a difference of one makes.
const Q: f64 = LN_10 / SCALE;

/// Returns what a result in discs counts, from 0 to 1.
pub(crate) fn outcome(discs: f64) -> f64 {
    0.5 + discs * 0.375 / (1.0 + 0.75 * discs.abs())
}

impl Rating {
    /// Returns the rating as it is at a moment: the deviation grows while nobody plays.
    pub(crate) fn at(self, unix: u64) -> Rating {
        let idle = unix.saturating_sub(self.last) as f64;
        let grown = FIRST_DEVIATION.powi(2) * idle / SECONDS_TO_FORGET;
        let deviation = (self.deviation.powi(2) + grown).sqrt().min(FIRST_DEVIATION);
        Rating { deviation, ..self }
    }

    /// Returns the rating after a match with an opponent, of which a part of a point was won. Both
    /// ratings are those of the moment.
    pub(crate) fn rated(self, opponent: Rating, outcome: f64) -> Rating {
        let trust = 1.0 / (1.0 + 3.0 * (Q * opponent.deviation / PI).powi(2)).sqrt();
        let difference = trust * (self.value - opponent.value);
        let expected = 1.0 / (1.0 + 10_f64.powf(-difference / SCALE));
        let learnt = (Q * trust).powi(2) * expected * (1.0 - expected);
        let precision = self.deviation.powi(-2) + learnt;
        let step = 2.0 * (Q * trust / precision).max(LEAST_STEP);
        let value = self.value + step * (outcome - expected);
        Rating { value, deviation: precision.powf(-0.5), ..self }
    }

    /// Returns the rating with one more match counted.
    pub(crate) fn counted(self, discs: f64, unix: u64) -> Rating {
        let count = |is_one| u32::from(is_one);
        Rating {
            wins: self.wins + count(discs > 0.0),
            draws: self.draws + count(discs == 0.0),
            losses: self.losses + count(discs < 0.0),
            sum: self.sum + discs,
            last: unix,
            ..self
        }
    }

    /// Returns the mean result, in discs.
    fn mean_result(self) -> f64 {
        let n_matches = self.wins + self.draws + self.losses;
        if n_matches == 0 { 0.0 } else { self.sum / f64::from(n_matches) }
    }

    /// Returns the columns of a rating in a list.
    pub(super) fn columns(self, unix: u64) -> String {
        let idle = dates::idle(unix.saturating_sub(self.last));
        let (now, mean) = (self.at(unix), self.mean_result());
        let Rating { value, deviation, wins, draws, losses, .. } = self;
        format!(
            "{value:6.1}@{deviation:5.1}={idle:>13}+@{:5.1}{mean:+6.1}{wins:7}{draws:7}{losses:7}",
            now.deviation
        )
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

    /// The figures are those that a real GGS told.
    #[test]
    fn ratings_move_as_on_ggs() {
        let start = Rating::default();
        let [won, lost] = [64.0, -64.0].map(|discs| start.rated(start, outcome(discs)));
        let shown = |rating: Rating| format!("{:.2} @ {:.2}", rating.value, rating.deviation);
        assert_eq!([shown(won), shown(lost)], ["2037.80 @ 290.23", "1402.20 @ 290.23"]);
        let upset = won.rated(lost, outcome(-64.0));
        assert_eq!(shown(upset), "1431.52 @ 278.02");
    }

    #[test]
    fn a_deviation_grows_with_time() {
        let played = Rating { deviation: 30.0, last: 1000, ..Rating::default() };
        assert_eq!(played.at(1000), played);
        let year = played.at(1000 + 365 * 86_400).deviation;
        assert!((year - 159.4).abs() < 0.1, "{year}");
        assert!((played.at(u64::MAX).deviation - FIRST_DEVIATION).abs() < 1e-9);
    }

    #[test]
    fn matches_are_counted() {
        let rating = Rating::default().counted(10.0, 1).counted(-4.0, 2).counted(0.0, 3);
        assert_eq!((rating.wins, rating.losses, rating.draws, rating.last), (1, 1, 1, 3));
        assert!((rating.mean_result() - 2.0).abs() < 1e-9);
    }
}
