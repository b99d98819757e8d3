//! Logging in and out, and the end of the server.

use std::net::IpAddr;

use willow_protocol::{CloseReason, ErrorDetail, Event, Name, Role, Room, RoomNumbers, TokenKind};

use crate::domain::{
    AccessWrite, ConnId, Delivery, NameKind, Outcome, Refusal, Reply, RoomKey, ServerState, SignIn,
    TokenHash, TokenNumber, UsedToken, User, UserId, UserWrite, Write, is_reserved, is_use_noted,
    refuse,
};

/// A login that was checked.
struct SignedIn {
    user: UserId,
    number: TokenNumber,
    hash: TokenHash,
    login: Login,
    /// The recovery codes of a new account.
    codes: Vec<String>,
}

/// What is particular to a login.
pub(crate) struct Login {
    /// The new token.
    pub(crate) token: Option<String>,
    /// The numbers of the last events that the client has.
    pub(crate) rooms: RoomNumbers,
}

impl Login {
    /// Returns the login of a proxy: its bridge has logged in already.
    pub(crate) fn of_proxy() -> Login {
        Login { token: None, rooms: RoomNumbers::default() }
    }
}

impl ServerState {
    /// Logs a client in whose password or token was right.
    pub(crate) fn sign_in(&mut self, conn: ConnId, sign_in: SignIn, address: IpAddr) -> Outcome {
        let now = self.now;
        let Some(connection) = self.connections.get(&conn) else { return Ok(Reply::Later) };
        if let Some(user) = connection.user {
            return self.register_guest(conn, user, sign_in);
        }
        let SignedIn { user, number, hash, login, codes } = self.checked_user(sign_in, address)?;
        let connection = self.connections.entry(conn).or_default();
        connection.token = Some(number);
        connection.address = Some(address);
        connection.id_scope.token = Some(hash);
        if self.users[user].addresses.used(address, now) {
            self.effects.writes.push(AccessWrite::AddressUsed(user, address, now).into());
        }
        let mut entered = self.attach(conn, user, login);
        if let Event::Entered { recovery_codes, .. } = &mut entered {
            *recovery_codes = codes;
        }
        Ok(Reply::Answer(entered))
    }

    /// Finds or creates the user of a login.
    fn checked_user(&mut self, sign_in: SignIn, address: IpAddr) -> Result<SignedIn, Refusal> {
        let now = self.now;
        match sign_in {
            SignIn::Guest { name, token: (secret, hash) } => {
                if !self.settings.guests {
                    return refuse(
                        ErrorDetail::NoGuests,
                        "this server has no guests; use `register`",
                    );
                }
                self.may_come_from(address)?;
                let user = self.new_guest(name)?;
                Ok(self.with_new_token(user, secret, hash))
            }
            SignIn::Register { name, hash: password, token: (secret, hash), codes } => {
                self.may_come_from(address)?;
                self.may_choose(&name, NameKind::Account)?;
                let user = self.new_user(name, Role::Player, Some(password))?;
                self.effects.writes.push(AccessWrite::RecoveryCodes(user, codes.hashes).into());
                Ok(SignedIn { codes: codes.secrets, ..self.with_new_token(user, secret, hash) })
            }
            SignIn::Login { account, token: (secret, hash) } => {
                self.may_sign_in(account.user)?;
                if !self.secrets.has_password(&account) {
                    return Err(Refusal::wrong_password());
                }
                Ok(self.with_new_token(account.user, secret, hash))
            }
            SignIn::Resume { user, token, rooms } => {
                self.may_sign_in(user)?;
                if self.tokens.is_revoked(user, token.number) {
                    return refuse(ErrorDetail::UnknownToken, "unknown token");
                }
                // Its use is noted at most once an hour.
                if !self.is_read_only() && is_use_noted(token.used_at, now) {
                    let used = UsedToken { used_at: now, ..token };
                    self.effects.writes.push(AccessWrite::TokenUsed(used).into());
                }
                let UsedToken { number, hash, .. } = token;
                let login = Login { token: None, rooms };
                Ok(SignedIn { user, number, hash, login, codes: Vec::new() })
            }
            SignIn::Recovered { account, code, hash: password, token: (secret, hash) } => {
                self.may_sign_in(account.user)?;
                self.use_recovery_code(&account, code, password)?;
                Ok(self.with_new_token(account.user, secret, hash))
            }
        }
    }

    /// Makes the token of a login.
    fn with_new_token(&mut self, user: UserId, secret: String, hash: TokenHash) -> SignedIn {
        let number = self.make_token(user, hash, TokenKind::Login, None);
        let login = Login { token: Some(secret), rooms: RoomNumbers::default() };
        SignedIn { user, number, hash, login, codes: Vec::new() }
    }

    /// Refuses a newcomer from an address of somebody who was banned.
    fn may_come_from(&mut self, address: IpAddr) -> Result<(), Refusal> {
        if self.banned_addresses.is_banned(address, self.now) {
            let message = "somebody was banned at your address; nobody new may come from there yet";
            return refuse(ErrorDetail::AddressBanned, message);
        }
        Ok(())
    }

    /// Refuses a name that is reserved, or that belonged to an account until not long ago.
    fn may_choose(&mut self, name: &Name, kind: NameKind) -> Result<(), Refusal> {
        if is_reserved(name.as_str(), kind, &self.settings.reserved_names)
            || self.bridge_of_name(name.as_str()).is_some()
        {
            let message = format!("the name {name} is reserved; choose another one");
            return refuse(ErrorDetail::NameReserved, message);
        }
        self.is_not_held(name)
    }

    /// Refuses a name that belonged to an account until not long ago.
    fn is_not_held(&mut self, name: &Name) -> Result<(), Refusal> {
        if self.users.is_held(name, self.now) {
            let message = format!("the account {name} was deleted; its name is not free yet");
            return refuse(ErrorDetail::NameHeld, message);
        }
        Ok(())
    }

    /// Makes sure that a user may log in.
    fn may_sign_in(&self, user: UserId) -> Result<(), Refusal> {
        match self.users.get(user) {
            None => refuse(ErrorDetail::AccountDeleted, "this account no longer exists"),
            Some(user) if user.is_deleted => {
                refuse(ErrorDetail::AccountDeleted, "this account no longer exists")
            }
            Some(user) if user.banned => refuse(ErrorDetail::Banned, "you are banned"),
            Some(user) if user.role == Role::Proxy => refuse(
                ErrorDetail::ProxyAccount,
                "nobody can log in as a proxy: its bridge alone uses the account",
            ),
            Some(user) if user.bot.is_some() => {
                refuse(ErrorDetail::ServerBot, "the server's own bots cannot log in")
            }
            Some(_) => Ok(()),
        }
    }

    fn new_guest(&mut self, name: Option<Name>) -> Result<UserId, Refusal> {
        let name = match name {
            Some(name) => {
                self.may_choose(&name, NameKind::Guest)?;
                name
            }
            None => self.free_guest_name(),
        };
        self.new_user(name, Role::Guest, None)
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

    /// Creates a user. The name of a proxy may look like another one: its beginning is reserved.
    pub(crate) fn new_user(
        &mut self,
        name: Name,
        role: Role,
        password: Option<String>,
    ) -> Result<UserId, Refusal> {
        let now = self.now;
        let is_taken = match role {
            Role::Proxy => self.users.find(&name).is_some(),
            _ => self.users.is_taken(&name),
        };
        if is_taken {
            let message = format!("the name {name} is taken, or looks like a name that is taken");
            return refuse(ErrorDetail::NameTaken, message);
        }
        let user = self.users.next_id();
        let mut new = User::new(name.clone(), role);
        new.profile.created_at = now;
        self.users.insert(user, new);
        self.effects.writes.push(UserWrite::Created { user, name, role, password, at: now }.into());
        Ok(user)
    }

    /// Attaches a connection to a user, and sends the events that the client missed: they come before
    /// everything new in their rooms.
    pub(crate) fn attach(
        &mut self,
        conn: ConnId,
        id: UserId,
        Login { token, rooms }: Login,
    ) -> Event {
        let name = self.users[id].name.clone();
        let signed_in = Delivery::SignedIn { connection: conn, user: id, name: name.clone() };
        self.effects.deliveries.push(signed_in);
        let (lobby, private) = (self.lobby.last, self.users[id].seen);
        let game = self.users[id].games.last().copied();
        let connection = self.connections.entry(conn).or_default();
        connection.user = Some(id);
        connection.game = game;
        let watched = connection.watching.clone();
        let reads_private = !connection.leaves_private_unread;
        self.send_missed_of_rooms(conn, id, &rooms);
        let is_named = rooms.0.contains_key(&Room::Private);
        let unread =
            if reads_private && !is_named { self.send_missed_private(conn, id) } else { 0 };
        let was_offline = !self.users[id].is_online();
        self.users.connect(id, conn);
        if was_offline {
            self.user_came(id);
        }
        // A visitor who watches has a name now.
        for game in watched {
            self.spectators_changed(game);
        }
        // The lobby comes to a bridge once, not for each of its proxies.
        if self.users[id].role != Role::Proxy {
            self.lobby_followers.insert(conn);
        }
        Event::Entered {
            name,
            role: self.users[id].role,
            display_name: self.users[id].profile.display_name.clone(),
            token,
            lobby,
            private,
            recovery_codes: Vec::new(),
            rooms: self.last_numbers(conn, id),
            offers: Some(self.own_offers(id)),
            games: Some(self.own_games(id)),
            unread: Some(unread),
        }
    }

    /// Ends all connections of a user.
    pub(crate) fn disconnect_user(&mut self, id: UserId, reason: CloseReason) {
        for connection in self.users[id].connections.clone() {
            self.end_connection(connection, reason);
        }
    }

    /// Ends a connection. Commands that it has sent already are not executed.
    pub(crate) fn end_connection(&mut self, connection: ConnId, reason: CloseReason) {
        self.effects.deliveries.push(Delivery::Close { connection, reason });
        self.disconnected(connection);
    }

    /// Announces the end of the server, and closes all connections. Clocks run until now: whoever
    /// is disconnected is not charged for the rest of the shutdown.
    pub(crate) fn shut_down(&mut self, text: &str) {
        self.announce(text);
        self.effects.writes.push(Write::Heartbeat(self.now));
        self.is_shutting_down = true;
        let mut all: Vec<ConnId> = self.connections.keys().copied().collect();
        all.sort_unstable();
        for connection in all {
            self.close(connection);
        }
    }

    /// Publishes an event in the private room of a user. The server's bots have none.
    pub(crate) fn notify_user(&mut self, user: UserId, event: Event) {
        if self.users[user].bot.is_none() {
            self.publish(RoomKey::Private(user), event);
        }
    }
}

impl ServerState {
    /// Makes the guest who is logged in an account, with the same name, games, tokens and relations.
    pub(crate) fn register_guest(
        &mut self,
        conn: ConnId,
        user: UserId,
        sign_in: SignIn,
    ) -> Outcome {
        let already = || Refusal::new(ErrorDetail::AlreadyLoggedIn, "you are already logged in");
        let SignIn::Register { name, hash, token: (token, token_hash), codes } = sign_in else {
            return Err(already());
        };
        let guest = &self.users[user];
        if guest.role != Role::Guest {
            return Err(already());
        }
        if guest.name.key() != name.key() {
            let name = &guest.name;
            let message = format!(
                "`register {name}` makes the guest {name} an account; for another name, `quit` first"
            );
            return refuse(ErrorDetail::OtherGuestName, message);
        }
        self.users[user].role = Role::Player;
        self.effects.writes.push(UserWrite::Role(user, Role::Player).into());
        self.effects.writes.push(UserWrite::Password(user, hash).into());
        self.effects.writes.push(AccessWrite::RecoveryCodes(user, codes.hashes).into());
        self.make_token(user, token_hash, TokenKind::Login, None);
        self.broadcast_unnumbered(self.online_event(user));
        let mut entered = self.attach_again(conn, user, token);
        if let Event::Entered { recovery_codes, .. } = &mut entered {
            *recovery_codes = codes.secrets;
        }
        Ok(Reply::Answer(entered))
    }

    /// Returns the answer to a login over a connection that keeps its current game and its
    /// subscription to the lobby.
    fn attach_again(&mut self, conn: ConnId, user: UserId, token: String) -> Event {
        let game = self.connections.get(&conn).and_then(|connection| connection.game);
        let follows_lobby = self.lobby_followers.contains(conn);
        let login = Login { token: Some(token), rooms: RoomNumbers::default() };
        let entered = self.attach(conn, user, login);
        if let Some(game) = game {
            self.set_current_game(conn, game);
        }
        if !follows_lobby {
            self.lobby_followers.remove(conn);
        }
        entered
    }
}
