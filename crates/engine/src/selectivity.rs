//! How much a search leaves out on probability.

use std::fmt;

/// How likely a cut-off of ProbCut must be right: from 73 percent to certainty, where nothing is left
/// out. Ordered from certain to daring.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

/// Percent, and the standard deviations in tenths that a shallow score must lie outside the window.
/// The percentages are those of a normal distribution on both sides (the levels of Edax).
const LEVELS: [(u32, i32); 6] = [(100, 0), (99, 33), (98, 26), (95, 20), (87, 15), (73, 11)];

impl Selectivity {
    /// Nothing is left out.
    pub const NONE: Selectivity = Selectivity(0);
    /// The most daring.
    pub const HIGHEST: Selectivity = Selectivity(LEVELS.len() as u8 - 1);

    /// What levels leave out in a search to the end of the game that is not to be exact: 95 percent.
    pub const AT_END: Selectivity = Selectivity(3);

    /// Returns the selectivity of so many percent: 73, 87, 95, 98, 99 or 100.
    #[must_use]
    pub fn from_percent(percent: u32) -> Option<Selectivity> {
        let level = LEVELS.iter().position(|&(known, _)| known == percent)?;
        Some(Selectivity(level as u8))
    }

    /// Returns the percentage.
    #[must_use]
    pub const fn percent(self) -> u32 {
        LEVELS[self.0 as usize].0
    }

    /// Returns the next less daring one, if there is one.
    #[must_use]
    pub const fn safer(self) -> Option<Selectivity> {
        match self.0.checked_sub(1) {
            Some(level) => Some(Selectivity(level)),
            None => None,
        }
    }

    /// Returns the standard deviations to allow for, in tenths.
    pub(crate) const fn tenths_of_deviations(self) -> i32 {
        LEVELS[self.0 as usize].1
    }

    /// Returns the number under which tables store it.
    pub(crate) const fn level(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Selectivity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}%", self.percent())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn from_daring_to_certain() {
        let mut selectivity = Selectivity::HIGHEST;
        let mut percents = vec![selectivity.percent()];
        while let Some(safer) = selectivity.safer() {
            assert!(safer < selectivity);
            percents.push(safer.percent());
            selectivity = safer;
        }
        assert_eq!(percents, [73, 87, 95, 98, 99, 100]);
        assert_eq!(selectivity, Selectivity::NONE);
        assert_eq!(Selectivity::from_percent(95).map(Selectivity::percent), Some(95));
        assert_eq!(Selectivity::from_percent(96), None);
    }
}
