//! A stopwatch that can be paused.

use std::time::Duration;

/// Measures the time that a game has been running, without pauses.
#[derive(Clone, Debug)]
pub(crate) struct Stopwatch {
    /// The time measured when it was last stopped.
    measured: Duration,
    running_since: Option<Duration>,
}

impl Stopwatch {
    /// Returns a stopped stopwatch that shows `measured`.
    pub(crate) const fn stopped_at(measured: Duration) -> Stopwatch {
        Stopwatch { measured, running_since: None }
    }

    /// Returns the measured time at `now`.
    pub(crate) fn read(&self, now: Duration) -> Duration {
        let running = self.running_since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.measured + running
    }

    /// Starts or continues measuring.
    pub(crate) fn start(&mut self, now: Duration) {
        self.running_since.get_or_insert(now);
    }

    /// Stops measuring.
    pub(crate) fn stop(&mut self, now: Duration) {
        self.measured = self.read(now);
        self.running_since = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_do_not_count() {
        let s = Duration::from_secs;
        let mut watch = Stopwatch::stopped_at(s(5));
        assert_eq!(watch.read(s(100)), s(5));
        watch.start(s(100));
        watch.start(s(101));
        assert_eq!(watch.read(s(103)), s(8));
        watch.stop(s(104));
        assert_eq!(watch.read(s(200)), s(9));
    }
}
