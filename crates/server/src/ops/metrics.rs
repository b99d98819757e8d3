//! Counters for the operator, in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// Counters since the start.
#[derive(Debug, Default)]
pub(crate) struct Metrics {
    connections: AtomicU64,
    commands: AtomicU64,
    requests: AtomicU64,
    refusals: AtomicU64,
    commits: AtomicU64,
    writes: AtomicU64,
    commit_micros: AtomicU64,
    deliveries: AtomicU64,
    dropped: AtomicU64,
    bot_jobs: AtomicU64,
}

fn add(counter: &AtomicU64, n: u64) {
    counter.fetch_add(n, Ordering::Relaxed);
}

impl Metrics {
    pub(crate) fn connected(&self) {
        add(&self.connections, 1);
    }

    pub(crate) fn command(&self) {
        add(&self.commands, 1);
    }

    pub(crate) fn request(&self) {
        add(&self.requests, 1);
    }

    pub(crate) fn refused(&self) {
        add(&self.refusals, 1);
    }

    pub(crate) fn committed(&self, n_writes: usize, took: Duration) {
        add(&self.commits, 1);
        add(&self.writes, n_writes as u64);
        add(&self.commit_micros, took.as_micros() as u64);
    }

    pub(crate) fn delivered(&self, n_events: usize, n_dropped: usize) {
        add(&self.deliveries, n_events as u64);
        add(&self.dropped, n_dropped as u64);
    }

    pub(crate) fn bot_job(&self) {
        add(&self.bot_jobs, 1);
    }

    /// Writes all counters, and the number of connections that are open.
    pub(crate) fn exposition(&self, open: usize) -> String {
        let read = |counter: &AtomicU64| counter.load(Ordering::Relaxed) as f64;
        let rows = [
            ("connections_total", "connections taken", read(&self.connections)),
            ("commands_total", "commands received", read(&self.commands)),
            ("http_requests_total", "requests received over HTTP", read(&self.requests)),
            (
                "refusals_total",
                "commands refused by a limit or a wrong secret",
                read(&self.refusals),
            ),
            ("commits_total", "transactions committed", read(&self.commits)),
            ("writes_total", "rows written", read(&self.writes)),
            ("commit_seconds_total", "time spent in commits", read(&self.commit_micros) / 1e6),
            ("deliveries_total", "events put into queues", read(&self.deliveries)),
            ("dropped_total", "connections dropped for slow reading", read(&self.dropped)),
            ("thoughts_total", "positions that bots were asked to search", read(&self.bot_jobs)),
        ];
        let mut text = String::new();
        for (name, help, value) in rows {
            let _ = write!(
                text,
                "# HELP willow_{name} {help}\n# TYPE willow_{name} counter\nwillow_{name} {value}\n"
            );
        }
        let _ = write!(
            text,
            "# HELP willow_connections connections that are open\n\
             # TYPE willow_connections rate_limits\nwillow_connections {open}\n"
        );
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_are_written_with_their_types() {
        let metrics = Metrics::default();
        metrics.committed(7, Duration::from_millis(2));
        let text = metrics.exposition(3);
        assert!(text.contains("# TYPE willow_writes_total counter\nwillow_writes_total 7\n"));
        assert!(text.contains("willow_commit_seconds_total 0.002\n"));
        assert!(text.ends_with("willow_connections 3\n"));
    }
}
