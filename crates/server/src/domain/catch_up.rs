//! Catching up: the missed events of a room on request, and those sent at login.

use std::collections::BTreeMap;

use willow_protocol::{Event, GameId, Notice, OwnGame, Room, RoomNumbers, Side};

use super::router::Sender;
use super::{
    Accounts, CommandOutcome, ConnId, Context, Delivery, GameRoom, HostedGames, Query, Refusal,
    Reply, RoomKey, RoomLog, ServerState, User, UserId,
};

impl ServerState {
    /// Sends the events of a room after a number, or the current state of the room if some of them
    /// are no longer kept. The store answers for games that are not in memory.
    pub(crate) fn sync(&mut self, sender: Sender<'_>, room: Room, after: u64) -> CommandOutcome {
        let Sender { connection, user, .. } = sender;
        if let Some(past) = self.games.past_room(user, room, after, &self.shared.accounts) {
            return self.shared.context.ask_store(sender, Query::PastRoom(Box::new(past)));
        }
        if let Room::Tournament(id) = room {
            self.tournaments.follow(id, connection)?;
        }
        let key = self.games.readable_room(sender, room, &self.shared)?;
        if let Room::Game(game) = room {
            self.games.start_watching(connection, game, &mut self.shared);
        }
        match key {
            RoomKey::Lobby => self.lobby.forget_expired(&self.shared.context),
            RoomKey::Private(user) => {
                self.shared.accounts.forget_expired(user, &self.shared.context);
            }
            RoomKey::Game(_)
            | RoomKey::Players(_)
            | RoomKey::Spectators(_)
            | RoomKey::Tournament(_) => {}
        }
        let log = self.log(key).ok_or_else(|| Refusal::not_readable(room))?;
        let last = log.last();
        let Some(missed) = log.after(after) else {
            let recent = log.recent().map(|notice| notice.notice());
            let recent =
                recent.filter(|notice| self.shared.accounts.visible_to_reader(user, &notice.event));
            let recent = recent.cloned().collect();
            return Ok(Reply::Answer(self.games.snapshot(room, last, recent, &self.shared)));
        };
        let missed = missed
            .filter(|notice| self.shared.accounts.visible_to_reader(user, &notice.notice().event));
        let missed: Vec<_> = missed.cloned().collect();
        for notice in missed {
            self.shared.context.effects.send(vec![connection], notice);
        }
        Ok(Reply::Answer(Event::Synced { of: room, last }))
    }

    fn log(&self, room: RoomKey) -> Option<&RoomLog> {
        match room {
            RoomKey::Lobby => Some(self.lobby.log()),
            RoomKey::Private(user) => self.shared.accounts.get(user).map(User::private_log),
            RoomKey::Game(game) => self.games.log(game, GameRoom::Game),
            RoomKey::Players(game) => self.games.log(game, GameRoom::Players),
            RoomKey::Tournament(id) => self.tournaments.log(id),
            RoomKey::Spectators(game) => self.games.log(game, GameRoom::Spectators),
        }
    }
}

impl ServerState {
    /// Sends the events of rooms after the numbers that a client has. It is subscribed to nothing
    /// yet, so that nothing newer comes before. The store answers for games that are not in memory;
    /// in their rooms nothing new happens. A client that names its private room need not know the
    /// games that began meanwhile: these are sent from their first events on.
    pub(crate) fn send_missed_of_rooms(&mut self, conn: ConnId, user: UserId, rooms: &RoomNumbers) {
        let mut wanted = rooms.0.clone();
        if let Some(&after) = rooms.0.get(&Room::Private) {
            for game in self.games.games_begun_after(user, after, &self.shared.accounts) {
                wanted.entry(Room::Game(game)).or_default();
                wanted.entry(Room::Players(game)).or_default();
            }
        }
        let mut past = Vec::new();
        for (room, after) in wanted {
            if let Some(unloaded) =
                self.games.past_room(Some(user), room, after, &self.shared.accounts)
            {
                past.push(unloaded);
                continue;
            }
            let sender = Sender { connection: conn, user: Some(user), id: None };
            let event = match self.sync(sender, room, after) {
                Ok(Reply::Answer(event)) => event,
                Ok(_) => continue,
                Err(refusal) => refusal.into_event("sync"),
            };
            self.shared.context.send_to(conn, Notice::new(self.shared.context.now, event));
            if room == Room::Private {
                self.shared.accounts.private_was_sent(user, &mut self.shared.context);
            }
        }
        if !past.is_empty() {
            let past = Delivery::PastRooms { connection: conn, rooms: past };
            self.shared.context.effects.deliveries.push(past);
        }
    }

    /// Returns the number of the last event in each room from which a client receives events.
    pub(crate) fn last_numbers(&self, conn: ConnId, user: UserId) -> BTreeMap<Room, u64> {
        let mut rooms = BTreeMap::from([
            (Room::Lobby, self.lobby.log().last()),
            (Room::Private, self.shared.accounts[user].private_log().last()),
        ]);
        let own = self.shared.accounts[user].games().iter().copied();
        let watched = self.shared.connections.watched_by(conn);
        for hosted in own.chain(watched).filter_map(|game| self.games.get(&game)) {
            rooms.extend(hosted.rooms_of_game(conn, &self.shared));
        }
        rooms.extend(self.tournaments.followed_by(conn));
        rooms
    }
}

impl Accounts {
    /// Sends the private events that came while the user was offline, and returns how many messages
    /// are among them.
    pub(crate) fn send_missed_private(
        &mut self,
        conn: ConnId,
        user: UserId,
        context: &mut Context,
    ) -> u64 {
        self.forget_expired(user, context);
        let (seen, room) = (self[user].seen(), self[user].private_log());
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
            if self.visible_to(user, event) {
                messages += u64::from(matches!(event, Event::Told { .. }));
                context.effects.send(vec![conn], notice);
            }
        }
        self.private_was_sent(user, context);
        messages
    }
}

impl HostedGames {
    /// Returns the games of a user, in memory, whose beginning the private room told after a number.
    fn games_begun_after(&self, user: UserId, after: u64, accounts: &Accounts) -> Vec<GameId> {
        let recent = accounts[user].private_log().recent();
        let missed =
            recent.map(|notice| notice.notice()).filter(|notice| notice.number > Some(after));
        let begun = missed.filter_map(|notice| match &notice.event {
            Event::Playing(summary) => Some(summary.game),
            _ => None,
        });
        begun.filter(|game| self.contains_key(game)).collect()
    }

    pub(crate) fn own_games(&self, user: UserId, accounts: &Accounts) -> Vec<OwnGame> {
        let games = accounts[user].games().iter().filter_map(|game| self.get(game));
        let in_progress = games.filter(|hosted| hosted.end.is_none());
        let own = in_progress.map(|hosted| OwnGame {
            summary: hosted.listed_game(accounts),
            to_move: hosted.to_move().map(Side),
        });
        own.collect()
    }
}
