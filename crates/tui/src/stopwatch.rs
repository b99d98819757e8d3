//! Time that stands still while a game is paused.

use std::time::Duration;

/// Measures the time that a game has been going on, pauses left out.
#[derive(Clone, Debug)]
pub(crate) struct Stopwatch {
    /// What had been measured when it last stood still.
    measured: Duration,
    running_since: Option<Duration>,
}

impl Stopwatch {
    /// Returns a stopwatch that shows `measured` and stands still.
    pub(crate) const fn stopped_at(measured: Duration) -> Stopwatch {
        Stopwatch { measured, running_since: None }
    }

    /// Returns what it shows at `now`.
    pub(crate) fn read(&self, now: Duration) -> Duration {
        let running = self.running_since.map_or(Duration::ZERO, |since| now.saturating_sub(since));
        self.measured + running
    }

    /// Lets it run on.
    pub(crate) fn run(&mut self, now: Duration) {
        self.running_since.get_or_insert(now);
    }

    /// Makes it stand still.
    pub(crate) fn halt(&mut self, now: Duration) {
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
        watch.run(s(100));
        watch.run(s(101));
        assert_eq!(watch.read(s(103)), s(8));
        watch.halt(s(104));
        assert_eq!(watch.read(s(200)), s(9));
    }
}
