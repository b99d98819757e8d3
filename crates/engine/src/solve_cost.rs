//! The expected cost of a solve, by which a search with a limit of nodes or time decides whether to
//! begin one.
//!
//! The decision changes which nodes are searched. So it is made in integers: the exponential
//! function differs between machines in its last bits.

use std::time::Duration;

/// The expected number of nodes of a solve at 73 percent, the most selective one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolveCost(u64);

/// The mean number of nodes of a solve at 73 percent by the number of empty squares: 340,000 with 20
/// empty squares. For each further empty square the natural logarithm grows by 0.45. Both come from
/// positions of games. Experiments 35 and 52 of docs/engine-log.md are near them: 320,000 nodes, and
/// seven times as many for four squares more.
#[rustfmt::skip]
const NODES: [u64; 65] = [
    41, 65, 103, 161, 253, 398, 624, 979, 1535, 2408, 3777, 5923, 9290, 14_569, 22_849, 35_835,
    56_201, 88_141, 138_233, 216_793, 340_000, 533_226, 836_265, 1_311_524, 2_056_880, 3_225_830,
    5_059_108, 7_934_261, 12_443_399, 19_515_135, 30_605_824, 47_999_487, 75_278_181, 118_059_689,
    185_154_449, 290_379_979, 455_406_459, 714_219_500, 1_120_119_145, 1_756_696_505, 2_755_048_535,
    4_320_776_189, 6_776_325_948, 10_627_394_558, 16_667_072_386, 26_139_172_719, 40_994_383_095,
    64_291_990_545, 100_829_912_201, 158_132_779_967, 248_001_565_748, 388_943_877_583,
    609_985_422_686, 956_647_571_370, 1_500_322_043_399, 2_352_973_342_822, 3_690_196_765_681,
    5_787_380_554_475, 9_076_419_445_652, 14_234_659_217_236, 22_324_389_506_692,
    35_011_612_096_974, 54_909_137_885_340, 86_114_670_040_338, 135_054_686_373_728,
];

/// The speed of a solve in nodes per second, divided by the speed of the midgame search. Not
/// measured.
const SPEED_UP: u64 = 4;

/// The least time from which the speed of the search is measured: a shorter one says little.
const MIN_MEASURED_TIME: Duration = Duration::from_micros(100);

impl SolveCost {
    /// Returns the expected cost of solving a board with this many empty squares.
    pub(crate) const fn of(n_empties: u32) -> SolveCost {
        SolveCost(NODES[n_empties as usize])
    }

    /// Returns whether the solve is expected to take less than this many nodes.
    pub(crate) const fn fits_nodes(self, nodes_left: u64) -> bool {
        self.0 < nodes_left
    }

    /// Returns whether the solve is expected to take less than the time left. The midgame search has
    /// taken `elapsed` for `nodes_searched` nodes.
    pub(crate) fn fits_time(self, left: Duration, nodes_searched: u64, elapsed: Duration) -> bool {
        let elapsed = elapsed.max(MIN_MEASURED_TIME);
        // The nodes divided by the speed are less than the time left, both sides multiplied by the
        // divisors.
        let nodes_by_left = u128::from(SPEED_UP) * u128::from(nodes_searched) * left.as_nanos();
        u128::from(self.0) * elapsed.as_nanos() < nodes_by_left
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nodes_grow_exponentially() {
        for n_empties in 0..65 {
            let nodes = 340_000.0 * (0.45 * (f64::from(n_empties) - 20.0)).exp();
            assert_eq!(SolveCost::of(n_empties), SolveCost(nodes as u64), "{n_empties}");
        }
    }

    #[test]
    fn a_solve_fits_if_its_nodes_do() {
        let cost = SolveCost::of(20);
        assert!(cost.fits_nodes(340_001) && !cost.fits_nodes(340_000));
        let (second, millisecond) = (Duration::from_secs(1), Duration::from_millis(1));
        // At 85,000 nodes a second the midgame is a fourth as fast as the solve.
        assert!(cost.fits_time(second + millisecond, 85_000, second));
        assert!(!cost.fits_time(second, 85_000, second));
        assert!(!cost.fits_time(second, 0, Duration::ZERO), "no speed was measured");
    }
}
