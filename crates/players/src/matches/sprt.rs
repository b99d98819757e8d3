//! The sequential probability ratio test (SPRT): when a match may end.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::matches::elo::score_of_elo;
use crate::matches::pentanomial::Pentanomial;

/// A sequential probability ratio test between two differences in strength, in logistic Elo.
///
/// `elo0` and `elo1` are differences from the first player's view. The statistic is the generalised
/// likelihood ratio of the pentanomial: how much likelier the results of the pairs are under the
/// likeliest distribution whose mean score is that of `elo1` than under the likeliest whose mean
/// score is that of `elo0`. It is computed exactly, as in fishtest's `LLRcalc.py` (commit
/// b8eecff2), after Michel Van den Bergh, "A note on the computation of the maximum likelihood
/// estimate for multinomials", proposition 1.1.
///
/// ```
/// use willow_players::matches::{Pentanomial, Sprt, SprtVerdict};
///
/// let sprt: Sprt = "0,10".parse()?;
/// let llr = sprt.llr(&Pentanomial([40, 100, 500, 150, 60]));
/// assert_eq!(sprt.verdict(llr), SprtVerdict::AcceptElo1);
/// # Ok::<(), willow_players::matches::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    elo0: f64,
    elo1: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtVerdict {
    /// More games are needed.
    Continue,
    /// The difference in strength is `elo0` rather than `elo1`.
    AcceptElo0,
    /// The difference in strength is `elo1` rather than `elo0`.
    AcceptElo1,
}

/// Two numbers that are no valid bounds of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error(
    "not a sequential test (expected elo0,elo1 with -{limit} <= elo0 < elo1 <= {limit})",
    limit = Sprt::LARGEST_ELO
)]
pub struct SprtError;

/// The count used for a result that never came up, so that the result is improbable but possible
/// (as in fishtest).
const ZERO_COUNT: f64 = 1e-3;

impl Sprt {
    /// The probability of accepting the wrong hypothesis: alpha and beta.
    pub const ERROR_RATE: f64 = 0.05;

    /// The largest Elo difference that can be tested. Nearly all games are won by one side beyond
    /// this.
    pub const LARGEST_ELO: f64 = 1000.0;

    /// Returns the test between two differences.
    ///
    /// # Errors
    /// `elo0` is not less than `elo1`, or one of them is farther from 0 than
    /// [`LARGEST_ELO`](Sprt::LARGEST_ELO).
    pub fn new(elo0: f64, elo1: f64) -> Result<Sprt, SprtError> {
        let range = -Sprt::LARGEST_ELO..=Sprt::LARGEST_ELO;
        if range.contains(&elo0) && range.contains(&elo1) && elo0 < elo1 {
            Ok(Sprt { elo0, elo1 })
        } else {
            Err(SprtError)
        }
    }

    /// Returns the lower of the two differences, in Elo.
    pub const fn elo0(&self) -> f64 {
        self.elo0
    }

    /// Returns the higher of the two differences, in Elo.
    pub const fn elo1(&self) -> f64 {
        self.elo1
    }

    /// Returns the upper bound of the log-likelihood ratio, at which `elo1` is accepted.
    ///
    /// The lower bound, at which `elo0` is accepted, is its negative. The bound is
    /// ln((1 - beta) / alpha) with both error rates 5%: 2.944 (Wald 1945).
    pub fn bound(&self) -> f64 {
        ((1.0 - Sprt::ERROR_RATE) / Sprt::ERROR_RATE).ln()
    }

    /// Returns the log-likelihood ratio (LLR), positive if the pairs favour `elo1`.
    pub fn llr(&self, pairs: &Pentanomial) -> f64 {
        if pairs.n_pairs() == 0 {
            return 0.0;
        }
        let counts = pairs.0.map(|count| if count == 0 { ZERO_COUNT } else { count as f64 });
        let n: f64 = counts.iter().sum();
        let observed = counts.map(|count| count / n);
        let under0 = likeliest_with_mean(&observed, score_of_elo(self.elo0));
        let under1 = likeliest_with_mean(&observed, score_of_elo(self.elo1));
        let ratio = |index: usize| counts[index] * (under1[index] / under0[index]).ln();
        (0..5).map(ratio).sum()
    }

    /// Returns the state of the test at a log-likelihood ratio.
    pub fn verdict(&self, llr: f64) -> SprtVerdict {
        if self.bound() <= llr {
            SprtVerdict::AcceptElo1
        } else if llr <= -self.bound() {
            SprtVerdict::AcceptElo0
        } else {
            SprtVerdict::Continue
        }
    }
}

impl FromStr for Sprt {
    type Err = SprtError;

    /// Reads `elo0,elo1`.
    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let number = |text: &str| text.trim().parse().map_err(|_| SprtError);
        let (elo0, elo1) = text.split_once(',').ok_or(SprtError)?;
        Sprt::new(number(elo0)?, number(elo1)?)
    }
}

impl fmt::Display for Sprt {
    /// Writes `elo0,elo1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.elo0, self.elo1)
    }
}

/// The score of a pair with each result.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// Returns the distribution with mean `mean` under which the observed one is likeliest, where every
/// result was observed.
///
/// It is p / (1 + x (a - mean)) for scores a and observed shares p, where x solves the secular
/// equation: the sum of p (a - mean) / (1 + x (a - mean)) is 0. The sum falls from plus to minus
/// infinity between the two poles that bound x, so halving that interval always ends.
fn likeliest_with_mean(observed: &[f64; 5], mean: f64) -> [f64; 5] {
    let deviations = SCORES.map(|score| score - mean);
    let sum = |x: f64| -> f64 {
        observed.iter().zip(deviations).map(|(p, a)| p * a / (1.0 + x * a)).sum()
    };
    let (mut low, mut high) = (-1.0 / deviations[4], -1.0 / deviations[0]);
    // A double has 53 bits; more halvings change nothing.
    for _ in 0..64 {
        let middle = f64::midpoint(low, high);
        if 0.0 < sum(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    let x = f64::midpoint(low, high);
    std::array::from_fn(|index| observed[index] / (1.0 + x * deviations[index]))
}

#[cfg(test)]
mod tests {
    use crate::SeededRng;

    use super::*;

    fn llr(elo0: f64, elo1: f64, counts: [u64; 5]) -> f64 {
        Sprt::new(elo0, elo1).unwrap().llr(&Pentanomial(counts))
    }

    /// The values come from fishtest's `LLR_logistic(elo0, elo1, counts)` at commit b8eecff2, with
    /// its root finder replaced by bisection.
    #[test]
    fn the_ratio_is_fishtests() {
        let cases = [
            (0.0, 5.0, [10, 80, 200, 95, 15], 0.807_856_063_993),
            (-3.0, 1.0, [1500, 9000, 20000, 9100, 1600], 16.704_530_508_689),
            (0.0, 10.0, [3, 5, 9, 4, 4], 0.010_941_267_116),
            (0.0, 5.0, [0, 0, 0, 0, 50], 0.714_408_750_983),
        ];
        for (elo0, elo1, counts, expected) in cases {
            assert!((llr(elo0, elo1, counts) - expected).abs() < 1e-6, "{counts:?}");
        }
    }

    /// With two results only, the likeliest distribution is given by its mean, and the ratio is
    /// that of a coin: 30 ln(s1 / s0) + 20 ln((1 - s1) / (1 - s0)).
    #[test]
    fn with_two_results_the_ratio_is_a_coins() {
        let (s0, s1) = (0.5, score_of_elo(20.0));
        let expected = 30.0 * (s1 / s0).ln() + 20.0 * ((1.0 - s1) / (1.0 - s0)).ln();
        assert!((llr(0.0, 20.0, [20, 0, 0, 0, 30]) - expected).abs() < 1e-3);
    }

    #[test]
    fn the_ratio_is_antisymmetric() {
        let there = llr(-5.0, 10.0, [3, 8, 20, 12, 5]);
        let back = llr(-10.0, 5.0, [5, 12, 20, 8, 3]);
        assert!((there + back).abs() < 1e-9);
    }

    #[test]
    fn a_match_of_losses_only_is_decided() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        let verdict = |losses| sprt.verdict(sprt.llr(&Pentanomial([losses, 0, 0, 0, 0])));
        assert_eq!(verdict(0), SprtVerdict::Continue);
        assert_eq!(verdict(10), SprtVerdict::Continue);
        assert_eq!(verdict(300), SprtVerdict::AcceptElo0);
        assert_eq!(verdict(u64::from(u32::MAX)), SprtVerdict::AcceptElo0);
    }

    /// Plays pairs of games without draws until the test decides.
    fn simulate(sprt: &Sprt, elo: f64, rng: &mut SeededRng) -> SprtVerdict {
        let per_mille_won = (score_of_elo(elo) * 1000.0).round() as u32;
        let mut pairs = Pentanomial::default();
        loop {
            let won = (0..2).filter(|_| rng.below(1000) < per_mille_won).count();
            pairs.0[2 * won] += 1;
            match sprt.verdict(sprt.llr(&pairs)) {
                SprtVerdict::Continue => (),
                verdict => return verdict,
            }
        }
    }

    /// 5% of 200 are 10 wrong verdicts; 20 or more come up with one seed in 375.
    #[test]
    fn the_error_rates_are_as_stated() {
        let sprt = Sprt::new(0.0, 60.0).unwrap();
        let mut rng = SeededRng::new(1);
        for (elo, wrong) in [(0.0, SprtVerdict::AcceptElo1), (60.0, SprtVerdict::AcceptElo0)] {
            let verdicts = (0..200).map(|_| simulate(&sprt, elo, &mut rng));
            let n_wrong = verdicts.filter(|&verdict| verdict == wrong).count();
            assert!(n_wrong < 20, "{n_wrong} of 200 at {elo} Elo");
        }
    }

    #[test]
    fn the_bounds_are_walds() {
        let sprt = Sprt::new(0.0, 5.0).unwrap();
        assert!((sprt.bound() - 19.0_f64.ln()).abs() < 1e-12);
        assert_eq!(sprt.verdict(2.945), SprtVerdict::AcceptElo1);
        assert_eq!(sprt.verdict(-2.94), SprtVerdict::Continue);
    }

    #[test]
    fn only_two_numbers_in_order_are_accepted() {
        assert_eq!("0, 5.5".parse(), Sprt::new(0.0, 5.5));
        assert_eq!("-3,1".parse::<Sprt>().unwrap().to_string(), "-3,1");
        for text in ["", "0", "5,0", "1,1", "nan,1", "0,inf", "0,1001", "0,1,2", "a,b"] {
            assert_eq!(text.parse::<Sprt>(), Err(SprtError), "{text}");
        }
        assert_eq!(
            SprtError.to_string(),
            "not a sequential test (expected elo0,elo1 with -1000 <= elo0 < elo1 <= 1000)"
        );
    }
}
