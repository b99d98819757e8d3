//! A client's side of a connection, without IO: login, settings, keep-alive, its own games.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::event::{Event, Prompt};
use crate::ids::MatchId;
use crate::message::MessageReader;
use crate::own_game::OwnGame;

/// The silence after which an empty line keeps the connection alive.
const KEEP_ALIVE: Duration = Duration::from_secs(45);

/// Who logs in, and the settings of the Othello service that follow.
#[derive(Clone)]
pub struct SessionConfig {
    /// The name in the pool of users.
    pub login: String,
    /// It is sent in plain text, unless the connection is encrypted.
    pub password: String,
    /// The number of matches at once.
    pub open: u32,
    /// Whether the server is to believe the client's own clock.
    pub trust: bool,
    /// Whether matches may be rated.
    pub rated: bool,
}

impl std::fmt::Debug for SessionConfig {
    /// Leaves the password out.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SessionConfig").field("login", &self.login).finish_non_exhaustive()
    }
}

impl SessionConfig {
    /// Returns the lines that are sent after the login: plain text, no bells, no news. `continue` is not among them: it
    /// would ask everybody to go on with old matches.
    fn setup(&self) -> Vec<String> {
        let central = [
            "vt100 -",
            "bell -t -tc -tg -n -nc -ng -ni -nn",
            "verbose -news -faq -help -ack",
            "notify + /os",
        ];
        central.map(str::to_owned).into_iter().chain(self.service_setup()).collect()
    }

    /// Returns the settings of the Othello service, which forgets them when it restarts.
    fn service_setup(&self) -> [String; 5] {
        let sign = |is_on| if is_on { '+' } else { '-' };
        [
            "tell /os client -".to_owned(),
            format!("tell /os trust {}", sign(self.trust)),
            format!("tell /os rated {}", sign(self.rated)),
            "tell /os request +".to_owned(),
            format!("tell /os open {}", self.open),
        ]
    }
}

/// The outputs of a session.
#[derive(Clone, Debug, PartialEq)]
pub enum SessionOutput {
    /// This line, without its end, goes to the server in one write.
    Send(String),
    /// The login is done.
    LoggedIn,
    /// The server does not let this login in; what it said last.
    LoginRefused(String),
    /// The server tells something.
    Event(Event),
}

/// The state of the login.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LoginState {
    /// The server has not asked for the login.
    Greeting,
    /// The login was sent.
    LoginSent,
    /// The password was sent.
    PasswordSent,
    /// The session is set up.
    In,
    /// The server refused.
    Refused,
}

/// A client's connection to a server, without IO.
#[derive(Debug)]
pub struct ClientSession {
    config: SessionConfig,
    reader: MessageReader,
    phase: LoginState,
    last_sent: Duration,
    last_words: String,
    games: BTreeMap<MatchId, OwnGame>,
    /// Whether the Othello service has gone.
    is_service_away: bool,
}

impl ClientSession {
    /// Begins with a new connection. Times are since any fixed moment.
    pub fn new(config: SessionConfig, now: Duration) -> ClientSession {
        ClientSession {
            config,
            reader: MessageReader::default(),
            phase: LoginState::Greeting,
            last_sent: now,
            last_words: String::new(),
            games: BTreeMap::new(),
            is_service_away: false,
        }
    }

    /// Returns whether commands may be sent: before, they would be taken for a password.
    pub fn is_in(&self) -> bool {
        self.phase == LoginState::In
    }

    /// Returns the games that the session has joined, by their numbers.
    pub const fn games(&self) -> &BTreeMap<MatchId, OwnGame> {
        &self.games
    }

    /// Records that the caller sent a line of its own.
    pub const fn sent(&mut self, now: Duration) {
        self.last_sent = now;
    }

    /// Takes bytes of the server, which [`poll`](ClientSession::poll) reads.
    pub fn feed(&mut self, bytes: &[u8]) {
        self.reader.feed(bytes);
    }

    /// Reads the next message, if it is complete, and returns what follows from it. The session's games
    /// are as they were when the message was sent, so the caller looks at them before the next one.
    pub fn poll(&mut self, now: Duration) -> Option<Vec<SessionOutput>> {
        let event = Event::parse(self.reader.next_incoming()?);
        let mut outputs = Vec::new();
        self.follow(&event, &mut outputs);
        if outputs.iter().any(|output| matches!(output, SessionOutput::Send(_))) {
            self.last_sent = now;
        }
        outputs.push(SessionOutput::Event(event));
        Some(outputs)
    }

    /// Returns when [`tick`](ClientSession::tick) is due.
    pub fn next_tick(&self) -> Duration {
        self.last_sent + KEEP_ALIVE
    }

    /// Keeps the connection alive, once the login is done.
    pub fn tick(&mut self, now: Duration) -> Option<SessionOutput> {
        if now < self.next_tick() {
            return None;
        }
        self.last_sent = now;
        self.is_in().then(|| SessionOutput::Send(String::new()))
    }

    fn follow(&mut self, event: &Event, outputs: &mut Vec<SessionOutput>) {
        if self.phase != LoginState::In {
            return self.follow_login(event, outputs);
        }
        match event {
            Event::Left(name) if is_service(name) => {
                self.games.clear();
                self.is_service_away = true;
            }
            Event::Came(name) if is_service(name) && self.is_service_away => {
                self.is_service_away = false;
                outputs.extend(self.config.service_setup().map(SessionOutput::Send));
            }
            Event::Joined(joined) => {
                let mut own = OwnGame::join(joined);
                if let Some(before) = self.games.get(&own.id) {
                    // The players may have got their colours meanwhile.
                    for (name, is_late) in before.names.iter().zip(before.in_overtime) {
                        if is_late {
                            own.time_out(name);
                        }
                    }
                }
                self.games.insert(own.id, own);
            }
            Event::Updated(updated) => {
                if let Some(game) = self.games.get_mut(&updated.id) {
                    game.update(updated);
                }
            }
            Event::TimedOut { id, name, .. } => {
                if let Some(game) = self.games.get_mut(id) {
                    game.time_out(name);
                }
            }
            Event::GameEnded { id, .. } => drop(self.games.remove(id)),
            Event::MatchEnded { line, .. } => {
                self.games.retain(|id, _| id.number != line.id.number);
            }
            _ => {}
        }
    }

    fn follow_login(&mut self, event: &Event, outputs: &mut Vec<SessionOutput>) {
        match (self.phase, event) {
            (LoginState::Greeting, Event::Prompt(Prompt::Login)) => {
                self.phase = LoginState::LoginSent;
                outputs.push(SessionOutput::Send(self.config.login.clone()));
            }
            (LoginState::LoginSent, Event::Prompt(Prompt::Password)) => {
                self.phase = LoginState::PasswordSent;
                outputs.push(SessionOutput::Send(self.config.password.clone()));
            }
            (LoginState::LoginSent | LoginState::PasswordSent, Event::Prompt(Prompt::Login)) => {
                self.phase = LoginState::Refused;
                outputs.push(SessionOutput::LoginRefused(std::mem::take(&mut self.last_words)));
            }
            // A server in trouble lets people in all the same.
            (LoginState::PasswordSent, Event::Ready | Event::Alert) => {
                self.phase = LoginState::In;
                outputs.push(SessionOutput::LoggedIn);
                outputs.extend(self.config.setup().into_iter().map(SessionOutput::Send));
            }
            (_, Event::Other(message)) => self.last_words.clone_from(&message.head),
            _ => {}
        }
    }
}

/// Returns whether a presence line is about the Othello service: `/os 1`.
pub fn is_service(presence: &str) -> bool {
    presence.split(' ').next() == Some("/os")
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    fn session() -> ClientSession {
        let (login, password) = ("alice".into(), "secret".into());
        let config = SessionConfig { login, password, open: 2, trust: true, rated: false };
        ClientSession::new(config, Duration::ZERO)
    }

    /// Feeds bytes and returns what is sent and told, without the events.
    fn hear(session: &mut ClientSession, bytes: &[u8]) -> Vec<SessionOutput> {
        session.feed(bytes);
        let outputs = std::iter::from_fn(|| session.poll(SECOND)).flatten();
        outputs.filter(|output| !matches!(output, SessionOutput::Event(_))).collect()
    }

    fn sent(line: &str) -> SessionOutput {
        SessionOutput::Send(line.to_owned())
    }

    #[test]
    fn nothing_but_login_and_password_is_sent_before_the_session_is_in() {
        let mut session = session();
        assert_eq!(hear(&mut session, b"banner\r\n"), []);
        assert_eq!(hear(&mut session, b": Enter login (x).\r\n"), [sent("alice")]);
        assert_eq!(session.tick(100 * SECOND), None);
        assert_eq!(hear(&mut session, b": Enter your password.\r\n"), [sent("secret")]);
        let outputs = hear(&mut session, b"READY\r\n");
        assert_eq!(outputs[..2], [SessionOutput::LoggedIn, sent("vt100 -")]);
        assert_eq!(outputs.last(), Some(&sent("tell /os open 2")));
        assert!(!format!("{session:?}").contains("secret"));
    }

    #[test]
    fn a_refused_login_is_told_with_the_servers_words() {
        let mut session = session();
        hear(&mut session, b": Enter login\n: Enter your password\n");
        let outputs = hear(&mut session, b": no such password.\n: Enter login\n");
        assert_eq!(outputs, [SessionOutput::LoginRefused(": no such password.".to_owned())]);
        assert!(!session.is_in());
    }

    #[test]
    fn a_server_in_trouble_lets_people_in() {
        let mut session = session();
        hear(&mut session, b": Enter login\n: Enter your password\n");
        assert_eq!(hear(&mut session, b"ALERT\n")[0], SessionOutput::LoggedIn);
    }

    #[test]
    fn a_service_that_restarts_is_set_up_again_and_has_forgotten_all_games() {
        let mut session = session();
        hear(&mut session, b": Enter login\n: Enter your password\nREADY\n");
        assert_eq!(hear(&mut session, b": + /os 1\nREADY\n"), [], "it was there already");
        assert_eq!(hear(&mut session, b": - bob 1\nREADY\n: - /os\nREADY\n"), []);
        assert!(session.games().is_empty());
        let outputs = hear(&mut session, b": + /os 1\nREADY\n");
        assert_eq!(outputs[0], sent("tell /os client -"));
        assert_eq!(outputs.last(), Some(&sent("tell /os open 2")));
    }

    #[test]
    fn an_empty_line_comes_after_some_silence() {
        let mut session = session();
        hear(&mut session, b": Enter login\n: Enter your password\nREADY\n");
        assert_eq!(session.tick(KEEP_ALIVE), None);
        assert_eq!(session.next_tick(), KEEP_ALIVE + SECOND);
        assert_eq!(session.tick(KEEP_ALIVE + SECOND), Some(sent("")));
        session.sent(KEEP_ALIVE + 9 * SECOND);
        assert_eq!(session.tick(2 * KEEP_ALIVE + 8 * SECOND), None);
    }
}
