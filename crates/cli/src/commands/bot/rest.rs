//! The time in which a bot takes no game because its engine fails.

use std::time::{Duration, Instant};

/// How long the bot waits after the first failure. Each further one in a row doubles the time.
const FIRST: Duration = Duration::from_secs(1);

/// Maximum wait.
const LONGEST: Duration = Duration::from_mins(5);

/// The failures in a row, and the end of the wait.
#[derive(Debug, Default)]
pub(super) struct Rest {
    n_failures: u32,
    until: Option<Instant>,
}

impl Rest {
    /// Begins to wait after a failure. Returns for how long.
    pub(super) fn begin(&mut self) -> Duration {
        let time = FIRST.saturating_mul(1 << self.n_failures.min(16)).min(LONGEST);
        self.n_failures += 1;
        self.until = Some(Instant::now() + time);
        time
    }

    /// Returns how long the bot still waits, if it does.
    pub(super) fn left(&self) -> Option<Duration> {
        let left = self.until?.saturating_duration_since(Instant::now());
        (!left.is_zero()).then_some(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_wait_grows_with_each_failure() {
        let mut rest = Rest::default();
        assert_eq!(rest.left(), None);
        let waits: Vec<u64> = (0..10).map(|_| rest.begin().as_secs()).collect();
        assert_eq!(waits, [1, 2, 4, 8, 16, 32, 64, 128, 256, 300]);
        let left = rest.left().unwrap();
        assert!(Duration::from_secs(200) < left && left <= LONGEST, "{left:?}");
    }
}
