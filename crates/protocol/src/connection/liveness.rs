//! When a silent connection is pinged, and when it is dead: the same rule for client and server.

use std::time::{Duration, Instant};

/// What a silent connection needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Due {
    /// Nothing until a time.
    Nothing(Instant),
    /// A ping, which the other side answers.
    Ping,
    /// The end: the other side has missed its pings.
    Dead,
}

/// The silence of one connection.
#[derive(Clone, Copy, Debug)]
pub struct Liveness {
    interval: Duration,
    last_received: Instant,
    /// From when the pings are counted: when the other side was heard, or later if nobody looked for long.
    counted_from: Instant,
    /// The pings since then.
    n_pings: u32,
}

impl Liveness {
    /// How many pings in a row may be missed.
    pub const MISSED: u32 = 2;

    /// Begins with the other side heard now.
    pub const fn new(interval: Duration, now: Instant) -> Liveness {
        Liveness { interval, last_received: now, counted_from: now, n_pings: 0 }
    }

    /// Sets the interval.
    pub const fn set_interval(&mut self, interval: Duration) {
        self.interval = interval;
    }

    /// Returns the silence after which a connection is dead.
    pub fn longest_silence(&self) -> Duration {
        self.interval * (Liveness::MISSED + 1)
    }

    /// Returns when the other side was heard last.
    pub const fn last_received(&self) -> Instant {
        self.last_received
    }

    /// Records that the other side sent something.
    pub const fn received(&mut self, now: Instant) {
        (self.last_received, self.counted_from) = (now, now);
        self.n_pings = 0;
    }

    /// Returns what is due. A ping counts as sent.
    pub fn due(&mut self, now: Instant) -> Due {
        let next = self.counted_from + self.interval * (self.n_pings + 1);
        if now < next {
            return Due::Nothing(next);
        }
        if self.n_pings == Liveness::MISSED {
            return Due::Dead;
        }
        // After a long pause of this side the count restarts: the other side gets its time to answer.
        self.n_pings += 1;
        if let Some(begin) = now.checked_sub(self.interval * self.n_pings) {
            self.counted_from = self.counted_from.max(begin);
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
        let mut liveness = Liveness::new(10 * SECOND, start);
        let at = |seconds| start + seconds * SECOND;
        assert_eq!(liveness.due(at(9)), Due::Nothing(at(10)));
        assert_eq!(liveness.due(at(10)), Due::Ping);
        assert_eq!(liveness.due(at(11)), Due::Nothing(at(20)));
        assert_eq!(liveness.due(at(20)), Due::Ping);
        assert_eq!(liveness.due(at(29)), Due::Nothing(at(30)));
        assert_eq!(liveness.due(at(30)), Due::Dead);
        liveness.received(at(30));
        assert_eq!(liveness.due(at(31)), Due::Nothing(at(40)));
    }

    /// A bot may think for minutes without reading.
    #[test]
    fn a_server_has_time_to_answer_a_client_that_did_not_look() {
        let start = Instant::now() + 1000 * SECOND;
        let mut liveness = Liveness::new(10 * SECOND, start);
        let at = |seconds| start + seconds * SECOND;
        assert_eq!(liveness.due(at(500)), Due::Ping);
        assert_eq!(liveness.due(at(501)), Due::Nothing(at(510)));
        assert_eq!(liveness.due(at(510)), Due::Ping);
        assert_eq!(liveness.due(at(520)), Due::Dead);
        assert_eq!(liveness.last_received(), start);
    }
}
