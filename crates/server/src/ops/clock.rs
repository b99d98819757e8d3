//! The server's clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

/// A time in milliseconds since 1970.
pub(crate) type Millis = u64;

/// A second in [`Millis`].
pub(crate) const SECOND: Millis = 1000;
/// A minute in [`Millis`].
pub(crate) const MINUTE: Millis = 60 * SECOND;
/// An hour in [`Millis`].
pub(crate) const HOUR: Millis = 60 * MINUTE;
/// A day in [`Millis`].
pub(crate) const DAY: Millis = 24 * HOUR;

/// A clock that never goes back while the process lives, even if the system's clock does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    started: Instant,
    /// The time of day at the start.
    origin: Millis,
}

impl ServerClock {
    /// Starts a clock at the time of day, but not before `earliest`, the last time in the store.
    pub(crate) fn start(earliest: Millis) -> ServerClock {
        let origin = ServerClock::time_of_day().max(earliest);
        ServerClock { started: Instant::now(), origin }
    }

    /// Returns what the system's clock says.
    pub(crate) fn time_of_day() -> Millis {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        since_1970.as_millis() as Millis
    }

    pub(crate) fn now(&self) -> Millis {
        self.origin + self.started.elapsed().as_millis() as Millis
    }

    /// Returns the instant at which the clock reaches a time.
    pub(crate) fn instant_of(&self, time: Millis) -> Instant {
        self.started + std::time::Duration::from_millis(time.saturating_sub(self.origin))
    }
}
