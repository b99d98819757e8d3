//! Keepalives: when the client pings a silent server, and when it takes the connection for dead.

use std::time::{Duration, Instant};

/// The default interval. Routers forget connections that are silent for some minutes.
pub(crate) const KEEPALIVE: Duration = Duration::from_secs(12);

/// How many pings may be missed.
const MISSED: u32 = 2;

/// What is due on a silent connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    /// Nothing until a time.
    Nothing(Instant),
    /// The client has to ping.
    Ping,
    /// The end: the server has missed its pings.
    Dead,
}

/// The silence of one connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Keepalive {
    interval: Duration,
    last_received: Instant,
    /// The pings since then.
    n_pings: u32,
}

impl Keepalive {
    /// Begins with a server that was heard now.
    pub(crate) const fn new(interval: Duration, now: Instant) -> Keepalive {
        Keepalive { interval, last_received: now, n_pings: 0 }
    }

    /// Sets the interval.
    pub(crate) const fn set_interval(&mut self, interval: Duration) {
        self.interval = interval;
    }

    /// Returns the silence after which a connection is dead.
    pub(crate) fn longest_silence(&self) -> Duration {
        self.interval * (MISSED + 1)
    }

    /// Notes that the server sent something.
    pub(crate) const fn received(&mut self, now: Instant) {
        self.last_received = now;
        self.n_pings = 0;
    }

    /// Returns what is due. A ping counts as sent.
    pub(crate) fn due(&mut self, now: Instant) -> Due {
        let next = self.last_received + self.interval * (self.n_pings + 1);
        if now < next {
            return Due::Nothing(next);
        }
        if self.n_pings == MISSED {
            return Due::Dead;
        }
        // A client that did not look for long begins here: the server gets its time to answer.
        self.n_pings += 1;
        if let Some(begin) = now.checked_sub(self.interval * self.n_pings) {
            self.last_received = self.last_received.max(begin);
        }
        Due::Ping
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn a_server_that_misses_two_pings_is_dead() {
        let start = Instant::now();
        let mut keepalive = Keepalive::new(10 * SECOND, start);
        let at = |seconds| start + seconds * SECOND;
        assert_eq!(keepalive.due(at(9)), Due::Nothing(at(10)));
        assert_eq!(keepalive.due(at(10)), Due::Ping);
        assert_eq!(keepalive.due(at(11)), Due::Nothing(at(20)));
        assert_eq!(keepalive.due(at(20)), Due::Ping);
        assert_eq!(keepalive.due(at(29)), Due::Nothing(at(30)));
        assert_eq!(keepalive.due(at(30)), Due::Dead);
        keepalive.received(at(30));
        assert_eq!(keepalive.due(at(31)), Due::Nothing(at(40)));
    }

    /// A bot may think for minutes without reading.
    #[test]
    fn a_server_has_time_to_answer_a_client_that_did_not_look() {
        let start = Instant::now() + 1000 * SECOND;
        let mut keepalive = Keepalive::new(10 * SECOND, start);
        let at = |seconds| start + seconds * SECOND;
        assert_eq!(keepalive.due(at(500)), Due::Ping);
        assert_eq!(keepalive.due(at(501)), Due::Nothing(at(510)));
        assert_eq!(keepalive.due(at(510)), Due::Ping);
        assert_eq!(keepalive.due(at(520)), Due::Dead);
    }
}
