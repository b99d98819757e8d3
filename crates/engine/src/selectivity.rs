//! Selectivity: how much a search prunes by ProbCut.

use std::fmt;

/// How certain a ProbCut cutoff must be: from 73 to 99 percent, or 100 percent for no pruning at
/// all. Values are ordered from no pruning to the most selective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Selectivity(u8);

/// The levels: percent, and the distance of a shallow score from the window in tenths of a standard
/// deviation. The percentage is the share of a normal distribution within that distance (the levels
/// of Edax; other distances for 73 percent: experiments 64, 85, 100 and 102 of docs/engine-log.md).
const LEVELS: [(u32, i32); 6] = [(100, 0), (99, 33), (98, 26), (95, 20), (87, 15), (73, 11)];

impl Selectivity {
    /// No pruning: 100 percent.
    pub const NONE: Selectivity = Selectivity(0);
    /// The most selective level: 73 percent.
    pub const MOST_SELECTIVE: Selectivity = Selectivity(LEVELS.len() as u8 - 1);

    /// The selectivity of levels of play for a search to the end of the game that is not exact: 95
    /// percent.
    pub const ENDGAME: Selectivity = Selectivity(3);

    /// Returns the selectivity of a percentage: 73, 87, 95, 98, 99 or 100.
    pub fn from_percent(percent: u32) -> Option<Selectivity> {
        let level = LEVELS.iter().position(|&(known, _)| known == percent)?;
        Some(Selectivity(level as u8))
    }

    /// Returns the percentage.
    pub const fn percent(self) -> u32 {
        LEVELS[self.0 as usize].0
    }

    /// Returns the next less selective level, if there is one.
    pub const fn less_selective(self) -> Option<Selectivity> {
        match self.0.checked_sub(1) {
            Some(level) => Some(Selectivity(level)),
            None => None,
        }
    }

    /// Returns the distance of a shallow score from the window, in tenths of a standard deviation.
    pub(crate) const fn tenths_of_sigma(self) -> i32 {
        LEVELS[self.0 as usize].1
    }

    /// Returns the number of the level for the transposition table: 0 for no pruning, higher is
    /// more selective.
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
    fn levels_become_less_selective() {
        let mut selectivity = Selectivity::MOST_SELECTIVE;
        let mut percents = vec![selectivity.percent()];
        while let Some(next) = selectivity.less_selective() {
            assert!(next < selectivity);
            percents.push(next.percent());
            selectivity = next;
        }
        assert_eq!(percents, [73, 87, 95, 98, 99, 100]);
        assert_eq!(selectivity, Selectivity::NONE);
        assert_eq!(Selectivity::from_percent(95).map(Selectivity::percent), Some(95));
        assert_eq!(Selectivity::from_percent(96), None);
    }
}
