//! Ratings with rough guesses to begin with, and how uncertain the differences between them are.

use crate::rating::{ELO_PER_NAT, inverse};
use crate::statistics::score_of_elo;
use crate::{Estimate, Z_95};

/// How far a guess may be off, as a standard deviation in Elo. Some thirty games outweigh it.
const GUESS_ERROR: f64 = 400.0;

/// No rating moves further in one step, in nats: far from the solution Newton's steps are too long.
const LONGEST_STEP: f64 = 1.0;

/// After so many steps the ratings have long stopped moving.
const STEPS: usize = 200;

/// When no rating moves further, in nats, they are found.
const PRECISION: f64 = 1e-9;

/// Ratings of many players, not all of whom need to have met.
///
/// The model is that of Bradley and Terry (1952). What is most likely is found by Newton's method, from
/// the games and from guesses about the players that a few games outweigh, so that whoever won or lost
/// all games has a finite rating and two groups that never met can be compared at all. Games count as
/// independent of each other, which two from one opening are not quite.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingFit {
    /// In nats.
    strengths: Vec<f64>,
    /// Of the strengths.
    covariance: Vec<Vec<f64>>,
}

impl RatingFit {
    /// Returns the ratings by the points that player `i` won against `j`, `points[i][j]`, a draw being
    /// half, and by a guess about each player in Elo.
    #[must_use]
    pub fn new(points: &[Vec<f64>], guesses: &[f64]) -> RatingFit {
        let guesses: Vec<f64> = guesses.iter().map(|guess| guess / ELO_PER_NAT).collect();
        let mut strengths = guesses.clone();
        for _ in 0..STEPS {
            let (slope, information) = derivatives(points, &guesses, &strengths);
            let covariance = inverse(information);
            let step: Vec<f64> = covariance.iter().map(|row| dot(row, &slope)).collect();
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            let scale = (LONGEST_STEP / longest).min(1.0);
            for (strength, part) in strengths.iter_mut().zip(&step) {
                *strength += scale * part;
            }
            if longest < PRECISION {
                break;
            }
        }
        let (_, information) = derivatives(points, &guesses, &strengths);
        RatingFit { strengths, covariance: inverse(information) }
    }

    /// Returns the number of players.
    #[must_use]
    pub const fn n_players(&self) -> usize {
        self.strengths.len()
    }

    /// Returns by how many Elo one player is stronger than another, with the 95% interval.
    #[must_use]
    pub fn difference(&self, player: usize, other: usize) -> Estimate {
        let value = ELO_PER_NAT * (self.strengths[player] - self.strengths[other]);
        let half = Z_95 * ELO_PER_NAT * self.variance(player, other).sqrt();
        Estimate { value, low: value - half, high: value + half }
    }

    /// Returns how much another game between two players would tell about which is stronger: the
    /// variance of its result times that of the difference of their ratings.
    #[must_use]
    pub fn information(&self, player: usize, other: usize) -> f64 {
        let expected = score_of_elo(self.difference(player, other).value);
        expected * (1.0 - expected) * self.variance(player, other)
    }

    /// Returns the variance of the difference between two players' strengths.
    fn variance(&self, player: usize, other: usize) -> f64 {
        let covariance = &self.covariance;
        let own = covariance[player][player] + covariance[other][other];
        (own - 2.0 * covariance[player][other]).max(0.0)
    }
}

/// Returns the derivative of the logarithm of the likelihood by each strength, and the second ones'
/// negatives.
fn derivatives(
    points: &[Vec<f64>],
    guesses: &[f64],
    strengths: &[f64],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len();
    let trust = (ELO_PER_NAT / GUESS_ERROR).powi(2);
    let mut slope: Vec<f64> = (0..n).map(|i| trust * (guesses[i] - strengths[i])).collect();
    let mut information = vec![vec![0.0; n]; n];
    for i in 0..n {
        information[i][i] += trust;
        for j in (0..n).filter(|&j| j != i) {
            let games = points[i][j] + points[j][i];
            if 0.0 < games {
                let expected = 1.0 / (1.0 + (strengths[j] - strengths[i]).exp());
                slope[i] += points[i][j] - games * expected;
                let weight = games * expected * (1.0 - expected);
                information[i][i] += weight;
                information[i][j] -= weight;
            }
        }
    }
    (slope, information)
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 750 of 1000 points are 190.8 Elo; a guess of 400 Elo's error hardly matters beside them.
    #[test]
    fn games_outweigh_guesses() {
        let points = [vec![0.0, 750.0], vec![250.0, 0.0]];
        for guesses in [[0.0, 0.0], [0.0, 400.0], [-300.0, 300.0]] {
            let difference = RatingFit::new(&points, &guesses).difference(0, 1);
            assert!((difference.value - 190.8).abs() < 2.0, "{difference:?}");
            // 1.96 x 173.7 / sqrt(1000 x 3/16) = 24.9.
            assert!((difference.high - difference.value - 24.9).abs() < 0.2, "{difference:?}");
        }
    }

    #[test]
    fn without_games_the_guesses_hold_and_are_uncertain() {
        let fit = RatingFit::new(&vec![vec![0.0; 3]; 3], &[100.0, 0.0, 350.0]);
        let difference = fit.difference(2, 0);
        assert!((difference.value - 250.0).abs() < 1e-6);
        // 1.96 x 400 x sqrt(2).
        assert!((difference.high - difference.value - 1108.7).abs() < 0.1, "{difference:?}");
    }

    #[test]
    fn common_opponents_connect_and_perfect_scores_stay_finite() {
        let points = [vec![0.0, 75.0, 0.0], vec![25.0, 0.0, 75.0], vec![0.0, 25.0, 0.0]];
        let fit = RatingFit::new(&points, &[0.0; 3]);
        let (near, far) = (fit.difference(0, 1), fit.difference(0, 2));
        assert!((far.value - 2.0 * near.value).abs() < 5.0 && near.low < near.high);
        assert!(near.high - near.low < far.high - far.low);
        let perfect = RatingFit::new(&[vec![0.0, 20.0], vec![0.0, 0.0]], &[0.0; 2]);
        assert!((300.0..1500.0).contains(&perfect.difference(0, 1).value), "{perfect:?}");
    }

    #[test]
    fn a_game_tells_most_about_equals_who_have_met_little() {
        let mut points = vec![vec![0.0; 4]; 4];
        points[0][1] = 50.0;
        points[1][0] = 50.0;
        let fit = RatingFit::new(&points, &[0.0, 0.0, 0.0, 2000.0]);
        assert!(fit.information(0, 1) < fit.information(0, 2));
        assert!(fit.information(0, 3) < fit.information(0, 2));
    }
}
