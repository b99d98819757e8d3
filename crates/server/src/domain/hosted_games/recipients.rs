//! Who receives the events of a game's board and its chats.
//!
//! Invariant: the players of a game that is not decided receive nothing of the spectators' chat, over
//! whichever of their connections; nor does a connection without a login, which may be a player's. Where the
//! operator wants that, nor does anybody else at a player's address, in a rated game.

use std::collections::BTreeSet;
use std::net::IpAddr;

use willow_protocol::VisitorAccess;

use crate::domain::{Accounts, ConnId, HostedGame, Shared};

impl HostedGame {
    /// Returns the connections that read the events of the board: the players' and the spectators', in their order.
    pub(crate) fn readers(&self, accounts: &Accounts) -> Vec<ConnId> {
        self.spectator_connections.union(&self.connections_of_players(accounts)).copied().collect()
    }

    pub(super) fn connections_of_players(&self, accounts: &Accounts) -> BTreeSet<ConnId> {
        self.players.iter().flat_map(|&player| accounts[player].connections()).copied().collect()
    }

    /// Returns the connections that receive the chat of a game's spectators.
    pub(crate) fn readers_of_spectators(&self, shared: &Shared) -> Vec<ConnId> {
        let all = if self.is_decided() {
            self.readers(&shared.accounts)
        } else {
            self.spectator_connections.iter().copied().collect()
        };
        all.into_iter().filter(|&connection| self.reads_spectators(connection, shared)).collect()
    }

    /// Returns whether a connection may read the spectators' chat of a game in memory.
    pub(super) fn is_reader_of_spectators(&self, connection: ConnId, shared: &Shared) -> bool {
        let user = shared.connections.user_of(connection);
        let may_know = !self.terms.private || user.is_some_and(|it| self.color_of(it).is_some());
        let is_over = self.is_decided() && may_know;
        let watches = is_over || self.spectator_connections.contains(&connection);
        watches && self.reads_spectators(connection, shared)
    }

    /// Returns whether a watching connection may read the spectators' chat. After the game everybody may, except
    /// visitors whom the operator shows only games.
    pub(crate) fn reads_spectators(&self, connection: ConnId, shared: &Shared) -> bool {
        let Some(user) = shared.connections.user_of(connection) else {
            let is_shown = shared.context.settings.visitors == VisitorAccess::All;
            return self.is_decided() && is_shown;
        };
        let address = shared.connections.address_of(connection);
        self.is_decided() || self.color_of(user).is_none() && !self.is_at_player(address, shared)
    }

    /// Returns whether an address is one from which a player of a rated game logged in lately, and the
    /// spectators' chat is hidden there.
    fn is_at_player(&self, address: Option<IpAddr>, shared: &Shared) -> bool {
        shared.context.settings.hides_chat_from_players_addresses
            && self.terms.rated
            && address.is_some_and(|address| {
                self.players.into_iter().any(|player| shared.accounts[player].was_at(address))
            })
    }
}
