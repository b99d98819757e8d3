//! Why the server ends a connection.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The reason for the end of a connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[non_exhaustive]
#[cfg_attr(test, derive(schemars::JsonSchema, ts_rs::TS))]
pub enum CloseReason {
    /// The client quit.
    Quit,
    /// The server is shutting down.
    Shutdown,
    /// The client reads too slowly.
    TooSlow,
    /// The idle timeout expired.
    Idle,
    /// The client exceeded rate limits again and again.
    Limits,
    /// A moderator disconnected the user.
    Kicked,
    /// The server has too many connections.
    Full,
    /// The token of the connection was revoked: by a logout, a new password or the owner's choice.
    SignedOut,
}

impl fmt::Display for CloseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CloseReason::Quit => "goodbye",
            CloseReason::Shutdown => "the server is shutting down; please reconnect later",
            CloseReason::TooSlow => "the client reads too slowly",
            CloseReason::Idle => "idle timeout",
            CloseReason::Limits => "rate limit exceeded too often",
            CloseReason::Kicked => "disconnected by a moderator",
            CloseReason::Full => "too many connections",
            CloseReason::SignedOut => "signed out",
        })
    }
}
