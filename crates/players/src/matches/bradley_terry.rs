//! Ratings of the players of a tournament by the Bradley-Terry model.

use crate::matches::elo::{EloEstimate, Z_95};

/// The Elo difference for a factor e in the odds of a win: 400 / ln 10.
pub(crate) const ELO_PER_NAT: f64 = 173.717_792_761_242_18;

/// The number of draws added between all players who have met, so that a player who won all games
/// has a finite rating.
const PRIOR_DRAWS: f64 = 1.0;

/// The largest number of iterations. The ratings converge long before.
const MAX_ITERATIONS: usize = 10_000;

/// The relative change of all strengths below which the iteration has converged.
const TOLERANCE: f64 = 1e-10;

/// Returns the players' ratings in Elo with 95% intervals; the mean rating is 0.
///
/// `points[i][j]` are the points that `i` won against `j`, a draw being half. The model is that of
/// Bradley and Terry (1952), fitted by the algorithm of Zermelo (1929); the intervals come from the
/// information matrix and treat all games as independent. The two games from one opening are not
/// quite independent.
pub(crate) fn ratings(points: &[Vec<f64>]) -> Vec<EloEstimate> {
    let n = points.len();
    let points: Vec<Vec<f64>> = (0..n)
        .map(|i| (0..n).map(|j| points[i][j] + prior(points[i][j] + points[j][i])).collect())
        .collect();
    let games = |i: usize, j: usize| points[i][j] + points[j][i];
    let strengths = strengths(&points);
    // The information on differences is a Laplacian; adding the same number everywhere makes it
    // invertible without changing anything about differences.
    let mut information = vec![vec![1.0 / n as f64; n]; n];
    for i in 0..n {
        for j in (0..n).filter(|&j| j != i) {
            let expected = strengths[i] / (strengths[i] + strengths[j]);
            let weight = games(i, j) * expected * (1.0 - expected);
            information[i][j] -= weight;
            information[i][i] += weight;
        }
    }
    let covariance = inverse(information);
    let mean = strengths.iter().map(|strength| strength.ln()).sum::<f64>() / n as f64;
    (0..n)
        .map(|i| {
            let value = ELO_PER_NAT * (strengths[i].ln() - mean);
            let variance = (covariance[i][i] - 1.0 / n as f64).max(0.0);
            let half = Z_95 * ELO_PER_NAT * variance.sqrt();
            EloEstimate { value, low: value - half, high: value + half }
        })
        .collect()
}

/// Returns the points that each of two players gets from the added draws.
fn prior(n_games: f64) -> f64 {
    if n_games == 0.0 { 0.0 } else { PRIOR_DRAWS / 2.0 }
}

/// Returns the strengths for which the expected points of every player are the points won.
fn strengths(points: &[Vec<f64>]) -> Vec<f64> {
    let n = points.len();
    let mut strengths = vec![1.0_f64; n];
    for _ in 0..MAX_ITERATIONS {
        let mut change = 0.0_f64;
        for i in 0..n {
            let won: f64 = points[i].iter().sum();
            let met = (0..n).filter(|&j| j != i);
            let expected: f64 =
                met.map(|j| (points[i][j] + points[j][i]) / (strengths[i] + strengths[j])).sum();
            if 0.0 < expected {
                let strength = won / expected;
                change = change.max((strength / strengths[i] - 1.0).abs());
                strengths[i] = strength;
            }
        }
        if change < TOLERANCE {
            break;
        }
    }
    strengths
}

/// Returns the inverse of a symmetric, positive definite matrix, by elimination.
pub(crate) fn inverse(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
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

#[cfg(test)]
mod tests {
    use super::*;

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
