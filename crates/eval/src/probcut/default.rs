//! The default ProbCut table, for evaluations without measurements.
//!
//! Its sigmas are near those that engines publish (Neural Reversi's ENGINE.md, Edax): 2 to 3 discs in
//! the midgame, up to 5 against exact scores. The table decides which nodes a search prunes. So the
//! exponential function, which machines round differently, is not computed but looked up.

use super::{N_DEEP_DEPTHS, N_EMPTIES, N_SHALLOW_DEPTHS, ProbCutStatistics, ProbCutTable};

/// The least logarithm in [`SIGMAS`], in hundredths.
const MIN_LOG_SIGMA: i32 = -34;

/// Sigma by its natural logarithm: [`PER_DISC`](crate::Score::PER_DISC) times the exponential of
/// `index + MIN_LOG_SIGMA` hundredths, rounded.
#[rustfmt::skip]
const SIGMAS: [i16; 305] = [
    91, 92, 93, 94, 95, 96, 97, 98, 99, 100, 101, 102, 103, 104, 105, 106, 107, 108, 109, 110, 111,
    112, 114, 115, 116, 117, 118, 119, 121, 122, 123, 124, 125, 127, 128, 129, 131, 132, 133, 135,
    136, 137, 139, 140, 141, 143, 144, 146, 147, 149, 150, 152, 153, 155, 156, 158, 159, 161, 163,
    164, 166, 168, 169, 171, 173, 175, 176, 178, 180, 182, 183, 185, 187, 189, 191, 193, 195, 197,
    199, 201, 203, 205, 207, 209, 211, 213, 215, 217, 220, 222, 224, 226, 229, 231, 233, 236, 238,
    240, 243, 245, 248, 250, 253, 255, 258, 260, 263, 266, 268, 271, 274, 276, 279, 282, 285, 288,
    291, 294, 296, 299, 302, 306, 309, 312, 315, 318, 321, 324, 328, 331, 334, 338, 341, 344, 348,
    351, 355, 359, 362, 366, 369, 373, 377, 381, 385, 388, 392, 396, 400, 404, 408, 412, 417, 421,
    425, 429, 434, 438, 442, 447, 451, 456, 460, 465, 470, 474, 479, 484, 489, 494, 499, 504, 509,
    514, 519, 524, 530, 535, 540, 546, 551, 557, 562, 568, 574, 579, 585, 591, 597, 603, 609, 615,
    621, 628, 634, 640, 647, 653, 660, 666, 673, 680, 687, 694, 701, 708, 715, 722, 729, 737, 744,
    751, 759, 767, 774, 782, 790, 798, 806, 814, 822, 831, 839, 847, 856, 864, 873, 882, 891, 900,
    909, 918, 927, 936, 946, 955, 965, 975, 984, 994, 1004, 1014, 1025, 1035, 1045, 1056, 1066,
    1077, 1088, 1099, 1110, 1121, 1132, 1144, 1155, 1167, 1179, 1190, 1202, 1214, 1227, 1239, 1251,
    1264, 1277, 1290, 1302, 1316, 1329, 1342, 1356, 1369, 1383, 1397, 1411, 1425, 1439, 1454, 1469,
    1483, 1498, 1513, 1528, 1544, 1559, 1575, 1591, 1607, 1623, 1639, 1656, 1672, 1689, 1706, 1723,
    1741, 1758, 1776, 1794, 1812, 1830, 1848, 1867, 1886, 1905,
];

/// Returns statistics with mean zero. `log_sigma` is the natural logarithm of sigma in discs, in
/// hundredths.
fn without_mean(log_sigma: i32) -> ProbCutStatistics {
    ProbCutStatistics { mean: 0, sigma: SIGMAS[(log_sigma - MIN_LOG_SIGMA) as usize] }
}

impl Default for ProbCutTable {
    /// Returns a table for evaluations without measurements. The logarithm of sigma is linear in the
    /// depths and in the number of empties.
    fn default() -> ProbCutTable {
        let all_shallow = || {
            (0..N_EMPTIES as i32).flat_map(|n| (0..N_SHALLOW_DEPTHS as i32).map(move |s| (n, s)))
        };
        let midgame = all_shallow().flat_map(|(_, shallow)| {
            (0..N_DEEP_DEPTHS as i32).map(move |deep| without_mean(110 - 12 * shallow + 3 * deep))
        });
        let endgame = all_shallow()
            .map(|(n_empties, shallow)| without_mean(90 - 8 * shallow + 3 * n_empties));
        ProbCutTable { midgame: midgame.collect(), endgame: endgame.collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::super::ProbCutModel;
    use super::*;

    #[test]
    fn the_default_table_is_that_of_the_two_models() {
        let midgame = ProbCutModel {
            log_sigma_by_shallow: -0.12,
            log_sigma_by_deep: 0.3,
            ..ProbCutModel::with_constant_sigma(1.1)
        };
        let endgame = ProbCutModel {
            log_sigma_by_shallow: -0.08,
            log_sigma_by_empties: 0.3,
            ..ProbCutModel::with_constant_sigma(0.9)
        };
        assert_eq!(ProbCutTable::default(), ProbCutTable::from_models(&midgame, &endgame));
    }
}
