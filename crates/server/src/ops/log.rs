//! The log: its settings, and a line for each important write, with the numbers of the database.
//!
//! Invariant: no line contains a message, a password or a token.

use serde::{Deserialize, Serialize};

/// The settings of the log.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Log {
    /// The format of a line.
    pub format: LogFormat,
    /// The least level that is logged.
    pub level: LogLevel,
}

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

/// The least level that is logged.
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
