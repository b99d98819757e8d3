//! Connections whose other end is silent: a peer that is gone without a word leaves no trace on the socket.

use std::time::Duration;

/// The silence after which the other end is asked whether it is there.
const ASK_AFTER: Duration = Duration::from_secs(20);

/// The silence after which the connection is given up. It is shorter than the clocks of a match need:
/// whoever is silent for so long ends no match by a flag that fell unseen.
pub(super) const LONGEST_SILENCE: Duration = Duration::from_secs(30);

/// Watches how long the other end of a connection is silent.
#[derive(Clone, Copy, Debug)]
pub(super) struct SilenceWatch {
    heard: Duration,
    is_asked: bool,
}

/// What a silence asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Silence {
    /// Nothing.
    Short,
    /// The other end is to be asked something that it must answer.
    Ask,
    /// Nobody is there.
    TooLong,
}

impl SilenceWatch {
    /// Begins with a new connection.
    pub(super) const fn new(now: Duration) -> SilenceWatch {
        SilenceWatch { heard: now, is_asked: false }
    }

    /// Something came.
    pub(super) const fn heard(&mut self, now: Duration) {
        *self = SilenceWatch::new(now);
    }

    /// Time has passed.
    pub(super) fn tick(&mut self, now: Duration) -> Silence {
        let silence = now.saturating_sub(self.heard);
        if silence >= LONGEST_SILENCE {
            Silence::TooLong
        } else if silence >= ASK_AFTER && !self.is_asked {
            self.is_asked = true;
            Silence::Ask
        } else {
            Silence::Short
        }
    }
}
