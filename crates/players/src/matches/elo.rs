//! Elo: the scale of playing strength.

use statrs::distribution::{ContinuousCDF, Normal};

/// The quantile of the normal distribution that bounds a 95% interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A difference in strength or a rating, in Elo, with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EloEstimate {
    /// The estimate, in Elo.
    pub value: f64,
    /// The lower end of the interval, in Elo.
    pub low: f64,
    /// The upper end of the interval, in Elo.
    pub high: f64,
}

/// Returns the difference in logistic Elo for a mean score from 0 to 1; infinite at 0 and 1.
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

/// Returns the expected mean score, from 0 to 1, for a difference in logistic Elo.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// Returns the standard normal distribution function at `x`.
pub(crate) fn normal_cdf(x: f64) -> f64 {
    Normal::standard().cdf(x)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::matches::test_support::close;

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
}
