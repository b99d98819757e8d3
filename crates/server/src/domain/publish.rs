//! Events in rooms: their numbers, and the connections that receive them.

use willow_protocol::{CommandResult, Event, GameId, Notice, Room};

use super::{
    ConnId, EncodedNotice, GameRoom, HostedGame, Reply, RoomKey, RoomLog, ServerState, User,
    UserId, Write,
};

impl ServerState {
    /// Publishes an event in a room: it gets the next number there, is written, and is sent to the
    /// subscribers of the room.
    pub(crate) fn publish(&mut self, room: RoomKey, event: Event) {
        debug_assert!(event.is_kept_by_game() || !matches!(room, RoomKey::Game(_)), "{event:?}");
        let unwanted = self.accounts.connections_without_interest_in(&event);
        let time = self.context.now;
        let Some(log) = self.log_mut(room) else { return };
        let number = log.last() + 1;
        let notice = EncodedNotice::new(Notice {
            id: None,
            done: None,
            proxy: None,
            room: Some(room_name(room)),
            number: Some(number),
            time,
            event,
        });
        log.push(notice.clone());
        if let (RoomKey::Lobby, Event::Said { .. }) = (room, &notice.notice().event) {
            self.lobby.keep_message(notice.clone());
        }
        self.context.write(Write::Event { room, number, notice: notice.clone() });
        // Hidden events count as sent, so that they are not sent again.
        if let RoomKey::Private(user) = room
            && self.reads_private_room(user)
        {
            self.accounts[user].saw(number);
        }
        if room == RoomKey::Lobby {
            self.context.effects.broadcast(self.lobby.followers_without(&unwanted), notice);
        } else {
            let mut subscribers = self.subscribers(room);
            subscribers.retain(|connection| !unwanted.contains(connection));
            self.context.effects.send(subscribers, notice);
        }
    }

    /// Returns whether a connection of a user receives the private events.
    fn reads_private_room(&self, user: UserId) -> bool {
        let mut own = self.accounts[user].connections().iter();
        own.any(|&connection| self.connections.reads_private_room(connection))
    }

    /// Publishes an event in the private room of a user. The server's bots have none.
    pub(crate) fn notify_user(&mut self, user: UserId, event: Event) {
        if !self.accounts[user].is_server_bot() {
            self.publish(RoomKey::Private(user), event);
        }
    }

    /// Publishes the event that a command causes, and returns the result of the command.
    pub(crate) fn publish_result(&mut self, room: RoomKey, event: Event) -> CommandResult {
        self.publish(room, event);
        let number = self.log(room).map_or(0, RoomLog::last);
        CommandResult::of_event(room_name(room), number)
    }

    /// Publishes the event that a command causes in a game.
    pub(crate) fn publish_in_game(&mut self, game: GameId, event: Event) -> Reply {
        Reply::DoneWith(self.publish_result(RoomKey::Game(game), event))
    }

    pub(crate) fn log_mut(&mut self, room: RoomKey) -> Option<&mut RoomLog> {
        match room {
            RoomKey::Lobby => Some(self.lobby.log_mut()),
            RoomKey::Private(user) => Some(self.accounts[user].private_log_mut()),
            RoomKey::Game(game) => self.games.log_mut(game, GameRoom::Game),
            RoomKey::Players(game) => self.games.log_mut(game, GameRoom::Players),
            RoomKey::Watchers(game) => self.games.log_mut(game, GameRoom::Watchers),
        }
    }

    pub(crate) fn log(&self, room: RoomKey) -> Option<&RoomLog> {
        match room {
            RoomKey::Lobby => Some(self.lobby.log()),
            RoomKey::Private(user) => self.accounts.get(user).map(User::private_log),
            RoomKey::Game(game) => self.games.log(game, GameRoom::Game),
            RoomKey::Players(game) => self.games.log(game, GameRoom::Players),
            RoomKey::Watchers(game) => self.games.log(game, GameRoom::Watchers),
        }
    }

    /// Returns the connections that receive the events of a room; the lobby has its own list.
    fn subscribers(&self, room: RoomKey) -> Vec<ConnId> {
        match room {
            RoomKey::Lobby => Vec::new(),
            RoomKey::Private(user) => self.accounts[user].connections().iter().copied().collect(),
            RoomKey::Game(game) => self.game_connections(game, |_| [true, true, true]),
            RoomKey::Players(game) => self.game_connections(game, |_| [true, true, false]),
            RoomKey::Watchers(game) => self.readers_of_spectators(game),
        }
    }

    /// Returns the connections of Black, of White and of the spectators, those that are wanted.
    pub(crate) fn game_connections(
        &self,
        game: GameId,
        wanted: impl Fn(&HostedGame) -> [bool; 3],
    ) -> Vec<ConnId> {
        let Some(hosted) = self.games.get(&game) else { return Vec::new() };
        let [black, white, watchers] = wanted(hosted);
        let mut connections = Vec::new();
        for (player, wanted) in hosted.players.into_iter().zip([black, white]) {
            if wanted {
                connections.extend(self.accounts[player].connections());
            }
        }
        if watchers {
            connections.extend(&hosted.watchers);
        }
        connections.sort_unstable();
        connections.dedup();
        connections
    }

    /// Sends an event without a number to the subscribers of the lobby. Returns whether there are
    /// any.
    pub(crate) fn broadcast_unnumbered(&mut self, event: Event) -> bool {
        let unwanted = self.accounts.connections_without_interest_in(&event);
        let subscribers = self.lobby.followers_without(&unwanted);
        let mut notice = Notice::new(self.context.now, event);
        notice.room = Some(Room::Lobby);
        let has_subscribers = !subscribers.is_empty();
        self.context.effects.broadcast(subscribers, EncodedNotice::new(notice));
        has_subscribers
    }
}

/// Returns the room as its subscribers name it.
pub(crate) const fn room_name(room: RoomKey) -> Room {
    match room {
        RoomKey::Lobby => Room::Lobby,
        RoomKey::Private(_) => Room::Private,
        RoomKey::Game(game) => Room::Game(game),
        RoomKey::Players(game) => Room::Players(game),
        RoomKey::Watchers(game) => Room::Watchers(game),
    }
}
