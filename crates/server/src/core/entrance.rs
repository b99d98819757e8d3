//! Coming in and going out.

use willow_protocol::{CloseReason, ErrorCode, Event, Name, RequestId, Role};

use super::effects::{Delivery, RoomKey, Write};
use super::input::{ConnId, Entrance, Millis, TokenHash, UserId};
use super::offers::Offers;
use super::users::User;
use super::{Core, Outcome, Refusal, Reply};

impl Core {
    /// Lets a client in whose secret was right.
    pub(super) fn enter(&mut self, conn: ConnId, entrance: Entrance, now: Millis) -> Outcome {
        match self.connections.get(&conn) {
            None => return Ok(Reply::Later),
            Some(connection) if connection.user.is_some() => {
                return Err(Refusal::new(ErrorCode::AlreadyIn, "you are in already"));
            }
            Some(_) => {}
        }
        let (user, token) = match entrance {
            Entrance::Guest { name, token } => (self.new_guest(name, now)?, Some(token)),
            Entrance::Register { name, hash, token } => {
                (self.new_user(name, Role::Player, Some(hash), now)?, Some(token))
            }
            Entrance::Login { user, token } => (user, Some(token)),
            Entrance::Resume { user } => (user, None),
        };
        self.admit(user)?;
        if let Some((_, hash)) = &token {
            self.effects.writes.push(Write::Token(user, *hash, now));
        }
        Ok(Reply::Answer(self.seat(conn, user, token.map(|(token, _)| token), now)))
    }

    /// Makes sure that a user may come in.
    fn admit(&self, user: UserId) -> Result<(), Refusal> {
        match self.users.get(user) {
            None => Err(Refusal::new(ErrorCode::Denied, "this account is gone")),
            Some(user) if user.banned => Err(Refusal::forbidden("you are banned from here")),
            Some(user) if user.house.is_some() => {
                Err(Refusal::forbidden("bots of the house do not come in"))
            }
            Some(_) => Ok(()),
        }
    }

    fn new_guest(&mut self, name: Option<Name>, now: Millis) -> Result<UserId, Refusal> {
        let name = match name {
            Some(name) => name,
            None => self.free_guest_name(),
        };
        self.new_user(name, Role::Guest, None, now)
    }

    fn free_guest_name(&mut self) -> Name {
        loop {
            let number = self.lots.draw() % 1_000_000;
            let name = format!("guest-{number}").parse().expect("a word and a few digits");
            if !self.users.is_taken(&name) {
                return name;
            }
        }
    }

    pub(super) fn new_user(
        &mut self,
        name: Name,
        role: Role,
        password: Option<String>,
        now: Millis,
    ) -> Result<UserId, Refusal> {
        if self.users.is_taken(&name) {
            let message = format!("the name {name} is taken, or looks like one that is");
            return Err(Refusal::new(ErrorCode::NameTaken, message));
        }
        let user = self.users.next_id();
        self.users.insert(user, User::new(name.clone(), role));
        self.effects.writes.push(Write::User { user, name, role, password, at: now });
        Ok(user)
    }

    /// Gives a connection to a user, and to the user what he has missed.
    fn seat(&mut self, conn: ConnId, id: UserId, token: Option<String>, now: Millis) -> Event {
        let first = !self.users[id].is_here();
        self.users[id].connections.insert(conn);
        let game = self.users[id].games.last().copied();
        let connection = self.connections.entry(conn).or_default();
        connection.user = Some(id);
        connection.game = game;
        let (name, role) = (self.users[id].name.clone(), self.users[id].role);
        let (lobby, private) = (self.lobby.last, self.users[id].seen);
        if first {
            self.say_to_lobby(Event::Online { name: name.clone(), role }, now);
            self.is_back(id, now);
        }
        self.lobby_connections.insert(conn);
        let entered = Delivery::Entered { connection: conn, user: id, name: name.clone() };
        self.effects.deliveries.push(entered);
        self.catch_up(conn, id);
        Event::Entered { name, role, token, lobby, private }
    }

    /// Sends what came to the private room while the user was away.
    fn catch_up(&mut self, conn: ConnId, id: UserId) {
        let user = &mut self.users[id];
        let last = user.private.last;
        let seen = std::mem::replace(&mut user.seen, last);
        if seen >= last {
            return;
        }
        let room = &self.users[id].private;
        let missed: Vec<_> = match room.after(seen) {
            Some(events) => events.cloned().collect(),
            None => room.recent().cloned().collect(),
        };
        for notice in missed {
            if self.visible_to(id, &notice.notice().event) {
                self.effects.deliver(vec![conn], notice);
            }
        }
        self.effects.writes.push(Write::Seen(id, last));
    }

    pub(super) fn disconnected(&mut self, conn: ConnId, now: Millis) {
        let Some(connection) = self.connections.remove(&conn) else { return };
        self.lobby_connections.remove(&conn);
        for table in self.tables.values_mut() {
            table.watchers.remove(&conn);
        }
        let Some(id) = connection.user else { return };
        self.users[id].connections.remove(&conn);
        if self.users[id].is_here() {
            return;
        }
        let (name, seen) = (self.users[id].name.clone(), self.users[id].seen);
        self.effects.writes.push(Write::Seen(id, seen));
        self.withdraw_offers_of(id, Offers::Passing, now);
        self.is_gone(id, now);
        self.say_to_lobby(Event::Offline { name }, now);
    }

    /// Ends all connections of a user.
    pub(super) fn throw_out(&mut self, id: UserId, reason: CloseReason) {
        for &connection in &self.users[id].connections {
            self.effects.deliveries.push(Delivery::Close { connection, reason });
        }
    }

    fn user_of(&self, conn: ConnId) -> Result<UserId, Refusal> {
        let connection = self.connections.get(&conn);
        connection.and_then(|connection| connection.user).ok_or_else(Refusal::not_in)
    }

    pub(super) fn set_password(&mut self, conn: ConnId, hash: String) -> Outcome {
        let user = self.user_of(conn)?;
        self.effects.writes.push(Write::Password(user, hash));
        self.effects.writes.push(Write::TokensEnd(user));
        Ok(Reply::Done)
    }

    pub(super) fn new_token(
        &mut self,
        conn: ConnId,
        token: String,
        hash: TokenHash,
        now: Millis,
    ) -> Outcome {
        let user = self.user_of(conn)?;
        self.effects.writes.push(Write::Token(user, hash, now));
        Ok(Reply::Answer(Event::Token { token }))
    }

    /// Deletes an account, says so, and ends its connections.
    pub(super) fn delete_account(&mut self, conn: ConnId, id: Option<RequestId>, now: Millis) {
        let user = self.user_of(conn);
        let outcome = user.clone().map(|user| {
            self.delete(user, now);
            Reply::Done
        });
        self.answer(conn, id, "delete-account", outcome, now);
        if let Ok(user) = user {
            self.throw_out(user, CloseReason::Quit);
        }
    }

    /// Resigns the games of a user and makes the name free.
    fn delete(&mut self, user: UserId, now: Millis) {
        self.withdraw_offers_of(user, Offers::All, now);
        for game in self.users[user].games.clone() {
            self.resign_for(user, game, now);
        }
        self.effects.writes.push(Write::TokensEnd(user));
        self.effects.writes.push(Write::Gone(user));
        self.users.free_name(user);
        // A token that is being checked at this moment opens nothing any more.
        self.users[user].banned = true;
    }

    /// Tells everybody that the server ends, and ends all connections.
    pub(super) fn shut_down(&mut self, text: &str, now: Millis) {
        self.announce(text, now);
        self.ends = true;
        let mut everybody: Vec<ConnId> = self.connections.keys().copied().collect();
        everybody.sort_unstable();
        for connection in everybody {
            self.close(connection);
        }
    }

    /// Ends a connection because the server ends.
    pub(super) fn close(&mut self, connection: ConnId) {
        let reason = CloseReason::Shutdown;
        self.effects.deliveries.push(Delivery::Close { connection, reason });
    }

    /// Lets something happen in the private room of a user. Bots of the house have none.
    pub(super) fn tell_privately(&mut self, user: UserId, event: Event, now: Millis) {
        if self.users[user].house.is_none() {
            self.publish(RoomKey::Private(user), event, now);
        }
    }
}
