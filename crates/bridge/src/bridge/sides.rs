//! The sides of the bridge, without IO: bytes in, inputs for the bridge out, and back.

use std::time::{Duration, Instant};

use willow_protocol::{
    Due, Event as WillowEvent, LineEvent, LineSplitter, Liveness, Name, Notice, json,
};

use super::input::{BridgeInput, BridgeOutput};
use crate::ggs::{ClientSession, SessionConfig, SessionOutput};

/// The silence after which the other end is asked whether it is there. After three times that the connection is given
/// up: before the clocks of a match, so that no flag falls unseen.
const PING_INTERVAL: Duration = Duration::from_secs(10);

/// An action that a side of the bridge asks for.
#[derive(Clone, Debug)]
pub enum Effect {
    /// Sends this line, without its end, in one write.
    Send(String),
    /// An input of the bridge.
    Input(Box<BridgeInput>),
    /// The login was refused: retried only after a long delay.
    Refused(String),
    /// The other end was silent for too long: the connection is closed and opened again.
    Lost(String),
}

/// A side of the bridge: GGS or a Willow server.
pub trait Backend: Send {
    /// Begins with a new connection.
    fn connected(&mut self, now: Duration) -> Vec<Effect>;

    /// Takes bytes of the other end.
    fn received(&mut self, bytes: &[u8], now: Duration) -> Vec<Effect>;

    /// Executes an output of the bridge; outputs for other connections are ignored.
    fn execute(&mut self, output: &BridgeOutput, now: Duration) -> Vec<Effect>;

    /// Time has passed.
    fn tick(&mut self, now: Duration) -> Vec<Effect>;

    /// The connection ended.
    fn closed(&mut self) -> Vec<Effect>;
}

fn input(input: BridgeInput) -> Effect {
    Effect::Input(Box::new(input))
}

fn lost(liveness: &Liveness) -> Effect {
    let silence = liveness.longest_silence().as_secs();
    Effect::Lost(format!("nothing came for {silence} seconds"))
}

/// A login on GGS.
#[derive(Debug)]
pub struct GgsBackend {
    config: SessionConfig,
    session: Option<ClientSession>,
    began: Instant,
    liveness: Liveness,
}

impl GgsBackend {
    /// Creates the GGS end of a login. Times count from `began`.
    pub const fn new(config: SessionConfig, began: Instant) -> GgsBackend {
        let liveness = Liveness::new(PING_INTERVAL, began);
        GgsBackend { config, session: None, began, liveness }
    }

    fn effect(&self, output: SessionOutput) -> Effect {
        let login = self.config.login.clone();
        match output {
            SessionOutput::Send(line) => Effect::Send(line),
            SessionOutput::LoggedIn => input(BridgeInput::GgsUp { login }),
            SessionOutput::LoginRefused(why) => Effect::Refused(why),
            SessionOutput::Event(event) => {
                input(BridgeInput::Ggs { login, event: Box::new(event) })
            }
        }
    }
}

impl Backend for GgsBackend {
    fn connected(&mut self, now: Duration) -> Vec<Effect> {
        self.session = Some(ClientSession::new(self.config.clone(), now));
        self.liveness.received(self.began + now);
        Vec::new()
    }

    fn received(&mut self, bytes: &[u8], now: Duration) -> Vec<Effect> {
        self.liveness.received(self.began + now);
        let Some(session) = &mut self.session else { return Vec::new() };
        session.feed(bytes);
        let outputs: Vec<_> = std::iter::from_fn(|| session.poll(now)).flatten().collect();
        outputs.into_iter().map(|output| self.effect(output)).collect()
    }

    fn execute(&mut self, output: &BridgeOutput, now: Duration) -> Vec<Effect> {
        match (output, &mut self.session) {
            (BridgeOutput::Ggs { login, line }, Some(session)) if *login == self.config.login => {
                session.sent(now);
                vec![Effect::Send(line.clone())]
            }
            _ => Vec::new(),
        }
    }

    fn tick(&mut self, now: Duration) -> Vec<Effect> {
        let Some(session) = &mut self.session else { return Vec::new() };
        let mut effects = Vec::new();
        match self.liveness.due(self.began + now) {
            // An empty line is answered by `READY`. Before the login it would be a login.
            Due::Ping if session.is_in() => effects.push(Effect::Send(String::new())),
            Due::Dead => return vec![lost(&self.liveness)],
            Due::Ping | Due::Nothing(_) => {}
        }
        let output = session.tick(now);
        effects.extend(output.map(|output| self.effect(output)));
        effects
    }

    fn closed(&mut self) -> Vec<Effect> {
        self.session = None;
        vec![input(BridgeInput::GgsDown { login: self.config.login.clone() })]
    }
}

/// The longest line of a Willow server, in bytes.
const LONGEST_LINE: usize = 1 << 22;

/// The bridge's account on a Willow server.
pub struct WillowBackend {
    account: Name,
    password: String,
    /// The random client id of this run.
    client: String,
    lines: LineSplitter,
    is_in: bool,
    began: Instant,
    liveness: Liveness,
}

impl std::fmt::Debug for WillowBackend {
    /// Leaves the password out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WillowBackend").field("account", &self.account).finish_non_exhaustive()
    }
}

impl WillowBackend {
    /// Returns the side of an account. `client` tells the runs of the bridge apart; times are since `began`.
    pub fn new(account: Name, password: String, client: String, began: Instant) -> WillowBackend {
        let lines = LineSplitter::new(LONGEST_LINE);
        let liveness = Liveness::new(PING_INTERVAL, began);
        WillowBackend { account, password, client, lines, is_in: false, began, liveness }
    }

    fn line(&mut self, line: &str) -> Option<Effect> {
        let mut notice: Notice = json::read_notice(line).ok()?;
        let proxy = notice.proxy.take();
        match (&notice.event, &proxy) {
            (WillowEvent::Ping, _) => Some(Effect::Send(String::new())),
            (WillowEvent::Entered { .. }, None) => {
                self.is_in = true;
                Some(input(BridgeInput::WillowUp))
            }
            (WillowEvent::Error { command, message, .. }, None) if !self.is_in => {
                Some(Effect::Refused(format!("{command}: {message}")))
            }
            _ if self.is_in => Some(input(BridgeInput::Willow { proxy, notice: Box::new(notice) })),
            _ => None,
        }
    }
}

impl Backend for WillowBackend {
    fn connected(&mut self, now: Duration) -> Vec<Effect> {
        self.lines = LineSplitter::new(LONGEST_LINE);
        self.is_in = false;
        self.liveness.received(self.began + now);
        let version = serde_json::json!({ "do": "protocol", "version": 2, "client": self.client });
        let login = serde_json::json!({
            "do": "login", "name": self.account, "password": self.password,
        });
        vec![Effect::Send(version.to_string()), Effect::Send(login.to_string())]
    }

    fn received(&mut self, bytes: &[u8], now: Duration) -> Vec<Effect> {
        self.liveness.received(self.began + now);
        let events: Vec<LineEvent> = self.lines.push(bytes);
        let mut effects = Vec::new();
        for event in events {
            if let LineEvent::Line(line) = event {
                effects.extend(self.line(&line));
            }
        }
        effects
    }

    fn execute(&mut self, output: &BridgeOutput, _now: Duration) -> Vec<Effect> {
        match output {
            BridgeOutput::Willow(request) if self.is_in => {
                vec![Effect::Send(json::write_request(request))]
            }
            _ => Vec::new(),
        }
    }

    fn tick(&mut self, now: Duration) -> Vec<Effect> {
        match self.liveness.due(self.began + now) {
            Due::Ping => vec![Effect::Send(r#"{"do":"ping"}"#.to_owned())],
            Due::Dead => vec![lost(&self.liveness)],
            Due::Nothing(_) => Vec::new(),
        }
    }

    fn closed(&mut self) -> Vec<Effect> {
        self.is_in = false;
        vec![input(BridgeInput::WillowDown)]
    }
}
