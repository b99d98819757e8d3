//! Logging in and out, accounts, and the end of the server.

use willow_protocol::{CloseReason, ErrorDetail, Event, Name, Role};

use super::effects::Delivery;
use super::input::{ConnId, Millis, SignIn, TokenHash, UserId};
use super::offers::Offers;
use super::refusal::Refusal;
use super::reply::{Outcome, Reply};
use super::state::ServerState;
use super::users::User;
use super::writes::{RoomKey, Write};

impl ServerState {
    /// Logs a client in whose password or token was right.
    pub(super) fn sign_in(&mut self, conn: ConnId, sign_in: SignIn, now: Millis) -> Outcome {
        match self.connections.get(&conn) {
            None => return Ok(Reply::Later),
            Some(connection) if connection.user.is_some() => {
                return Err(Refusal::new(
                    ErrorDetail::AlreadyLoggedIn,
                    "you are already logged in",
                ));
            }
            Some(_) => {}
        }
        let mut digest = None;
        let (user, token) = match sign_in {
            SignIn::Guest { name, token } => (self.new_guest(name, now)?, Some(token)),
            SignIn::Register { name, hash, token } => {
                (self.new_user(name, Role::Player, Some(hash), now)?, Some(token))
            }
            SignIn::Login { user, token } => (user, Some(token)),
            SignIn::Resume { user, token } => {
                digest = Some(token);
                (user, None)
            }
        };
        self.may_sign_in(user)?;
        if let Some((_, hash)) = &token {
            self.effects.writes.push(Write::Token(user, *hash, now));
            digest = Some(*hash);
        }
        self.connections.entry(conn).or_default().id_scope.token = digest;
        Ok(Reply::Answer(self.attach(conn, user, token.map(|(token, _)| token), now)))
    }

    /// Makes sure that a user may log in.
    fn may_sign_in(&self, user: UserId) -> Result<(), Refusal> {
        match self.users.get(user) {
            None => Err(Refusal::new(ErrorDetail::AccountDeleted, "this account no longer exists")),
            Some(user) if user.banned => Err(Refusal::new(ErrorDetail::Banned, "you are banned")),
            Some(user) if user.bot.is_some() => {
                Err(Refusal::new(ErrorDetail::ServerBot, "the server's own bots cannot log in"))
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
            let number = self.rng.next_u64() % 1_000_000;
            let name = format!("guest-{number}").parse().expect("a word and a few digits");
            if !self.users.is_taken(&name) {
                return name;
            }
        }
    }

    /// Creates a user.
    pub(super) fn new_user(
        &mut self,
        name: Name,
        role: Role,
        password: Option<String>,
        now: Millis,
    ) -> Result<UserId, Refusal> {
        if self.users.is_taken(&name) {
            let message = format!("the name {name} is taken, or looks like a name that is taken");
            return Err(Refusal::new(ErrorDetail::NameTaken, message));
        }
        let user = self.users.next_id();
        let mut new = User::new(name.clone(), role);
        new.profile.created_at = now;
        self.users.insert(user, new);
        self.effects.writes.push(Write::User { user, name, role, password, at: now });
        Ok(user)
    }

    /// Attaches a connection to a user, and sends the private events that the user missed.
    fn attach(&mut self, conn: ConnId, id: UserId, token: Option<String>, now: Millis) -> Event {
        let was_offline = !self.users[id].is_online();
        self.users[id].connections.insert(conn);
        let game = self.users[id].games.last().copied();
        let connection = self.connections.entry(conn).or_default();
        connection.user = Some(id);
        connection.game = game;
        let watched = connection.watching.clone();
        let (name, role) = (self.users[id].name.clone(), self.users[id].role);
        let (lobby, private) = (self.lobby.last, self.users[id].seen);
        if was_offline {
            self.user_came(id, now);
        }
        // A visitor who watches has a name now.
        for game in watched {
            self.spectators_changed(game, now);
        }
        self.lobby_connections.insert(conn);
        let signed_in = Delivery::SignedIn { connection: conn, user: id, name: name.clone() };
        self.effects.deliveries.push(signed_in);
        self.send_missed(conn, id);
        Event::Entered { name, role, token, lobby, private }
    }

    /// Sends the private events that came while the user was offline.
    fn send_missed(&mut self, conn: ConnId, id: UserId) {
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
                self.effects.send(vec![conn], notice);
            }
        }
        self.effects.writes.push(Write::PrivateSeen(id, last));
    }

    /// Closes all connections of a user.
    pub(super) fn disconnect_user(&mut self, id: UserId, reason: CloseReason) {
        for &connection in &self.users[id].connections {
            self.effects.deliveries.push(Delivery::Close { connection, reason });
        }
    }

    /// Sets a new password and revokes all tokens.
    pub(super) fn set_password(&mut self, conn: ConnId, hash: String) -> Outcome {
        let user = self.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        self.effects.writes.push(Write::Password(user, hash));
        self.effects.writes.push(Write::TokensRevoked(user));
        Ok(Reply::Done)
    }

    /// Stores a new token.
    pub(super) fn new_token(
        &mut self,
        conn: ConnId,
        token: String,
        hash: TokenHash,
        now: Millis,
    ) -> Outcome {
        let user = self.user_of(conn).ok_or_else(Refusal::not_logged_in)?;
        self.effects.writes.push(Write::Token(user, hash, now));
        Ok(Reply::Answer(Event::Token { token }))
    }

    /// Deletes an account: its games are resigned, and its name is free again.
    pub(super) fn delete_account(&mut self, user: Option<UserId>, now: Millis) -> Outcome {
        let user = user.ok_or_else(Refusal::not_logged_in)?;
        self.withdraw_offers(user, Offers::All, now);
        for game in self.users[user].games.clone() {
            self.resign_game(user, game, now);
        }
        self.effects.writes.push(Write::TokensRevoked(user));
        self.end_all_following(user);
        self.effects.writes.push(Write::UserDeleted(user));
        self.users.free_name(user);
        // A token that is being checked at this moment is refused.
        self.users[user].banned = true;
        Ok(Reply::Done)
    }

    /// Announces the end of the server, and closes all connections.
    pub(super) fn shut_down(&mut self, text: &str, now: Millis) {
        self.announce(text, now);
        self.is_shutting_down = true;
        let mut all: Vec<ConnId> = self.connections.keys().copied().collect();
        all.sort_unstable();
        for connection in all {
            self.close(connection);
        }
    }

    /// Publishes an event in the private room of a user. The server's bots have none.
    pub(super) fn notify_user(&mut self, user: UserId, event: Event, now: Millis) {
        if self.users[user].bot.is_none() {
            self.publish(RoomKey::Private(user), event, now);
        }
    }
}
