//! The weights of the characteristics.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

use super::characteristics::Characteristics;

/// The weights of the six characteristics, in the paper's order.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights([f64; 6]);

/// A text is not six weights.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("`{0}` are not six numbers from -2000 to 2000 with commas between them")]
pub struct ParseWeightsError(pub String);

impl Weights {
    /// The paper's, "determined experimentally".
    pub const ORIGINAL: Weights = Weights([10.0, 801.724, 382.026, 78.922, 74.396, 10.0]);

    /// The weights that a genetic algorithm found (`willow lab tune --mlia --nodes 1000`); the authors
    /// planned one and did not write it. `docs/benchmarks/classics.md` has the selection and the matches.
    pub const TUNED: Weights = Weights([-2.98, 879.039, 310.151, 67.611, 77.805, 9.341]);

    /// What a weight may be. Within these bounds no static value reaches that of a won game.
    pub const RANGE: RangeInclusive<f64> = -2000.0..=2000.0;

    /// Returns these weights, or `None` if one of them is out of [range](Weights::RANGE).
    pub fn new(weights: [f64; 6]) -> Option<Weights> {
        weights.iter().all(|weight| Weights::RANGE.contains(weight)).then_some(Weights(weights))
    }

    /// Returns one weight for each characteristic.
    pub const fn values(&self) -> &[f64; 6] {
        &self.0
    }

    /// Returns the weighted sum of the characteristics.
    #[inline]
    pub fn value(&self, Characteristics(features): &Characteristics) -> f64 {
        self.0.iter().zip(features).map(|(weight, feature)| weight * feature).sum()
    }
}

impl fmt::Display for Weights {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let words = self.0.map(|weight| weight.to_string());
        f.write_str(&words.join(","))
    }
}

impl FromStr for Weights {
    type Err = ParseWeightsError;

    fn from_str(text: &str) -> Result<Weights, ParseWeightsError> {
        let numbers: Option<Vec<f64>> =
            text.split(',').map(|word| word.trim().parse().ok()).collect();
        numbers
            .and_then(|numbers| Weights::new(numbers.try_into().ok()?))
            .ok_or_else(|| ParseWeightsError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weights_are_written_and_read_back() {
        let text = Weights::ORIGINAL.to_string();
        assert_eq!(text, "10,801.724,382.026,78.922,74.396,10");
        assert_eq!(text.parse(), Ok(Weights::ORIGINAL));
        for text in ["", "1,2,3,4,5", "1,2,3,4,5,6,7", "1,2,3,4,5,NaN", "1,2,3,4,5,2001", "a"] {
            assert!(text.parse::<Weights>().is_err(), "{text}");
        }
    }
}
