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
    /// Seconds since 1970: for records.
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
    /// Keep these texts in place of those before. They must be on the disk before anything that follows
    /// is sent.
    Save(Kept),
}

/// What survives the server, in two files: one grows with the club, the other changes with every move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Kept {
    /// The file of users: players, stored matches, records, and rated matches that run. `None` if
    /// nothing in it has changed but matches that run.
    pub users: Option<String>,
    /// The file of the rated matches that run.
    pub running: Option<String>,
}
