//! What the log says: how it is written, and lines about what is done, with the ids by which the
//! database has it.
//!
//! Invariant: nothing that users say, and no password and no token, is in a line.

use serde::{Deserialize, Serialize};

use crate::core::Write;

/// How the log is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Log {
    /// The form of a line.
    pub format: LogFormat,
    /// What is worth a line.
    pub level: LogLevel,
}

/// The form of a line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LogFormat {
    /// For people.
    #[default]
    Text,
    /// An object of JSON.
    Json,
}

/// What is worth a line, and everything that is more important.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum LogLevel {
    /// What makes the server fail.
    Error,
    /// What an operator should look at.
    Warn,
    /// Accounts and moderation.
    #[default]
    Info,
    /// Connections and games.
    Debug,
}

/// Says what is about to be written. If it cannot be, an error follows and the server ends.
pub(crate) fn note(write: &Write) {
    match write {
        Write::User { user, name, role, .. } => {
            tracing::info!(user = user.0, %name, %role, "somebody is new");
        }
        Write::Role(user, role) => tracing::info!(user = user.0, %role, "a role changed"),
        Write::Gone(user) => tracing::info!(user = user.0, "an account was deleted"),
        Write::Moderation { by, to, action, .. } => {
            tracing::info!(by = by.0, to = to.0, action, "a moderator did something");
        }
        Write::Begun(begun) => {
            let [black, white] = begun.players;
            let game = begun.game.0;
            tracing::debug!(game, black = black.0, white = white.0, "a game began");
        }
        Write::Finished(finished) => {
            let (game, end) = (finished.game.0, &finished.end);
            tracing::debug!(game, reason = %end.reason, result = end.result, "a game ended");
        }
        _ => {}
    }
}
