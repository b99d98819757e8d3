//! How a shallow search errs from a deep one: what ProbCut cuts by.
//!
//! ProbCut (Buro 1995) leaves out a deep search when a shallow one is so far outside the window that
//! the deep one would very probably be outside as well. How far is far enough follows from the
//! difference between the two: its mean and its standard deviation, which depend on both depths and on
//! the stage of the game. `willow lab probcut` measures them for an evaluation; the table goes with its
//! weights.

use crate::Score;

/// The shallow depths are smaller than this.
pub const N_SHALLOW: usize = 13;
/// The deep depths are smaller than this; deeper ones count as the deepest.
pub const N_DEEP: usize = 41;
/// The numbers of empty squares for which there are differences.
const N_EMPTIES: usize = 61;

/// By how much a deep score exceeds a shallow one, in units of [`Score`], both for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The mean.
    pub mean: i16,
    /// The standard deviation.
    pub deviation: i16,
}

/// The differences between the scores of shallow and deep searches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorTable {
    /// Between two midgame searches, by number of empty squares, shallow depth and deep depth.
    midgame: Vec<Difference>,
    /// Between a midgame search and the exact score, by number of empty squares and shallow depth.
    endgame: Vec<Difference>,
}

/// A model of a difference: its mean in discs, and the logarithm of its deviation in discs.
///
/// Both searches end with the same side to move. What an evaluation thinks too well of the side to move
/// counts for the player where the number of empty squares is even, and against him where it is odd, if the
/// shallow depth is of the same parity; so the mean has a part that changes its sign with the parity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ErrorModel {
    /// The mean's part that changes its sign: this with an even number of empty squares.
    pub mean_by_parity: f64,
    /// The slope of that part by shallow depth.
    pub mean_by_parity_and_shallow: f64,
    /// The mean's part that does not.
    pub mean: f64,
    /// The slope of that part by shallow depth.
    pub mean_by_shallow: f64,
    /// The constant of the deviation's logarithm.
    pub constant: f64,
    /// Its slope by shallow depth.
    pub shallow: f64,
    /// Its slope by deep depth, in tens.
    pub deep: f64,
    /// Its slope by empty squares, in tens.
    pub empties: f64,
    /// Its slope by the square of the empty squares, in hundreds.
    pub empties_squared: f64,
}

impl ErrorModel {
    /// Returns a model without a mean whose deviation is the same everywhere, the exponential of `constant`.
    #[must_use]
    pub const fn constant(constant: f64) -> ErrorModel {
        ErrorModel {
            mean_by_parity: 0.0,
            mean_by_parity_and_shallow: 0.0,
            mean: 0.0,
            mean_by_shallow: 0.0,
            constant,
            shallow: 0.0,
            deep: 0.0,
            empties: 0.0,
            empties_squared: 0.0,
        }
    }

    /// Returns the modelled mean in discs.
    #[must_use]
    pub fn mean_discs(&self, n_empties: u32, shallow: f64) -> f64 {
        let by_parity = self.mean_by_parity + self.mean_by_parity_and_shallow * shallow;
        let sign = if n_empties.is_multiple_of(2) { 1.0 } else { -1.0 };
        sign * by_parity + self.mean + self.mean_by_shallow * shallow
    }

    /// Returns the modelled deviation in discs.
    #[must_use]
    pub fn deviation_discs(&self, n_empties: u32, shallow: f64, deep: f64) -> f64 {
        let tens = f64::from(n_empties) / 10.0;
        (self.constant
            + self.shallow * shallow
            + self.deep * deep / 10.0
            + self.empties * tens
            + self.empties_squared * tens * tens)
            .exp()
    }

    fn difference(&self, n_empties: usize, shallow: usize, deep: usize) -> Difference {
        let (n_empties, shallow) = (n_empties as u32, shallow as f64);
        let deviation = self.deviation_discs(n_empties, shallow, deep as f64).clamp(0.2, 40.0);
        let mean = self.mean_discs(n_empties, shallow).clamp(-4.0, 4.0);
        let units = |discs: f64| (discs * f64::from(Score::PER_DISC)).round() as i16;
        Difference { mean: units(mean), deviation: units(deviation) }
    }
}

impl Default for ErrorTable {
    /// A table for evaluations that nobody has measured, near those that engines publish (ENGINE.md of
    /// Neural Reversi and Edax: 2 to 3 discs in the midgame, up to 5 against exact scores).
    fn default() -> ErrorTable {
        let midgame = ErrorModel { shallow: -0.12, deep: 0.3, ..ErrorModel::constant(1.1) };
        let endgame = ErrorModel { shallow: -0.08, empties: 0.3, ..ErrorModel::constant(0.9) };
        ErrorTable::from_models(&midgame, &endgame)
    }
}

impl ErrorTable {
    /// Returns the table of two models: between midgame searches, and against exact scores, whose slope
    /// by deep depth is not used.
    #[must_use]
    pub fn from_models(midgame: &ErrorModel, endgame: &ErrorModel) -> ErrorTable {
        let all_shallow =
            || (0..N_EMPTIES).flat_map(|n| (0..N_SHALLOW).map(move |shallow| (n, shallow)));
        let of_midgame = all_shallow().flat_map(|(n, shallow)| {
            (0..N_DEEP).map(move |deep| midgame.difference(n, shallow, deep))
        });
        let of_endgame = all_shallow().map(|(n, shallow)| endgame.difference(n, shallow, 0));
        ErrorTable { midgame: of_midgame.collect(), endgame: of_endgame.collect() }
    }

    /// Returns the table of these numbers, or `None` if there are not as many as a table has.
    #[must_use]
    pub fn from_numbers(numbers: &[i16]) -> Option<ErrorTable> {
        if numbers.len() != ErrorTable::LEN {
            return None;
        }
        let (means, deviations) = numbers.split_at(ErrorTable::LEN / 2);
        let mut midgame: Vec<Difference> = means
            .iter()
            .zip(deviations)
            .map(|(&mean, &deviation)| Difference { mean, deviation })
            .collect();
        let endgame = midgame.split_off(N_EMPTIES * N_SHALLOW * N_DEEP);
        Some(ErrorTable { midgame, endgame })
    }

    /// The number of numbers in a table.
    pub const LEN: usize = 2 * N_EMPTIES * N_SHALLOW * (N_DEEP + 1);

    /// Returns all numbers, to be stored: the means, then the deviations.
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        let all = || self.midgame.iter().chain(&self.endgame);
        all().map(|of| of.mean).chain(all().map(|of| of.deviation))
    }

    /// Returns by how much a deep midgame search exceeds a shallow one.
    #[must_use]
    #[inline]
    pub fn midgame(&self, n_empties: u32, shallow: u32, deep: u32) -> Difference {
        let deep = (deep as usize).min(N_DEEP - 1);
        self.midgame[ErrorTable::place(n_empties, shallow) * N_DEEP + deep]
    }

    /// Returns by how much the exact score exceeds a midgame search.
    #[must_use]
    #[inline]
    pub fn endgame(&self, n_empties: u32, shallow: u32) -> Difference {
        self.endgame[ErrorTable::place(n_empties, shallow)]
    }

    #[inline]
    fn place(n_empties: u32, shallow: u32) -> usize {
        let n_empties = (n_empties as usize).min(N_EMPTIES - 1);
        n_empties * N_SHALLOW + (shallow as usize).min(N_SHALLOW - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_survive_storage() {
        let table = ErrorTable::default();
        let numbers: Vec<i16> = table.numbers().collect();
        assert_eq!(numbers.len(), ErrorTable::LEN);
        assert_eq!(ErrorTable::from_numbers(&numbers), Some(table));
        assert_eq!(ErrorTable::from_numbers(&numbers[1..]), None);
    }

    #[test]
    fn depths_beyond_the_table_count_as_its_last() {
        let table = ErrorTable::default();
        assert_eq!(table.midgame(30, 4, 60), table.midgame(30, 4, 40));
        assert_eq!(table.endgame(64, 30), table.endgame(60, 12));
        let expected = (1.1f64 - 0.12 * 4.0 + 0.3 * 0.8).exp() * f64::from(Score::PER_DISC);
        let expected = Difference { mean: 0, deviation: expected.round() as i16 };
        assert_eq!(table.midgame(30, 4, 8), expected);
    }

    #[test]
    fn a_part_of_the_mean_changes_its_sign() {
        let model = ErrorModel {
            mean_by_parity: -0.75,
            mean_by_parity_and_shallow: 0.125,
            mean: 0.25,
            ..ErrorModel::constant(0.0)
        };
        let table = ErrorTable::from_models(&ErrorModel::constant(0.0), &model);
        let means = [(20, 0), (21, 0), (20, 2)].map(|(n, d)| i32::from(table.endgame(n, d).mean));
        assert_eq!(means, [-Score::PER_DISC / 2, Score::PER_DISC, -Score::PER_DISC / 4]);
        assert_eq!(table.midgame(20, 0, 4).mean, 0);
    }
}
