//! Elo: the scale of playing strength.

use serde::Serialize;

/// The quantile of the normal distribution that bounds a 95% interval.
pub const Z_95: f64 = 1.959_963_984_540_054;

/// A difference in strength or a rating, in Elo, with its 95% interval.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct EloEstimate {
    /// The estimate, in Elo.
    #[serde(rename = "elo")]
    pub value: f64,
    /// The lower end of the interval, in Elo.
    #[serde(rename = "elo_low")]
    pub low: f64,
    /// The upper end of the interval, in Elo.
    #[serde(rename = "elo_high")]
    pub high: f64,
}

/// Returns the difference in logistic Elo for a mean score from 0 to 1; infinite at 0 and 1.
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
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
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
}
