//! The state of the server.

use willow_protocol::Notice;

use super::{
    Accounts, ConnId, Connections, Context, EncodedNotice, HostedGames, Lobby, Millis, Moderation,
};
use crate::ops::InMemory;

/// The state of the server: users, connections, offers, and games in memory.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(crate) context: Context,
    pub(crate) accounts: Accounts,
    pub(crate) connections: Connections,
    pub(crate) lobby: Lobby,
    pub(crate) games: HostedGames,
    pub(crate) moderation: Moderation,
    /// Since when nothing can be written.
    pub(crate) read_only_since: Option<Millis>,
}

impl ServerState {
    /// Returns when the next timer is due, if one is set.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.context.timers.next()
    }

    /// Sends a notice to one connection.
    pub(crate) fn send_to(&mut self, connection: ConnId, notice: Notice) {
        self.context.effects.send(vec![connection], EncodedNotice::new(notice));
    }
}

impl ServerState {
    /// Returns what is in memory.
    pub(crate) fn in_memory(&self) -> InMemory {
        InMemory {
            users: self.accounts.len(),
            games: self.games.len(),
            offers: self.lobby.offers().len(),
            timers: self.context.timers.len(),
        }
    }
}
