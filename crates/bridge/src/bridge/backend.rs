//! The sides of the bridge, without IO: bytes in, inputs for the bridge out, and back.

use std::time::Duration;

use willow_protocol::{Event as WillowEvent, LineEvent, LineSplitter, Name, Notice, json};

use super::input::{BridgeInput, BridgeOutput};
use super::silence::{LONGEST_SILENCE, Silence, SilenceWatch};
use crate::ggs::{ClientSession, SessionConfig, SessionOutput};

/// What a side wants done.
#[derive(Clone, Debug)]
pub enum Effect {
    /// This line, without its end, goes out in one write.
    Send(String),
    /// This happens to the bridge.
    Input(Box<BridgeInput>),
    /// The other end does not let the bridge in: nobody knocks again soon.
    Refused(String),
    /// The other end has been silent for too long: the connection is closed, and made again.
    Lost(String),
}

/// A side of the bridge: GGS or a Willow server.
pub trait Backend: Send {
    /// Begins with a new connection.
    fn connected(&mut self, now: Duration) -> Vec<Effect>;

    /// Takes bytes of the other end.
    fn received(&mut self, bytes: &[u8], now: Duration) -> Vec<Effect>;

    /// Takes something that the bridge wants done; a side ignores what concerns others.
    fn execute(&mut self, output: &BridgeOutput, now: Duration) -> Vec<Effect>;

    /// Time has passed.
    fn tick(&mut self, now: Duration) -> Vec<Effect>;

    /// The connection ended.
    fn closed(&mut self) -> Vec<Effect>;
}

fn input(input: BridgeInput) -> Effect {
    Effect::Input(Box::new(input))
}

fn lost() -> Effect {
    let silence = LONGEST_SILENCE.as_secs();
    Effect::Lost(format!("nothing came for {silence} seconds"))
}

/// A login on GGS.
#[derive(Debug)]
pub struct GgsBackend {
    config: SessionConfig,
    session: Option<ClientSession>,
    silence: SilenceWatch,
}

impl GgsBackend {
    /// Returns the side of a login.
    pub const fn new(config: SessionConfig) -> GgsBackend {
        GgsBackend { config, session: None, silence: SilenceWatch::new(Duration::ZERO) }
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
        self.silence.heard(now);
        Vec::new()
    }

    fn received(&mut self, bytes: &[u8], now: Duration) -> Vec<Effect> {
        self.silence.heard(now);
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
        match self.silence.tick(now) {
            // An empty line is answered by `READY`. Before the login it would be a login.
            Silence::Ask if session.is_in() => effects.push(Effect::Send(String::new())),
            Silence::TooLong => return vec![lost()],
            Silence::Ask | Silence::Short => {}
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
    /// The random word of this run.
    word: String,
    lines: LineSplitter,
    is_in: bool,
    silence: SilenceWatch,
}

impl std::fmt::Debug for WillowBackend {
    /// Leaves the password out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("WillowBackend").field("account", &self.account).finish_non_exhaustive()
    }
}

impl WillowBackend {
    /// Returns the side of an account. `word` tells the runs of the bridge apart.
    pub fn new(account: Name, password: String, word: String) -> WillowBackend {
        let lines = LineSplitter::new(LONGEST_LINE);
        let silence = SilenceWatch::new(Duration::ZERO);
        WillowBackend { account, password, word, lines, is_in: false, silence }
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
        self.silence.heard(now);
        let version = serde_json::json!({ "do": "protocol", "version": 2, "client": self.word });
        let login = serde_json::json!({
            "do": "login", "name": self.account, "password": self.password,
        });
        vec![Effect::Send(version.to_string()), Effect::Send(login.to_string())]
    }

    fn received(&mut self, bytes: &[u8], now: Duration) -> Vec<Effect> {
        self.silence.heard(now);
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
        match self.silence.tick(now) {
            Silence::Ask => vec![Effect::Send(r#"{"do":"ping"}"#.to_owned())],
            Silence::TooLong => vec![lost()],
            Silence::Short => Vec::new(),
        }
    }

    fn closed(&mut self) -> Vec<Effect> {
        self.is_in = false;
        vec![input(BridgeInput::WillowDown)]
    }
}
