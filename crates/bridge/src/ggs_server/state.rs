//! The server's state, and how it speaks to its users.

use std::collections::BTreeMap;
use std::time::Duration;

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use willow_board::RandomSource;

use super::input::{ConnId, Input, Moment, Output};
use super::live_match::LiveMatch;
use super::pending_request::PendingRequest;
use super::session::{Account, Phase, Session};
use super::settings::Settings;
use super::stored_match::StoredMatch;
use crate::ggs::{ArchiveId, Event};

/// A GGS without IO: lines and times come in, texts go out.
///
/// ```
/// use willow_bridge::ggs_server::{ConnId, Input, Moment, Output, ServerState};
///
/// let mut server = ServerState::new(0);
/// let outputs = server.handle(Input::Connected(ConnId(1)), Moment::default());
/// assert!(matches!(&outputs[..], [Output::Send(_, text)] if text.contains(": Enter login")));
/// ```
#[derive(Debug)]
pub struct ServerState {
    pub(super) random: Draws,
    pub(super) now: Moment,
    pub(super) sessions: BTreeMap<ConnId, Session>,
    pub(super) accounts: BTreeMap<String, Account>,
    pub(super) requests: BTreeMap<u32, PendingRequest>,
    pub(super) matches: BTreeMap<u32, LiveMatch>,
    pub(super) stored: BTreeMap<ArchiveId, StoredMatch>,
    pub(super) next_archive: u32,
    pub(super) next_request: u32,
    pub(super) next_match: u32,
    outputs: Vec<Output>,
}

/// The random numbers of a server.
#[derive(Debug)]
pub(super) struct Draws(ChaCha12Rng);

impl RandomSource for Draws {
    fn below(&mut self, n: usize) -> usize {
        (self.0.next_u64() % n as u64) as usize
    }
}

impl ServerState {
    /// Returns a server without users, whose random starts and colours come from a seed.
    pub fn new(seed: u64) -> ServerState {
        ServerState {
            random: Draws(ChaCha12Rng::seed_from_u64(seed)),
            now: Moment::default(),
            sessions: BTreeMap::new(),
            accounts: BTreeMap::new(),
            requests: BTreeMap::new(),
            matches: BTreeMap::new(),
            stored: BTreeMap::new(),
            next_archive: 1,
            next_request: 0,
            next_match: 0,
            outputs: Vec::new(),
        }
    }

    /// Takes one input and returns what is to be done.
    pub fn handle(&mut self, input: Input, now: Moment) -> Vec<Output> {
        self.now = now;
        self.run_alarms();
        match input {
            Input::Connected(conn) => self.connected(conn),
            Input::Line(conn, line) => self.line(conn, &line),
            Input::Disconnected(conn) => self.leave(conn),
            Input::Tick => {}
        }
        std::mem::take(&mut self.outputs)
    }

    /// Returns the time since the server began.
    pub(super) const fn at(&self) -> Duration {
        self.now.at
    }

    /// Sends a text as it is.
    pub(super) fn send(&mut self, conn: ConnId, text: impl Into<String>) {
        self.outputs.push(Output::Send(conn, text.into()));
    }

    /// Ends a connection.
    pub(super) fn close(&mut self, conn: ConnId) {
        self.outputs.push(Output::Close(conn));
    }

    /// Sends the mark after a command.
    pub(super) fn ready(&mut self, conn: ConnId) {
        self.send(conn, "READY\r\n");
    }

    /// Answers a command of the central server.
    pub(super) fn reply(&mut self, conn: ConnId, body: &str) {
        self.send(conn, with_line_ends(body));
        self.ready(conn);
    }

    /// Sends a message that was not asked for to somebody, if they are here.
    pub(super) fn tell(&mut self, name: &str, event: &Event) {
        if let Some(conn) = self.conn_of(name) {
            self.tell_conn(conn, event);
        }
    }

    /// Sends a message that was not asked for.
    pub(super) fn tell_conn(&mut self, conn: ConnId, event: &Event) {
        self.send(conn, format!("\r\n{}", with_line_ends(&event.to_string())));
        self.ready(conn);
    }

    /// Sends a message to several people.
    pub(super) fn tell_all(&mut self, names: &[String], event: &Event) {
        for name in names {
            self.tell(name, event);
        }
    }

    /// Returns the connection of a user who is in.
    pub(super) fn conn_of(&self, name: &str) -> Option<ConnId> {
        let is_in = |session: &Session| session.phase == Phase::In && session.name == name;
        self.sessions.iter().find(|(_, session)| is_in(session)).map(|(conn, _)| *conn)
    }

    /// Returns the session of a user who is in.
    pub(super) fn session_of(&self, name: &str) -> Option<&Session> {
        self.conn_of(name).and_then(|conn| self.sessions.get(&conn))
    }

    /// Returns the settings of a user, who may be away.
    pub(super) fn settings_of(&self, name: &str) -> Settings {
        let here = self.session_of(name).map(|session| &session.settings);
        here.or_else(|| self.accounts.get(name).map(|account| &account.settings))
            .copied()
            .unwrap_or_default()
    }

    /// Returns everybody who is in, by name.
    pub(super) fn names_here(&self) -> Vec<String> {
        let sessions = self.sessions.values().filter(|session| session.phase == Phase::In);
        let mut names: Vec<String> = sessions.map(|session| session.name.clone()).collect();
        names.sort();
        names
    }

    /// Returns how many matches somebody plays.
    pub(super) fn n_matches_of(&self, name: &str) -> u32 {
        self.matches.values().filter(|live| live.player(name).is_some()).count() as u32
    }

    /// Returns whether somebody may play one more match.
    pub(super) fn has_room(&self, name: &str) -> bool {
        self.n_matches_of(name) < self.settings_of(name).open
    }

    pub(super) const fn new_match_number(&mut self) -> u32 {
        self.next_match += 1;
        self.next_match - 1
    }

    pub(super) const fn new_archive_number(&mut self) -> ArchiveId {
        self.next_archive += 1;
        ArchiveId(self.next_archive - 1)
    }
}

/// Returns a text whose lines end as the server's do.
fn with_line_ends(body: &str) -> String {
    let mut text = body.replace('\n', "\r\n");
    text.push_str("\r\n");
    text
}
