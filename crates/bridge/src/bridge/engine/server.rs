//! The GGS of an engine, without IO.

use std::collections::VecDeque;
use std::time::Duration;

use super::EngineFound;
use super::opponent::{BuildEngine, EngineOpponent, EngineTerms, OnEngineFound};
use crate::ggs::{ClientSession, GgsName, SessionConfig, SessionOutput};
use crate::ggs_server::{ConnId, Input, Moment, Output, ServerState};

/// The bridge's connection.
const BRIDGE: ConnId = ConnId(0);

/// The pause before an engine that failed comes again; it doubles.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The doublings of the pause: about a minute.
const MAX_DOUBLINGS: u32 = 6;

/// The outputs of the GGS of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineOutput {
    /// The bridge hears this text.
    Text(String),
    /// The connection of the bridge ends.
    Closed,
    /// A line of the log.
    Note(String),
}

/// The GGS of an engine, without IO: the bridge's lines and the engine's moves go in, texts come out. Times are
/// since any fixed moment.
pub struct EngineServer {
    server: ServerState,
    name: GgsName,
    /// The engine's connection and session; `None` while it is away.
    session: Option<(ConnId, ClientSession)>,
    opponent: EngineOpponent,
    last_conn: u64,
    /// When the engine comes.
    comes_at: Duration,
    outputs: Vec<EngineOutput>,
}

impl EngineServer {
    /// Returns a GGS to which an engine will come. `found` gets the engine's moves on another thread, and hands
    /// them to [`found`](EngineServer::found).
    pub fn new(
        name: GgsName,
        terms: EngineTerms,
        build: BuildEngine,
        found: OnEngineFound,
    ) -> EngineServer {
        EngineServer {
            server: ServerState::new(0),
            opponent: EngineOpponent::new(name.clone(), terms, build, found),
            name,
            session: None,
            last_conn: BRIDGE.0,
            comes_at: Duration::ZERO,
            outputs: Vec::new(),
        }
    }

    /// The bridge comes; so does the engine.
    pub fn connected(&mut self, now: Duration) -> Vec<EngineOutput> {
        self.come(now);
        self.give(Input::Connected(BRIDGE), now)
    }

    /// The bridge says a line, without its end.
    pub fn line(&mut self, line: &str, now: Duration) -> Vec<EngineOutput> {
        self.give(Input::Line(BRIDGE, line.to_owned()), now)
    }

    /// The engine has found a move, or has failed.
    pub fn found(&mut self, found: EngineFound, now: Duration) -> Vec<EngineOutput> {
        if let Some((_, session)) = &self.session {
            self.opponent.found(found, session.games(), now);
        }
        self.give(Input::Tick, now)
    }

    /// Time has passed.
    pub fn tick(&mut self, now: Duration) -> Vec<EngineOutput> {
        if self.session.is_none() && self.comes_at <= now {
            self.come(now);
        }
        self.opponent.tick(now);
        self.give(Input::Tick, now)
    }

    /// Returns whether the engine is asked for a move.
    pub fn is_thinking(&self) -> bool {
        self.opponent.is_thinking()
    }

    /// The engine comes.
    fn come(&mut self, now: Duration) {
        self.last_conn += 1;
        let conn = ConnId(self.last_conn);
        let config = SessionConfig {
            login: self.name.to_string(),
            password: self.name.to_string(),
            open: 1,
            trust: true,
            rated: false,
        };
        self.session = Some((conn, ClientSession::new(config, now)));
        self.run(VecDeque::from([Input::Connected(conn)]), now);
    }

    fn give(&mut self, input: Input, now: Duration) -> Vec<EngineOutput> {
        self.run(VecDeque::from([input]), now);
        std::mem::take(&mut self.outputs)
    }

    /// Gives inputs to the server, and all that follows from them.
    fn run(&mut self, mut inputs: VecDeque<Input>, now: Duration) {
        while let Some(input) = inputs.pop_front() {
            // Its matches are unrated, so none is stored, and the date is of no use.
            for output in self.server.handle(input, Moment { at: now, unix: 0 }) {
                self.deliver(output);
            }
            inputs.extend(self.engine_lines(now));
            if inputs.is_empty() {
                inputs.extend(self.leave_if_failed(now));
            }
        }
    }

    fn deliver(&mut self, output: Output) {
        match (output, &mut self.session) {
            (Output::Send(BRIDGE, text), _) => self.outputs.push(EngineOutput::Text(text)),
            (Output::Close(BRIDGE), _) => self.outputs.push(EngineOutput::Closed),
            (Output::Send(conn, text), Some((own, session))) if conn == *own => {
                session.feed(text.as_bytes());
            }
            _ => {}
        }
    }

    /// Passes what came from the GGS on to the engine, and returns the lines that answer it.
    fn engine_lines(&mut self, now: Duration) -> Vec<Input> {
        let Some((conn, session)) = &mut self.session else { return Vec::new() };
        let mut lines = Vec::new();
        while let Some(outputs) = session.poll(now) {
            for output in outputs {
                match output {
                    SessionOutput::Send(line) => lines.push(line),
                    SessionOutput::Event(event) => {
                        self.opponent.follow(&event, session.games(), now);
                    }
                    SessionOutput::LoggedIn | SessionOutput::LoginRefused(_) => {}
                }
            }
        }
        lines.extend(self.opponent.take_lines());
        lines.into_iter().map(|line| Input::Line(*conn, line)).collect()
    }

    /// An engine that failed says so and leaves: its matches end without a result. It comes again later.
    fn leave_if_failed(&mut self, now: Duration) -> Vec<Input> {
        let Some(why) = self.opponent.take_failure() else { return Vec::new() };
        let Some((conn, session)) = self.session.take() else { return Vec::new() };
        let name = &self.name;
        self.outputs.push(EngineOutput::Note(format!("the engine {name} failed: {why}")));
        self.opponent.tell_opponents(session.games(), &format!("The engine failed: {why}"));
        let doublings = (self.opponent.n_failures - 1).min(MAX_DOUBLINGS);
        self.comes_at = now + FIRST_PAUSE * (1 << doublings);
        let lines = self.opponent.take_lines().into_iter().map(|line| Input::Line(conn, line));
        lines.chain([Input::Disconnected(conn)]).collect()
    }
}
