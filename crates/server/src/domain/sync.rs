//! The events that a client has missed.

use willow_protocol::{ErrorDetail, Event, Name, Notice, Room, RoomSnapshot};

use super::dispatch::Sender;
use super::{
    ActiveGame, ConnId, Millis, Outcome, PastRoom, Query, Refusal, Reply, RoomKey, ServerState,
    UserId,
};

impl ServerState {
    /// Sends the events of a room after a number, or the current state of the room if some of them
    /// are no longer kept. The store answers for games that are not in memory.
    pub(super) fn sync(
        &mut self,
        sender: Sender<'_>,
        room: Room,
        after: u64,
        now: Millis,
    ) -> Outcome {
        let Sender { connection, user, .. } = sender;
        if let Some(past) = self.past_room(user, room, after) {
            return Ok(self.query_store(sender, Query::PastRoom(Box::new(past))));
        }
        let key = self.readable_room(connection, user, room)?;
        if let Room::Game(game) = room {
            self.start_watching(connection, game, now);
        }
        self.forget_expired(key, now);
        let log = self.log(key).ok_or_else(|| not_in(room))?;
        let last = log.last;
        let Some(missed) = log.after(after) else {
            let recent = log.recent().map(|notice| notice.notice());
            let recent = recent.filter(|notice| self.visible_to_reader(user, &notice.event));
            let recent = recent.cloned().collect();
            return Ok(Reply::Answer(self.snapshot(room, last, recent, now)));
        };
        let missed = missed.filter(|notice| self.visible_to_reader(user, &notice.notice().event));
        let missed: Vec<_> = missed.cloned().collect();
        for notice in missed {
            self.effects.send(vec![connection], notice);
        }
        Ok(Reply::Answer(Event::Synced { of: room, last }))
    }

    /// Drops the events of a room that are older than the operator keeps them. The rooms of games are
    /// dropped with their games, long before.
    pub(super) fn forget_expired(&mut self, room: RoomKey, now: Millis) {
        let kept = match room {
            RoomKey::Lobby => self.settings.lobby_kept,
            RoomKey::Private(_) => self.settings.private_kept,
            RoomKey::Game(_) | RoomKey::Players(_) | RoomKey::Watchers(_) => None,
        };
        let Some(oldest) = kept.map(|kept| now.saturating_sub(kept)) else { return };
        if let Some(log) = self.log_mut(room) {
            log.drop_before(oldest);
        }
        if room == RoomKey::Lobby {
            self.lobby_chat.drop_before(oldest);
        }
    }

    /// Returns the query for the store, if the room is one of a game that is not in memory.
    pub(super) fn past_room(
        &self,
        user: Option<UserId>,
        room: Room,
        after: u64,
    ) -> Option<PastRoom> {
        let game = room.game().filter(|game| !self.games.contains_key(game))?;
        if matches!(room, Room::Watchers(_))
            && user.is_some_and(|user| self.plays_twin_of(user, game))
        {
            return None;
        }
        Some(PastRoom { room, game, asker: user, after, hidden: self.hidden_from(user) })
    }

    /// Returns the users whose messages are hidden from a reader, for queries of the store.
    pub(super) fn hidden_from(&self, reader: Option<UserId>) -> Vec<Name> {
        let reader = reader.map(|reader| &self.users[reader]);
        let hidden = reader.into_iter().flat_map(|reader| reader.muted.union(&reader.blocked));
        hidden.filter_map(|&id| self.users.get(id).map(|user| user.name.clone())).collect()
    }

    fn snapshot(&self, of: Room, last: u64, recent: Vec<Notice>, now: Millis) -> Event {
        let active = match of {
            Room::Game(game) => self.games.get(&game),
            Room::Lobby | Room::Players(_) | Room::Watchers(_) | Room::Private => None,
        };
        let game = active.map(|active| self.answered_state(active, now));
        Event::Snapshot(RoomSnapshot { of, last, game, recent })
    }

    /// Makes sure that a user may read a room, and returns its key.
    pub(super) fn readable_room(
        &self,
        connection: ConnId,
        user: Option<UserId>,
        room: Room,
    ) -> Result<RoomKey, Refusal> {
        let plays = |active: &ActiveGame| user.and_then(|user| active.color_of(user));
        match room {
            Room::Lobby => Ok(RoomKey::Lobby),
            Room::Private => user.map(RoomKey::Private).ok_or_else(Refusal::not_logged_in),
            Room::Game(game) => self.game(game).map(|_| RoomKey::Game(game)),
            Room::Players(game) => match plays(self.game(game)?) {
                Some(_) => Ok(RoomKey::Players(game)),
                None => Err(not_in(room)),
            },
            Room::Watchers(game) => {
                let active = self.games.get(&game).ok_or_else(|| not_in(room))?;
                let reads = if plays(active).is_some() {
                    active.is_decided()
                } else {
                    active.watchers.contains(&connection)
                };
                if reads { Ok(RoomKey::Watchers(game)) } else { Err(not_in(room)) }
            }
        }
    }
}

fn not_in(room: Room) -> Refusal {
    Refusal::new(ErrorDetail::RoomNotReadable, format!("you may not read {room}"))
}
