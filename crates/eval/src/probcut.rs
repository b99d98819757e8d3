//! The statistics that ProbCut needs: how much deep scores differ from shallow scores.
//!
//! ProbCut (Buro 1995) prunes a deep search when a shallow score is so far outside the window that
//! the deep score is very probably outside too. The distance that is needed follows from the
//! difference between deep and shallow scores: from its mean and its standard deviation (sigma).
//! Both depend on the two depths and on the number of empties. `willow lab probcut` measures
//! them for an evaluation, and the weights file stores them.

use crate::Score;

mod default;

/// The number of shallow depths in a table: 0 to 12. Greater depths count as the greatest.
pub const N_SHALLOW_DEPTHS: usize = 13;
/// The number of deep depths in a table: 0 to 40. Greater depths count as the greatest.
pub const N_DEEP_DEPTHS: usize = 41;
/// The number of numbers of empties in a table: 0 to 60. Greater numbers count as the greatest.
const N_EMPTIES: usize = 61;

/// The statistics of one difference: deep score minus shallow score, both for the side to move of
/// the same board, in units of [`Score`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCutStatistics {
    /// The mean, in units of [`Score`].
    pub mean: i16,
    /// The standard deviation, in units of [`Score`].
    pub sigma: i16,
}

/// The statistics of the differences between deep and shallow scores, for all depths and numbers of
/// empties.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbCutTable {
    /// For two midgame searches, by number of empties, shallow depth and deep depth.
    midgame: Vec<ProbCutStatistics>,
    /// For the exact score and a midgame search, by number of empties and shallow depth.
    endgame: Vec<ProbCutStatistics>,
}

/// A model of the differences: their mean in discs, and the natural logarithm of their sigma (of discs).
///
/// Both depths have the same parity, so both searches end with the same side to move. If an
/// evaluation overrates the side to move, the error counts for or against the player, depending on
/// the parity of the empties. So the mean has a part whose sign depends on that parity.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ProbCutModel {
    /// The part of the mean that depends on parity, in discs: added for an even number of empties,
    /// subtracted for an odd one.
    pub mean_by_parity: f64,
    /// The slope of the parity part by shallow depth, in discs a ply.
    pub mean_by_parity_and_shallow: f64,
    /// The part of the mean that does not depend on parity, in discs.
    pub mean: f64,
    /// The slope of that part by shallow depth, in discs a ply.
    pub mean_by_shallow: f64,
    /// The constant of sigma's logarithm.
    pub log_sigma: f64,
    /// The slope of sigma's logarithm by shallow depth.
    pub log_sigma_by_shallow: f64,
    /// The slope of sigma's logarithm by deep depth, for ten plies.
    pub log_sigma_by_deep: f64,
    /// The slope of sigma's logarithm by empties, for ten squares.
    pub log_sigma_by_empties: f64,
    /// The slope of sigma's logarithm by the square of the number of empties, for a hundred.
    pub log_sigma_by_empties_squared: f64,
}

impl ProbCutModel {
    /// Returns a model with mean zero and the same sigma everywhere: the exponential of
    /// `log_sigma`, in discs.
    pub const fn with_constant_sigma(log_sigma: f64) -> ProbCutModel {
        ProbCutModel {
            mean_by_parity: 0.0,
            mean_by_parity_and_shallow: 0.0,
            mean: 0.0,
            mean_by_shallow: 0.0,
            log_sigma,
            log_sigma_by_shallow: 0.0,
            log_sigma_by_deep: 0.0,
            log_sigma_by_empties: 0.0,
            log_sigma_by_empties_squared: 0.0,
        }
    }

    /// Returns the modelled mean of deep minus shallow score, in discs for the side to move.
    pub fn mean_discs(&self, n_empties: u32, shallow: f64) -> f64 {
        let by_parity = self.mean_by_parity + self.mean_by_parity_and_shallow * shallow;
        let sign = if n_empties.is_multiple_of(2) { 1.0 } else { -1.0 };
        sign * by_parity + self.mean + self.mean_by_shallow * shallow
    }

    /// Returns the modelled standard deviation in discs.
    pub fn sigma_discs(&self, n_empties: u32, shallow: f64, deep: f64) -> f64 {
        let tens = f64::from(n_empties) / 10.0;
        (self.log_sigma
            + self.log_sigma_by_shallow * shallow
            + self.log_sigma_by_deep * deep / 10.0
            + self.log_sigma_by_empties * tens
            + self.log_sigma_by_empties_squared * tens * tens)
            .exp()
    }

    fn statistics(&self, n_empties: usize, shallow: usize, deep: usize) -> ProbCutStatistics {
        let (n_empties, shallow) = (n_empties as u32, shallow as f64);
        let sigma = self.sigma_discs(n_empties, shallow, deep as f64).clamp(MIN_SIGMA, MAX_SIGMA);
        let mean = self.mean_discs(n_empties, shallow).clamp(-MAX_MEAN, MAX_MEAN);
        let units = |discs: f64| (discs * f64::from(Score::PER_DISC)).round() as i16;
        ProbCutStatistics { mean: units(mean), sigma: units(sigma) }
    }
}

// The bounds of what the models give beyond the depths and empties that they were fitted to. Not measured.

/// The least standard deviation in discs.
const MIN_SIGMA: f64 = 0.2;
/// The greatest standard deviation in discs.
const MAX_SIGMA: f64 = 40.0;
/// The greatest mean difference in discs, up or down.
const MAX_MEAN: f64 = 4.0;

impl ProbCutTable {
    /// Returns the table of two models: one for two midgame searches, one for exact scores and
    /// midgame searches. The second model's slope by deep depth is not used.
    pub fn from_models(midgame: &ProbCutModel, endgame: &ProbCutModel) -> ProbCutTable {
        let all_shallow =
            || (0..N_EMPTIES).flat_map(|n| (0..N_SHALLOW_DEPTHS).map(move |shallow| (n, shallow)));
        let midgame = all_shallow().flat_map(|(n, shallow)| {
            (0..N_DEEP_DEPTHS).map(move |deep| midgame.statistics(n, shallow, deep))
        });
        let endgame = all_shallow().map(|(n, shallow)| endgame.statistics(n, shallow, 0));
        ProbCutTable { midgame: midgame.collect(), endgame: endgame.collect() }
    }

    /// Returns the table of these numbers, in the order of [`numbers`](ProbCutTable::numbers);
    /// `None` if there are not [`LEN`](ProbCutTable::LEN) of them.
    pub fn from_numbers(numbers: &[i16]) -> Option<ProbCutTable> {
        if numbers.len() != ProbCutTable::LEN {
            return None;
        }
        let (means, sigmas) = numbers.split_at(ProbCutTable::LEN / 2);
        let mut midgame: Vec<ProbCutStatistics> = means
            .iter()
            .zip(sigmas)
            .map(|(&mean, &sigma)| ProbCutStatistics { mean, sigma })
            .collect();
        let endgame = midgame.split_off(N_EMPTIES * N_SHALLOW_DEPTHS * N_DEEP_DEPTHS);
        Some(ProbCutTable { midgame, endgame })
    }

    /// The number of numbers in a table: a mean and a sigma for each entry.
    pub const LEN: usize = 2 * N_EMPTIES * N_SHALLOW_DEPTHS * (N_DEEP_DEPTHS + 1);

    /// Returns all numbers of the table: the means, then the sigmas, in units of [`Score`].
    pub fn numbers(&self) -> impl Iterator<Item = i16> {
        let all = || self.midgame.iter().chain(&self.endgame);
        all().map(|of| of.mean).chain(all().map(|of| of.sigma))
    }

    /// Returns the statistics of a deep minus a shallow midgame score, for the side to move.
    #[inline]
    pub fn midgame(&self, n_empties: u32, shallow: u32, deep: u32) -> ProbCutStatistics {
        let deep = (deep as usize).min(N_DEEP_DEPTHS - 1);
        self.midgame[ProbCutTable::index(n_empties, shallow) * N_DEEP_DEPTHS + deep]
    }

    /// Returns the statistics of the exact score minus a shallow midgame score, for the side to move.
    #[inline]
    pub fn endgame(&self, n_empties: u32, shallow: u32) -> ProbCutStatistics {
        self.endgame[ProbCutTable::index(n_empties, shallow)]
    }

    #[inline]
    fn index(n_empties: u32, shallow: u32) -> usize {
        let n_empties = (n_empties as usize).min(N_EMPTIES - 1);
        n_empties * N_SHALLOW_DEPTHS + (shallow as usize).min(N_SHALLOW_DEPTHS - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_read_back_from_its_numbers() {
        let table = ProbCutTable::default();
        let numbers: Vec<i16> = table.numbers().collect();
        assert_eq!(numbers.len(), ProbCutTable::LEN);
        assert_eq!(ProbCutTable::from_numbers(&numbers), Some(table));
        assert_eq!(ProbCutTable::from_numbers(&numbers[1..]), None);
    }

    #[test]
    fn greater_depths_count_as_the_greatest() {
        let table = ProbCutTable::default();
        assert_eq!(table.midgame(30, 4, 60), table.midgame(30, 4, 40));
        assert_eq!(table.endgame(64, 30), table.endgame(60, 12));
        let expected = (1.1f64 - 0.12 * 4.0 + 0.3 * 0.8).exp() * f64::from(Score::PER_DISC);
        let expected = ProbCutStatistics { mean: 0, sigma: expected.round() as i16 };
        assert_eq!(table.midgame(30, 4, 8), expected);
    }

    #[test]
    fn the_parity_part_of_the_mean_changes_its_sign() {
        let model = ProbCutModel {
            mean_by_parity: -0.75,
            mean_by_parity_and_shallow: 0.125,
            mean: 0.25,
            ..ProbCutModel::with_constant_sigma(0.0)
        };
        let table = ProbCutTable::from_models(&ProbCutModel::with_constant_sigma(0.0), &model);
        let means = [(20, 0), (21, 0), (20, 2)].map(|(n, d)| i32::from(table.endgame(n, d).mean));
        assert_eq!(means, [-Score::PER_DISC / 2, Score::PER_DISC, -Score::PER_DISC / 4]);
        assert_eq!(table.midgame(20, 0, 4).mean, 0);
    }
}
