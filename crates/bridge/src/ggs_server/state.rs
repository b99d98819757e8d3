//! The server's state, and how it speaks to its users.

use std::collections::BTreeMap;
use std::time::Duration;

use rand_chacha::ChaCha12Rng;
use rand_chacha::rand_core::{Rng as _, SeedableRng as _};
use willow_board::RandomSource;

use super::account::Account;
use super::config::{Registration, ServerConfig};
use super::input::{ConnId, Input, Kept, Moment, Output};
use super::live_match::LiveMatch;
use super::pending_request::PendingRequest;
use super::rating::Rating;
use super::saved::{self, FinishedMatch, Saved, SavedError, StoredMatch};
use super::session::{Phase, Session};
use super::settings::Settings;
use crate::ggs::{Event, MatchType};

/// A GGS without IO: lines and times come in, texts go out.
///
/// ```
/// use willow_bridge::ggs_server::{ConnId, Input, Moment, Output, ServerConfig, ServerState};
///
/// let mut server = ServerState::new(ServerConfig::default());
/// let outputs = server.handle(Input::Connected(ConnId(1)), Moment::default());
/// assert!(matches!(&outputs[..], [Output::Send(_, text)] if text.contains(": Enter login")));
/// ```
#[derive(Debug)]
pub struct ServerState {
    pub(super) config: ServerConfig,
    pub(super) random: Draws,
    pub(super) now: Moment,
    pub(super) sessions: BTreeMap<ConnId, Session>,
    pub(super) accounts: BTreeMap<String, Account>,
    pub(super) requests: BTreeMap<u32, PendingRequest>,
    pub(super) matches: BTreeMap<u32, LiveMatch>,
    pub(super) stored: BTreeMap<u32, StoredMatch>,
    pub(super) finished: Vec<FinishedMatch>,
    pub(super) next_archive: u32,
    pub(super) next_request: u32,
    pub(super) next_match: u32,
    /// Whether something that is kept has changed.
    pub(super) is_changed: bool,
    /// Whether a rated match that runs may have changed.
    pub(super) is_moved: bool,
    /// The file of running matches as it was kept last.
    kept_running: String,
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
    /// Returns a server without users.
    #[must_use]
    pub fn new(config: ServerConfig) -> ServerState {
        let random = Draws(ChaCha12Rng::seed_from_u64(config.seed));
        let mut state = ServerState {
            config,
            random,
            now: Moment::default(),
            sessions: BTreeMap::new(),
            accounts: BTreeMap::new(),
            requests: BTreeMap::new(),
            matches: BTreeMap::new(),
            stored: BTreeMap::new(),
            finished: Vec::new(),
            next_archive: 1,
            next_request: 0,
            next_match: 0,
            is_changed: false,
            is_moved: false,
            kept_running: String::new(),
            outputs: Vec::new(),
        };
        state.invite();
        state
    }

    /// Returns a server with the users of an earlier run.
    ///
    /// # Errors
    /// The text must be one that [`Kept::users`] had.
    pub fn restored(config: ServerConfig, text: &str) -> Result<ServerState, SavedError> {
        let saved = Saved::parse(text)?;
        let mut state = ServerState::new(config);
        let accounts = saved.accounts.into_iter();
        state.accounts.extend(accounts.map(|account| (account.name.clone(), account)));
        state.stored = saved.stored.into_iter().map(|stored| (stored.id, stored)).collect();
        state.finished = saved.finished;
        state.next_archive = saved.next_archive;
        Ok(state)
    }

    /// Returns the server with the rated matches that ran when it was stopped: they are stored now, so
    /// that both players can ask to go on.
    ///
    /// # Errors
    /// The text must be one that [`Kept::running`] had.
    pub fn with_running(mut self, text: &str) -> Result<ServerState, SavedError> {
        for running in saved::parse_running(text)? {
            // The server may have been stopped between writing the two files.
            let is_over = self.finished.iter().any(|record| record.id == running.id);
            let kept = self.stored.get(&running.id).map(StoredMatch::n_moves);
            if is_over || kept.is_some_and(|n_moves| n_moves >= running.n_moves()) {
                continue;
            }
            self.next_archive = self.next_archive.max(running.id + 1);
            self.stored.insert(running.id, running);
        }
        Ok(self)
    }

    /// Makes accounts for those whom the operator names.
    fn invite(&mut self) {
        if let Registration::Named(names) = &self.config.registration {
            for name in names {
                self.accounts.entry(name.clone()).or_insert_with(|| Account::new(name));
            }
        }
    }

    /// Takes one input and returns what is to be done.
    pub fn handle(&mut self, input: Input, now: Moment) -> Vec<Output> {
        self.now = now;
        self.run_alarms();
        match input {
            Input::Connected(conn) => self.connected(conn),
            Input::Line(conn, line) => self.line(conn, &line),
            Input::Disconnected(conn) => self.disconnected(conn),
            Input::Tick => {}
        }
        let mut outputs = std::mem::take(&mut self.outputs);
        if let Some(kept) = self.kept() {
            outputs.insert(0, Output::Save(kept));
        }
        outputs
    }

    /// Returns what must be kept after an input.
    fn kept(&mut self) -> Option<Kept> {
        let (is_changed, is_moved) =
            (std::mem::take(&mut self.is_changed), std::mem::take(&mut self.is_moved));
        if !is_changed && !is_moved {
            return None;
        }
        let running = self.running();
        let users = is_changed.then(|| self.saved_text(&running));
        let text = saved::running_text(&running);
        let is_same = text == self.kept_running;
        self.kept_running.clone_from(&text);
        let kept = Kept { users, running: (!is_same).then_some(text) };
        (kept != Kept::default()).then_some(kept)
    }

    /// Returns the rated matches that run, as they would be stored now.
    fn running(&mut self) -> Vec<StoredMatch> {
        let (now, unix) = (self.now.at, self.now.unix);
        let mut running = Vec::new();
        for live in self.matches.values_mut().filter(|live| live.is_kept()) {
            let id = *live.archive.get_or_insert_with(|| {
                self.next_archive += 1;
                self.next_archive - 1
            });
            let mut frozen = live.clone();
            frozen.freeze(now);
            running.push(StoredMatch::of(&frozen, id, unix));
        }
        running
    }

    fn saved_text(&self, running: &[StoredMatch]) -> String {
        let mut saved = Saved::default();
        saved.next_archive = self.next_archive;
        saved.accounts = self.accounts.values().cloned().collect();
        saved.stored = self.stored.values().chain(running).cloned().collect();
        saved.finished.clone_from(&self.finished);
        saved.to_text()
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

    /// Returns a user's rating in the pool of a type.
    pub(super) fn rating_of(&self, name: &str, kind: MatchType) -> Rating {
        self.accounts.get(name).map(|account| account.rating(&kind.pool())).unwrap_or_default()
    }

    /// Returns how many matches somebody plays.
    pub(super) fn n_matches_of(&self, name: &str) -> u32 {
        self.matches.values().filter(|live| live.player(name).is_some()).count() as u32
    }

    /// Returns whether somebody may play one more match.
    pub(super) fn has_room(&self, name: &str) -> bool {
        self.n_matches_of(name) < self.settings_of(name).open
    }

    /// Returns the next number of the archive.
    pub(super) const fn new_request_number(&mut self) -> u32 {
        self.next_request += 1;
        self.next_request - 1
    }

    pub(super) const fn new_match_number(&mut self) -> u32 {
        self.next_match += 1;
        self.next_match - 1
    }

    pub(super) fn new_archive_number(&mut self) -> u32 {
        let number = self.next_archive;
        self.next_archive += 1;
        number
    }
}

/// Returns a text whose lines end as the server's do.
fn with_line_ends(body: &str) -> String {
    let mut text = body.replace('\n', "\r\n");
    text.push_str("\r\n");
    text
}
