//! Events in rooms: their numbers, and the connections that receive them.

use std::collections::BTreeSet;

use willow_protocol::{CommandResult, Event, GameId, Notice, Room};

use super::{
    ActiveGame, ConnId, EncodedNotice, KEPT_MESSAGES, KEPT_SEEN, Reply, RoomKey, RoomLog,
    ServerState, User, UserId, Write,
};

/// The user whom an event is about; other users may not want to receive it.
#[derive(Clone, Copy, Debug)]
enum Subject {
    /// The author of a message or an offer.
    Author(UserId),
    /// The maker of an offer.
    Maker(UserId),
    /// A user who comes online or goes offline.
    Visitor(UserId),
}

impl ServerState {
    /// Publishes an event in a room: it gets the next number there, is written, and is sent to the
    /// subscribers of the room.
    pub(crate) fn publish(&mut self, room: RoomKey, event: Event) {
        let unwanted = self.connections_without_interest_in(&event);
        let time = self.now;
        let Some(log) = self.log_mut(room) else { return };
        let number = log.last + 1;
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
            self.lobby_chat.push(notice.clone());
            self.lobby_chat.trim(KEPT_MESSAGES);
        }
        self.effects.writes.push(Write::Event { room, number, notice: notice.clone() });
        // Hidden events count as sent, so that they are not sent again.
        if let RoomKey::Private(user) = room
            && self.reads_private_room(user)
        {
            self.users[user].seen = number;
            self.users[user].private.trim(KEPT_SEEN);
        }
        if room == RoomKey::Lobby {
            self.effects.broadcast(self.lobby_followers.without(&unwanted), notice);
        } else {
            let mut subscribers = self.subscribers(room);
            subscribers.retain(|connection| !unwanted.contains(connection));
            self.effects.send(subscribers, notice);
        }
    }

    /// Returns whether a connection of a user receives the private events.
    fn reads_private_room(&self, user: UserId) -> bool {
        self.users[user].connections.iter().any(|connection| {
            self.connections.get(connection).is_some_and(|it| !it.leaves_private_unread)
        })
    }

    /// Publishes the event that a command causes, and returns the result of the command.
    pub(crate) fn publish_result(&mut self, room: RoomKey, event: Event) -> CommandResult {
        self.publish(room, event);
        let number = self.log(room).map_or(0, |log| log.last);
        CommandResult::of_event(room_name(room), number)
    }

    /// Publishes the event that a command causes in a game.
    pub(crate) fn publish_in_game(&mut self, game: GameId, event: Event) -> Reply {
        Reply::DoneWith(self.publish_result(RoomKey::Game(game), event))
    }

    /// Returns the result of a command that causes the next event of a game.
    pub(crate) fn next_event_of(&self, game: GameId) -> CommandResult {
        let last = self.games.get(&game).map_or(0, |active| active.log.last);
        CommandResult::of_event(Room::Game(game), last + 1)
    }

    pub(crate) fn log_mut(&mut self, room: RoomKey) -> Option<&mut RoomLog> {
        match room {
            RoomKey::Lobby => Some(&mut self.lobby),
            RoomKey::Private(user) => Some(&mut self.users[user].private),
            RoomKey::Game(game) => self.games.get_mut(&game).map(|active| &mut active.log),
            RoomKey::Players(game) => {
                self.games.get_mut(&game).map(|active| &mut active.players_log)
            }
            RoomKey::Watchers(game) => {
                self.games.get_mut(&game).map(|active| &mut active.watchers_log)
            }
        }
    }

    pub(crate) fn log(&self, room: RoomKey) -> Option<&RoomLog> {
        match room {
            RoomKey::Lobby => Some(&self.lobby),
            RoomKey::Private(user) => self.users.get(user).map(|user| &user.private),
            RoomKey::Game(game) => self.games.get(&game).map(|active| &active.log),
            RoomKey::Players(game) => self.games.get(&game).map(|active| &active.players_log),
            RoomKey::Watchers(game) => self.games.get(&game).map(|active| &active.watchers_log),
        }
    }

    /// Returns the connections that receive the events of a room; the lobby has its own list.
    fn subscribers(&self, room: RoomKey) -> Vec<ConnId> {
        match room {
            RoomKey::Lobby => Vec::new(),
            RoomKey::Private(user) => self.users[user].connections.iter().copied().collect(),
            RoomKey::Game(game) => self.game_connections(game, |_| [true, true, true]),
            RoomKey::Players(game) => self.game_connections(game, |_| [true, true, false]),
            RoomKey::Watchers(game) => self.readers_of_spectators(game),
        }
    }

    /// Returns the connections of the users who do not want to receive an event. Only the few users
    /// who ignore its subject are looked up, not all subscribers.
    fn connections_without_interest_in(&self, event: &Event) -> BTreeSet<ConnId> {
        let Some(subject) = self.subject(event) else { return BTreeSet::new() };
        let (Subject::Author(id) | Subject::Maker(id) | Subject::Visitor(id)) = subject;
        let Some(about) = self.users.get(id) else { return BTreeSet::new() };
        let ignoring = about.muted_by.iter().chain(&about.blocked_by).chain(&about.blocked);
        let online = ignoring.filter(|&&user| self.users.get(user).is_some_and(User::is_online));
        let ignoring = online.filter(|&&user| !self.wants_events_about(user, subject));
        ignoring.flat_map(|&user| self.users[user].connections.iter().copied()).collect()
    }

    /// Returns whether a user wants to receive an event.
    pub(crate) fn visible_to(&self, user: UserId, event: &Event) -> bool {
        self.subject(event).is_none_or(|subject| self.wants_events_about(user, subject))
    }

    /// Returns whether a user, or a visitor without a login, wants to receive an event.
    pub(crate) fn visible_to_reader(&self, reader: Option<UserId>, event: &Event) -> bool {
        reader.is_none_or(|user| self.visible_to(user, event))
    }

    /// Returns whom an event is about, if it may be unwanted because of them.
    fn subject(&self, event: &Event) -> Option<Subject> {
        match event {
            Event::Said { from, .. } | Event::Told { from, .. } => {
                self.users.find(from).map(Subject::Author)
            }
            Event::Offered(offer) => self.users.find(&offer.from).map(Subject::Maker),
            Event::Online { name, .. } | Event::Offline { name } => {
                self.users.find(name).map(Subject::Visitor)
            }
            _ => None,
        }
    }

    /// Returns whether a user wants events about another: mutes and blocks take effect only here.
    fn wants_events_about(&self, user: UserId, subject: Subject) -> bool {
        match subject {
            Subject::Author(author) => !self.users[user].ignores(author),
            Subject::Maker(maker) => self.wants_offers_of(user, maker),
            Subject::Visitor(visitor) => !self.users[user].blocked.contains(&visitor),
        }
    }

    /// Returns whether a user wants another's offers, and could accept them: not if one has blocked the other.
    pub(crate) fn wants_offers_of(&self, user: UserId, maker: UserId) -> bool {
        !self.users[user].ignores(maker) && !self.users[user].blocked_by.contains(&maker)
    }

    /// Returns the connections of Black, of White and of the spectators, those that are wanted.
    pub(crate) fn game_connections(
        &self,
        game: GameId,
        wanted: impl Fn(&ActiveGame) -> [bool; 3],
    ) -> Vec<ConnId> {
        let Some(active) = self.games.get(&game) else { return Vec::new() };
        let [black, white, watchers] = wanted(active);
        let mut connections = Vec::new();
        for (player, wanted) in active.players().into_iter().zip([black, white]) {
            if wanted {
                connections.extend(&self.users[player].connections);
            }
        }
        if watchers {
            connections.extend(&active.watchers);
        }
        connections.sort_unstable();
        connections.dedup();
        connections
    }

    /// Sends an event without a number to the subscribers of the lobby. Returns whether there are
    /// any.
    pub(crate) fn broadcast_unnumbered(&mut self, event: Event) -> bool {
        let unwanted = self.connections_without_interest_in(&event);
        let subscribers = self.lobby_followers.without(&unwanted);
        let mut notice = Notice::new(self.now, event);
        notice.room = Some(Room::Lobby);
        let has_subscribers = !subscribers.is_empty();
        self.effects.broadcast(subscribers, EncodedNotice::new(notice));
        has_subscribers
    }

    /// Sends an announcement to all connections.
    pub(crate) fn announce(&mut self, text: &str) {
        let own = self.connections.iter().filter(|(_, connection)| connection.bridge.is_none());
        let mut all: Vec<ConnId> = own.map(|(&conn, _)| conn).collect();
        all.sort_unstable();
        let event = Event::Announced { text: text.to_owned() };
        self.effects.send(all, EncodedNotice::new(Notice::new(self.now, event)));
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
