//! The five results that a pair of games can have, and what their counts say about strength.
//!
//! Both games of a pair begin with the same opening, colours swapped, so they are not independent
//! of each other. Pairs are. All errors and intervals of a match come from pairs.

use crate::matches::elo::{EloEstimate, Z_95, elo_of_score};

/// The counts of the five possible results of a pair of games, from one player's view.
///
/// Index 0 counts pairs with 0 points, index 4 pairs with 2 points; a win is 1 point, a draw half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Returns the number of pairs.
    pub fn n_pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score, from 0 (all games lost) to 1 (all won); `None` without pairs.
    pub fn mean(&self) -> Option<f64> {
        let points: u64 = (0..).zip(self.0).map(|(points, count)| points * count).sum();
        (self.n_pairs() != 0).then(|| points as f64 / (4 * self.n_pairs()) as f64)
    }

    /// Returns the standard error of the mean score; `None` without pairs.
    pub fn standard_error(&self) -> Option<f64> {
        let mean = self.mean()?;
        let n = self.n_pairs() as f64;
        let square = |(index, count): (u32, u64)| {
            let deviation = f64::from(index) / 4.0 - mean;
            count as f64 * deviation * deviation
        };
        let variance = (0..).zip(self.0).map(square).sum::<f64>() / n;
        Some((variance / n).sqrt())
    }

    /// Returns the difference in strength in logistic Elo with its 95% interval; `None` without
    /// pairs. A perfect score is infinitely many Elo.
    ///
    /// The interval comes from a normal approximation of the score, as in fishtest's `get_elo`. If
    /// all pairs have the same result, that interval has no width. Then the interval is bounded by
    /// the share of other results that stay unseen in this number of pairs once in 40 times.
    pub fn elo(&self) -> Option<EloEstimate> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        let (low, high) = if error == 0.0 {
            let seen_share = 0.025_f64.powf(1.0 / self.n_pairs() as f64);
            (mean * seen_share, 1.0 - (1.0 - mean) * seen_share)
        } else {
            (mean - Z_95 * error, mean + Z_95 * error)
        };
        Some(EloEstimate {
            value: elo_of_score(mean),
            low: elo_of_score(low),
            high: elo_of_score(high),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::test_support::close;

    /// 8 pairs with 1, 1, 2, 3 and 1 of the results 0, 1/4, 1/2, 3/4, 1:
    /// mean (0.25 + 1 + 2.25 + 1) / 8 = 0.5625,
    /// variance (0.5625^2 + 0.3125^2 + 2 0.0625^2 + 3 0.1875^2 + 0.4375^2) / 8 = 0.71875 / 8,
    /// standard error sqrt(0.71875) / 8.
    #[test]
    fn the_pentanomial_agrees_with_a_calculation_by_hand() {
        let pairs = Pentanomial([1, 1, 2, 3, 1]);
        let error = 0.71875_f64.sqrt() / 8.0;
        assert!(close(pairs.mean().unwrap(), 0.5625));
        assert!(close(pairs.standard_error().unwrap(), error));
        let elo = pairs.elo().unwrap();
        assert!(close(elo.value, elo_of_score(0.5625)));
        assert!(close(elo.low, elo_of_score(0.5625 - 1.959_963_985 * error)));
        assert!(close(elo.high, elo_of_score(0.5625 + 1.959_963_985 * error)));
    }

    #[test]
    fn a_perfect_score_has_a_finite_lower_bound() {
        let elo = Pentanomial([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        // 0.025^(1/10) = 0.691503: a lower expected score wins ten pairs in a row less than once in
        // 40.
        assert!(close(elo.low, elo_of_score(0.691_502_9)));
        let lost = Pentanomial([10, 0, 0, 0, 0]).elo().unwrap();
        assert!(close(lost.high, -elo.low));
        let elo = Pentanomial([0, 0, 10, 0, 0]).elo().unwrap();
        assert!(close(elo.value, 0.0) && close(elo.high, -elo.low) && 0.0 < elo.high);
    }
}
