//! Notices dead links: pings of the protocol, and keepalives of TCP.
//!
//! A cable that is pulled and a phone without a signal send nothing, and their sockets stay open for
//! hours. Every connection therefore has one or both of these:
//!
//! - *Pings.* A client that sends nothing for an interval is sent a ping: a frame of WebSocket or, to
//!   clients of JSON lines, the event `ping`. A client that misses two in a row is
//!   disconnected.
//! - *Keepalives of TCP.* The kernel of the client answers them. People who type in telnet see
//!   nothing, and programs that know no pings need not change.

use std::time::Duration;

use socket2::{SockRef, TcpKeepalive};
use tokio::net::TcpStream;
use willow_protocol::Liveness;

/// How TCP notices a dead link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TcpTimes {
    /// The silence before the first keepalive, and the time between two.
    keepalive: Duration,
    /// Maximum time for which sent data may stay unacknowledged.
    unacknowledged: Option<Duration>,
}

impl TcpTimes {
    /// Returns the times for lines. If the server sends something just before keepalives would have
    /// found the link dead, both times add up to three intervals of pings.
    pub(crate) fn of_lines(interval: Duration) -> TcpTimes {
        TcpTimes { keepalive: interval * 2 / 3, unacknowledged: Some(interval) }
    }

    /// Returns the times for HTTP. An open stream is written to after each silence of
    /// [`keepalive`](TcpTimes::keepalive), so its data is soon unacknowledged.
    pub(crate) fn of_http(interval: Duration) -> TcpTimes {
        TcpTimes { keepalive: interval * 2 / 3, unacknowledged: Some(interval * 2) }
    }

    /// Returns the silence after which a stream sends an empty line.
    pub(crate) const fn keepalive(self) -> Duration {
        self.keepalive
    }

    /// Sets the times of a socket. A system that does not know one of the options keeps its own
    /// times: a dead link is then noticed later.
    pub(crate) fn apply(self, stream: &TcpStream) {
        let socket = SockRef::from(stream);
        let keepalive = TcpKeepalive::new().with_time(self.keepalive).with_interval(self.keepalive);
        #[cfg(not(windows))]
        let keepalive = keepalive.with_retries(Liveness::MISSED);
        if let Err(error) = socket.set_tcp_keepalive(&keepalive) {
            tracing::debug!(%error, "cannot set the keepalive of a connection");
        }
        #[cfg(target_os = "linux")]
        if let Err(error) = socket.set_tcp_user_timeout(self.unacknowledged) {
            tracing::debug!(%error, "cannot set the timeout of unacknowledged data");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use willow_protocol::Due;

    use super::*;
    use crate::ops::Limits;

    /// Maximum time until a pulled cable is noticed.
    const PROMISED: Duration = Duration::from_secs(40);

    /// How long an absence is not told, see `domain/lobby/presence.rs`.
    const ABSENCE_DELAY: Duration = Duration::from_secs(3);

    #[test]
    fn a_client_that_answers_no_ping_is_dead_in_time() {
        let start = Instant::now();
        let mut liveness = Liveness::new(Limits::default().ping_interval(), start);
        let mut now = start;
        loop {
            match liveness.due(now) {
                Due::Nothing(until) => now = until,
                Due::Ping => {}
                Due::Dead => break,
            }
        }
        assert!(now - start + ABSENCE_DELAY <= PROMISED, "{:?}", now - start);
    }

    #[test]
    fn tcp_notices_a_dead_link_in_time() {
        let interval = Limits::default().ping_interval();
        let lines = TcpTimes::of_lines(interval);
        // The keepalives find the link dead, or data that was sent the moment before does.
        let by_keepalives = lines.keepalive * (Liveness::MISSED + 1);
        let worst = by_keepalives + lines.unacknowledged.unwrap();
        assert!(worst + ABSENCE_DELAY <= PROMISED, "{worst:?}");
        let http = TcpTimes::of_http(interval);
        // A stream is written to after a silence of a keepalive.
        let worst = http.keepalive + http.unacknowledged.unwrap();
        assert!(worst + ABSENCE_DELAY <= PROMISED, "{worst:?}");
    }

    #[cfg(target_os = "linux")]
    #[tokio::test]
    async fn a_socket_has_the_times() {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let stream = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        TcpTimes::of_lines(Duration::from_secs(12)).apply(&stream);
        let socket = SockRef::from(&stream);
        assert!(socket.keepalive().unwrap());
        assert_eq!(socket.tcp_keepalive_time().unwrap(), Duration::from_secs(8));
        assert_eq!(socket.tcp_keepalive_interval().unwrap(), Duration::from_secs(8));
        assert_eq!(socket.tcp_keepalive_retries().unwrap(), 2);
        assert_eq!(socket.tcp_user_timeout().unwrap(), Some(Duration::from_secs(12)));
    }
}
