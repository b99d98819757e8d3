//! The server's clock.

use std::time::{Instant, SystemTime, UNIX_EPOCH};

use crate::core::Millis;

/// A clock that never goes back while the process lives, whatever the system's clock does.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ServerClock {
    began: Instant,
    /// The time of day at that moment.
    origin: Millis,
}

impl ServerClock {
    /// Starts a clock that is at least at `earliest`, the last time that was written.
    pub(crate) fn start(earliest: Millis) -> ServerClock {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let origin = (since_1970.as_millis() as Millis).max(earliest);
        ServerClock { began: Instant::now(), origin }
    }

    pub(crate) fn now(&self) -> Millis {
        self.origin + self.began.elapsed().as_millis() as Millis
    }

    /// Returns the moment at which the clock will show a time.
    pub(crate) fn instant_of(&self, time: Millis) -> Instant {
        self.began + std::time::Duration::from_millis(time.saturating_sub(self.origin))
    }
}
