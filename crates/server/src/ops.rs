//! What everything else of the server stands on: configuration, clock, log, metrics and health.

mod clock;
mod config;
mod current;
mod descriptors;
mod health;
mod log;
mod metrics;
mod process_metrics;

pub(crate) use self::clock::{DAY, HOUR, MINUTE, Millis, SECOND, ServerClock};
#[cfg(feature = "mail")]
pub(crate) use self::config::RelayUrl;
pub use self::config::{
    BookFile, ClockTrust, Config, ConfigError, Limits, Log, Mail, MailSettingError, Push, Quotas,
    Retention, Tls, with_comments,
};
pub(crate) use self::current::Current;
pub use self::descriptors::raise_descriptor_limit;
pub(crate) use self::health::{DiskState, Health, Unhealthy};
pub use self::log::{LogFormat, LogLevel};
pub(crate) use self::metrics::{InMemory, Metrics, MetricsFormat};
