//! Fixed-point scores.

use std::fmt;
use std::ops::{Add, Div, Mul, Neg, Sub};

use willow_board::DiscDiff;

/// An estimate of the final disc difference in fixed point, with [`Score::PER_DISC`] units to a disc.
///
/// The score of a position lies between [`Score::MIN`] and [`Score::MAX`]. Sums, differences and
/// multiples need not: they are the ends of windows, margins and ordering scores of a search.
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
    /// The least difference of two scores.
    pub const UNIT: Score = Score(1);
    /// One disc.
    pub const DISC: Score = Score(Score::PER_DISC);
    /// The least score above every score of a position: the upper end of a window that holds them all.
    pub const INFINITY: Score = Score(Score::MAX.0 + 1);
    /// The greatest score below every score of a position.
    pub const NEGATIVE_INFINITY: Score = Score(Score::MIN.0 - 1);

    /// Returns the score of this many units, clamped to the range from [`Score::MIN`] to [`Score::MAX`].
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
    #[inline]
    pub const fn from_disc_diff(diff: DiscDiff) -> Score {
        Score(diff.value() * Score::PER_DISC)
    }

    /// Returns the score in units: [`Score::PER_DISC`] to a disc.
    #[inline]
    pub const fn units(self) -> i32 {
        self.0
    }

    /// Returns the score of these units, without a check of the range: for the 16 bits in which
    /// tables store a score.
    #[inline]
    pub const fn from_compact(units: i16) -> Score {
        Score(units as i32)
    }

    /// Returns the units as 16 bits. They hold every score of a position, and [`Score::INFINITY`].
    #[inline]
    pub const fn compact(self) -> i16 {
        self.0 as i16
    }

    /// Returns the score in discs, with fractions.
    pub fn discs(self) -> f64 {
        f64::from(self.0) / f64::from(Score::PER_DISC)
    }

    /// Returns the nearest disc difference; halves are rounded away from zero.
    pub const fn rounded(self) -> DiscDiff {
        let half = if self.0 < 0 { -Score::PER_DISC / 2 } else { Score::PER_DISC / 2 };
        DiscDiff::clamped((self.0 + half) / Score::PER_DISC)
    }
}

impl Neg for Score {
    type Output = Score;

    #[inline]
    fn neg(self) -> Score {
        Score(-self.0)
    }
}

impl Add for Score {
    type Output = Score;

    #[inline]
    fn add(self, other: Score) -> Score {
        Score(self.0 + other.0)
    }
}

impl Sub for Score {
    type Output = Score;

    #[inline]
    fn sub(self, other: Score) -> Score {
        Score(self.0 - other.0)
    }
}

impl Mul<i32> for Score {
    type Output = Score;

    #[inline]
    fn mul(self, factor: i32) -> Score {
        Score(self.0 * factor)
    }
}

impl Div<i32> for Score {
    type Output = Score;

    /// Divides and rounds towards a draw.
    #[inline]
    fn div(self, divisor: i32) -> Score {
        Score(self.0 / divisor)
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

    #[test]
    fn sixteen_bits_hold_every_score() {
        for score in
            [Score::NEGATIVE_INFINITY, Score::MIN, -Score::UNIT, Score::MAX, Score::INFINITY]
        {
            assert_eq!(Score::from_compact(score.compact()), score);
        }
    }

    #[test]
    fn arithmetic_leaves_the_range_of_scores() {
        assert_eq!((Score::MAX + Score::DISC).units(), 65 * Score::PER_DISC);
        assert_eq!(-Score::INFINITY, Score::NEGATIVE_INFINITY);
        assert_eq!(Score::DISC * -3 / 2, Score::from_units(-192));
    }
}
