//! Rooms: what happened in them, by number, and who hears of it.

use std::collections::VecDeque;
use std::sync::Arc;

use willow_protocol::{Event, Notice, Room};

use super::effects::{RoomKey, Write};
use super::input::{ConnId, Millis, UserId};
use super::{Core, Table};
use crate::outgoing::Outgoing;

/// How many events of a room can be had again.
pub(crate) const KEPT_EVENTS: usize = 200;

/// How many events of a private room can be had again that were sent already: there are as many of
/// these rooms as users.
const KEPT_SEEN: usize = 50;

/// How many events of a game that is over can be had again, until it leaves the memory.
const KEPT_AFTER_END: usize = 20;

/// The last events of a room.
#[derive(Debug, Default)]
pub(super) struct RoomLog {
    /// The number of the last event.
    pub(super) last: u64,
    recent: VecDeque<Arc<Outgoing>>,
}

impl RoomLog {
    /// Forgets all but the last few events of a game that is over. Whoever missed more than that
    /// gets the state of the game.
    pub(super) fn end(&mut self) {
        self.trim(KEPT_AFTER_END);
        self.recent.shrink_to_fit();
    }

    fn trim(&mut self, kept: usize) {
        self.recent.drain(..self.recent.len().saturating_sub(kept));
    }

    /// Takes an event under its number.
    pub(super) fn push(&mut self, notice: Arc<Outgoing>) {
        self.last = notice.notice().number.unwrap_or(self.last + 1);
        self.recent.push_back(notice);
        self.trim(KEPT_EVENTS);
    }

    /// Returns the events after a number, or `None` if some of them are gone.
    pub(super) fn after(&self, number: u64) -> Option<impl Iterator<Item = &Arc<Outgoing>>> {
        let wanted = self.last.saturating_sub(number) as usize;
        let start = self.recent.len().checked_sub(wanted)?;
        Some(self.recent.range(start..))
    }

    /// Returns all events that are kept.
    pub(super) fn recent(&self) -> impl Iterator<Item = &Arc<Outgoing>> {
        self.recent.iter()
    }
}

/// Somebody of whom not everybody wants to hear.
#[derive(Clone, Copy, Debug)]
enum Somebody {
    /// Who says something.
    Author(UserId),
    /// Who comes or goes.
    Visitor(UserId),
}

impl Core {
    /// Lets something happen in a room: it gets the next number there, is written, and is said to
    /// all who are in the room.
    pub(super) fn publish(&mut self, room: RoomKey, event: Event, now: Millis) {
        let audience = self.audience(room, &event);
        let Some(log) = self.log_mut(room) else { return };
        let number = log.last + 1;
        let notice = Outgoing::new(Notice {
            id: None,
            room: Some(public_name(room)),
            number: Some(number),
            time: now,
            event,
        });
        log.push(notice.clone());
        self.effects.writes.push(Write::Event { room, number, notice: notice.clone() });
        // What somebody hides is seen like the rest: it does not come another time.
        if let RoomKey::Private(user) = room
            && !self.users[user].connections.is_empty()
        {
            self.users[user].seen = number;
            self.users[user].private.trim(KEPT_SEEN);
        }
        match room {
            RoomKey::Lobby => self.effects.cry(audience, notice),
            _ => self.effects.deliver(audience, notice),
        }
    }

    pub(super) fn log_mut(&mut self, room: RoomKey) -> Option<&mut RoomLog> {
        match room {
            RoomKey::Lobby => Some(&mut self.lobby),
            RoomKey::Private(user) => Some(&mut self.users[user].private),
            RoomKey::Game(game) => self.tables.get_mut(&game).map(|table| &mut table.log),
            RoomKey::Players(game) => {
                self.tables.get_mut(&game).map(|table| &mut table.players_log)
            }
            RoomKey::Watchers(game) => {
                self.tables.get_mut(&game).map(|table| &mut table.watchers_log)
            }
        }
    }

    pub(super) fn log(&self, room: RoomKey) -> Option<&RoomLog> {
        match room {
            RoomKey::Lobby => Some(&self.lobby),
            RoomKey::Private(user) => self.users.get(user).map(|user| &user.private),
            RoomKey::Game(game) => self.tables.get(&game).map(|table| &table.log),
            RoomKey::Players(game) => self.tables.get(&game).map(|table| &table.players_log),
            RoomKey::Watchers(game) => self.tables.get(&game).map(|table| &table.watchers_log),
        }
    }

    /// Returns the connections that hear of an event in a room.
    fn audience(&self, room: RoomKey, event: &Event) -> Vec<ConnId> {
        let mut audience: Vec<ConnId> = match room {
            RoomKey::Lobby => self.lobby_connections.iter().copied().collect(),
            RoomKey::Private(user) => self.users[user].connections.iter().copied().collect(),
            RoomKey::Game(game) => self.at_table(game, |_| [true, true, true]),
            RoomKey::Players(game) => self.at_table(game, |_| [true, true, false]),
            RoomKey::Watchers(game) => {
                self.at_table(game, |table| [table.end().is_some(), table.end().is_some(), true])
            }
        };
        self.retain_willing(&mut audience, event);
        audience
    }

    /// Leaves those connections whose users want to hear of an event.
    fn retain_willing(&self, audience: &mut Vec<ConnId>, event: &Event) {
        // Names are looked up once, however many listen.
        let Some(somebody) = self.somebody(event) else { return };
        audience.retain(|connection| {
            let user = self.connections.get(connection).and_then(|connection| connection.user);
            user.is_none_or(|user| self.wants(user, somebody))
        });
    }

    /// Returns whether a user wants to read an event.
    pub(super) fn visible_to(&self, user: UserId, event: &Event) -> bool {
        self.somebody(event).is_none_or(|somebody| self.wants(user, somebody))
    }

    /// Returns of whom an event tells, if some may not want to hear of him.
    fn somebody(&self, event: &Event) -> Option<Somebody> {
        match event {
            Event::Said { from, .. } | Event::Told { from, .. } => {
                self.users.find(from).map(Somebody::Author)
            }
            Event::Offered(offer) => self.users.find(&offer.from).map(Somebody::Author),
            Event::Online { name, .. } | Event::Offline { name } => {
                self.users.find(name).map(Somebody::Visitor)
            }
            _ => None,
        }
    }

    /// Returns whether a user wants to hear of somebody: the one place that knows.
    fn wants(&self, user: UserId, somebody: Somebody) -> bool {
        let user = &self.users[user];
        match somebody {
            Somebody::Author(author) => !user.hides(author),
            Somebody::Visitor(visitor) => !user.blocked.contains(&visitor),
        }
    }

    /// Returns the connections of Black, of White and of the spectators, as far as they are wanted.
    fn at_table(
        &self,
        game: willow_protocol::GameId,
        wanted: impl Fn(&Table) -> [bool; 3],
    ) -> Vec<ConnId> {
        let Some(table) = self.tables.get(&game) else { return Vec::new() };
        let [black, white, watchers] = wanted(table);
        let mut connections = Vec::new();
        for (player, wanted) in table.players().into_iter().zip([black, white]) {
            if wanted {
                connections.extend(&self.users[player].connections);
            }
        }
        if watchers {
            connections.extend(&table.watchers);
        }
        connections.sort_unstable();
        connections.dedup();
        connections
    }

    /// Says something to everybody who follows the lobby, without a number.
    pub(super) fn say_to_lobby(&mut self, event: Event, now: Millis) {
        let mut audience: Vec<ConnId> = self.lobby_connections.iter().copied().collect();
        self.retain_willing(&mut audience, &event);
        let mut notice = Notice::new(now, event);
        notice.room = Some(Room::Lobby);
        self.effects.cry(audience, Outgoing::new(notice));
    }

    /// Says something to everybody.
    pub(super) fn announce(&mut self, text: &str, now: Millis) {
        let mut everybody: Vec<ConnId> = self.connections.keys().copied().collect();
        everybody.sort_unstable();
        let event = Event::Announced { text: text.to_owned() };
        self.effects.deliver(everybody, Outgoing::new(Notice::new(now, event)));
    }
}

/// Returns the name of a room as its members know it.
pub(super) const fn public_name(room: RoomKey) -> Room {
    match room {
        RoomKey::Lobby => Room::Lobby,
        RoomKey::Private(_) => Room::Private,
        RoomKey::Game(game) => Room::Game(game),
        RoomKey::Players(game) => Room::Players(game),
        RoomKey::Watchers(game) => Room::Watchers(game),
    }
}
