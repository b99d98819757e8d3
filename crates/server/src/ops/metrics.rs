//! Metrics for the operator, in the text format of `OpenMetrics`, which Prometheus reads.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

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
    /// That of the tasks that decide and commit.
    Pipeline,
}

/// The metrics since the start.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    connections: Counter,
    commands: Counter,
    requests: Counter,
    refusals: Counter,
    commits: Counter,
    writes: Counter,
    deliveries: Counter,
    dropped: Counter,
    bot_jobs: Counter,
    open: Gauge,
    commit_time: Histogram,
    stages: [Histogram; 3],
    acknowledgement: Histogram,
    queue: Histogram,
    socket: Histogram,
    lobby_flush: Histogram,
    checkpoints: [Histogram; 2],
    loop_delays: [Histogram; 2],
}

impl Metrics {
    pub(crate) fn new() -> Metrics {
        let mut registry = Registry::with_prefix("willow");
        let mut counter = |name, help| {
            let counter = Counter::default();
            registry.register(name, help, counter.clone());
            counter
        };
        let connections = counter("connections", "connections accepted");
        let commands = counter("commands", "commands received");
        let requests = counter("http_requests", "requests received over HTTP");
        let refusals = counter("refusals", "commands refused by a limit or a wrong secret");
        let commits = counter("commits", "transactions committed");
        let writes = counter("writes", "rows written");
        let deliveries = counter("deliveries", "events put into queues");
        let dropped = counter("dropped", "connections dropped for slow reading");
        let bot_jobs = counter("thoughts", "positions that bots were asked to search");
        let open = Gauge::default();
        registry.register("open_connections", "connections that are open", open.clone());
        let commit_time = histogram(&mut registry, "commit_seconds", "duration of a commit");
        let help = "from a command in the input queue to its acknowledgement in the output queue";
        let acknowledgement = histogram(&mut registry, "acknowledgement_seconds", help);
        let (help, stages) = ("time of a command in each stage", ["decide", "commit", "deliver"]);
        let stages = histograms(&mut registry, "stage_seconds", help, "stage", stages);
        let queue = histogram(&mut registry, "queue_seconds", "a command in the input queue");
        let help = "from the queue of a connection until its socket took the event";
        let socket = histogram(&mut registry, "socket_seconds", help);
        let help = "from events of the lobby to the queues of all its subscribers";
        let lobby_flush = histogram(&mut registry, "lobby_flush_seconds", help);
        let help = "duration of a part of a WAL checkpoint";
        let checkpoints =
            histograms(&mut registry, "checkpoint_seconds", help, "by", ["second", "writer"]);
        let help = "how late a timer of the runtime fires";
        let loops = ["connections", "pipeline"];
        let loop_delays =
            histograms(&mut registry, "event_loop_delay_seconds", help, "loop", loops);
        Metrics {
            registry,
            connections,
            commands,
            requests,
            refusals,
            commits,
            writes,
            deliveries,
            dropped,
            bot_jobs,
            open,
            commit_time,
            stages,
            acknowledgement,
            queue,
            socket,
            lobby_flush,
            checkpoints,
            loop_delays,
        }
    }

    pub(crate) fn connected(&self) {
        self.connections.inc();
    }

    pub(crate) fn command(&self) {
        self.commands.inc();
    }

    pub(crate) fn request(&self) {
        self.requests.inc();
    }

    pub(crate) fn refused(&self) {
        self.refusals.inc();
    }

    /// Counts a commit with its number of writes and its duration.
    pub(crate) fn committed(&self, n_writes: usize, took: Duration) {
        self.commits.inc();
        self.writes.inc_by(n_writes as u64);
        self.commit_time.observe(took.as_secs_f64());
    }

    pub(crate) fn delivered(&self, n_events: usize, n_dropped: usize) {
        self.deliveries.inc_by(n_events as u64);
        self.dropped.inc_by(n_dropped as u64);
    }

    /// Adds the latency of a command that was acknowledged.
    pub(crate) fn acknowledged(&self, latency: CommandLatency) {
        let CommandLatency { queue, decide, commit, deliver } = latency;
        self.queue.observe(queue.as_secs_f64());
        for (histogram, time) in self.stages.iter().zip([decide, commit, deliver]) {
            histogram.observe(time.as_secs_f64());
        }
        self.acknowledgement.observe((decide + commit + deliver).as_secs_f64());
    }

    /// Adds the time that an event waited in the queue of its connection until the socket took it.
    pub(crate) fn sent(&self, took: Duration) {
        self.socket.observe(took.as_secs_f64());
    }

    /// Adds the time in which a portion of the lobby's events came into the queues of all subscribers.
    pub(crate) fn lobby_flushed(&self, took: Duration) {
        self.lobby_flush.observe(took.as_secs_f64());
    }

    /// Adds the duration of a part of a WAL checkpoint.
    pub(crate) fn checkpoint(&self, part: CheckpointPart, took: Duration) {
        self.checkpoints[part as usize].observe(took.as_secs_f64());
    }

    /// Adds the delay of a timer.
    pub(crate) fn event_loop_delay(&self, event_loop: EventLoop, delay: Duration) {
        self.loop_delays[event_loop as usize].observe(delay.as_secs_f64());
    }

    pub(crate) fn bot_job(&self) {
        self.bot_jobs.inc();
    }

    /// Writes all metrics, with the number of connections that are open.
    pub(crate) fn exposition(&self, open: usize) -> String {
        self.open.set(open as i64);
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
        metrics.event_loop_delay(EventLoop::Pipeline, delay);
        let text = metrics.exposition(0);
        for (name, label) in [
            ("queue", ""),
            ("socket", ""),
            ("lobby_flush", ""),
            ("checkpoint", ",by=\"writer\""),
            ("event_loop_delay", ",loop=\"pipeline\""),
        ] {
            for (le, n) in [("0.05", 0), ("0.075", 1)] {
                let line = format!("willow_{name}_seconds_bucket{{le=\"{le}\"{label}}} {n}");
                assert!(text.lines().any(|written| written == line), "{line}: {text}");
            }
        }
    }
}
