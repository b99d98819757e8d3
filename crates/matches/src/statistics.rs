//! What the results of a match say about the strength of its players.
//!
//! Both games of a pair begin with the same opening, colours swapped, so they are not independent of
//! each other; pairs are. All errors and intervals here come from pairs: of the five results that a
//! pair can have, counted in a [`Pentanomial`].

use std::collections::BTreeMap;

use willow_board::DiscDiff;

use crate::Sprt;

/// The quantile of the normal distribution that bounds a 95% interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A number with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

/// How often each of the five possible results of a pair of games came up.
///
/// Index 0 counts pairs with 0 points, index 4 pairs with 2 points; a win is 1 point, a draw half.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

impl Pentanomial {
    /// Returns the number of pairs.
    #[must_use]
    pub fn n_pairs(&self) -> u64 {
        self.0.iter().sum()
    }

    /// Returns the mean score, from 0 (all games lost) to 1 (all won); `None` without pairs.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        let points: u64 = (0..).zip(self.0).map(|(points, count)| points * count).sum();
        (self.n_pairs() != 0).then(|| points as f64 / (4 * self.n_pairs()) as f64)
    }

    /// Returns the standard error of the mean score; `None` without pairs.
    #[must_use]
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
    /// The interval is the score's by normal approximation, as that of fishtest's `get_elo`. If all
    /// pairs ended alike, that would have no width; then it is bounded by the share of pairs that
    /// may end differently and still not show up in so many pairs, once in 40 times.
    #[must_use]
    pub fn elo(&self) -> Option<Estimate> {
        let (mean, error) = (self.mean()?, self.standard_error()?);
        let (low, high) = if error == 0.0 {
            let alike = 0.025_f64.powf(1.0 / self.n_pairs() as f64);
            (mean * alike, 1.0 - (1.0 - mean) * alike)
        } else {
            (mean - Z_95 * error, mean + Z_95 * error)
        };
        Some(Estimate {
            value: elo_of_score(mean),
            low: elo_of_score(low),
            high: elo_of_score(high),
        })
    }

    /// Returns the probability that the player is the stronger one, if both were equally likely to
    /// be; `None` without pairs.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> Option<f64> {
        let (lead, error) = (self.mean()? - 0.5, self.standard_error()?);
        if lead == 0.0 { Some(0.5) } else { Some(normal_cdf(lead / error)) }
    }
}

/// Returns the difference in logistic Elo that leads to a mean score; infinite outside of (0, 1).
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if 1.0 <= score {
        f64::INFINITY
    } else {
        400.0 * (score / (1.0 - score)).log10()
    }
}

/// Returns the mean score that a difference in logistic Elo leads to.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the share of the normal distribution below `x`, with an error below 2e-7
/// (Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26).
fn normal_cdf(x: f64) -> f64 {
    if x.is_infinite() {
        return if x < 0.0 { 0.0 } else { 1.0 };
    }
    let z = x.abs() / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * z);
    let coefficients =
        [1.061_405_429, -1.453_152_027, 1.421_413_741, -0.284_496_736, 0.254_829_592];
    let polynomial = coefficients.into_iter().fold(0.0, |sum, c| sum * t + c) * t;
    let tail = polynomial * (-z * z).exp() / 2.0;
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The results of a match so far, from one player's view.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatchScore {
    wins: u64,
    draws: u64,
    losses: u64,
    /// The sum of all games' disc differences.
    discs: i64,
    pairs: Pentanomial,
    /// Over all pairs: the sum of their disc differences, and of the squares of these.
    pair_discs: i64,
    pair_discs_squared: i64,
    /// The results of games whose partner is not finished, by the number of their pair.
    halves: BTreeMap<u32, DiscDiff>,
}

impl MatchScore {
    /// Returns the score before the first game.
    #[must_use]
    pub fn new() -> MatchScore {
        MatchScore::default()
    }

    /// Adds the result of a game from the player's view. Games are numbered from 1; 1 and 2 are the
    /// first pair, 3 and 4 the second.
    pub fn add(&mut self, game: u32, result: DiscDiff) {
        match result.sign() {
            1 => self.wins += 1,
            0 => self.draws += 1,
            _ => self.losses += 1,
        }
        self.discs += i64::from(result.value());
        let pair = game.saturating_sub(1) / 2;
        match self.halves.remove(&pair) {
            None => _ = self.halves.insert(pair, result),
            Some(other) => self.add_pair(result, other),
        }
    }

    fn add_pair(&mut self, one: DiscDiff, other: DiscDiff) {
        self.pairs.0[(2 + one.sign() + other.sign()) as usize] += 1;
        let discs = i64::from(one.value() + other.value());
        self.pair_discs += discs;
        self.pair_discs_squared += discs * discs;
    }

    /// Returns the number of games.
    #[must_use]
    pub const fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the number of games won.
    #[must_use]
    pub const fn wins(&self) -> u64 {
        self.wins
    }

    /// Returns the number of draws.
    #[must_use]
    pub const fn draws(&self) -> u64 {
        self.draws
    }

    /// Returns the number of games lost.
    #[must_use]
    pub const fn losses(&self) -> u64 {
        self.losses
    }

    /// Returns the results of the pairs that are complete.
    #[must_use]
    pub const fn pairs(&self) -> Pentanomial {
        self.pairs
    }

    /// Returns the mean disc difference of all games, in discs; `None` without games.
    #[must_use]
    pub fn mean_diff(&self) -> Option<f64> {
        (self.games() != 0).then(|| self.discs as f64 / self.games() as f64)
    }

    /// Returns the standard error of the mean disc difference in discs, from the differences between
    /// pairs; `None` with fewer than two pairs.
    #[must_use]
    pub fn mean_diff_error(&self) -> Option<f64> {
        let n = self.pairs.n_pairs() as f64;
        if n < 2.0 {
            return None;
        }
        let (sum, squares) = (self.pair_discs as f64, self.pair_discs_squared as f64);
        let variance = (squares - sum * sum / n) / (n - 1.0);
        // A pair's mean is half of its sum.
        Some((variance / n).sqrt() / 2.0)
    }

    /// Returns what the estimates are made from: the complete pairs, or if there are none the single
    /// game, whose points count double.
    #[must_use]
    pub fn sample(&self) -> Pentanomial {
        if self.pairs.n_pairs() == 0 {
            Pentanomial([self.losses, 0, self.draws, 0, self.wins])
        } else {
            self.pairs
        }
    }

    /// Returns the figures that are printed and written, and those of a sequential test if one is
    /// held.
    #[must_use]
    pub fn summary(&self, sprt: Option<&Sprt>) -> MatchSummary {
        let finite = |x: f64| x.is_finite().then_some(x);
        let elo = self.sample().elo();
        MatchSummary {
            games: self.games(),
            wins: self.wins,
            draws: self.draws,
            losses: self.losses,
            mean_diff: self.mean_diff(),
            mean_diff_error: self.mean_diff_error(),
            elo: elo.and_then(|elo| finite(elo.value)),
            elo_low: elo.and_then(|elo| finite(elo.low)),
            elo_high: elo.and_then(|elo| finite(elo.high)),
            likelihood_of_superiority: self.sample().likelihood_of_superiority(),
            pairs: self.pairs.0,
            llr: sprt.map(|sprt| sprt.llr(&self.pairs)),
        }
    }
}

/// The figures of a match, from the view of its first player.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct MatchSummary {
    /// The number of games.
    pub games: u64,
    /// The number of games won.
    pub wins: u64,
    /// The number of draws.
    pub draws: u64,
    /// The number of games lost.
    pub losses: u64,
    /// The mean disc difference.
    pub mean_diff: Option<f64>,
    /// Its standard error, from the differences between pairs.
    pub mean_diff_error: Option<f64>,
    /// The difference in logistic Elo; `None` without games and if it is infinite (all won or all
    /// lost: the sign of `mean_diff` tells which).
    pub elo: Option<f64>,
    /// The lower end of the 95% interval of `elo`; `None` if it is infinite.
    pub elo_low: Option<f64>,
    /// The upper end of the 95% interval of `elo`; `None` if it is infinite.
    pub elo_high: Option<f64>,
    /// The probability of being the stronger player.
    pub likelihood_of_superiority: Option<f64>,
    /// The number of pairs with 0, half, 1, one and a half, 2 points.
    pub pairs: [u64; 5],
    /// The logarithm of the likelihood ratio, if a sequential test is held.
    pub llr: Option<f64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: f64, b: f64) -> bool {
        (a - b).abs() < 1e-6 * b.abs().max(1.0)
    }

    fn diff(value: i32) -> DiscDiff {
        DiscDiff::new(value).unwrap()
    }

    #[test]
    fn elo_and_score_are_inverse() {
        // 400 Elo are odds of ten to one.
        assert!(close(elo_of_score(10.0 / 11.0), 400.0));
        assert!(close(score_of_elo(-400.0), 1.0 / 11.0));
        assert!(close(elo_of_score(0.75), 400.0 * 3.0_f64.log10()));
        assert!(elo_of_score(1.0).is_infinite() && elo_of_score(1.0).is_sign_positive());
        assert!(elo_of_score(0.0).is_infinite() && elo_of_score(0.0).is_sign_negative());
    }

    #[test]
    fn the_normal_distribution_has_its_known_values() {
        for (x, p) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.0, 0.158_655_254),
            (Z_95, 0.975),
            (3.0, 0.998_650_102),
        ] {
            assert!((normal_cdf(x) - p).abs() < 2e-7, "{x}");
        }
        assert!(close(normal_cdf(f64::INFINITY), 1.0));
        assert!(close(normal_cdf(f64::NEG_INFINITY), 0.0));
    }

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
        // 0.0625 / 0.105973 = 0.589772 standard errors above one half.
        assert!(close(pairs.likelihood_of_superiority().unwrap(), normal_cdf(0.589_767_8)));
    }

    #[test]
    fn a_perfect_score_has_a_finite_lower_bound() {
        let elo = Pentanomial([0, 0, 0, 0, 10]).elo().unwrap();
        assert_eq!((elo.value, elo.high), (f64::INFINITY, f64::INFINITY));
        // 0.025^(1/10) = 0.691503: who scores less wins ten pairs in a row less than once in 40.
        assert!(close(elo.low, elo_of_score(0.691_502_9)));
        let lost = Pentanomial([10, 0, 0, 0, 0]).elo().unwrap();
        assert!(close(lost.high, -elo.low));
        let even = Pentanomial([0, 0, 10, 0, 0]);
        let elo = even.elo().unwrap();
        assert!(close(elo.value, 0.0) && close(elo.high, -elo.low) && 0.0 < elo.high);
        assert_eq!(even.likelihood_of_superiority(), Some(0.5));
        assert_eq!(Pentanomial([0, 0, 0, 0, 1]).likelihood_of_superiority(), Some(1.0));
    }

    #[test]
    fn games_come_together_in_pairs_in_any_order() {
        let mut score = MatchScore::new();
        for (game, result) in [(4, 10), (1, 2), (2, -6), (3, 0), (5, 64)] {
            score.add(game, diff(result));
        }
        assert_eq!((score.games(), score.wins(), score.draws(), score.losses()), (5, 3, 1, 1));
        assert_eq!(score.pairs(), Pentanomial([0, 0, 1, 1, 0]));
        assert_eq!(score.mean_diff(), Some(14.0));
        // Pair means -2 and 5: variance 24.5, error sqrt(24.5 / 2).
        assert!(close(score.mean_diff_error().unwrap(), 3.5));
    }

    #[test]
    fn a_single_game_and_no_game_have_a_summary() {
        let mut score = MatchScore::new();
        let empty = score.summary(None);
        assert_eq!((empty.games, empty.mean_diff, empty.elo, empty.llr), (0, None, None, None));
        score.add(1, diff(4));
        let summary = score.summary(Some(&Sprt::new(0.0, 5.0).unwrap()));
        assert_eq!((summary.wins, summary.elo, summary.mean_diff_error), (1, None, None));
        assert!(summary.elo_low.unwrap() < 0.0);
        assert_eq!(summary.llr, Some(0.0));
        let json = serde_json::to_value(&summary).unwrap();
        assert!(json["elo"].is_null() && json["games"] == 1);
    }
}
