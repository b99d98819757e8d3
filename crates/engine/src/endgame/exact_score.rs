//! Scores of the endgame solver.

use std::ops::Neg;

use willow_board::DiscDiff;
use willow_eval::Score;

/// A score of the endgame solver, a bound of one, or the lower end of a null window: in whole discs,
/// for the side to move.
///
/// It fills a machine word, because the solver does little else than compare and negate scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[repr(transparent)]
pub(crate) struct ExactScore(i32);

impl ExactScore {
    /// A score below every possible score: the maximum before the first move.
    pub(super) const NONE: ExactScore = ExactScore(-65);

    /// Returns the score of this many discs.
    #[inline]
    pub(crate) const fn of_discs(discs: i32) -> ExactScore {
        ExactScore(discs)
    }

    /// Returns the greatest `alpha` in whole discs that the same scores of whole discs exceed. It is
    /// between -64 and 63.
    #[inline]
    pub(crate) fn alpha_of(alpha: Score) -> ExactScore {
        ExactScore(alpha.units().div_euclid(Score::PER_DISC).clamp(-64, 63))
    }

    /// Returns the lower end of the other side's null window, if this is the lower end of the side to
    /// move's: the window from `alpha` to `alpha + 1`, negated.
    #[inline]
    pub(super) const fn opponents_alpha(self) -> ExactScore {
        ExactScore(-self.0 - 1)
    }

    /// Returns the score in units.
    #[inline]
    pub(crate) fn score(self) -> Score {
        Score::DISC * self.0
    }

    /// Returns the discs as the 8 bits in which the endgame table stores them.
    #[inline]
    pub(super) const fn compact(self) -> i8 {
        self.0 as i8
    }

    /// Returns the score of 8 bits from the endgame table.
    #[inline]
    pub(super) const fn from_compact(discs: i8) -> ExactScore {
        ExactScore(discs as i32)
    }
}

impl From<DiscDiff> for ExactScore {
    #[inline]
    fn from(diff: DiscDiff) -> ExactScore {
        ExactScore(diff.value())
    }
}

impl Neg for ExactScore {
    type Output = ExactScore;

    #[inline]
    fn neg(self) -> ExactScore {
        ExactScore(-self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A score of whole discs exceeds the end of a window in units if and only if it exceeds the end in
    /// discs.
    #[test]
    fn windows_in_discs_ask_what_windows_in_units_ask() {
        for units in Score::MIN.compact()..Score::MAX.compact() {
            let alpha = Score::from_compact(units);
            for discs in (-64..=64).step_by(2).map(ExactScore::of_discs) {
                assert_eq!(alpha < discs.score(), ExactScore::alpha_of(alpha) < discs, "{units}");
            }
        }
    }

    #[test]
    fn the_windows_of_the_sides_are_negations() {
        let alpha = ExactScore::of_discs(4);
        assert_eq!(alpha.opponents_alpha(), ExactScore::of_discs(-5));
        assert_eq!(alpha.opponents_alpha().opponents_alpha(), alpha);
    }
}
