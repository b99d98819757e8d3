//! What comes into the server and what goes out.

use std::time::Duration;

/// The number of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ConnId(pub u64);

/// The present, on two scales.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Moment {
    /// The time since the server began: for clocks.
    pub at: Duration,
    /// Seconds since 1970: for dates in lists.
    pub unix: u64,
}

/// Something that happens to the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// Somebody connected.
    Connected(ConnId),
    /// A line, without its end.
    Line(ConnId, String),
    /// A connection is gone.
    Disconnected(ConnId),
    /// The time of [`ServerState::deadline`](super::ServerState::deadline) has come.
    Tick,
}

/// Something that the server wants done, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Send this text.
    Send(ConnId, String),
    /// Send what is left and close the connection.
    Close(ConnId),
}
