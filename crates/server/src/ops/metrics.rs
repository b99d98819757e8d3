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

/// A label with its value.
type Label = [(&'static str, &'static str); 1];

/// How long a command took from the input queue to its acknowledgement, by stages.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandLatency {
    /// In the input queue.
    pub(crate) queue: Duration,
    /// In the input queue and in the domain.
    pub(crate) decide: Duration,
    /// From then until the command's writes were synced to the disk.
    pub(crate) commit: Duration,
    /// From then until the acknowledgement was in the queue of its connection.
    pub(crate) deliver: Duration,
}

/// A part of a WAL checkpoint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CheckpointPart {
    /// A second connection copies the log while commits go on.
    Beside,
    /// The writer copies the rest, and commits wait.
    Writer,
}

/// A runtime whose delays are measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EventLoop {
    /// That of all connections.
    Connections,
    /// That of the task that decides.
    Deciding,
    /// That of the task that commits.
    Committing,
}

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
    statements: Gauge,
    in_memory: [Gauge; 4],
}

/// What is timed.
#[derive(Debug)]
struct Times {
    commit: Histogram,
    stages: [Histogram; 3],
    acknowledgement: Histogram,
    queue: Histogram,
    socket: Histogram,
    lobby_flush: Histogram,
    checkpoints: [Histogram; 2],
    loop_delays: [Histogram; 3],
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
        let (open, statements) = (Gauge::default(), Gauge::default());
        registry.register("open_connections", "connections that are open", open.clone());
        let help = "statements that the writing connection keeps prepared";
        registry.register("writer_statements", help, statements.clone());
        let (help, values) =
            ("what the server has in memory", ["users", "games", "offers", "timers"]);
        let in_memory = gauges(registry, ("in_memory", help), "what", values);
        Sizes { open, statements, in_memory }
    }
}

impl Times {
    fn register(registry: &mut Registry) -> Times {
        let commit = histogram(registry, "commit_seconds", "duration of a commit");
        let help = "from a command in the input queue to its acknowledgement in the output queue";
        let acknowledgement = histogram(registry, "acknowledgement_seconds", help);
        let (help, stages) = ("time of a command in each stage", ["decide", "commit", "deliver"]);
        let stages = histograms(registry, "stage_seconds", help, "stage", stages);
        let queue = histogram(registry, "queue_seconds", "a command in the input queue");
        let help = "from the queue of a connection until its socket took the event";
        let socket = histogram(registry, "socket_seconds", help);
        let help = "from events of the lobby to the queues of all its subscribers";
        let lobby_flush = histogram(registry, "lobby_flush_seconds", help);
        let (help, by) = ("duration of a part of a WAL checkpoint", ["second", "writer"]);
        let checkpoints = histograms(registry, "checkpoint_seconds", help, "by", by);
        let (help, loops) =
            ("how late a timer of the runtime fires", ["connections", "deciding", "committing"]);
        let loop_delays = histograms(registry, "event_loop_delay_seconds", help, "loop", loops);
        Times {
            commit,
            stages,
            acknowledgement,
            queue,
            socket,
            lobby_flush,
            checkpoints,
            loop_delays,
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

    /// Notes how many statements the writing connection keeps prepared.
    pub(crate) fn statements(&self, n: usize) {
        self.sizes.statements.set(n as i64);
    }

    /// Notes what the server has in memory.
    pub(crate) fn in_memory(&self, InMemory { users, games, offers, timers }: InMemory) {
        for (gauge, n) in self.sizes.in_memory.iter().zip([users, games, offers, timers]) {
            gauge.set(n as i64);
        }
    }

    /// Adds the latency of a command that was acknowledged.
    pub(crate) fn acknowledged(&self, latency: CommandLatency) {
        let CommandLatency { queue, decide, commit, deliver } = latency;
        self.times.queue.observe(queue.as_secs_f64());
        for (histogram, time) in self.times.stages.iter().zip([decide, commit, deliver]) {
            histogram.observe(time.as_secs_f64());
        }
        self.times.acknowledgement.observe((decide + commit + deliver).as_secs_f64());
    }

    /// Adds the time that an event waited in the queue of its connection until the socket took it.
    pub(crate) fn sent(&self, took: Duration) {
        self.times.socket.observe(took.as_secs_f64());
    }

    /// Adds the time in which a portion of the lobby's events came into the queues of all subscribers.
    pub(crate) fn lobby_flushed(&self, took: Duration) {
        self.times.lobby_flush.observe(took.as_secs_f64());
    }

    /// Adds the duration of a part of a WAL checkpoint.
    pub(crate) fn checkpoint(&self, part: CheckpointPart, took: Duration) {
        self.times.checkpoints[part as usize].observe(took.as_secs_f64());
    }

    /// Adds the delay of a timer.
    pub(crate) fn event_loop_delay(&self, event_loop: EventLoop, delay: Duration) {
        self.times.loop_delays[event_loop as usize].observe(delay.as_secs_f64());
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

fn new_histogram() -> Histogram {
    Histogram::new(BUCKETS)
}

fn histogram(registry: &mut Registry, name: &str, help: &str) -> Histogram {
    let histogram = new_histogram();
    registry.register(name, help, histogram.clone());
    histogram
}

/// Returns histograms of one name with different values of a label.
fn histograms<const N: usize>(
    registry: &mut Registry,
    name: &str,
    help: &str,
    label: &'static str,
    values: [&'static str; N],
) -> [Histogram; N] {
    let family = Family::<Label, Histogram>::new_with_constructor(new_histogram);
    registry.register(name, help, family.clone());
    values.map(|value| family.get_or_create_owned(&[(label, value)]))
}

/// Returns gauges of one name with different values of a label.
fn gauges<const N: usize>(
    registry: &mut Registry,
    (name, help): (&str, &str),
    label: &'static str,
    values: [&'static str; N],
) -> [Gauge; N] {
    let family = Family::<Label, Gauge>::default();
    registry.register(name, help, family.clone());
    values.map(|value| family.get_or_create_owned(&[(label, value)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn metrics_are_written_with_their_types() {
        let metrics = Metrics::new();
        metrics.committed(7, Duration::from_millis(2));
        let text = metrics.exposition(3);
        for line in [
            "# TYPE willow_writes counter",
            "willow_writes_total 7",
            "# TYPE willow_open_connections gauge",
            "willow_open_connections 3",
            "# TYPE willow_commit_seconds histogram",
            "willow_commit_seconds_sum 0.002",
            "willow_commit_seconds_count 1",
        ] {
            assert!(text.lines().any(|written| written == line), "{line}: {text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
    }

    #[test]
    fn the_sizes_of_what_is_in_memory_are_written() {
        let metrics = Metrics::new();
        metrics.statements(40);
        metrics.in_memory(InMemory { users: 1, games: 2, offers: 3, timers: 4 });
        let text = metrics.exposition(0);
        for line in [
            "willow_writer_statements 40",
            "willow_in_memory{what=\"users\"} 1",
            "willow_in_memory{what=\"games\"} 2",
            "willow_in_memory{what=\"offers\"} 3",
            "willow_in_memory{what=\"timers\"} 4",
        ] {
            assert!(text.lines().any(|written| written == line), "{line}: {text}");
        }
    }

    #[test]
    fn a_commit_of_54_ms_is_told_from_one_of_50_and_one_of_100() {
        let metrics = Metrics::new();
        let [decide, deliver] = [Duration::from_micros(100); 2];
        let (queue, commit) = (Duration::ZERO, Duration::from_millis(54));
        metrics.acknowledged(CommandLatency { queue, decide, commit, deliver });
        let text = metrics.exposition(0);
        let count = |bucket: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(bucket)).unwrap();
            line.trim().parse::<u64>().unwrap()
        };
        let stage = |le: &str, stage: &str| {
            let [one, other] = [
                format!("willow_stage_seconds_bucket{{le=\"{le}\",stage=\"{stage}\"}}"),
                format!("willow_acknowledgement_seconds_bucket{{le=\"{le}\"}}"),
            ];
            (count(&one), count(&other))
        };
        assert_eq!(stage("0.05", "commit"), (0, 0));
        assert_eq!(stage("0.075", "commit"), (1, 1));
        assert_eq!(stage("0.0005", "decide"), (1, 0));
    }

    /// Whatever delays a move by 54 ms stands in the bucket from 50 to 75 ms of its own histogram.
    #[test]
    fn each_cause_of_a_delay_has_a_histogram() {
        let metrics = Metrics::new();
        let delay = Duration::from_millis(54);
        metrics.acknowledged(CommandLatency {
            queue: delay,
            decide: delay,
            commit: Duration::ZERO,
            deliver: Duration::ZERO,
        });
        metrics.sent(delay);
        metrics.lobby_flushed(delay);
        metrics.checkpoint(CheckpointPart::Writer, delay);
        metrics.event_loop_delay(EventLoop::Deciding, delay);
        let text = metrics.exposition(0);
        for (name, label) in [
            ("queue", ""),
            ("socket", ""),
            ("lobby_flush", ""),
            ("checkpoint", ",by=\"writer\""),
            ("event_loop_delay", ",loop=\"deciding\""),
        ] {
            for (le, n) in [("0.05", 0), ("0.075", 1)] {
                let line = format!("willow_{name}_seconds_bucket{{le=\"{le}\"{label}}} {n}");
                assert!(text.lines().any(|written| written == line), "{line}: {text}");
            }
        }
    }
}
