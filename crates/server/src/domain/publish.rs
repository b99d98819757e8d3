//! Events in rooms: their numbers, and the connections that receive them.

use std::sync::Arc;

use willow_protocol::{CommandResult, Event, Notice, Room};

use super::{ConnId, Context, EncodedNotice, RoomKey, RoomLog, Write};

impl Context {
    /// Publishes an event in a room: it gets the next number there, is written, and is sent to those
    /// who read the room.
    pub(crate) fn publish(
        &mut self,
        room: RoomKey,
        log: &mut RoomLog,
        event: Event,
        readers: Vec<ConnId>,
    ) -> CommandResult {
        let notice = self.record(room, log, event);
        self.effects.send(readers, notice);
        CommandResult::of_event(room_name(room), log.last())
    }

    /// Gives an event the next number of its room, and writes it.
    pub(crate) fn record(
        &mut self,
        room: RoomKey,
        log: &mut RoomLog,
        event: Event,
    ) -> Arc<EncodedNotice> {
        let number = log.last() + 1;
        let numbered = Notice {
            room: Some(room_name(room)),
            number: Some(number),
            ..Notice::new(self.now, event)
        };
        let notice = EncodedNotice::new(numbered);
        log.push(notice.clone());
        self.write(Write::Event { room, number, notice: notice.clone() });
        notice
    }
}

/// Returns the room as its subscribers name it.
const fn room_name(room: RoomKey) -> Room {
    match room {
        RoomKey::Lobby => Room::Lobby,
        RoomKey::Private(_) => Room::Private,
        RoomKey::Game(game) => Room::Game(game),
        RoomKey::Players(game) => Room::Players(game),
        RoomKey::Tournament(id) => Room::Tournament(id),
        RoomKey::Spectators(game) => Room::Spectators(game),
    }
}
