//! Running the server: configuration, start-up and shutdown, log, metrics, and the operator's tools.

mod clock;
mod config;
mod descriptors;
mod health;
pub(crate) mod log;
mod metrics;
pub mod operator;
mod process_metrics;
mod server;

pub(crate) use self::clock::ServerClock;
pub use self::config::{BookFile, ClockTrust, Config, ConfigError, Limits, Push, Retention, Tls};
pub use self::descriptors::raise_descriptor_limit;
pub(crate) use self::health::{DiskState, Health, Illness};
pub use self::log::{Log, LogFormat, LogLevel};
pub(crate) use self::metrics::Metrics;
pub use self::server::{ServeError, Server, StopReason};
