//! The log: its settings, and a line for each important write, with the numbers of the database.
//!
//! Invariant: no line contains a message, a password or a token.

use serde::{Deserialize, Serialize};

use crate::domain::Write;

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

/// Logs a write before its commit. If the commit fails, an error follows and the server ends.
pub(crate) fn log_write(write: &Write) {
    match write {
        Write::User { user, name, role, .. } => {
            tracing::info!(user = user.0, %name, %role, "user created");
        }
        Write::Role(user, role) => tracing::info!(user = user.0, %role, "role changed"),
        Write::UserDeleted(user, _) => tracing::info!(user = user.0, "account deleted"),
        Write::Moderation { by, to, action, .. } => {
            tracing::info!(by = by.0, to = to.0, action, "moderation");
        }
        Write::GameStarted(started) => {
            let [black, white] = started.players;
            let game = started.game.0;
            tracing::debug!(game, black = black.0, white = white.0, "game started");
        }
        Write::GameEnded(ended) => {
            let (game, end) = (ended.game.0, &ended.end);
            tracing::debug!(game, reason = %end.reason, result = end.result, "game ended");
        }
        _ => {}
    }
}
