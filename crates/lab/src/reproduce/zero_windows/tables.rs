//! The tables of section 3.1.6, as printed and as measured.

use std::fmt;

use crate::reproduce::bill_turns::SearchedTurn;
use crate::statistics::mean_and_deviation;

/// Table 3-1: depth, then branching factor and leaves with zero windows and without.
pub(super) const TABLE_3_1: [(u32, [BranchingFactor; 2], [u32; 2]); 4] = [
    (5, [BranchingFactor(4.55, 0.37), BranchingFactor(4.69, 0.39)], [2075, 2415]),
    (6, [BranchingFactor(4.24, 0.40), BranchingFactor(4.32, 0.39)], [6490, 7243]),
    (7, [BranchingFactor(4.06, 0.39), BranchingFactor(4.28, 0.42)], [21380, 31246]),
    (8, [BranchingFactor(3.89, 0.36), BranchingFactor(4.11, 0.40)], [63809, 102_244]),
];

/// Table 3-2: which of the two tables are used, and the branching factors at 6 and 8 plies.
pub(super) const TABLE_3_2: [(bool, bool, [BranchingFactor; 2]); 4] = [
    (true, true, [BranchingFactor(3.91, 0.35), BranchingFactor(3.60, 0.32)]),
    (true, false, [BranchingFactor(4.09, 0.37), BranchingFactor(3.74, 0.37)]),
    (false, true, [BranchingFactor(4.20, 0.44), BranchingFactor(3.85, 0.41)]),
    (false, false, [BranchingFactor(4.69, 0.46), BranchingFactor(4.26, 0.52)]),
];

/// The depths of table 3-2.
pub(super) const DEPTHS_3_2: [u32; 2] = [6, 8];

/// The comparisons of section 3.1.6.4: two versions (indices in [`TABLE_3_2`]), and the report's
/// p-values at 6 and 8 plies.
pub(super) const COMPARISONS: [(&str, usize, usize, [&str; 2]); 4] = [
    ("killer table against none", 2, 3, ["< .0001", "< .0002"]),
    ("hash table against none", 1, 3, ["< 1e-9", "< 1e-7"]),
    ("both against killer table only", 0, 2, ["< .002", "< .003"]),
    ("both against hash table only", 0, 1, ["< .04", "< .09"]),
];

/// The time without both tables as a multiple of that with both.
pub(super) const REPORTS_TIME_RATIO: f64 = 7.0;

/// A mean branching factor and its standard deviation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct BranchingFactor(pub(super) f64, pub(super) f64);

impl BranchingFactor {
    /// Returns that of searches to a depth.
    pub(super) fn of(searched: &[SearchedTurn], depth: u32) -> BranchingFactor {
        let factors: Vec<f64> = searched.iter().map(|one| one.factor(depth)).collect();
        let (mean, deviation) = mean_and_deviation(&factors);
        BranchingFactor(mean, deviation)
    }
}

/// Writes the standard deviation in parentheses, as the report prints it.
impl fmt::Display for BranchingFactor {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{:.2} ({:.2})", self.0, self.1)
    }
}

/// A row of table 3-1 as measured.
#[derive(Clone, Debug)]
pub(super) struct WindowRow {
    pub(super) depth: u32,
    /// With zero windows and without.
    pub(super) factors: [BranchingFactor; 2],
    pub(super) leaves: [f64; 2],
    /// By how much the branching factor without zero windows is greater, on the mean of the positions, and
    /// half of the 95% interval of that.
    pub(super) gain: (f64, f64),
    pub(super) positions: usize,
}

/// Table 3-2 as measured.
#[derive(Clone, Debug)]
pub(super) struct Ablation {
    pub(super) depths: [u32; 2],
    pub(super) positions: usize,
    /// The branching factors of each version at both depths.
    pub(super) factors: Vec<[BranchingFactor; 2]>,
    /// The p-values of [`COMPARISONS`] at both depths.
    pub(super) p_values: Vec<[f64; 2]>,
    /// The nodes, and the time, without both tables as a multiple of those with both, at the larger
    /// depth.
    pub(super) nodes_ratio: f64,
    pub(super) time_ratio: f64,
}
