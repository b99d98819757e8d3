//! Metrics for the operator, in the text format of `OpenMetrics`, which Prometheus reads.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use crate::domain::InMemory;

/// The upper bounds of the buckets in seconds. A sync of a good disk takes 1 to 5 ms. The steps up to
/// 100 ms are small because players notice a delay of some ten milliseconds: a regression to 54 ms
/// is in a bucket of its own, from 50 to 75 ms.
const BUCKETS: [f64; 16] = [
    0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.05, 0.075, 0.1, 0.15, 0.25, 0.5, 1.0, 2.5, 5.0,
];

/// The metrics since the start.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    counts: Counts,
    sizes: Sizes,
    times: Times,
}

/// What is counted.
#[derive(Debug)]
struct Counts {
    connections: Counter,
    commands: Counter,
    requests: Counter,
    pages: Counter,
    refusals: Counter,
    commits: Counter,
    writes: Counter,
    deliveries: Counter,
    dropped: Counter,
    bot_jobs: Counter,
    notifications: Counter,
    failed_notifications: Counter,
}

/// How much there is of what grows and shrinks.
#[derive(Debug)]
struct Sizes {
    open: Gauge,
    in_memory: [Gauge; 4],
}

/// What is timed.
#[derive(Debug)]
struct Times {
    queue: Histogram,
    commit: Histogram,
    acknowledgement: Histogram,
}

impl Counts {
    fn register(registry: &mut Registry) -> Counts {
        let mut counter = |name, help| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        Counts {
            connections: counter("connections", "connections accepted"),
            commands: counter("commands", "commands received"),
            requests: counter("http_requests", "requests received over HTTP"),
            pages: counter("pages", "openings of the web client's page"),
            refusals: counter("refusals", "commands refused by a limit or a wrong secret"),
            commits: counter("commits", "transactions committed"),
            writes: counter("writes", "rows written"),
            deliveries: counter("deliveries", "events put into queues"),
            dropped: counter("dropped", "connections dropped for slow reading"),
            notifications: counter("notifications", "browsers told of a turn in a game of days"),
            failed_notifications: counter(
                "failed_notifications",
                "messages about turns that a push service did not take",
            ),
            bot_jobs: counter("thoughts", "positions that bots were asked to search"),
        }
    }
}

impl Sizes {
    fn register(registry: &mut Registry) -> Sizes {
        let open = Gauge::default();
        registry.register("open_connections", "connections that are open", open.clone());
        let family = Family::<[(&'static str, &'static str); 1], Gauge>::default();
        registry.register("in_memory", "what the server has in memory", family.clone());
        let of = |what| family.get_or_create_owned(&[("what", what)]);
        Sizes { open, in_memory: ["users", "games", "offers", "timers"].map(of) }
    }
}

impl Times {
    fn register(registry: &mut Registry) -> Times {
        let mut histogram = |name, help| {
            let histogram = Histogram::new(BUCKETS);
            registry.register(name, help, histogram.clone());
            histogram
        };
        let help = "from a command in the input queue to its acknowledgement in the output queue";
        Times {
            queue: histogram("queue_seconds", "a command in the input queue"),
            commit: histogram("commit_seconds", "duration of a commit"),
            acknowledgement: histogram("acknowledgement_seconds", help),
        }
    }
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("willow");
        let counts = Counts::register(&mut registry);
        let sizes = Sizes::register(&mut registry);
        let times = Times::register(&mut registry);
        Metrics { registry, counts, sizes, times }
    }

    pub(crate) fn connected(&self) {
        self.counts.connections.inc();
    }

    pub(crate) fn command(&self) {
        self.counts.commands.inc();
    }

    pub(crate) fn request(&self) {
        self.counts.requests.inc();
    }

    /// Counts an opening of the web client's page.
    pub(crate) fn page(&self) {
        self.counts.pages.inc();
    }

    pub(crate) fn refused(&self) {
        self.counts.refusals.inc();
    }

    /// Counts a commit with its number of writes and its duration.
    pub(crate) fn committed(&self, n_writes: usize, took: Duration) {
        self.counts.commits.inc();
        self.counts.writes.inc_by(n_writes as u64);
        self.times.commit.observe(took.as_secs_f64());
    }

    pub(crate) fn delivered(&self, n_events: usize, n_dropped: usize) {
        self.counts.deliveries.inc_by(n_events as u64);
        self.counts.dropped.inc_by(n_dropped as u64);
    }

    /// Notes what the server has in memory.
    pub(crate) fn in_memory(&self, InMemory { users, games, offers, timers }: InMemory) {
        for (gauge, n) in self.sizes.in_memory.iter().zip([users, games, offers, timers]) {
            gauge.set(n as i64);
        }
    }

    /// Counts a command by its time in the input queue and the time until its acknowledgement.
    pub(crate) fn acknowledged(&self, queue: Duration, whole: Duration) {
        self.times.queue.observe(queue.as_secs_f64());
        self.times.acknowledgement.observe(whole.as_secs_f64());
    }

    pub(crate) fn bot_job(&self) {
        self.counts.bot_jobs.inc();
    }

    pub(crate) fn notified(&self, n: u64) {
        self.counts.notifications.inc_by(n);
    }

    pub(crate) fn notification_failed(&self) {
        self.counts.failed_notifications.inc();
    }

    /// Writes all metrics, with the number of connections that are open.
    pub(crate) fn exposition(&self, open: usize) -> String {
        self.sizes.open.set(open as i64);
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes all text");
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_written_with_their_types() {
        let metrics = Metrics::new();
        metrics.committed(7, Duration::from_millis(2));
        metrics.acknowledged(Duration::ZERO, Duration::from_millis(54));
        metrics.in_memory(InMemory { users: 1, games: 2, offers: 3, timers: 4 });
        let text = metrics.exposition(3);
        for line in [
            "# TYPE willow_writes counter",
            "willow_writes_total 7",
            "# TYPE willow_open_connections gauge",
            "willow_open_connections 3",
            "# TYPE willow_commit_seconds histogram",
            "willow_commit_seconds_sum 0.002",
            "willow_commit_seconds_count 1",
            "willow_acknowledgement_seconds_bucket{le=\"0.05\"} 0",
            "willow_acknowledgement_seconds_bucket{le=\"0.075\"} 1",
            "willow_in_memory{what=\"users\"} 1",
            "willow_in_memory{what=\"timers\"} 4",
        ] {
            assert!(text.lines().any(|written| written == line), "{line}: {text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
    }
}
