//! How connections begin and end: who is attached to a user, and what happens when it is detached.

use willow_protocol::{CloseReason, Event, Notice, Role, Room, RoomNumbers};

use super::Connection;
use crate::domain::{
    ConnId, Connections, Context, Delivery, EncodedNotice, ServerState, UserId, Write,
};

pub(crate) struct Login {
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
    /// Attaches a connection to a user, and sends the events that the client missed: they come before
    /// everything new in their rooms.
    pub(crate) fn attach(
        &mut self,
        conn: ConnId,
        id: UserId,
        Login { token, rooms }: Login,
    ) -> Event {
        let name = self.shared.accounts[id].name().clone();
        let logged_in = Delivery::LoggedIn { connection: conn, user: id, name: name.clone() };
        self.shared.context.effects.deliveries.push(logged_in);
        let (lobby, private) = (self.lobby.log().last(), self.shared.accounts[id].seen());
        let game = self.shared.accounts[id].games().last().copied();
        let connection = self.shared.connections.open.entry(conn).or_default();
        (connection.user, connection.game) = (Some(id), game);
        let watched = connection.watching.clone();
        let reads_private = !connection.leaves_private_unread;
        self.send_missed_of_rooms(conn, id, &rooms);
        let is_named = rooms.0.contains_key(&Room::Private);
        let unread = if reads_private && !is_named {
            self.shared.accounts.send_missed_private(conn, id, &mut self.shared.context)
        } else {
            0
        };
        let was_offline = !self.shared.accounts[id].is_online();
        self.shared.accounts.connect(id, conn);
        if reads_private {
            self.shared.accounts.reads_private_room(id, conn);
        }
        if was_offline {
            self.user_came(id);
        }
        // A visitor who watches has a name now.
        for game in watched {
            self.games.spectators_changed(game, &mut self.shared);
        }
        // The lobby comes to a bridge once, not for each of its proxies.
        if self.shared.accounts[id].role() != Role::Proxy {
            self.lobby.follow(conn);
        }
        Event::Entered {
            name,
            role: self.shared.accounts[id].role(),
            display_name: self.shared.accounts.display_name(id),
            token,
            lobby,
            private,
            recovery_codes: Vec::new(),
            rooms: self.last_numbers(conn, id),
            offers: Some(self.lobby.own_offers(id, &self.shared.accounts)),
            games: Some(self.games.own_games(id, &self.shared.accounts)),
            unread: Some(unread),
        }
    }

    pub(crate) fn disconnect_user(&mut self, id: UserId, reason: CloseReason) {
        for connection in self.shared.accounts[id].connections().clone() {
            self.end_connection(connection, reason);
        }
    }

    /// Detaches a connection that ended.
    pub(crate) fn disconnected(&mut self, conn: ConnId) {
        let Some(connection) = self.shared.connections.open.remove(&conn) else { return };
        self.lobby.unfollow(conn);
        self.tournaments.unfollow(None, conn);
        self.end_proxies(conn, &connection);
        for game in connection.watching {
            self.games.stop_watching(conn, game, &mut self.shared);
        }
        let Some(id) = connection.user else { return };
        self.shared.accounts.disconnect(id, conn);
        if self.shared.accounts[id].is_online() {
            return;
        }
        self.shared.accounts.store_seen(id, &mut self.shared.context);
        self.shared.accounts.note_last_seen(id, &mut self.shared.context);
        self.begin_absence(id);
    }

    /// Ends a connection. Commands that it has sent already are not executed.
    pub(crate) fn end_connection(&mut self, connection: ConnId, reason: CloseReason) {
        self.shared.context.close(connection, reason);
        self.disconnected(connection);
    }
}

impl Context {
    /// Closes a connection from the server's side.
    pub(crate) fn close(&mut self, connection: ConnId, reason: CloseReason) {
        self.effects.deliveries.push(Delivery::Close { connection, reason });
    }
}

impl Connections {
    /// Takes a new connection, unless the server shuts down.
    pub(crate) fn connected(&mut self, connection: ConnId, context: &mut Context) {
        self.open.insert(connection, Connection::default());
        if self.is_shutting_down {
            context.close(connection, CloseReason::Shutdown);
        }
    }

    /// Announces the end of the server, and closes all connections. Clocks run until now: whoever
    /// is disconnected is not charged for the rest of the shutdown.
    pub(crate) fn shut_down(&mut self, text: &str, context: &mut Context) {
        self.announce(text, context);
        context.write(Write::Heartbeat(context.now));
        self.is_shutting_down = true;
        let mut all: Vec<ConnId> = self.open.keys().copied().collect();
        all.sort_unstable();
        for connection in all {
            context.close(connection, CloseReason::Shutdown);
        }
    }

    /// Sends an announcement to all connections.
    fn announce(&self, text: &str, context: &mut Context) {
        let event = Event::Announced { text: text.to_owned() };
        let notice = EncodedNotice::new(Notice::new(context.now, event));
        context.effects.send(self.of_clients(|_| true), notice);
    }

    /// Returns the connections of clients that have sent a command, in their order.
    pub(crate) fn that_have_spoken(&self) -> Vec<ConnId> {
        self.of_clients(|connection| connection.has_spoken)
    }

    /// Returns connections that are not those of proxies, in their order.
    fn of_clients(&self, is_wanted: impl Fn(&Connection) -> bool) -> Vec<ConnId> {
        let own = self.open.iter().filter(|(_, it)| it.bridge.is_none() && is_wanted(it));
        let mut all: Vec<ConnId> = own.map(|(&conn, _)| conn).collect();
        all.sort_unstable();
        all
    }
}
