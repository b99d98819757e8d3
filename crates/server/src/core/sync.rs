//! What a client has missed.

use willow_protocol::{Event, GameId, Notice, Room, RoomSnapshot};

use super::effects::{Past, RoomKey};
use super::input::{ConnId, Millis, UserId};
use super::{Core, Outcome, Refusal, Reply};

impl Core {
    /// Sends the events of a room after a number, or the room as it is now if they are too old.
    pub(super) fn sync(
        &mut self,
        connection: ConnId,
        user: UserId,
        room: Room,
        after: u64,
        now: Millis,
    ) -> Outcome {
        let key = self.readable(connection, user, room)?;
        if let Room::Game(game) = room {
            self.follow(connection, user, game);
        }
        let no_room = || Refusal::forbidden(format!("you are not in {room}"));
        let log = self.log(key).ok_or_else(no_room)?;
        let last = log.last;
        let Some(missed) = log.after(after) else {
            let recent = log.recent().map(|notice| notice.notice());
            let recent = recent.filter(|notice| self.visible_to(user, &notice.event));
            let recent = recent.cloned().collect();
            return Ok(Reply::Answer(self.snapshot(room, last, recent, now)));
        };
        let missed = missed.filter(|notice| self.visible_to(user, &notice.notice().event));
        let missed: Vec<_> = missed.cloned().collect();
        for notice in missed {
            self.effects.deliver(vec![connection], notice);
        }
        Ok(Reply::Answer(Event::Synced { of: room, last }))
    }

    /// Returns the question to the store, if a room is one of a game that is not in memory.
    pub(super) fn past(&self, user: UserId, room: Room, after: u64) -> Option<Past> {
        let game = room.game().filter(|game| !self.tables.contains_key(game))?;
        let asker = &self.users[user];
        let hidden = asker.muted.union(&asker.blocked);
        let hidden = hidden.filter_map(|&id| self.users.get(id).map(|user| user.name.clone()));
        Some(Past { room, game, asker: user, after, hidden: hidden.collect() })
    }

    /// A client that asks for the events of a game wants to hear of the next ones, too.
    fn follow(&mut self, connection: ConnId, user: UserId, game: GameId) {
        if let Some(table) = self.tables.get_mut(&game)
            && table.color_of(user).is_none()
        {
            table.watchers.insert(connection);
        }
    }

    fn snapshot(&self, of: Room, last: u64, recent: Vec<Notice>, now: Millis) -> Event {
        let table = match of {
            Room::Game(game) => self.tables.get(&game),
            _ => None,
        };
        let game = table.map(|table| table.state(now));
        Event::Snapshot(RoomSnapshot { of, last, game, recent })
    }

    /// Makes sure that a user may read a room, and finds it.
    fn readable(&self, connection: ConnId, user: UserId, room: Room) -> Result<RoomKey, Refusal> {
        let no_room = || Refusal::forbidden(format!("you are not in {room}"));
        let table = |game: GameId| self.tables.get(&game).ok_or_else(|| Refusal::no_game(game));
        match room {
            Room::Lobby => Ok(RoomKey::Lobby),
            Room::Private => Ok(RoomKey::Private(user)),
            Room::Game(game) => table(game).map(|_| RoomKey::Game(game)),
            Room::Players(game) => match table(game)?.color_of(user) {
                Some(_) => Ok(RoomKey::Players(game)),
                None => Err(no_room()),
            },
            Room::Watchers(game) => {
                let table = table(game)?;
                let plays = table.color_of(user).is_some();
                let reads = if plays {
                    table.end().is_some()
                } else {
                    table.watchers.contains(&connection)
                };
                if reads { Ok(RoomKey::Watchers(game)) } else { Err(no_room()) }
            }
        }
    }
}
