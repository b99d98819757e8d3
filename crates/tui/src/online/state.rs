//! What is known of the server, and how that changes by what it says.

use std::time::Duration;

use willow_board::Color;
use willow_protocol::{
    Command, ErrorCode, Event, GameId, GameState, InGame, Name, Notice, Room, text,
};

use super::input::{Input, Typed};
use super::link::Tiding;
use super::lobby::Lobby;
use super::log::Kind;
use super::seat::{Fit, Seat, color_of};

/// All that the screen shows.
#[derive(Debug)]
pub(crate) struct State {
    /// The server, as the reader named it.
    pub(crate) address: String,
    pub(crate) phase: Phase,
    /// The name under which the reader is in.
    pub(crate) name: Option<Name>,
    pub(crate) lobby: Lobby,
    /// The games that are open, in the order in which they were opened.
    pub(crate) seats: Vec<Seat>,
    /// What is shown: the lobby is 0, the first game 1.
    pub(crate) tab: usize,
    /// The line that is being typed.
    pub(crate) input: Option<Input>,
    pub(crate) typed: Typed,
    pub(crate) dialog: Option<Dialog>,
    /// What is said below everything, until the next key.
    pub(crate) note: Option<(Kind, String)>,
    /// The server's clock, less the local one, in milliseconds.
    offset: Option<i128>,
}

/// How far the connection is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Phase {
    /// The reader is asked for a name.
    Door(Option<text::PasswordPrompt>),
    /// The server is asked.
    Knocking,
    /// The reader is in.
    In,
    /// The connection broke and is to come back.
    Broken,
    /// The connection is over.
    Over,
}

/// What lies over everything and takes the keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// All keys.
    Help,
    /// Whether to resign a game.
    Resign(GameId),
    /// Whether to leave the server while games go on.
    Quit,
}

/// What the door asks for.
pub(crate) const DOOR: &str = "guest ";

impl State {
    /// Returns the state before anybody is in.
    pub(crate) fn new(address: &str) -> State {
        State {
            address: address.to_owned(),
            phase: Phase::Door(None),
            name: None,
            lobby: Lobby::default(),
            seats: Vec::new(),
            tab: 0,
            input: Some(Input::new(DOOR)),
            typed: Typed::default(),
            dialog: None,
            note: None,
            offset: None,
        }
    }

    /// Returns the game that is shown.
    pub(crate) fn seat(&self) -> Option<&Seat> {
        self.seats.get(self.tab.checked_sub(1)?)
    }

    pub(crate) fn seat_mut(&mut self) -> Option<&mut Seat> {
        self.seats.get_mut(self.tab.checked_sub(1)?)
    }

    fn seat_of(&mut self, game: GameId) -> Option<&mut Seat> {
        self.seats.iter_mut().find(|seat| seat.id() == game)
    }

    /// Returns the server's time at a local moment.
    pub(crate) fn server_time(&self, now: Duration) -> u64 {
        let time = self.offset.unwrap_or_default() + now.as_millis() as i128;
        u64::try_from(time).unwrap_or_default()
    }

    /// Shows a tab.
    pub(crate) fn show(&mut self, tab: usize) {
        self.tab = tab.min(self.seats.len());
        match self.seat_mut() {
            Some(seat) => seat.unseen = false,
            None => self.lobby.unseen = false,
        }
    }

    /// Says something below everything.
    pub(crate) fn say(&mut self, kind: Kind, text: &str) {
        self.note = Some((kind, willow_protocol::strip_controls(text)));
    }

    /// Takes what came from the server, and returns what it is to be asked.
    pub(crate) fn take(&mut self, tiding: Tiding, now: Duration) -> Vec<Command> {
        match tiding {
            Tiding::In(name) => {
                self.name = name;
                self.phase = Phase::In;
                self.input = None;
                let mut questions = vec![Command::Sync { room: Room::Lobby, after: 0 }];
                questions.extend(self.questions());
                questions
            }
            Tiding::NotIn(reason) => {
                self.phase = Phase::Door(None);
                self.input = Some(Input::new(DOOR));
                self.say(Kind::Error, &reason);
                Vec::new()
            }
            Tiding::Heard(notice) => self.hear(&notice, now),
            Tiding::Answered(command, event) => self.answered(&command, &event, now),
            Tiding::Broke => {
                self.phase = Phase::Broken;
                Vec::new()
            }
            Tiding::Back => {
                self.phase = Phase::In;
                self.say(Kind::Info, "The connection is back.");
                self.questions()
            }
            Tiding::Ended(reason) => {
                self.phase = Phase::Over;
                self.say(Kind::Error, &reason);
                Vec::new()
            }
        }
    }

    /// Returns what somebody asks who has just come.
    fn questions(&self) -> Vec<Command> {
        let boards = self.seats.iter().filter(|seat| !seat.is_over()).map(|seat| {
            let game = Some(seat.id());
            Command::Board(InGame { game })
        });
        [Command::Who, Command::Games].into_iter().chain(boards).collect()
    }

    /// Takes an event.
    fn hear(&mut self, notice: &Notice, now: Duration) -> Vec<Command> {
        self.set_clock(notice.time, now);
        // What the client put together itself has no time.
        let at = if notice.time > 0 { notice.time } else { self.server_time(now) };
        match (notice.room, &notice.event) {
            (Some(Room::Game(game) | Room::Players(game) | Room::Watchers(game)), event) => {
                self.hear_in_game(game, event, at)
            }
            (Some(Room::Private), Event::Told { from, to, text }) => {
                self.told(from, to, text.as_str());
                Vec::new()
            }
            (room, Event::Snapshot(snapshot)) => {
                debug_assert!(room.is_none(), "snapshots are answers");
                self.snapshot(snapshot, at);
                Vec::new()
            }
            (None, Event::State(state)) => {
                self.open(state, at);
                Vec::new()
            }
            (_, event) => {
                self.hear_in_lobby(event);
                Vec::new()
            }
        }
    }

    /// Events come late by what the way takes: the least late one tells the server's clock best.
    fn set_clock(&mut self, time: u64, now: Duration) {
        if time > 0 {
            let offset = i128::from(time) - now.as_millis() as i128;
            self.offset = self.offset.max(Some(offset));
        }
    }

    fn hear_in_game(&mut self, game: GameId, event: &Event, at: u64) -> Vec<Command> {
        if let Event::Started(state) = event {
            self.open(state, at);
            return Vec::new();
        }
        let shown = self.seat().is_some_and(|seat| seat.id() == game);
        let Some(seat) = self.seat_of(game) else { return Vec::new() };
        let fit = seat.hear(event, at);
        let calls = matches!(event, Event::Said { .. } | Event::TakebackAsked { .. });
        seat.unseen |= !shown && (calls || seat.is_my_turn() || seat.is_over());
        if matches!(event, Event::Ended(_)) {
            self.lobby.over(game);
        }
        match fit {
            Fit::Fits => Vec::new(),
            Fit::Gap => vec![Command::Board(InGame { game: Some(game) })],
        }
    }

    /// Opens a game, or takes its state if it is open. A game of the reader's is shown.
    fn open(&mut self, state: &GameState, at: u64) {
        let game = state.summary.game;
        if let Some(seat) = self.seat_of(game) {
            seat.update(state, at);
            return;
        }
        self.seats.push(Seat::new(state, self.name.as_ref(), at));
        // Whoever is to move elsewhere is not torn away from there.
        if self.seat().is_none_or(|seat| !seat.is_my_turn()) {
            self.show(self.seats.len());
        } else if let Some(seat) = self.seats.last_mut() {
            seat.unseen = true;
        }
    }

    fn told(&mut self, from: &Name, to: &Name, text: &str) {
        let line = if Some(from) == self.name.as_ref() {
            format!("you to {to}: {text}")
        } else {
            format!("{from} tells you: {text}")
        };
        self.lobby.log.add(Kind::Private, &line);
        match self.seat_mut() {
            Some(seat) => {
                seat.log.add(Kind::Private, &line);
                self.lobby.unseen = true;
            }
            None => self.lobby.unseen = false,
        }
    }

    fn hear_in_lobby(&mut self, event: &Event) {
        self.lobby.hear(event, self.name.as_ref());
        match event {
            Event::Said { .. } | Event::Offered(_) => {
                let concerns = match event {
                    Event::Offered(offer) => offer.to.is_some() && offer.to == self.name,
                    _ => true,
                };
                self.lobby.unseen |= self.tab != 0 && concerns;
            }
            Event::Announced { text } => {
                self.lobby.log.add(Kind::Info, text);
                self.say(Kind::Info, text);
            }
            Event::Moderated { by, name, action, reason } => {
                self.lobby.log.add(Kind::Info, &format!("{by}: {action} {name}: {reason}"));
            }
            Event::Rated { name, class, before, after } => {
                self.log(Kind::Info, &format!("{name}'s {class} rating: {before} to {after}."));
            }
            Event::Bye { reason } => self.say(Kind::Error, &reason.to_string()),
            _ => {}
        }
    }

    /// Adds to what is said where the reader is.
    pub(crate) fn log(&mut self, kind: Kind, text: &str) {
        match self.seat_mut() {
            Some(seat) => seat.log.add(kind, text),
            None => self.lobby.log.add(kind, text),
        }
    }

    /// Takes what a room is like now. Of the lobby only the talk matters: the rest is asked for.
    fn snapshot(&mut self, snapshot: &willow_protocol::RoomSnapshot, at: u64) {
        if let Some(state) = &snapshot.game {
            self.open(state, at);
        }
        if snapshot.of == Room::Lobby {
            for notice in &snapshot.recent {
                if let Event::Said { .. } = notice.event {
                    self.lobby.hear(&notice.event, self.name.as_ref());
                }
            }
        }
    }

    /// Takes the answer to a command.
    fn answered(&mut self, command: &Command, event: &Event, now: Duration) -> Vec<Command> {
        let at = self.server_time(now);
        match (command, event) {
            (
                Command::Leave { game } | Command::Board(InGame { game: Some(game) }),
                Event::Error { code: ErrorCode::NoSuchGame, .. },
            ) => {
                self.close(*game);
            }
            (_, Event::Error { message, .. }) => self.say(Kind::Error, message),
            (Command::Leave { game }, _) => self.close(*game),
            (_, Event::State(state)) => self.open(state, at),
            (_, Event::Snapshot(snapshot)) => self.snapshot(snapshot, at),
            (_, Event::Users { .. }) => self.lobby.hear(event, self.name.as_ref()),
            (_, Event::Games { games, .. }) => {
                self.lobby.hear(event, self.name.as_ref());
                return self.own_games(games);
            }
            // Those whom the reader has blocked are in no list.
            (Command::Block { name }, Event::Ok) => self.lobby.forget(name),
            (Command::Unblock { .. }, Event::Ok) => return vec![Command::Who],
            (_, Event::Ok | Event::Synced { .. } | Event::Pong) => {}
            // Everything else is for reading.
            (_, event) => {
                self.log(Kind::Info, &text::write_notice(&Notice::new(at, event.clone())));
            }
        }
        Vec::new()
    }

    /// Asks for the reader's games that are not open: those of an earlier visit.
    fn own_games(&self, games: &[willow_protocol::GameSummary]) -> Vec<Command> {
        let reader = self.name.as_ref();
        let own = games.iter().filter(|game| color_of(game, reader).is_some());
        let missing = own.filter(|game| self.seats.iter().all(|seat| seat.id() != game.game));
        missing.map(|game| Command::Board(InGame { game: Some(game.game) })).collect()
    }

    /// Closes a game.
    pub(crate) fn close(&mut self, game: GameId) {
        let Some(place) = self.seats.iter().position(|seat| seat.id() == game) else { return };
        self.seats.remove(place);
        if self.tab > place {
            self.show(self.tab - 1);
        }
    }

    /// Returns whether a game of the reader's is going on.
    pub(crate) fn plays(&self) -> bool {
        self.seats.iter().any(|seat| seat.color.is_some() && !seat.is_over())
    }

    /// Returns the next game in which the reader is to move, after the one that is shown.
    pub(crate) fn next_turn(&self) -> Option<usize> {
        let n = self.seats.len();
        let after = (0..n).map(|step| (self.tab + step) % n);
        after.map(|place| place + 1).find(|&tab| self.seats[tab - 1].is_my_turn())
    }
}

/// Returns what is left of a player's time in words, the shorter the less there is.
pub(crate) fn clock_words(left: Option<Duration>) -> String {
    left.map_or_else(|| "no clock".to_owned(), |left| willow_board::ClockFace(left).to_string())
}

/// Returns both colours, the reader's own below.
pub(crate) fn from_top(reader: Option<Color>) -> [Color; 2] {
    match reader {
        Some(Color::White) | None => [Color::Black, Color::White],
        Some(Color::Black) => [Color::White, Color::Black],
    }
}
