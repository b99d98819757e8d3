//! Ratings by the Bradley-Terry model: of a tournament, and with prior ratings for players who have not all met.

use crate::matches::elo::{EloEstimate, Z_95, score_of_elo};

/// The Elo difference for a factor e in the odds of a win: 400 / ln 10.
const ELO_PER_NAT: f64 = 173.717_792_761_242_18;

/// The number of draws added between all players of a tournament who have met, so that a player who won all
/// games has a finite rating.
const PRIOR_DRAWS: f64 = 1.0;

/// A prior so wide that it only keeps the ratings of a tournament together.
const NO_PRIOR_SIGMA: f64 = 1e5;

/// The standard deviation of a prior rating, in Elo. A single game between equals outweighs the prior: in
/// nats its information is 1/4, and that of the prior (173.7 / 400)^2 = 0.19.
const PRIOR_SIGMA: f64 = 400.0;

/// Maximum change of a strength in one iteration, in nats. Far from the solution, the steps of
/// Newton's method are too long.
const MAX_STEP: f64 = 1.0;

/// Maximum number of iterations. The ratings converge long before.
const MAX_ITERATIONS: usize = 200;

/// The change of all strengths, in nats, below which the iteration has converged.
const TOLERANCE: f64 = 1e-9;

/// Ratings of many players, even if some never met.
///
/// The model is that of Bradley and Terry (1952) with a normal prior for each player. Newton's
/// method finds the maximum of the posterior. The priors give a player who won or lost all games a
/// finite rating, and connect groups of players who never met. Games are treated as independent;
/// two games from one opening are not quite independent.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingFit {
    /// The strength of each player, in nats.
    strengths: Vec<f64>,
    /// The covariance matrix of the strengths.
    covariance: Vec<Vec<f64>>,
}

impl RatingFit {
    /// Returns the ratings from points and prior ratings.
    ///
    /// `points[i][j]` are the points that player `i` won against `j`, a draw being half. `priors`
    /// are ratings in Elo.
    pub fn new(points: &[Vec<f64>], priors: &[f64]) -> RatingFit {
        RatingFit::with_prior_sigma(points, priors, PRIOR_SIGMA)
    }

    fn with_prior_sigma(points: &[Vec<f64>], priors: &[f64], sigma: f64) -> RatingFit {
        let precision = (ELO_PER_NAT / sigma).powi(2);
        let priors: Vec<f64> = priors.iter().map(|prior| prior / ELO_PER_NAT).collect();
        let mut strengths = priors.clone();
        for _ in 0..MAX_ITERATIONS {
            let (gradient, information) = derivatives(points, &priors, precision, &strengths);
            let covariance = inverse(information);
            let step: Vec<f64> = covariance.iter().map(|row| dot(row, &gradient)).collect();
            let longest = step.iter().fold(0.0_f64, |longest, part| longest.max(part.abs()));
            let scale = (MAX_STEP / longest).min(1.0);
            for (strength, part) in strengths.iter_mut().zip(&step) {
                *strength += scale * part;
            }
            if longest < TOLERANCE {
                break;
            }
        }
        let (_, information) = derivatives(points, &priors, precision, &strengths);
        RatingFit { strengths, covariance: inverse(information) }
    }

    /// Returns the number of players.
    pub const fn n_players(&self) -> usize {
        self.strengths.len()
    }

    /// Returns the rating difference in Elo with its 95% interval, positive if `player` is stronger
    /// than `other`.
    pub fn difference(&self, player: usize, other: usize) -> EloEstimate {
        let value = ELO_PER_NAT * (self.strengths[player] - self.strengths[other]);
        let half = Z_95 * ELO_PER_NAT * self.variance(player, other).sqrt();
        EloEstimate { value, low: value - half, high: value + half }
    }

    /// Returns the information of one more game between two players: the variance of its result
    /// times the variance of the difference of their strengths.
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

/// Returns the ratings of a tournament's players in Elo with 95% intervals; the mean rating is 0.
///
/// `points[i][j]` are the points that `i` won against `j`, a draw being half. The intervals treat all games as
/// independent; the two games from one opening are not quite.
pub(crate) fn ratings(points: &[Vec<f64>]) -> Vec<EloEstimate> {
    let n = points.len();
    let draws = |i: usize, j: usize| {
        if points[i][j] + points[j][i] == 0.0 { 0.0 } else { PRIOR_DRAWS / 2.0 }
    };
    let points: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| points[i][j] + draws(i, j)).collect()).collect();
    let fit = RatingFit::with_prior_sigma(&points, &vec![0.0; n], NO_PRIOR_SIGMA);
    let mean = fit.strengths.iter().sum::<f64>() / n as f64;
    // Of a strength less the mean of all.
    let with_mean = |row: &Vec<f64>| row.iter().sum::<f64>() / n as f64;
    let of_mean = fit.covariance.iter().map(with_mean).sum::<f64>() / n as f64;
    let estimate = |i: usize| {
        let value = ELO_PER_NAT * (fit.strengths[i] - mean);
        let variance = fit.covariance[i][i] - 2.0 * with_mean(&fit.covariance[i]) + of_mean;
        let half = Z_95 * ELO_PER_NAT * variance.max(0.0).sqrt();
        EloEstimate { value, low: value - half, high: value + half }
    };
    (0..n).map(estimate).collect()
}

/// Returns the gradient of the log-posterior by the strengths and the information matrix, which
/// holds the negated second derivatives.
fn derivatives(
    points: &[Vec<f64>],
    priors: &[f64],
    prior_precision: f64,
    strengths: &[f64],
) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = strengths.len();
    let mut gradient: Vec<f64> =
        (0..n).map(|i| prior_precision * (priors[i] - strengths[i])).collect();
    let mut information = vec![vec![0.0; n]; n];
    for i in 0..n {
        information[i][i] += prior_precision;
        for j in (0..n).filter(|&j| j != i) {
            let games = points[i][j] + points[j][i];
            if 0.0 < games {
                let expected = 1.0 / (1.0 + (strengths[j] - strengths[i]).exp());
                gradient[i] += points[i][j] - games * expected;
                let weight = games * expected * (1.0 - expected);
                information[i][i] += weight;
                information[i][j] -= weight;
            }
        }
    }
    (gradient, information)
}

/// Returns the inverse of a symmetric, positive definite matrix, by elimination.
fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let n = matrix.len();
    let mut result: Vec<Vec<f64>> =
        (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for pivot in 0..n {
        let factor = 1.0 / matrix[pivot][pivot];
        for entry in matrix[pivot].iter_mut().chain(&mut result[pivot]) {
            *entry *= factor;
        }
        let (pivot_row, pivot_result) = (matrix[pivot].clone(), result[pivot].clone());
        for row in (0..n).filter(|&row| row != pivot) {
            let factor = matrix[row][pivot];
            for (entry, above) in matrix[row].iter_mut().zip(&pivot_row) {
                *entry -= factor * above;
            }
            for (entry, above) in result[row].iter_mut().zip(&pivot_result) {
                *entry -= factor * above;
            }
        }
    }
    result
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 750 of 1000 points are 190.8 Elo; a prior of 400 Elo hardly matters beside that.
    #[test]
    fn games_outweigh_priors() {
        let points = [vec![0.0, 750.0], vec![250.0, 0.0]];
        for priors in [[0.0, 0.0], [0.0, 400.0], [-300.0, 300.0]] {
            let difference = RatingFit::new(&points, &priors).difference(0, 1);
            assert!((difference.value - 190.8).abs() < 2.0, "{difference:?}");
            // 1.96 x 173.7 / sqrt(1000 x 3/16) = 24.9.
            assert!((difference.high - difference.value - 24.9).abs() < 0.2, "{difference:?}");
        }
    }

    #[test]
    fn without_games_the_priors_remain_and_are_uncertain() {
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
    fn a_game_between_equals_who_have_met_little_has_the_most_information() {
        let mut points = vec![vec![0.0; 4]; 4];
        points[0][1] = 50.0;
        points[1][0] = 50.0;
        let fit = RatingFit::new(&points, &[0.0, 0.0, 0.0, 2000.0]);
        assert!(fit.information(0, 1) < fit.information(0, 2));
        assert!(fit.information(0, 3) < fit.information(0, 2));
    }

    /// 750 and 250 points of 1000 are odds of 3 to 1 (a little less with the drawn game): 400 x
    /// log10(3) = 190.8 Elo.
    #[test]
    fn two_players_differ_by_the_elo_of_their_score() {
        let found = ratings(&[vec![0.0, 750.0], vec![250.0, 0.0]]);
        let difference = found[0].value - found[1].value;
        assert!((difference - 190.8).abs() < 0.5, "{found:?}");
        assert!((found[0].value + found[1].value).abs() < 1e-6);
        // The variance of the difference is 1 / (n p (1 - p)) in nats, half of a player's from the
        // mean: 1.96 x 173.7 x sqrt(1 / (1000 x 3/16)) / 2 = 12.4.
        let half = found[0].high - found[0].value;
        assert!((half - 12.4).abs() < 0.1, "{half}");
    }

    #[test]
    fn ratings_come_from_common_opponents_too() {
        // The first beats the second, the second the third, and the first and third never met.
        let points = [vec![0.0, 75.0, 0.0], vec![25.0, 0.0, 75.0], vec![0.0, 25.0, 0.0]];
        let found = ratings(&points);
        assert!((found[0].value - found[2].value - 2.0 * 190.8).abs() < 10.0, "{found:?}");
        assert!(found[1].value.abs() < 1e-6);
    }

    #[test]
    fn a_perfect_score_has_a_finite_rating() {
        let found = ratings(&[vec![0.0, 10.0], vec![0.0, 0.0]]);
        assert!(found[0].value.is_finite() && 0.0 < found[0].low, "{found:?}");
    }
}
