//! The expected cost of an exact solve, by which a search with a limit of nodes or time decides whether to begin
//! one.
//!
//! The decision changes which nodes are searched. So it is made in integers, which are the same on every machine.

use std::time::Duration;

/// The expected number of nodes of an exact solve after a selective one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct SolveCost(u128);

/// The mean number of nodes with [`MEASURED_EMPTIES`] empties. Each further empty square doubles it
/// (experiment 158 of docs/engine-log.md).
const NODES: u128 = 38_000_000;
/// The empties at which [`NODES`] was measured.
const MEASURED_EMPTIES: u32 = 24;

/// The least time from which the speed of the search is measured: a shorter one says little.
const MIN_MEASURED_TIME: Duration = Duration::from_micros(100);

impl SolveCost {
    /// Returns the expected cost of solving a board with this many empties.
    pub(crate) const fn of(n_empties: u32) -> SolveCost {
        SolveCost((NODES << n_empties) >> MEASURED_EMPTIES)
    }

    /// Returns whether the solve is expected to take less than this many nodes.
    pub(crate) const fn fits_nodes(self, nodes_left: u64) -> bool {
        self.0 < nodes_left as u128
    }

    /// Returns whether the solve is expected to take less than the time left. The search so far has taken
    /// `elapsed` for `nodes_searched` nodes.
    pub(crate) fn fits_time(self, left: Duration, nodes_searched: u64, elapsed: Duration) -> bool {
        let elapsed = elapsed.max(MIN_MEASURED_TIME);
        // The nodes divided by the speed are less than the time left, both sides multiplied by the divisors.
        self.0.saturating_mul(elapsed.as_nanos()) < u128::from(nodes_searched) * left.as_nanos()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_empty_square_doubles_the_nodes() {
        assert_eq!(SolveCost::of(24), SolveCost(38_000_000));
        assert_eq!(SolveCost::of(20), SolveCost(2_375_000));
        assert_eq!(SolveCost::of(25), SolveCost(76_000_000));
        assert!(!SolveCost::of(60).fits_nodes(u64::MAX / 1_000_000));
    }

    #[test]
    fn a_solve_fits_if_its_nodes_do() {
        let cost = SolveCost::of(20);
        assert!(cost.fits_nodes(2_375_001) && !cost.fits_nodes(2_375_000));
        let (second, millisecond) = (Duration::from_secs(1), Duration::from_millis(1));
        assert!(cost.fits_time(second + millisecond, 2_375_000, second));
        assert!(!cost.fits_time(second, 2_375_000, second));
        assert!(!cost.fits_time(second, 0, Duration::ZERO), "no speed was measured");
    }
}
