//! The log: its format and level, and a line for each important write, with the numbers of the database.
//!
//! Invariant: no line contains a message, a password or a token.

use serde::{Deserialize, Serialize};

/// The format of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LogFormat {
    /// Text, for people.
    #[default]
    Text,
    /// A JSON object.
    Json,
}

/// Minimum level that is logged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LogLevel {
    /// Failures of the server.
    Error,
    /// Warnings for the operator.
    Warn,
    /// Accounts and moderation.
    #[default]
    Info,
    /// Connections and games.
    Debug,
}
