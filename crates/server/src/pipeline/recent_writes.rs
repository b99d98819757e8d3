//! How busy the server is, by its writes in the last seconds.

use std::time::Duration;

use tokio::time::Instant;

use crate::store::ArchiveTiming;

/// From this number of writes within a period on, the server is busy: some ten moves a second.
const BUSY: usize = 64;

/// The period in which writes are counted.
const PERIOD: Duration = Duration::from_secs(1);

/// The writes of this period and of the one before.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct RecentWrites {
    began: Option<Instant>,
    now: usize,
    before: usize,
}

impl RecentWrites {
    pub(super) fn add(&mut self, n_writes: usize, at: Instant) {
        match self.began.map(|began| at.saturating_duration_since(began)) {
            Some(since) if since < PERIOD => {}
            Some(since) => {
                let before = if since < 2 * PERIOD { self.now } else { 0 };
                *self = RecentWrites { began: Some(at), now: 0, before };
            }
            None => self.began = Some(at),
        }
        self.now += n_writes;
    }

    /// Returns from when on the server is quiet, if nothing is written until then.
    pub(super) fn quiet_at(&self) -> Option<Instant> {
        self.began.map(|began| began + 2 * PERIOD)
    }

    pub(super) fn is_busy(&self, at: Instant) -> bool {
        let is_old = self.quiet_at().is_none_or(|quiet_at| at >= quiet_at);
        !is_old && self.now.max(self.before) >= BUSY
    }

    /// Returns when games that end at a time are added to the archive. A quiet server adds them at once; in a busy
    /// one, moves would wait for that.
    pub(super) fn timing(&self, at: Instant) -> ArchiveTiming {
        if self.is_busy(at) { ArchiveTiming::Deferred } else { ArchiveTiming::AtOnce }
    }
}

#[cfg(test)]
mod tests {
    use ArchiveTiming::{AtOnce, Deferred};

    use super::*;

    #[test]
    fn a_server_is_busy_until_it_was_quiet_for_a_while() {
        let (mut recent, start) = (RecentWrites::default(), Instant::now());
        let mut timing = |millis: u64, n_writes: usize| {
            let at = start + Duration::from_millis(millis);
            recent.add(n_writes, at);
            recent.timing(at)
        };
        for (millis, n_writes, wanted) in [
            (0, 10, AtOnce),
            (500, 53, AtOnce),
            (999, 1, Deferred),
            (1000, 1, Deferred),
            (2000, 1, AtOnce),
            (2100, 200, Deferred),
            (5000, 1, AtOnce),
        ] {
            assert_eq!(timing(millis, n_writes), wanted, "{n_writes} writes at {millis} ms");
        }
        recent.add(100, start + Duration::from_secs(6));
        let quiet_at = start + Duration::from_secs(8);
        assert_eq!(recent.timing(quiet_at), AtOnce, "nothing came since");
        assert_eq!(recent.timing(quiet_at - Duration::from_millis(1)), Deferred);
        assert_eq!(recent.quiet_at(), Some(quiet_at));
    }
}
