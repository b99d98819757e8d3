//! What each characteristic counts.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::Characteristics;

/// The weights of the six characteristics, in the paper's order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MliaWeights([f64; 6]);

/// A text is not six weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` are not six numbers from -2000 to 2000 with commas between them")]
pub struct ParseMliaWeightsError(pub String);

impl MliaWeights {
    /// The paper's, "determined experimentally".
    pub const ORIGINAL: MliaWeights = MliaWeights([10.0, 801.724, 382.026, 78.922, 74.396, 10.0]);

    /// What the genetic algorithm made of them, which the authors wanted and did not write. An earlier
    /// version of it, without a play-off: `willow lab tune --mlia` does not come to the same weights.
    /// `docs/benchmarks/classics.md` tells how they were chosen and what they are worth.
    pub const TUNED: MliaWeights = MliaWeights([18.743, 801.724, 248.1, 104.483, 40.707, 34.38]);

    /// What a weight may be. Within these bounds no static value reaches that of a won game.
    pub const RANGE: RangeInclusive<f64> = -2000.0..=2000.0;

    /// Returns these weights, or `None` if one of them is out of [range](MliaWeights::RANGE).
    #[must_use]
    pub fn new(weights: [f64; 6]) -> Option<MliaWeights> {
        weights
            .iter()
            .all(|weight| MliaWeights::RANGE.contains(weight))
            .then_some(MliaWeights(weights))
    }

    /// Returns the weights.
    #[must_use]
    pub const fn values(&self) -> &[f64; 6] {
        &self.0
    }

    /// Returns the weighted sum of the characteristics.
    #[inline]
    #[must_use]
    pub fn value(&self, Characteristics(features): &Characteristics) -> f64 {
        self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

impl fmt::Display for MliaWeights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.map(|weight| weight.to_string());
        f.write_str(&words.join(","))
    }
}

impl FromStr for MliaWeights {
    type Err = ParseMliaWeightsError;

    fn from_str(text: &str) -> Result<MliaWeights, ParseMliaWeightsError> {
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|word| word.trim().parse().ok()).collect();
        numbers
            .and_then(|numbers| MliaWeights::new(numbers.try_into().ok()?))
            .ok_or_else(|| ParseMliaWeightsError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_and_read_back() {
        let text = MliaWeights::ORIGINAL.to_string();
        assert_eq!(text, "10,801.724,382.026,78.922,74.396,10");
        assert_eq!(text.parse(), Ok(MliaWeights::ORIGINAL));
        for text in ["", "1,2,3,4,5", "1,2,3,4,5,6,7", "1,2,3,4,5,NaN", "1,2,3,4,5,2001", "a"] {
            assert!(text.parse::<MliaWeights>().is_err(), "{text}");
        }
    }
}
