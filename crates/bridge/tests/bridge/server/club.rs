//! A server without sockets, and people who type.

use std::collections::BTreeMap;
use std::time::Duration;

use willow_bridge::ggs_server::{ConnId, Input, Moment, Output, ServerState};

/// The shortest game: Black has everything.
pub(crate) const SHORTEST: [&str; 9] = ["f5", "d6", "c5", "f4", "e3", "f6", "g5", "e6", "e7"];

/// A server without sockets, and what its users have heard.
pub(crate) struct Club {
    pub(crate) state: ServerState,
    pub(crate) now: Moment,
    heard: BTreeMap<ConnId, String>,
    pub(crate) closed: Vec<ConnId>,
    next: u64,
}

impl Club {
    pub(crate) fn open() -> Club {
        Club {
            state: ServerState::new(1),
            now: Moment { at: Duration::ZERO, unix: 1_795_380_671 },
            heard: BTreeMap::new(),
            closed: Vec::new(),
            next: 1,
        }
    }

    pub(crate) fn input(&mut self, input: Input) {
        for output in self.state.handle(input, self.now) {
            match output {
                Output::Send(conn, text) => self.heard.entry(conn).or_default().push_str(&text),
                Output::Close(conn) => self.closed.push(conn),
            }
        }
    }

    pub(crate) fn connect(&mut self) -> ConnId {
        let conn = ConnId(self.next);
        self.next += 1;
        self.input(Input::Connected(conn));
        conn
    }

    /// Logs somebody in and forgets what they heard.
    pub(crate) fn enter(&mut self, name: &str) -> ConnId {
        let conn = self.connect();
        self.say(conn, name);
        self.say(conn, "secret");
        self.hear(conn);
        conn
    }

    /// Logs two players in who play any number of rated matches.
    pub(crate) fn pair(&mut self) -> [ConnId; 2] {
        ["alice", "bob"].map(|name| {
            let conn = self.enter(name);
            self.say(conn, "tell /os open 5");
            self.say(conn, "tell /os rated +");
            self.say(conn, "tell /os request +");
            self.hear(conn);
            conn
        })
    }

    pub(crate) fn say(&mut self, conn: ConnId, line: &str) {
        self.input(Input::Line(conn, line.to_owned()));
    }

    /// Says something to the Othello service and returns what is heard then.
    pub(crate) fn os(&mut self, conn: ConnId, command: &str) -> String {
        self.say(conn, &format!("tell /os {command}"));
        self.hear(conn)
    }

    /// Returns what somebody has heard since the last time.
    pub(crate) fn hear(&mut self, conn: ConnId) -> String {
        self.heard.remove(&conn).unwrap_or_default()
    }

    /// Advances the time.
    pub(crate) fn wait(&mut self, seconds: u64) {
        self.now.at += Duration::from_secs(seconds);
        self.now.unix += seconds;
        self.input(Input::Tick);
    }

    /// Begins a match between two players and returns what both heard.
    pub(crate) fn start(&mut self, [alice, bob]: [ConnId; 2], request: &str) -> [String; 2] {
        let asked = self.os(alice, &format!("ask {request} bob"));
        let number = asked.split("+ ").nth(1).and_then(|rest| rest.split_whitespace().next());
        let number = number.unwrap_or_else(|| panic!("no request: {asked}")).to_owned();
        self.hear(bob);
        self.say(bob, &format!("tell /os accept {number}"));
        [self.hear(alice), self.hear(bob)]
    }

    /// Logs two players in and begins a match between them; returns them and what they heard.
    pub(crate) fn match_of(&mut self, request: &str) -> ([ConnId; 2], [String; 2]) {
        let players = self.pair();
        let heard = self.start(players, request);
        (players, heard)
    }

    /// Plays the shortest game.
    pub(crate) fn play_out(&mut self, players: [ConnId; 2]) {
        for (ply, mv) in SHORTEST.iter().enumerate() {
            let heard = self.os(players[ply % 2], &format!("play .0 {mv}"));
            assert!(heard.contains("/os: update"), "{heard}");
        }
    }
}

/// Returns the lines of what was heard that are not empty.
pub(crate) fn lines(heard: &str) -> Vec<&str> {
    heard.split("\r\n").filter(|line| !line.is_empty()).collect()
}
