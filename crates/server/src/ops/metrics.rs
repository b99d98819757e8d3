//! Metrics for the operator, in the text formats of `OpenMetrics` and of Prometheus.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::path::Path;
use std::time::{Duration, SystemTime};

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::{Metric, Registry};

use super::Unhealthy;
use super::process_metrics::{DiskMetrics, ProcessMetrics};

/// Sizes of what the server holds in memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct InMemory {
    /// Users: those who are or were online lately, those whom a game or an offer in memory names, and all
    /// whose role is not player.
    pub(crate) users: usize,
    /// Those of them who are online, without the server's bots.
    pub(crate) online: usize,
    /// Games: those in progress, and those that ended in the last minutes.
    pub(crate) games: usize,
    pub(crate) offers: usize,
    pub(crate) timers: usize,
}

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
    pub(crate) connections: Counter,
    pub(crate) commands: Counter,
    pub(crate) requests: Counter,
    pub(crate) pages: Counter,
    pub(crate) refusals: Counter,
    pub(crate) failed_logins: Counter,
    commits: Counter,
    writes: Counter,
    deliveries: Counter,
    dropped: Counter,
    pub(crate) bot_jobs: Counter,
    pub(crate) notifications: Counter,
    pub(crate) failed_notifications: Counter,
    pub(crate) mails: Counter,
    pub(crate) failed_mails: Counter,
    open: Gauge,
    read_only: Gauge,
    online: Gauge,
    in_memory: [Gauge; 4],
    queue: Histogram,
    commit: Histogram,
    acknowledgement: Histogram,
}

/// Registers a metric under its name.
fn registered<M: Metric + Clone>(to: &mut Registry, name: &str, help: &str, metric: M) -> M {
    to.register(name, help, metric.clone());
    metric
}

impl Metrics {
    /// Returns metrics that are all zero, of a server whose database is in a folder.
    pub(crate) fn new(data: &Path) -> Metrics {
        let mut registry = Registry::default();
        registry.register_collector(Box::new(ProcessMetrics { start: SystemTime::now() }));
        let r = registry.sub_registry_with_prefix("willow");
        r.register_collector(Box::new(DiskMetrics(data.to_owned())));
        r.register("build", "the program", Info::new([("version", env!("CARGO_PKG_VERSION"))]));
        let counter = |r: &mut Registry, name, help| registered(r, name, help, Counter::default());
        let histogram =
            |r: &mut Registry, name, help| registered(r, name, help, Histogram::new(BUCKETS));
        let sizes = Family::<[(&'static str, &'static str); 1], Gauge>::default();
        let sizes = registered(r, "in_memory", "what the server has in memory", sizes);
        let size = |what| sizes.get_or_create_owned(&[("what", what)]);
        let until_acknowledged =
            "from a command in the input queue to its acknowledgement in the output queue";
        Metrics {
            connections: counter(r, "connections", "connections accepted"),
            commands: counter(r, "commands", "commands received"),
            requests: counter(r, "http_requests", "requests received over HTTP"),
            pages: counter(r, "pages", "openings of the web client's page"),
            refusals: counter(r, "refusals", "commands refused by a limit or a wrong secret"),
            failed_logins: counter(r, "failed_logins", "logins with a wrong password"),
            commits: counter(r, "commits", "transactions committed"),
            writes: counter(r, "writes", "rows written"),
            deliveries: counter(r, "deliveries", "events put into queues"),
            dropped: counter(r, "dropped", "connections dropped for slow reading"),
            bot_jobs: counter(r, "thoughts", "positions that bots were asked to search"),
            notifications: counter(r, "notifications", "browsers told of a turn in a game of days"),
            failed_notifications: counter(
                r,
                "failed_notifications",
                "messages about turns that a push service did not take",
            ),
            mails: counter(r, "mails", "mails that the relay took"),
            failed_mails: counter(r, "failed_mails", "mails that were given up"),
            open: registered(r, "open_connections", "connections that are open", Gauge::default()),
            read_only: registered(
                r,
                "read_only",
                "1 while the disk is full and nothing can be changed",
                Gauge::default(),
            ),
            online: registered(r, "users_online", "users with a connection", Gauge::default()),
            in_memory: ["users", "games", "offers", "timers"].map(size),
            queue: histogram(r, "queue_seconds", "a command in the input queue"),
            commit: histogram(r, "commit_seconds", "duration of a commit"),
            acknowledgement: histogram(r, "acknowledgement_seconds", until_acknowledged),
            registry,
        }
    }

    /// Counts a commit with its number of writes and its duration.
    pub(crate) fn committed(&self, n_writes: usize, took: Duration) {
        self.commits.inc();
        self.writes.inc_by(n_writes as u64);
        self.commit.observe(took.as_secs_f64());
    }

    pub(crate) fn delivered(&self, n_events: usize, n_dropped: usize) {
        self.deliveries.inc_by(n_events as u64);
        self.dropped.inc_by(n_dropped as u64);
    }

    /// Records what the server has in memory.
    pub(crate) fn in_memory(&self, sizes: InMemory) {
        let InMemory { users, online, games, offers, timers } = sizes;
        self.online.set(online as i64);
        for (gauge, n) in self.in_memory.iter().zip([users, games, offers, timers]) {
            gauge.set(n as i64);
        }
    }

    /// Counts a command by its time in the input queue and the time until its acknowledgement.
    pub(crate) fn acknowledged(&self, queue: Duration, whole: Duration) {
        self.queue.observe(queue.as_secs_f64());
        self.acknowledgement.observe(whole.as_secs_f64());
    }

    /// Writes all metrics, with the number of connections that are open and why the server does not commit.
    pub(crate) fn exposition(&self, open: usize, problem: Option<Unhealthy>) -> String {
        self.open.set(open as i64);
        self.read_only.set(i64::from(problem == Some(Unhealthy::DiskFull)));
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("a string takes all text");
        text
    }
}

/// The formats in which metrics are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MetricsFormat {
    OpenMetrics,
    /// The older format of Prometheus, which other collectors and people read.
    Prometheus,
}

impl MetricsFormat {
    /// Chooses the format that an `Accept` header prefers.
    pub(crate) fn of_accept(accept: &str) -> MetricsFormat {
        let weight = |is_meant: fn(&str) -> bool| {
            let ranges = accept.split(',').filter_map(|range| {
                let mut parameters = range.split(';').map(str::trim);
                let kind = parameters.next().filter(|kind| is_meant(kind));
                let weight = parameters.find_map(|it| it.strip_prefix("q=")?.parse::<f32>().ok());
                kind.map(|_| weight.unwrap_or(1.0))
            });
            ranges.fold(0.0, f32::max)
        };
        let open = weight(|kind| kind == "application/openmetrics-text");
        if weight(|kind| kind.starts_with("text/")) > open {
            MetricsFormat::Prometheus
        } else {
            MetricsFormat::OpenMetrics
        }
    }

    pub(crate) const fn content_type(self) -> &'static str {
        match self {
            MetricsFormat::OpenMetrics => {
                "application/openmetrics-text; version=1.0.0; charset=utf-8"
            }
            MetricsFormat::Prometheus => "text/plain; version=0.0.4; charset=utf-8",
        }
    }

    /// Writes what is given in `OpenMetrics` in this format.
    pub(crate) fn write(self, open_metrics: String) -> String {
        if self == MetricsFormat::OpenMetrics {
            return open_metrics;
        }
        let kinds = open_metrics.lines().filter_map(|line| line.strip_prefix("# TYPE "));
        // There a metric is called as its sample is.
        let suffixes: HashMap<&str, &str> = kinds
            .filter_map(|kind| match kind.split_once(' ')? {
                (name, "counter") => Some((name, "_total")),
                (name, "info") => Some((name, "_info")),
                _ => None,
            })
            .collect();
        let mut text = String::new();
        for line in open_metrics.lines().filter(|line| *line != "# EOF") {
            let words: Vec<&str> = line.splitn(4, ' ').collect();
            let _ = match words[..] {
                ["#", word, name, rest] => {
                    let suffix = suffixes.get(name).copied().unwrap_or_default();
                    let rest = if rest == "info" { "gauge" } else { rest };
                    writeln!(text, "# {word} {name}{suffix} {rest}")
                }
                _ => writeln!(text, "{line}"),
            };
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_format_is_the_one_that_the_client_prefers() {
        use MetricsFormat::{OpenMetrics, Prometheus};
        for (accept, wanted) in [
            ("", OpenMetrics),
            ("*/*", OpenMetrics),
            ("text/plain", Prometheus),
            ("text/html,application/xhtml+xml,*/*;q=0.8", Prometheus),
            ("text/plain;version=0.0.4;q=1,*/*;q=0.1", Prometheus),
            // Prometheus 2 and 3.
            (
                "application/openmetrics-text;version=1.0.0;q=0.5,text/plain;version=0.0.4;q=0.2",
                OpenMetrics,
            ),
            ("text/plain;version=1.0.0;q=0.6,application/openmetrics-text;q=0.5", Prometheus),
        ] {
            assert_eq!(MetricsFormat::of_accept(accept), wanted, "{accept}");
        }
    }

    /// Every sample belongs to a metric of its name, with a type and words about it.
    #[test]
    fn the_format_of_prometheus_has_each_name_with_type_and_help() {
        let folder = tempfile::TempDir::new().unwrap();
        let text = Metrics::new(folder.path()).exposition(0, None);
        let text = MetricsFormat::Prometheus.write(text);
        assert!(!text.contains("EOF"));
        assert!(text.contains("# TYPE willow_failed_logins_total counter\n"), "{text}");
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let name = line.split(['{', ' ']).next().unwrap();
            let stem = ["_bucket", "_sum", "_count"].iter().find_map(|it| name.strip_suffix(it));
            let is_known = |name: &str| {
                let has = |word| text.contains(&format!("# {word} {name} "));
                has("TYPE") && has("HELP")
            };
            assert!(is_known(name) || stem.is_some_and(is_known), "{line}: {text}");
        }
    }

    #[test]
    fn metrics_are_written_with_their_types() {
        let folder = tempfile::TempDir::new().unwrap();
        std::fs::write(folder.path().join("willow.db"), [7; 100]).unwrap();
        let metrics = Metrics::new(folder.path());
        metrics.committed(7, Duration::from_millis(2));
        metrics.acknowledged(Duration::ZERO, Duration::from_millis(54));
        let sizes = InMemory { users: 1, online: 5, games: 2, offers: 3, timers: 4 };
        metrics.in_memory(sizes);
        let text = metrics.exposition(3, Some(Unhealthy::DiskFull));
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
            "willow_users_online 5",
            "willow_in_memory{what=\"users\"} 1",
            "willow_in_memory{what=\"timers\"} 4",
            "willow_read_only 1",
            "willow_database_bytes{file=\"willow.db\"} 100",
            "willow_database_bytes{file=\"willow.db-wal\"} 0",
            concat!("willow_build_info{version=\"", env!("CARGO_PKG_VERSION"), "\"} 1"),
            "# TYPE process_cpu_seconds counter",
        ] {
            assert!(text.lines().any(|written| written == line), "{line}: {text}");
        }
        assert!(text.ends_with("# EOF\n"), "{text}");
        #[cfg(target_os = "linux")]
        for name in [
            "process_resident_memory_bytes",
            "process_open_fds",
            "process_start_time_seconds",
            "process_max_fds",
            "willow_disk_free_bytes",
        ] {
            let value = text.lines().find_map(|line| line.strip_prefix(name)?.trim().parse().ok());
            assert!(value.is_some_and(|value: u64| value > 0), "{name}: {text}");
        }
    }
    /// An alert or panel on a missing metric would never fire.
    #[test]
    fn the_rules_and_panels_of_operators_are_about_metrics_that_exist() {
        let folder = tempfile::TempDir::new().unwrap();
        let text = Metrics::new(folder.path()).exposition(0, None);
        for file in [
            include_str!("../../../../packaging/alerts.yml"),
            include_str!("../../../../packaging/grafana.json"),
        ] {
            let words = file.split(|c: char| !c.is_ascii_alphanumeric() && c != '_');
            let names =
                words.filter(|word| word.starts_with("willow_") || word.starts_with("process_"));
            let missing: Vec<&str> = names.filter(|name| !text.contains(*name)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        }
    }
}
