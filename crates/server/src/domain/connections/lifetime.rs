//! How connections begin and end: who is attached to a user, and what happens when it is detached.

use willow_protocol::{CloseReason, Event, Notice, Role, Room, RoomNumbers};

use super::Connection;
use crate::domain::{ConnId, Delivery, EncodedNotice, ServerState, UserId, Write};

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
    /// Takes a new connection, unless the server shuts down.
    pub(crate) fn connected(&mut self, connection: ConnId) {
        self.connections.open.insert(connection, Connection::default());
        if self.connections.is_shutting_down {
            self.close_at_shutdown(connection);
        }
    }

    fn close_at_shutdown(&mut self, connection: ConnId) {
        let reason = CloseReason::Shutdown;
        self.context.effects.deliveries.push(Delivery::Close { connection, reason });
    }

    /// Attaches a connection to a user, and sends the events that the client missed: they come before
    /// everything new in their rooms.
    pub(crate) fn attach(
        &mut self,
        conn: ConnId,
        id: UserId,
        Login { token, rooms }: Login,
    ) -> Event {
        let name = self.accounts[id].name().clone();
        let signed_in = Delivery::SignedIn { connection: conn, user: id, name: name.clone() };
        self.context.effects.deliveries.push(signed_in);
        let (lobby, private) = (self.lobby.log().last(), self.accounts[id].seen());
        let game = self.accounts[id].games().last().copied();
        let connection = self.connections.open.entry(conn).or_default();
        (connection.user, connection.game) = (Some(id), game);
        let watched = connection.watching.clone();
        let reads_private = !connection.leaves_private_unread;
        self.send_missed_of_rooms(conn, id, &rooms);
        let is_named = rooms.0.contains_key(&Room::Private);
        let unread =
            if reads_private && !is_named { self.send_missed_private(conn, id) } else { 0 };
        let was_offline = !self.accounts[id].is_online();
        self.accounts.connect(id, conn);
        if was_offline {
            self.user_came(id);
        }
        // A visitor who watches has a name now.
        for game in watched {
            self.spectators_changed(game);
        }
        // The lobby comes to a bridge once, not for each of its proxies.
        if self.accounts[id].role() != Role::Proxy {
            self.lobby.follow(conn);
        }
        Event::Entered {
            name,
            role: self.accounts[id].role(),
            display_name: self.accounts.display_name(id),
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
        for connection in self.accounts[id].connections().clone() {
            self.end_connection(connection, reason);
        }
    }

    /// Detaches a connection that ended.
    pub(crate) fn disconnected(&mut self, conn: ConnId) {
        let Some(connection) = self.connections.open.remove(&conn) else { return };
        self.lobby.unfollow(conn);
        self.end_proxies(conn, &connection);
        for game in connection.watching {
            self.stop_watching(conn, game);
        }
        let Some(id) = connection.user else { return };
        self.accounts.disconnect(id, conn);
        if self.accounts[id].is_online() {
            return;
        }
        self.accounts.store_seen(id, &mut self.context);
        self.accounts.note_last_seen(id, &mut self.context);
        self.begin_absence(id);
    }

    /// Ends a connection. Commands that it has sent already are not executed.
    pub(crate) fn end_connection(&mut self, connection: ConnId, reason: CloseReason) {
        self.context.effects.deliveries.push(Delivery::Close { connection, reason });
        self.disconnected(connection);
    }

    /// Announces the end of the server, and closes all connections. Clocks run until now: whoever
    /// is disconnected is not charged for the rest of the shutdown.
    pub(crate) fn shut_down(&mut self, text: &str) {
        self.announce(text);
        self.context.write(Write::Heartbeat(self.context.now));
        self.connections.is_shutting_down = true;
        let mut all: Vec<ConnId> = self.connections.open.keys().copied().collect();
        all.sort_unstable();
        for connection in all {
            self.close_at_shutdown(connection);
        }
    }

    /// Sends an announcement to all connections.
    fn announce(&mut self, text: &str) {
        let own =
            self.connections.open.iter().filter(|(_, connection)| connection.bridge.is_none());
        let mut all: Vec<ConnId> = own.map(|(&conn, _)| conn).collect();
        all.sort_unstable();
        let event = Event::Announced { text: text.to_owned() };
        self.context.effects.send(all, EncodedNotice::new(Notice::new(self.context.now, event)));
    }
}
