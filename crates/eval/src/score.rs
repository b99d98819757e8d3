//! Fixed-point scores.

use std::fmt;
use std::ops::Neg;

use willow_board::DiscDiff;

/// An estimate of the final disc difference in fixed point, with [`Score::PER_DISC`] units to a disc.
///
/// The point of view is the side to move's unless the name of the value says otherwise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Score(i32);

impl Score {
    /// The number of units that make one disc.
    pub const PER_DISC: i32 = 128;
    /// The best score: a wipe-out, 64 discs.
    pub const MAX: Score = Score(64 * Score::PER_DISC);
    /// The worst score: a loss by 64 discs.
    pub const MIN: Score = Score(-64 * Score::PER_DISC);
    /// A draw.
    pub const DRAW: Score = Score(0);

    /// Returns the score of this many units, clamped to the range from [`Score::MIN`] to [`Score::MAX`].
    #[must_use]
    #[inline]
    pub const fn from_units(units: i32) -> Score {
        if units < Score::MIN.0 {
            Score::MIN
        } else if Score::MAX.0 < units {
            Score::MAX
        } else {
            Score(units)
        }
    }

    /// Returns the score of an exact disc difference.
    #[must_use]
    #[inline]
    pub const fn from_disc_diff(diff: DiscDiff) -> Score {
        Score(diff.value() * Score::PER_DISC)
    }

    /// Returns the score in units: [`Score::PER_DISC`] to a disc.
    #[must_use]
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// Returns the score in discs.
    #[must_use]
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Score::PER_DISC)
    }

    /// Returns the nearest disc difference; halves are rounded away from zero.
    #[must_use]
    pub const fn rounded(self) -> DiscDiff {
        let half = if self.0 < 0 { -Score::PER_DISC / 2 } else { Score::PER_DISC / 2 };
        DiscDiff::clamped((self.0 + half) / Score::PER_DISC)
    }
}

impl Neg for Score {
    type Output = Score;

    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl fmt::Display for Score {
    /// Writes discs with sign and two decimals: `+1.50`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:+.2}", self.discs())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conversions_preserve_discs() {
        for value in -64..=64 {
            let diff = DiscDiff::new(value).unwrap();
            assert_eq!(Score::from_disc_diff(diff).rounded(), diff);
        }
        assert_eq!(Score::from_units(64).rounded().value(), 1);
        assert_eq!(Score::from_units(-64).rounded().value(), -1);
        assert_eq!(Score::from_units(63).rounded().value(), 0);
        assert_eq!(Score::from_units(1_000_000), Score::MAX);
        assert_eq!(Score::from_units(-192).to_string(), "-1.50");
    }
}
