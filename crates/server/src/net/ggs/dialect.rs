//! A client of GGS without its socket: its lines, and what it is sent.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Display;

use willow_ggs::{Event, MatchId, Prompt};
use willow_protocol::{
    Command, ErrorCode, GameId, Name, Notice, Offer, Request, RequestId, RoomNumbers, SpeedClass,
    json,
};

use super::followed_game::{FollowedGame, number_of};
use super::names::ShownNames;

/// What stands before the prompt.
const BANNER: &str = "\r
Willow: a game server that speaks the language of GGS here\r
==========================================================\r
\r
The password is a token of your account: `token ggs play,chat` in the web client's command line\r
or in the line protocol makes one. Nothing is encrypted here: never send your password.\r
Without a password you are a guest. The service here is /os: Othello.\r
\r
";

/// The presence of the Othello service.
pub(super) const SERVICE_IS_HERE: &str = ": + /os 1";

/// The hexadecimal digits of a token.
const TOKEN_DIGITS: usize = 64;

/// The lines that are kept while the login is checked.
const MAX_HELD_LINES: usize = 100;

/// The state of the login.
#[derive(Debug, Default)]
enum LoginState {
    /// The name is awaited.
    #[default]
    Login,
    /// The password of this name is awaited.
    Password(Name),
    /// The login of this name is checked.
    Checking(Name),
    /// The client is in.
    In,
    /// The connection ends.
    Ended,
}

/// The settings of the Othello service and of the central server.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of its own")]
pub(super) struct Settings {
    pub(super) open: usize,
    pub(super) rated: bool,
    pub(super) request: bool,
    /// Whether matches of others are told.
    pub(super) notify_matches: bool,
    /// Whether those who come to watch are told.
    pub(super) watch: bool,
    /// Whether games are sent as GGF.
    pub(super) is_compact: bool,
    /// Whether each command is told back as it was understood.
    pub(super) ack: bool,
    /// Whose coming and going is told; `*` is everybody's.
    pub(super) notify: BTreeSet<String>,
    /// Whose matches are watched.
    pub(super) track: BTreeSet<String>,
    /// Whether the client is in the channel of the lobby.
    pub(super) is_in_channel: bool,
    pub(super) variables: BTreeMap<String, String>,
}

/// What the answer to a command is for.
#[derive(Debug)]
pub(super) enum Pending {
    /// An error is told.
    Nothing,
    Login,
    /// An error is told of a match.
    InMatch(MatchId),
    /// A private message to this name.
    Tell(String),
    /// Presence lines of these names.
    Presence(BTreeSet<String>),
    Users,
    Who,
    Finger,
    CentralFinger,
    Top(usize),
    Rank(SpeedClass),
    History,
    Stored(Name),
    Matches,
    Requests,
    /// A game that is shown, and followed if it is the client's own.
    Join,
    /// A game that is watched from now on.
    Watch(String),
    /// A watched game that is shown no more.
    Unwatch,
    /// The open requests before the login.
    Open,
    /// How many games a record has.
    Look,
    /// The record of a game.
    Record,
}

/// A client of GGS without its socket.
#[derive(Debug, Default)]
pub(super) struct Dialect {
    phase: LoginState,
    name: Option<Name>,
    pub(super) is_guest: bool,
    output: String,
    requests: VecDeque<String>,
    pending: HashMap<RequestId, Pending>,
    /// The ids of commands begin with it: an id is never used twice by a user, in whichever session.
    session_number: u64,
    n_asked: u64,
    held: VecDeque<String>,
    pub(super) settings: Settings,
    pub(super) names: ShownNames,
    pub(super) offers: BTreeMap<GameId, Offer>,
    pub(super) games: BTreeMap<GameId, FollowedGame>,
    /// The results of first games of pairs that are not followed.
    pub(super) half_pairs: BTreeMap<u32, Option<f64>>,
    /// The number of games of the record that is shown, and those that have come.
    pub(super) looked: (usize, Vec<String>),
}

impl Dialect {
    /// Begins a session with a number that no other has.
    pub(super) fn new(session_number: u64) -> Dialect {
        Dialect { session_number, ..Dialect::default() }
    }

    /// Returns the name, once the client is in.
    pub(super) const fn name(&self) -> Option<&Name> {
        self.name.as_ref()
    }

    /// Returns whether a name is the client's.
    pub(super) fn is_me(&self, name: &Name) -> bool {
        self.name.as_ref() == Some(name)
    }

    pub(super) const fn has_ended(&self) -> bool {
        matches!(self.phase, LoginState::Ended)
    }

    pub(super) fn take_output(&mut self) -> String {
        std::mem::take(&mut self.output)
    }

    /// Returns the commands for the server, each a line of JSON.
    pub(super) fn take_requests(&mut self) -> VecDeque<String> {
        std::mem::take(&mut self.requests)
    }

    /// Greets the client.
    pub(super) fn greet(&mut self) {
        self.output.push_str(BANNER);
        self.prompt(Prompt::Login);
    }

    fn prompt(&mut self, prompt: Prompt) {
        self.say(&Event::Prompt(prompt));
    }

    /// Sends lines without a `READY`.
    pub(super) fn say(&mut self, text: &impl Display) {
        for line in text.to_string().lines() {
            self.output.push_str(line);
            self.output.push_str("\r\n");
        }
    }

    /// Says that a command was read.
    pub(super) fn ready(&mut self) {
        self.output.push_str("READY\r\n");
    }

    /// Answers a command of the central server.
    pub(super) fn reply(&mut self, text: &impl Display) {
        self.say(text);
        self.ready();
    }

    /// Sends a message that is no answer.
    pub(super) fn tell(&mut self, text: &impl Display) {
        self.output.push_str("\r\n");
        self.reply(text);
    }

    /// Tells why the Othello service does not do something.
    pub(super) fn refuse(&mut self, text: &impl Display) {
        self.tell(&Event::Refused(text.to_string()));
    }

    /// Asks the server for something.
    pub(super) fn ask(&mut self, command: Command, pending: Pending) {
        self.n_asked += 1;
        let id = format!("{:x}-{}", self.session_number, self.n_asked);
        let id: RequestId = id.parse().expect("digits and a hyphen are an id");
        let request = Request { id: Some(id.clone()), command };
        self.requests.push_back(json::write_request(&request));
        self.pending.insert(id, pending);
    }

    /// Lets the server see that the client is alive: those who answer no pings are taken for dead, and TCP finds
    /// those who are.
    pub(super) fn pong(&mut self) {
        self.requests.push_back(String::new());
    }

    /// Takes a line of the client.
    pub(super) fn line(&mut self, line: &str) {
        match &self.phase {
            LoginState::Login => self.take_login(line.trim()),
            LoginState::Password(name) => {
                let name = name.clone();
                self.take_password(name, line.trim());
            }
            LoginState::Checking(_) if self.held.len() < MAX_HELD_LINES => {
                self.held.push_back(line.to_owned());
            }
            LoginState::Checking(_) | LoginState::Ended => {}
            LoginState::In => self.take_command(line),
        }
    }

    pub(super) fn line_too_long(&mut self) {
        self.reply(&": ERR the line is too long.");
    }

    fn take_login(&mut self, text: &str) {
        match text.parse::<Name>() {
            Ok(name) => {
                self.phase = LoginState::Password(name);
                self.prompt(Prompt::Password);
            }
            Err(error) => {
                self.say(&format!(": {error}."));
                self.prompt(Prompt::Login);
            }
        }
    }

    /// Logs in with a token; with anything else as a guest, whose name must be free.
    fn take_password(&mut self, name: Name, password: &str) {
        let is_token =
            password.len() == TOKEN_DIGITS && password.bytes().all(|byte| byte.is_ascii_hexdigit());
        let command = if is_token {
            Command::Resume { token: password.to_owned(), rooms: RoomNumbers::default() }
        } else {
            Command::Guest { name: Some(name.clone()) }
        };
        self.phase = LoginState::Checking(name);
        self.ask(command, Pending::Login);
    }

    /// Lets the client in, under the name that it gave.
    pub(super) fn enter(&mut self, name: &Name) {
        if !matches!(&self.phase, LoginState::Checking(given) if given == name) {
            self.say(&": This token is not of this name.");
            self.prompt(Prompt::Login);
            self.phase = LoginState::Ended;
            return;
        }
        self.name = Some(name.clone());
        self.phase = LoginState::In;
        self.ready();
        // Accounts of GGS keep their list of `notify`: programs wait for this and do not ask for it.
        self.tell(&SERVICE_IS_HERE);
        for line in std::mem::take(&mut self.held) {
            self.line(&line);
        }
    }

    /// Asks for another login.
    pub(super) fn refuse_login(&mut self, code: ErrorCode, message: &str) {
        match code {
            ErrorCode::NameTaken | ErrorCode::Denied => {
                self.say(&": The password is not right.");
            }
            _ => self.say(&format!(": {message}.")),
        }
        self.phase = LoginState::Login;
        self.prompt(Prompt::Login);
        // What follows would be taken for a password.
        self.held.clear();
    }

    pub(super) fn end(&mut self) {
        self.phase = LoginState::Ended;
    }

    /// Takes a notice of the server.
    pub(super) fn notice(&mut self, notice: &Notice) {
        let pending = notice.id.as_ref().and_then(|id| self.pending.remove(id));
        match pending {
            Some(pending) => self.answer(pending, notice),
            None => self.event(notice),
        }
    }

    /// Returns the games of a match that is followed, the first one first.
    pub(super) fn games_of(&self, number: u32) -> Vec<GameId> {
        let mut games: Vec<&FollowedGame> =
            self.games.values().filter(|game| game.id.number == number).collect();
        games.sort_unstable_by_key(|game| game.id);
        games.into_iter().map(FollowedGame::game).collect()
    }

    /// Returns the game that a client means by a number.
    pub(super) fn game_of(&self, id: MatchId) -> GameId {
        let is_meant = |game: &&FollowedGame| {
            game.id == id || (id.game.is_none() && game.id.number == id.number)
        };
        let followed = self.games.values().find(is_meant).map(FollowedGame::game);
        let offered = || self.offers.keys().copied().find(|&game| number_of(game) == id.number);
        let named = GameId(u64::from(id.number) + u64::from(id.game.unwrap_or(0)));
        followed.or_else(offered).unwrap_or(named)
    }

    /// Returns how many matches the client plays.
    pub(super) fn n_matches(&self) -> usize {
        let Some(name) = &self.name else { return 0 };
        let own = self.games.values().filter(|game| game.is_player(name) && game.is_shown);
        own.map(|game| game.id.number).collect::<BTreeSet<u32>>().len()
    }
}
