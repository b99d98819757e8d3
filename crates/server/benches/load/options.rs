//! The command line of the load test.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Parser, ValueEnum};
use thiserror::Error;

/// Put a game server under load and measure it
///
/// The server runs in a process of its own with a fresh database; its clients are all in this
/// process, on one thread. Everything goes over loopback.
#[derive(Clone, Debug, Parser)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct Options {
    /// Put the databases below this folder (default: the folder of temporary files)
    #[arg(long, value_name = "DIR")]
    pub(crate) data: Option<PathBuf>,
    /// Keep the data on PostgreSQL, which is started in the folder `WILLOW_POSTGRES_IN`; the program must be built with the feature `postgres`
    #[arg(long)]
    pub(crate) postgres: bool,
    /// What to measure (default: everything but the soak)
    #[arg(long, value_name = "STAGE", value_delimiter = ',')]
    pub(crate) only: Vec<Stage>,
    /// Run a tenth of everything
    #[arg(long)]
    pub(crate) quick: bool,
    /// How long each measurement takes (default: 30s)
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,
    /// How many days of floods follow each other, each in the time of a measurement
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) days: usize,
    /// Play at a tenth of the load for this time and watch the memory; nothing else is measured
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) soak: Option<Duration>,
    /// Send commands without ids, which are not acknowledged
    #[arg(long)]
    pub(crate) without_ids: bool,
    /// Run the server, with this configuration
    #[arg(long, value_name = "FILE", hide = true)]
    pub(crate) serve: Option<PathBuf>,
    /// Ignored; `cargo bench` adds it
    #[arg(long, hide = true)]
    bench: bool,
}

/// A measurement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Stage {
    /// The memory of idle connections
    Idle,
    /// 2,000 games that move every second, begin and end, and 4,000 followers of the lobby
    Steady,
    /// 2,000 games that end within a second
    Ends,
    /// The largest number of moves a second
    Saturation,
    /// The cost against the number of connections
    Connections,
    /// The cost against the number of games
    Games,
    /// A thousand reconnects a second
    Storm,
    /// The memory under floods of clients that come and go, for the given time
    Floods,
}

impl Options {
    /// Returns whether a measurement is selected.
    pub(crate) fn wants(&self, stage: Stage) -> bool {
        self.only.is_empty() || self.only.contains(&stage)
    }

    /// Scales a number of clients, games or records for this run.
    pub(crate) const fn scaled(&self, n: usize) -> usize {
        if self.quick { n / 10 } else { n }
    }

    /// Returns the duration of a measurement.
    pub(crate) fn measured(&self) -> Duration {
        let seconds = if self.quick { 5 } else { 30 };
        self.time.unwrap_or(Duration::from_secs(seconds))
    }
}

/// A text is no duration.
#[derive(Debug, Error)]
#[error("`{0}` is not a time such as 30s, 20m or 2h")]
struct ParseDurationError(String);

/// Reads a time such as `30s`, `20m` or `2h`.
fn duration(text: &str) -> Result<Duration, ParseDurationError> {
    let wrong = || ParseDurationError(text.to_owned());
    let (number, unit) = text.split_at_checked(text.len().saturating_sub(1)).ok_or_else(wrong)?;
    let seconds = match unit {
        "s" => 1,
        "m" => 60,
        "h" => 3600,
        _ => return Err(wrong()),
    };
    number.parse::<u64>().map(|n| Duration::from_secs(n * seconds)).map_err(|_| wrong())
}
