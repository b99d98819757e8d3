//! Reports about a server that cannot be reached.

use std::fmt;
use std::io;
use std::time::Duration;

/// Minimum interval between two reports; later intervals are longer.
const FIRST_INTERVAL: Duration = Duration::from_secs(1);

/// A failed attempt to connect, after which the client tries again.
#[derive(Debug)]
#[non_exhaustive]
pub struct Retry<'a> {
    /// The server, as `HOST:PORT`.
    pub address: &'a str,
    /// Why the attempt failed.
    pub error: &'a io::Error,
    /// How long the client keeps trying.
    pub left: Duration,
}

/// A callback for failed attempts to connect.
pub struct OnRetry(Box<dyn FnMut(&Retry<'_>) + Send>);

impl OnRetry {
    /// Returns the callback. It is called for the first failure and then at growing intervals.
    pub fn new(callback: impl FnMut(&Retry<'_>) + Send + 'static) -> OnRetry {
        OnRetry(Box::new(callback))
    }

    pub(crate) fn call(&mut self, retry: &Retry<'_>) {
        (self.0)(retry);
    }
}

impl fmt::Debug for OnRetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OnRetry")
    }
}

/// Spaces the reports about one outage: at once, and then each time twice as late.
#[derive(Debug, Default)]
pub(crate) struct ReportSchedule {
    next: Duration,
}

impl ReportSchedule {
    /// Returns whether a report is due so long after the first attempt.
    pub(crate) fn is_due(&mut self, elapsed: Duration) -> bool {
        if elapsed < self.next {
            return false;
        }
        self.next = (2 * elapsed).max(FIRST_INTERVAL);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_come_at_growing_intervals() {
        let mut schedule = ReportSchedule::default();
        let due = (0..600).filter(|&second| schedule.is_due(Duration::from_secs(second)));
        assert_eq!(due.collect::<Vec<_>>(), [0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512]);
    }
}
