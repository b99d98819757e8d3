//! Arrivals and departures, for connections that follow the lobby.
//!
//! They are sent in batches with only the last change of each user, so a client that connects and
//! disconnects endlessly costs the others nothing.

use std::collections::BTreeSet;

use super::Lobby;
use crate::domain::{Millis, ServerState, Shared, Timer, UserId};

/// The time between two batches of `online` and `offline`.
const BATCH_INTERVAL: Millis = 1_000;

impl ServerState {
    /// Tells the followers of the lobby that a user came or went: at once if they were not told
    /// anything for a while, otherwise with the next batch.
    pub(crate) fn presence_changed(&mut self, user: UserId) {
        let is_first = self.lobby.presence.users.is_empty();
        self.lobby.presence.users.insert(user);
        self.shared.accounts.followed_user_changed(user, &self.games, &mut self.shared.context);
        if self.lobby.presence.next_batch <= self.shared.context.now {
            self.lobby.send_presence(&mut self.shared);
        } else if is_first {
            self.shared.context.timers.set(self.lobby.presence.next_batch, Timer::Presence);
        }
    }
}

/// The users who came or went since the last batch to followers of the lobby.
#[derive(Debug, Default)]
pub(crate) struct PresenceChanges {
    users: BTreeSet<UserId>,
    /// When the next batch may be sent.
    next_batch: Millis,
}

impl Lobby {
    /// Forgets a change of a user who is no longer in memory.
    pub(crate) fn forget(&mut self, user: UserId) {
        self.presence.users.remove(&user);
    }

    /// Sends a batch of `online` and `offline` to the followers of the lobby.
    pub(crate) fn send_presence(&mut self, shared: &mut Shared) {
        let mut was_sent = false;
        for user in std::mem::take(&mut self.presence.users) {
            if let Some(event) = shared.accounts.presence_event(user) {
                was_sent |= self.broadcast(event, shared);
            }
        }
        // A batch that nobody receives delays no other.
        if was_sent {
            self.presence.next_batch = shared.context.now + BATCH_INTERVAL;
        }
    }
}
