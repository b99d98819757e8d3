//! Exact disc differences.

use std::fmt;
use std::ops::Neg;

use thiserror::Error;

/// An exact disc difference, -64 to 64: own discs minus the opponent's at the end of a game, with
/// the squares left empty given to the winner. A wipe-out is 64.
///
/// The point of view is the side to move's unless the name of the value says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize, serde::Serialize))]
#[cfg_attr(feature = "serde", serde(try_from = "i32", into = "i32"))]
pub struct DiscDiff(i8);

/// The number is not a disc difference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("disc difference {0} is not between -64 and 64")]
pub struct DiscDiffRangeError(pub i32);

impl DiscDiff {
    /// The largest difference: every square is the player's.
    pub const MAX: DiscDiff = DiscDiff(64);
    /// The smallest difference: every square is the opponent's.
    pub const MIN: DiscDiff = DiscDiff(-64);
    /// A draw.
    pub const DRAW: DiscDiff = DiscDiff(0);
    /// The smallest win.
    pub const SMALLEST_WIN: DiscDiff = DiscDiff(2);

    /// Returns the difference with this value.
    ///
    /// # Errors
    /// The value must lie between -64 and 64.
    pub const fn new(value: i32) -> Result<DiscDiff, DiscDiffRangeError> {
        if value < -64 || 64 < value {
            return Err(DiscDiffRangeError(value));
        }
        Ok(DiscDiff(value as i8))
    }

    /// Returns the difference nearest to `value`.
    pub const fn clamped(value: i32) -> DiscDiff {
        match DiscDiff::new(value) {
            Ok(diff) => diff,
            Err(_) if value < 0 => DiscDiff::MIN,
            Err(_) => DiscDiff::MAX,
        }
    }

    /// Returns the standard score of a finished game in which the player has `own` discs and the
    /// opponent has `other`: the empties go to the winner, and are shared in a draw.
    ///
    /// # Panics
    /// There are at most 64 discs.
    pub const fn of_final_counts(own: u32, other: u32) -> DiscDiff {
        assert!(own + other <= 64, "more than 64 discs");
        let diff = own as i8 - other as i8;
        let empties = 64 - own as i8 - other as i8;
        if diff == 0 { DiscDiff::DRAW } else { DiscDiff(diff + empties * diff.signum()) }
    }

    /// Returns the difference in discs.
    pub const fn value(self) -> i32 {
        self.0 as i32
    }

    /// Returns 1 for a win, 0 for a draw and -1 for a loss.
    pub const fn sign(self) -> i32 {
        self.0.signum() as i32
    }
}

impl TryFrom<i32> for DiscDiff {
    type Error = DiscDiffRangeError;

    fn try_from(value: i32) -> Result<DiscDiff, DiscDiffRangeError> {
        DiscDiff::new(value)
    }
}

impl From<DiscDiff> for i32 {
    fn from(diff: DiscDiff) -> i32 {
        diff.value()
    }
}

impl Neg for DiscDiff {
    type Output = DiscDiff;

    fn neg(self) -> DiscDiff {
        DiscDiff(-self.0)
    }
}

impl fmt::Display for DiscDiff {
    /// Writes the value with its sign: `+18`, `-4`, `+0`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn empties_go_to_the_winner() {
        assert_eq!(DiscDiff::of_final_counts(20, 0), DiscDiff::MAX);
        assert_eq!(DiscDiff::of_final_counts(30, 33).value(), -4);
        assert_eq!(DiscDiff::of_final_counts(31, 31).value(), 0);
        assert_eq!(DiscDiff::of_final_counts(33, 31).value(), 2);
    }

    #[test]
    fn values_outside_the_range_are_rejected_or_clamped() {
        assert_eq!(DiscDiff::new(65), Err(DiscDiffRangeError(65)));
        assert_eq!(DiscDiff::new(-64), Ok(DiscDiff::MIN));
        assert_eq!(DiscDiff::clamped(-100), DiscDiff::MIN);
        assert_eq!(DiscDiff::clamped(100), DiscDiff::MAX);
        assert_eq!(DiscDiff::clamped(7).to_string(), "+7");
    }
}
