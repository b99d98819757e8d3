//! A line in the log for each important write, with the numbers of the database.
//!
//! Invariant: no line contains a message, a password or a token.

use willow_board::DiscDiff;

use crate::domain::{UserWrite, Write};

/// Logs a write before its commit. If the commit fails, an error follows and the server ends.
pub(crate) fn log_write(write: &Write) {
    match write {
        Write::User(UserWrite::Created { user, role, .. }) => {
            tracing::info!(user = user.0, %role, "user created");
        }
        Write::User(UserWrite::Role(user, role)) => {
            tracing::info!(user = user.0, %role, "role changed");
        }
        Write::User(UserWrite::Deleted(user, _)) => {
            tracing::info!(user = user.0, "account deleted");
        }
        Write::User(UserWrite::Moderation { by, to, action, .. }) => {
            tracing::info!(by = by.0, to = to.0, action, "moderation");
        }
        Write::GameStarted(started) => {
            let [black, white] = started.players;
            let game = started.game.0;
            tracing::debug!(game, black = black.0, white = white.0, "game started");
        }
        Write::GameEnded(ended) => {
            let (game, end) = (ended.game.0, &ended.end);
            tracing::debug!(game, reason = %end.reason, result = end.result.map(DiscDiff::value), "game ended");
        }
        _ => {}
    }
}
