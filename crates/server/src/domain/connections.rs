//! The connections of clients: their users, and the rooms they read.

mod lifetime;
mod proxies;

use std::collections::{BTreeSet, HashMap};
use std::net::IpAddr;

use willow_protocol::{ClientId, ErrorDetail, GameId, RequestId};

pub(crate) use self::lifetime::Login;
use super::{CommandIdScope, ConnId, Refusal, TokenHash, TokenNumber, UserId, refuse};

/// A connection and its user.
#[derive(Debug, Default)]
struct Connection {
    user: Option<UserId>,
    /// The address from which the user logged in; a proxy has none.
    address: Option<IpAddr>,
    /// Whether the client has sent a command: until then nobody knows how it reads.
    has_spoken: bool,
    /// Whether the client does not read its private room.
    leaves_private_unread: bool,
    /// The scope of its command ids.
    command_ids: CommandIdScope,
    /// The token that the login was given, or with which it was made.
    token: Option<TokenNumber>,
    /// The current game, for commands that name none.
    game: Option<GameId>,
    watching: BTreeSet<GameId>,
    /// The connection of the bridge, if this one is a proxy's.
    bridge: Option<ConnId>,
    /// The connections of the proxies that a bridge has brought.
    proxies: BTreeSet<ConnId>,
}

#[derive(Debug, Default)]
pub(crate) struct Connections {
    open: HashMap<ConnId, Connection>,
    is_shutting_down: bool,
}

impl Connections {
    pub(crate) fn contains(&self, id: ConnId) -> bool {
        self.open.contains_key(&id)
    }

    pub(crate) fn user_of(&self, id: ConnId) -> Option<UserId> {
        self.open.get(&id)?.user
    }

    /// Returns the address from which the user of a connection logged in.
    pub(crate) fn address_of(&self, id: ConnId) -> Option<IpAddr> {
        self.open.get(&id)?.address
    }

    pub(crate) fn token_of(&self, id: ConnId) -> Option<TokenNumber> {
        self.open.get(&id)?.token
    }

    /// Records the id of a client.
    pub(crate) fn set_client(&mut self, id: ConnId, client: ClientId) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.command_ids.set_client(client);
        }
    }

    /// Records the token with which a connection is logged in, and the client's address.
    pub(crate) fn authenticated(
        &mut self,
        id: ConnId,
        number: TokenNumber,
        hash: TokenHash,
        address: IpAddr,
    ) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.token = Some(number);
            connection.address = Some(address);
            connection.command_ids.set_token(hash);
        }
    }

    /// Returns the user of a connection, and the digest of an id of its client.
    pub(crate) fn key_of(&self, id: ConnId, command: &RequestId) -> Option<(UserId, u64)> {
        let connection = self.open.get(&id)?;
        Some((connection.user?, connection.command_ids.key(command)))
    }

    /// Records that a client sends a command. Returns whether it is the first one.
    pub(crate) fn speaks(&mut self, id: ConnId) -> bool {
        let connection = self.open.get_mut(&id);
        connection.is_some_and(|connection| !std::mem::replace(&mut connection.has_spoken, true))
    }

    /// Records that a client does not read its private room, nor what is announced.
    pub(crate) fn leave_private_unread(&mut self, id: ConnId) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.has_spoken = true;
            connection.leaves_private_unread = true;
        }
    }

    /// Returns the connections of logged-in users, in their order, whose users are wanted.
    pub(crate) fn of_users(&self, is_wanted: impl Fn(UserId) -> bool) -> Vec<ConnId> {
        let wanted = self.open.iter().filter(|(_, it)| it.user.is_some_and(&is_wanted));
        let mut wanted: Vec<ConnId> = wanted.map(|(&id, _)| id).collect();
        wanted.sort_unstable();
        wanted
    }

    /// Returns the game that a command names, or the current game of its connection.
    pub(crate) fn current_game(&self, id: ConnId, game: Option<GameId>) -> Result<GameId, Refusal> {
        let current = || self.open.get(&id).and_then(|connection| connection.game);
        game.or_else(current).ok_or_else(Refusal::no_current_game)
    }

    /// Makes a game the current game of a connection.
    pub(crate) fn set_current_game(&mut self, id: ConnId, game: GameId) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.game = Some(game);
        }
    }

    /// Records that a connection watches a game.
    pub(crate) fn watch(&mut self, id: ConnId, game: GameId) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.watching.insert(game);
        }
    }

    /// Records that a connection no longer watches a game.
    pub(crate) fn unwatch(&mut self, id: ConnId, game: GameId) {
        if let Some(connection) = self.open.get_mut(&id) {
            connection.watching.remove(&game);
        }
    }

    pub(crate) fn watched_by(&self, id: ConnId) -> impl Iterator<Item = GameId> {
        self.open.get(&id).into_iter().flat_map(|connection| &connection.watching).copied()
    }

    pub(crate) fn only_watched_game(&self, connection: ConnId) -> Result<GameId, Refusal> {
        let watched: Vec<GameId> = self.watched_by(connection).collect();
        match watched[..] {
            [] => refuse(ErrorDetail::NotWatching, "you are watching no game"),
            [game] => Ok(game),
            _ => {
                let listed: Vec<String> =
                    watched.iter().map(|game| format!("`leave {game}`")).collect();
                let message = format!("you are watching several games: {}", listed.join(", "));
                refuse(ErrorDetail::SeveralGames, message)
            }
        }
    }
}
