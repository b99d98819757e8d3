//! The state of the server.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::net::IpAddr;

use willow_protocol::{CloseReason, GameId, Notice};

use super::{
    ActiveGame, BannedAddresses, ConnId, Delivery, Effects, EncodedNotice, IdScope, LobbyFollowers,
    Millis, OpenOffers, OpenReport, PresenceChanges, Progress, Refusal, Rng, RoomLog, Secrets,
    Settings, TokenNumber, Tokens, UserId, Users, WaitingUser,
};
use crate::ops::InMemory;

/// The state of the server: users, connections, offers, and games in memory.
#[derive(Debug)]
pub(crate) struct ServerState {
    /// The time of the input or of the timers that are being handled.
    pub(crate) now: Millis,
    pub(crate) settings: Settings,
    pub(crate) users: Users,
    pub(crate) connections: HashMap<ConnId, Connection>,
    pub(crate) lobby: RoomLog,
    pub(crate) lobby_followers: LobbyFollowers,
    /// The latest messages of the lobby, for those who come.
    pub(crate) lobby_chat: RoomLog,
    pub(crate) offers: OpenOffers,
    /// The games in progress, and those that ended a moment ago.
    pub(crate) games: BTreeMap<GameId, ActiveGame>,
    /// The correspondence games in progress.
    pub(crate) slow_games: BTreeSet<GameId>,
    /// The reports that no moderator has closed.
    pub(crate) open_reports: BTreeMap<u64, OpenReport>,
    /// The number of the last report.
    pub(crate) last_report: u64,
    pub(crate) progress: Progress,
    pub(crate) timers: BTreeSet<(Millis, Timer)>,
    /// The users whose time in memory is over.
    pub(crate) departed: Vec<UserId>,
    /// The changes that followers of the lobby have not been told yet.
    pub(crate) presence: PresenceChanges,
    /// The users who wait in pools, those who wait longest first.
    pub(crate) waiting: Vec<WaitingUser>,
    /// When those who wait are joined next, if the timer for it was set.
    pub(crate) next_pairing: Option<Millis>,
    /// When the store gets the next heartbeat, if a game needs heartbeats.
    pub(crate) next_heartbeat: Option<Millis>,
    /// The next number of an offer or a game.
    pub(crate) next_game: u64,
    /// The first number that is not reserved in the store.
    pub(crate) reserved: u64,
    pub(crate) tokens: Tokens,
    pub(crate) secrets: Secrets,
    pub(crate) banned_addresses: BannedAddresses,
    pub(crate) rng: Rng,
    /// Whether the server is shutting down.
    pub(crate) is_shutting_down: bool,
    /// Since when nothing can be written.
    pub(crate) read_only_since: Option<Millis>,
    /// The effects of the input that is being handled.
    pub(crate) effects: Effects,
}

/// A connection, and the user who is logged in over it.
#[derive(Debug, Default)]
pub(crate) struct Connection {
    pub(crate) user: Option<UserId>,
    /// The address from which the user logged in; a proxy has none.
    pub(crate) address: Option<IpAddr>,
    /// Whether the client does not read its private room.
    pub(crate) leaves_private_unread: bool,
    /// To whom the ids of its commands belong.
    pub(crate) id_scope: IdScope,
    /// The token that the login was given, or with which it was made.
    pub(crate) token: Option<TokenNumber>,
    /// The current game, for commands that name none.
    pub(crate) game: Option<GameId>,
    /// The games that the connection watches.
    pub(crate) watching: BTreeSet<GameId>,
    /// The connection of the bridge, if this one is a proxy's.
    pub(crate) bridge: Option<ConnId>,
    /// The connections of the proxies that a bridge has brought.
    pub(crate) proxies: BTreeSet<ConnId>,
}

/// An action that is due at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Timer {
    /// A flag may have fallen.
    Flag(GameId),
    /// The followers of a user are told what has changed.
    Followers(UserId),
    /// A game that is over is removed from memory.
    Unload(GameId),
    /// One of the server's bots no longer waits for a person's move.
    Patience(GameId),
    /// One of the server's bots plays the move that has waited until a person can follow.
    BotMove(GameId),
    /// The room of a game hears which spectators came and went.
    Spectators(GameId),
    /// The followers of the lobby hear how the games stand.
    Progress,
    /// The store gets a heartbeat.
    Heartbeat,
    /// Those who wait in pools are joined.
    Pools,
    /// A link expires.
    Link(GameId),
    /// A user has been offline long enough for others to be told.
    Absence(UserId),
    /// The offers of a user who is offline end.
    Offers(UserId),
    /// Followers of the lobby are told who came and who went.
    Presence,
    /// A guest who left, or the memory of a user who left long ago, is no longer kept.
    Departure(UserId),
}

/// Moves a timer from the time for which it is set to another, or ends it.
pub(crate) fn reset_timer(
    timers: &mut BTreeSet<(Millis, Timer)>,
    set: &mut Option<Millis>,
    to: Option<Millis>,
    timer: Timer,
) {
    if let Some(time) = std::mem::replace(set, to) {
        timers.remove(&(time, timer));
    }
    timers.extend(to.map(|time| (time, timer)));
}

impl ServerState {
    /// Returns when the next timer is due, if one is set.
    pub(crate) fn next_deadline(&self) -> Option<Millis> {
        self.timers.first().map(|&(time, _)| time)
    }

    /// Sends a notice to one connection.
    pub(crate) fn send_to(&mut self, connection: ConnId, notice: Notice) {
        self.effects.send(vec![connection], EncodedNotice::new(notice));
    }

    /// Closes a connection because the server shuts down.
    pub(crate) fn close(&mut self, connection: ConnId) {
        let reason = CloseReason::Shutdown;
        self.effects.deliveries.push(Delivery::Close { connection, reason });
    }

    /// Returns the user of a connection.
    pub(crate) fn user_of(&self, connection: ConnId) -> Option<UserId> {
        self.connections.get(&connection).and_then(|connection| connection.user)
    }

    /// Makes a game the current game of a connection.
    pub(crate) fn set_current_game(&mut self, connection: ConnId, game: GameId) {
        if let Some(connection) = self.connections.get_mut(&connection) {
            connection.game = Some(game);
        }
    }

    /// Returns the game that a command names, or the current game of its connection.
    pub(crate) fn current_game(
        &self,
        connection: ConnId,
        game: Option<GameId>,
    ) -> Result<GameId, Refusal> {
        let current = || self.connections.get(&connection).and_then(|connection| connection.game);
        game.or_else(current).ok_or_else(Refusal::no_current_game)
    }

    /// Returns a game in memory.
    pub(crate) fn game(&self, game: GameId) -> Result<&ActiveGame, Refusal> {
        self.games.get(&game).ok_or_else(|| Refusal::no_game(game))
    }

    /// Returns a game in memory, to change it.
    pub(crate) fn game_mut(&mut self, game: GameId) -> Result<&mut ActiveGame, Refusal> {
        self.games.get_mut(&game).ok_or_else(|| Refusal::no_game(game))
    }
}

impl ServerState {
    /// Returns what is in memory.
    pub(crate) fn in_memory(&self) -> InMemory {
        InMemory {
            users: self.users.len(),
            games: self.games.len(),
            offers: self.offers.len(),
            timers: self.timers.len(),
        }
    }
}
