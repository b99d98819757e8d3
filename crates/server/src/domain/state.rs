//! The state of the server.

use willow_protocol::{Event, Notice, RequestId};

use super::{
    Accounts, ConnId, Connections, Context, EncodedNotice, HostedGames, Lobby, Millis, Moderation,
    Tournaments,
};
use crate::ops::InMemory;

/// The state of the server: users, connections, offers, and games in memory.
#[derive(Debug)]
pub(crate) struct ServerState {
    pub(super) shared: Shared,
    pub(super) lobby: Lobby,
    pub(super) games: HostedGames,
    pub(super) moderation: Moderation,
    pub(super) tournaments: Tournaments,
}

/// Shared by all parts: the users with their connections, and the time, timers and effects of an input.
#[derive(Debug)]
pub(crate) struct Shared {
    pub(super) accounts: Accounts,
    pub(super) connections: Connections,
    pub(super) context: Context,
}

impl ServerState {
    /// Returns when the next timer is due, if one is set.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.shared.context.timers.next()
    }

    pub(crate) fn in_memory(&self) -> InMemory {
        InMemory {
            users: self.shared.accounts.len(),
            online: self.shared.accounts.n_people_online(),
            games: self.games.len(),
            offers: self.lobby.offers().len(),
            timers: self.shared.context.timers.len(),
        }
    }
}

impl Context {
    /// Acknowledges a command before its connection ends.
    pub(crate) fn acknowledge(&mut self, connection: ConnId, id: Option<&RequestId>) {
        let notice = Notice::new(self.now, Event::Ok).answering(id.cloned());
        self.send_to(connection, notice);
    }

    pub(crate) fn send_to(&mut self, connection: ConnId, notice: Notice) {
        self.effects.send(vec![connection], EncodedNotice::new(notice));
    }
}
