//! How far a shallow search errs from a deep one: what ProbCut cuts by.
//!
//! ProbCut (Buro 1995) leaves out a deep search when a shallow one is so far outside the window that
//! the deep one would very probably be outside as well. How far is far enough follows from the
//! standard deviation of the difference between the two, which depends on both depths and on the
//! phase of the game. `willow lab probcut` measures it for an evaluation; the table goes with its
//! weights.

use crate::Score;
use crate::patterns::{N_PHASES, phase_of};

/// The shallow depths are smaller than this.
pub const N_SHALLOW: usize = 13;
/// The deep depths are smaller than this; deeper ones count as the deepest.
pub const N_DEEP: usize = 41;

/// The standard deviations, in units of [`Score`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorTable {
    /// Between two midgame searches, by phase, shallow depth and deep depth.
    midgame: Vec<u16>,
    /// Between a midgame search and the exact score, by number of empty squares and shallow depth.
    endgame: Vec<u16>,
}

/// The numbers of empty squares for which there are deviations from the exact score.
const N_EMPTIES: usize = 61;

/// A model of the deviation's logarithm, in discs: its constant, and its slopes by shallow depth, deep
/// depth and empty squares, the last two in tens.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The constant.
    pub constant: f64,
    /// The slope by shallow depth.
    pub shallow: f64,
    /// The slope by deep depth, in tens.
    pub deep: f64,
    /// The slope by empty squares, in tens.
    pub empties: f64,
    /// The slope by the square of the empty squares, in hundreds.
    pub empties_squared: f64,
}

impl ErrorModel {
    /// Returns the modelled deviation in discs.
    #[must_use]
    pub fn discs(&self, n_empties: f64, shallow: f64, deep: f64) -> f64 {
        let tens = n_empties / 10.0;
        (self.constant
            + self.shallow * shallow
            + self.deep * deep / 10.0
            + self.empties * tens
            + self.empties_squared * tens * tens)
            .exp()
    }

    fn units(&self, n_empties: usize, shallow: usize, deep: usize) -> u16 {
        let discs = self.discs(n_empties as f64, shallow as f64, deep as f64).clamp(0.2, 40.0);
        (discs * f64::from(Score::PER_DISC)).round() as u16
    }
}

impl Default for ErrorTable {
    /// A table for evaluations that nobody has measured, near those that engines publish (ENGINE.md of
    /// Neural Reversi and Edax: 2 to 3 discs in the midgame, up to 5 against exact scores).
    fn default() -> ErrorTable {
        let midgame = ErrorModel {
            constant: 1.1,
            shallow: -0.12,
            deep: 0.3,
            empties: 0.0,
            empties_squared: 0.0,
        };
        let endgame = ErrorModel { constant: 0.9, shallow: -0.08, empties: 0.3, ..midgame };
        ErrorTable::from_models(&midgame, &ErrorModel { deep: 0.0, ..endgame })
    }
}

impl ErrorTable {
    /// Returns the table of two models: between midgame searches, and against exact scores, whose slope
    /// by deep depth is not used.
    #[must_use]
    pub fn from_models(midgame: &ErrorModel, endgame: &ErrorModel) -> ErrorTable {
        let mut table = ErrorTable { midgame: Vec::new(), endgame: Vec::new() };
        for phase in 0..N_PHASES {
            // The middle of the phase.
            let n_empties = 58 - 4 * phase;
            for shallow in 0..N_SHALLOW {
                table
                    .midgame
                    .extend((0..N_DEEP).map(|deep| midgame.units(n_empties, shallow, deep)));
            }
        }
        for n_empties in 0..N_EMPTIES {
            table
                .endgame
                .extend((0..N_SHALLOW).map(|shallow| endgame.units(n_empties, shallow, 0)));
        }
        table
    }

    /// Returns the table of these deviations, or `None` if there are not as many as a table has.
    #[must_use]
    pub fn from_units(units: &[u16]) -> Option<ErrorTable> {
        let (midgame, endgame) = units.split_at_checked(N_PHASES * N_SHALLOW * N_DEEP)?;
        (endgame.len() == N_EMPTIES * N_SHALLOW)
            .then(|| ErrorTable { midgame: midgame.to_vec(), endgame: endgame.to_vec() })
    }

    /// The number of deviations in a table.
    pub const LEN: usize = N_PHASES * N_SHALLOW * N_DEEP + N_EMPTIES * N_SHALLOW;

    /// Returns all deviations, to be stored.
    pub fn units(&self) -> impl Iterator<Item = u16> {
        self.midgame.iter().chain(&self.endgame).copied()
    }

    /// Returns the deviation, in units of [`Score`], of a midgame search from a deeper one.
    #[must_use]
    #[inline]
    pub fn midgame(&self, n_empties: u32, shallow: u32, deep: u32) -> i32 {
        let shallow = (shallow as usize).min(N_SHALLOW - 1);
        let deep = (deep as usize).min(N_DEEP - 1);
        self.midgame[(phase_of(n_empties) * N_SHALLOW + shallow) * N_DEEP + deep].into()
    }

    /// Returns the deviation, in units of [`Score`], of a midgame search from the exact score.
    #[must_use]
    #[inline]
    pub fn endgame(&self, n_empties: u32, shallow: u32) -> i32 {
        let shallow = (shallow as usize).min(N_SHALLOW - 1);
        let n_empties = (n_empties as usize).min(N_EMPTIES - 1);
        self.endgame[n_empties * N_SHALLOW + shallow].into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_survive_storage() {
        let table = ErrorTable::default();
        let units: Vec<u16> = table.units().collect();
        assert_eq!(units.len(), ErrorTable::LEN);
        assert_eq!(ErrorTable::from_units(&units), Some(table));
        assert_eq!(ErrorTable::from_units(&units[1..]), None);
    }

    #[test]
    fn depths_beyond_the_table_count_as_its_last() {
        let table = ErrorTable::default();
        assert_eq!(table.midgame(30, 4, 60), table.midgame(30, 4, 40));
        assert_eq!(table.endgame(64, 30), table.endgame(60, 12));
        let expected = (1.1f64 - 0.12 * 4.0 + 0.3 * 0.8).exp() * f64::from(Score::PER_DISC);
        assert_eq!(table.midgame(30, 4, 8), expected.round() as i32);
    }
}
