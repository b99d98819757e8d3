//! The events that a client has missed: those of a room that it asks for, and what it is told when it logs in.

use std::collections::BTreeMap;

use willow_protocol::{
    ErrorDetail, Event, GameId, Notice, OwnGame, Room, RoomNumbers, RoomSnapshot, Side,
};

use super::router::Sender;
use super::{
    CommandOutcome, ConnId, Delivery, GameRoom, HostedGame, PastRoom, Query, Refusal, Reply,
    RoomKey, ServerState, UserId,
};

impl ServerState {
    /// Sends the events of a room after a number, or the current state of the room if some of them
    /// are no longer kept. The store answers for games that are not in memory.
    pub(crate) fn sync(&mut self, sender: Sender<'_>, room: Room, after: u64) -> CommandOutcome {
        let Sender { connection, user, .. } = sender;
        if let Some(past) = self.past_room(user, room, after) {
            return Ok(self.query_store(sender, Query::PastRoom(Box::new(past))));
        }
        let key = self.readable_room(connection, user, room)?;
        if let Room::Game(game) = room {
            self.start_watching(connection, game);
        }
        self.forget_expired(key);
        let log = self.log(key).ok_or_else(|| not_in(room))?;
        let last = log.last();
        let Some(missed) = log.after(after) else {
            let recent = log.recent().map(|notice| notice.notice());
            let recent =
                recent.filter(|notice| self.accounts.visible_to_reader(user, &notice.event));
            let recent = recent.cloned().collect();
            return Ok(Reply::Answer(self.snapshot(room, last, recent)));
        };
        let missed =
            missed.filter(|notice| self.accounts.visible_to_reader(user, &notice.notice().event));
        let missed: Vec<_> = missed.cloned().collect();
        for notice in missed {
            self.context.effects.send(vec![connection], notice);
        }
        Ok(Reply::Answer(Event::Synced { of: room, last }))
    }

    /// Drops the events of a room that are older than the operator keeps them. The rooms of games are
    /// dropped with their games, long before.
    pub(crate) fn forget_expired(&mut self, room: RoomKey) {
        let now = self.context.now;
        let kept = match room {
            RoomKey::Lobby => self.context.settings.lobby_kept,
            RoomKey::Private(_) => self.context.settings.private_kept,
            RoomKey::Game(_) | RoomKey::Players(_) | RoomKey::Watchers(_) => None,
        };
        let Some(oldest) = kept.map(|kept| now.saturating_sub(kept)) else { return };
        if room == RoomKey::Lobby {
            self.lobby.drop_before(oldest);
        } else if let Some(log) = self.log_mut(room) {
            log.drop_before(oldest);
        }
    }

    /// Returns the query for the store, if the room is one of a game that is not in memory.
    pub(crate) fn past_room(
        &self,
        user: Option<UserId>,
        room: Room,
        after: u64,
    ) -> Option<PastRoom> {
        let game = room.game().filter(|game| !self.games.contains_key(game))?;
        Some(PastRoom { room, game, asker: user, after, hidden: self.accounts.hidden_from(user) })
    }

    fn snapshot(&self, of: Room, last: u64, recent: Vec<Notice>) -> Event {
        let hosted = match of {
            Room::Game(game) => self.games.get(&game),
            Room::Lobby | Room::Players(_) | Room::Watchers(_) | Room::Private => None,
        };
        let game = hosted.map(|hosted| self.answered_state(hosted));
        Event::Snapshot(RoomSnapshot { of, last, game, recent })
    }

    /// Makes sure that a user may read a room, and returns its key.
    pub(crate) fn readable_room(
        &self,
        connection: ConnId,
        user: Option<UserId>,
        room: Room,
    ) -> Result<RoomKey, Refusal> {
        let plays = |hosted: &HostedGame| user.and_then(|user| hosted.color_of(user));
        match room {
            Room::Lobby => Ok(RoomKey::Lobby),
            Room::Private => user.map(RoomKey::Private).ok_or_else(Refusal::not_logged_in),
            Room::Game(game) => self.games.find(game).map(|_| RoomKey::Game(game)),
            Room::Players(game) => match plays(self.games.find(game)?) {
                Some(_) => Ok(RoomKey::Players(game)),
                None => Err(not_in(room)),
            },
            Room::Watchers(game) => {
                let hosted = self.games.get(&game).ok_or_else(|| not_in(room))?;
                let is_reader = self.is_reader_of_spectators(hosted, connection);
                if is_reader { Ok(RoomKey::Watchers(game)) } else { Err(not_in(room)) }
            }
        }
    }
}

fn not_in(room: Room) -> Refusal {
    Refusal::new(ErrorDetail::RoomNotReadable, format!("you may not read {room}"))
}

impl ServerState {
    /// Sends the events of rooms after the numbers that a client has. It is subscribed to nothing
    /// yet, so that nothing newer comes before. The store answers for games that are not in memory;
    /// in their rooms nothing new happens. A client that names its private room need not know the
    /// games that began meanwhile: these are sent from their first events on.
    pub(crate) fn send_missed_of_rooms(&mut self, conn: ConnId, user: UserId, rooms: &RoomNumbers) {
        let mut wanted = rooms.0.clone();
        if let Some(&after) = rooms.0.get(&Room::Private) {
            for game in self.games_begun_after(user, after) {
                wanted.entry(Room::Game(game)).or_default();
                wanted.entry(Room::Players(game)).or_default();
            }
        }
        let mut past = Vec::new();
        for (room, after) in wanted {
            if let Some(unloaded) = self.past_room(Some(user), room, after) {
                past.push(unloaded);
                continue;
            }
            let sender = Sender { connection: conn, user: Some(user), id: None };
            let event = match self.sync(sender, room, after) {
                Ok(Reply::Answer(event)) => event,
                Ok(_) => continue,
                Err(refusal) => refusal.into_event("sync"),
            };
            self.send_to(conn, Notice::new(self.context.now, event));
            if room == Room::Private {
                self.accounts.private_was_sent(user, &mut self.context);
            }
        }
        if !past.is_empty() {
            self.context
                .effects
                .deliveries
                .push(Delivery::PastRooms { connection: conn, rooms: past });
        }
    }

    /// Returns the games of a user, in memory, whose beginning the private room told after a number.
    fn games_begun_after(&self, user: UserId, after: u64) -> Vec<GameId> {
        let recent = self.accounts[user].private_log().recent();
        let missed =
            recent.map(|notice| notice.notice()).filter(|notice| notice.number > Some(after));
        let begun = missed.filter_map(|notice| match &notice.event {
            Event::Playing(summary) => Some(summary.game),
            _ => None,
        });
        begun.filter(|game| self.games.contains_key(game)).collect()
    }

    /// Sends the private events that came while the user was offline, and returns how many messages
    /// are among them.
    pub(crate) fn send_missed_private(&mut self, conn: ConnId, user: UserId) -> u64 {
        self.forget_expired(RoomKey::Private(user));
        let (seen, room) = (self.accounts[user].seen(), self.accounts[user].private_log());
        if seen >= room.last() {
            return 0;
        }
        let missed: Vec<_> = match room.after(seen) {
            Some(events) => events.cloned().collect(),
            None => room.recent().cloned().collect(),
        };
        let mut messages = 0;
        for notice in missed {
            let event = &notice.notice().event;
            if self.accounts.visible_to(user, event) {
                messages += u64::from(matches!(event, Event::Told { .. }));
                self.context.effects.send(vec![conn], notice);
            }
        }
        self.accounts.private_was_sent(user, &mut self.context);
        messages
    }

    /// Returns the number of the last event in each room from which a client receives events.
    pub(crate) fn last_numbers(&self, conn: ConnId, user: UserId) -> BTreeMap<Room, u64> {
        let mut rooms = BTreeMap::from([
            (Room::Lobby, self.lobby.log().last()),
            (Room::Private, self.accounts[user].private_log().last()),
        ]);
        let own = self.accounts[user].games().iter().copied();
        let watched = self.connections.watched_by(conn);
        for hosted in own.chain(watched).filter_map(|game| self.games.get(&game)) {
            rooms.extend(self.rooms_of_game(hosted, conn));
        }
        rooms
    }

    /// Returns the number of the last event in each room of a game that a client may read.
    pub(crate) fn rooms_of_game(&self, hosted: &HostedGame, conn: ConnId) -> BTreeMap<Room, u64> {
        let game = hosted.id;
        let plays =
            self.connections.user_of(conn).is_some_and(|user| hosted.color_of(user).is_some());
        let players = plays.then_some((Room::Players(game), hosted.log(GameRoom::Players).last()));
        let reads_spectators = self.is_reader_of_spectators(hosted, conn);
        let spectators = reads_spectators
            .then_some((Room::Watchers(game), hosted.log(GameRoom::Watchers).last()));
        let board = (Room::Game(game), hosted.last_event());
        [board].into_iter().chain(players).chain(spectators).collect()
    }

    /// Returns whether a connection may read the spectators' chat of a game in memory.
    fn is_reader_of_spectators(&self, hosted: &HostedGame, connection: ConnId) -> bool {
        let user = self.connections.user_of(connection);
        let may_know =
            !hosted.terms.private || user.is_some_and(|it| hosted.color_of(it).is_some());
        let is_over = hosted.is_decided() && may_know;
        let watches = is_over || hosted.watchers.contains(&connection);
        watches && self.reads_spectators(hosted, connection)
    }

    /// Returns the games of a user that are in progress.
    pub(crate) fn own_games(&self, user: UserId) -> Vec<OwnGame> {
        let games = self.accounts[user].games().iter();
        games.filter_map(|&game| self.own_game(game)).collect()
    }

    fn own_game(&self, game: GameId) -> Option<OwnGame> {
        let hosted = self.games.get(&game).filter(|hosted| hosted.end.is_none())?;
        Some(OwnGame { summary: self.listed_game(hosted), to_move: hosted.to_move().map(Side) })
    }
}
