//! Arrivals, logins and departures.

use std::time::Duration;

use super::input::ConnId;
use super::session::{Account, Phase, Session};
use super::settings::Settings;
use super::state::ServerState;
use crate::ggs::{Event, GgsName, Prompt};

/// The time in which a login must be done.
pub(super) const LOGIN_TIME: Duration = Duration::from_mins(2);

/// The most connections.
const MAX_CONNECTIONS: usize = 500;

/// The wrong passwords after which a connection is closed.
const MAX_REFUSED: u32 = 5;

/// The most players who register themselves; whoever comes later is a guest.
const MAX_ACCOUNTS: usize = 10_000;

/// What stands before the prompt.
const BANNER: &str = "\
\r
Willow's GGS: a Generic Game Server for tests\r
=============================================\r
\r
The first login under a name registers it with its password, until the server ends.\r
Without a password you are a guest. The service here is /os: Othello.\r
\r
";

impl ServerState {
    pub(super) fn connected(&mut self, conn: ConnId) {
        if self.sessions.len() >= MAX_CONNECTIONS {
            self.send(conn, ": The server is full.\r\n");
            return self.close(conn);
        }
        self.sessions.insert(conn, Session::new(self.at()));
        self.send(conn, format!("{BANNER}{}\r\n", Event::Prompt(Prompt::Login)));
    }

    /// Takes a line of the login, or a command.
    pub(super) fn line(&mut self, conn: ConnId, line: &str) {
        let Some(session) = self.sessions.get(&conn) else { return };
        match session.phase.clone() {
            Phase::Login => self.take_login(conn, line.trim()),
            Phase::Password(name) => self.take_password(conn, &name, line),
            Phase::In => self.take_command(conn, line),
        }
    }

    fn take_login(&mut self, conn: ConnId, name: &str) {
        match name.parse::<GgsName>() {
            Ok(name) => {
                self.set_phase(conn, Phase::Password(name.to_string()));
                self.send(conn, format!("{}\r\n", Event::Prompt(Prompt::Password)));
            }
            Err(error) => {
                self.send(conn, format!(": {error}.\r\n{}\r\n", Event::Prompt(Prompt::Login)));
            }
        }
    }

    fn take_password(&mut self, conn: ConnId, name: &str, password: &str) {
        if self.is_welcome(name, password) {
            return self.enter(conn, name);
        }
        let n_refused = self.sessions.get_mut(&conn).map_or(0, |session| {
            session.n_refused += 1;
            session.n_refused
        });
        self.set_phase(conn, Phase::Login);
        let prompt = Event::Prompt(Prompt::Login);
        self.send(conn, format!(": The password is not right.\r\n{prompt}\r\n"));
        if n_refused >= MAX_REFUSED {
            self.leave(conn);
            self.close(conn);
        }
    }

    /// Returns whether a password lets somebody in. The first one registers its name; without one comes a guest, whom
    /// nobody remembers.
    fn is_welcome(&mut self, name: &str, password: &str) -> bool {
        if let Some(account) = self.accounts.get(name) {
            return account.password == password;
        }
        if password.is_empty() || self.accounts.len() >= MAX_ACCOUNTS {
            // A guest may not take the name of another who is here.
            return self.conn_of(name).is_none();
        }
        let account = Account { password: password.to_owned(), settings: Settings::default() };
        self.accounts.insert(name.to_owned(), account);
        true
    }

    fn set_phase(&mut self, conn: ConnId, phase: Phase) {
        if let Some(session) = self.sessions.get_mut(&conn) {
            session.phase = phase;
        }
    }

    /// Logs a user in. An older connection of theirs ends.
    fn enter(&mut self, conn: ConnId, name: &str) {
        if let Some(old) = self.conn_of(name) {
            self.send(old, ": You have logged in from elsewhere.\r\n");
            self.leave(old);
            self.close(old);
        }
        let now = self.at();
        let Some(session) = self.sessions.get_mut(&conn) else { return };
        session.phase = Phase::In;
        name.clone_into(&mut session.name);
        session.since = now;
        if let Some(account) = self.accounts.get(name) {
            session.settings = account.settings;
        }
        self.ready(conn);
        self.tell_conn(conn, &Event::Came("/os 1".to_owned()));
        self.tell_arrival(&Event::Came(name.to_owned()), name);
    }

    /// Logs a user out: their requests are withdrawn, their matches adjourned.
    pub(super) fn leave(&mut self, conn: ConnId) {
        let Some(session) = self.sessions.remove(&conn) else { return };
        if session.phase != Phase::In {
            return;
        }
        let name = session.name;
        self.drop_requests_of(&name);
        self.adjourn_all_of(&name);
        self.tell_arrival(&Event::Left(name.clone()), &name);
    }

    /// Tells an arrival or departure to those who asked for that.
    fn tell_arrival(&mut self, event: &Event, name: &str) {
        let wants = |session: &&Session| {
            let notify = &session.notify;
            session.phase == Phase::In
                && session.name != name
                && (notify.contains(name) || notify.contains("*"))
        };
        let names: Vec<String> =
            self.sessions.values().filter(wants).map(|session| session.name.clone()).collect();
        self.tell_all(&names, event);
    }
}
