//! Two players who play and chat, whatever happens to the server, and record all acknowledgements.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;

use willow_board::{Color, Game, Move, Square};
use willow_protocol::{ErrorCode, ErrorDetail, Event, GameId, GameState, Notice, json};
use willow_testkit::TestRng;

use super::Address;
use crate::support::PATIENCE;

/// The acknowledged effects of a pair's commands.
#[derive(Debug, Default)]
pub(super) struct Journal {
    pub(super) names: [String; 2],
    /// The squares of every game, in order, each acknowledged.
    pub(super) games: BTreeMap<GameId, Vec<Square>>,
    /// The games whose end was acknowledged.
    pub(super) ended: Vec<GameId>,
    /// The acknowledged messages in the lobby.
    pub(super) said: Vec<String>,
    /// The acknowledged private messages.
    pub(super) told: Vec<String>,
}

/// Two players in one thread.
pub(super) struct Pair {
    number: usize,
    players: [Player; 2],
    journal: Journal,
    /// Chooses moves and what is said.
    rng: TestRng,
    n_requests: u64,
    /// Tells of each acknowledged command.
    acknowledged: Sender<()>,
}

/// A player who reconnects when the connection breaks.
pub(super) struct Player {
    name: String,
    address: Arc<Address>,
    known: bool,
    line: Option<(BufReader<TcpStream>, TcpStream)>,
}

/// The connection broke.
struct Broken;

impl Player {
    pub(super) fn new(name: String, address: &Arc<Address>) -> Player {
        Player { name, address: address.clone(), known: false, line: None }
    }

    /// Sends a request until it is answered, over as many connections as are needed.
    pub(super) fn ask(&mut self, id: &str, request: &str) -> Event {
        loop {
            if let Ok(event) = self.try_ask(id, request) {
                return event;
            }
            self.line = None;
        }
    }

    fn try_ask(&mut self, id: &str, request: &str) -> Result<Event, Broken> {
        if self.line.is_none() {
            self.connect()?;
        }
        self.round_trip(id, request)
    }

    fn round_trip(&mut self, id: &str, request: &str) -> Result<Event, Broken> {
        let (reader, writer) = self.line.as_mut().ok_or(Broken)?;
        let line = format!("{{\"id\":\"{id}\",{request}}}\n");
        writer.write_all(line.as_bytes()).map_err(|_| Broken)?;
        loop {
            let notice = read(reader)?;
            if notice.id.as_ref().is_some_and(|answered| answered.as_str() == id) {
                return Ok(notice.event);
            }
        }
    }

    /// Logs in as soon as there is a server; the first time with a new account, which may have been created without an
    /// acknowledgement.
    fn connect(&mut self) -> Result<(), Broken> {
        let writer = TcpStream::connect(self.address.get()).map_err(|_| Broken)?;
        writer.set_nodelay(true).map_err(|_| Broken)?;
        writer.set_read_timeout(Some(PATIENCE)).map_err(|_| Broken)?;
        let mut reader = BufReader::new(writer.try_clone().map_err(|_| Broken)?);
        reader.read_line(&mut String::new()).map_err(|_| Broken)?;
        self.line = Some((reader, writer));
        let name = self.name.clone();
        // Each login with the password has a new token: the ids belong to the word.
        let version = format!(r#""do":"protocol","version":2,"client":"player-{name}""#);
        self.round_trip("version", &version)?;
        let credentials = format!(r#""name":"{name}","password":"pass {name}""#);
        if !self.known {
            let entered = self.round_trip("in", &format!(r#""do":"register",{credentials}"#))?;
            match entered {
                Event::Entered { .. } => {
                    self.known = true;
                    return Ok(());
                }
                Event::Error { code: ErrorCode::NameTaken, .. } => self.known = true,
                other => panic!("{other:?}"),
            }
        }
        match self.round_trip("in", &format!(r#""do":"login",{credentials}"#))? {
            Event::Entered { .. } => Ok(()),
            other => panic!("{name} cannot log in: {other:?}"),
        }
    }
}

fn read(reader: &mut BufReader<TcpStream>) -> Result<Notice, Broken> {
    let mut line = String::new();
    let n = reader.read_line(&mut line).map_err(|_| Broken)?;
    // A server that is killed may leave half a line.
    if n == 0 || !line.ends_with('\n') {
        return Err(Broken);
    }
    Ok(json::read_notice(line.trim_end()).unwrap_or_else(|error| panic!("{error}: {line}")))
}

impl Pair {
    pub(super) fn new(number: usize, address: &Arc<Address>, acknowledged: &Sender<()>) -> Pair {
        let names = ["ann", "ben"].map(|name| format!("{name}-{}", ["x", "y", "z"][number]));
        let player = |name: &String| Player::new(name.clone(), address);
        let players = names.each_ref().map(player);
        let journal = Journal { names, ..Journal::default() };
        Pair {
            number,
            players,
            journal,
            rng: TestRng::new(number as u64 + 1),
            n_requests: 0,
            acknowledged: acknowledged.clone(),
        }
    }

    /// Sends a command under a new id, counted for both players together.
    fn ask(&mut self, player: usize, request: &str) -> Event {
        self.n_requests += 1;
        let id = format!("r{}", self.n_requests);
        let answer = self.players[player].ask(&id, request);
        let _ = self.acknowledged.send(());
        answer
    }

    /// Plays one game after the other and returns the acknowledged effects.
    pub(super) fn play_until(mut self, stop: &AtomicBool) -> Journal {
        while !stop.load(Ordering::Relaxed) {
            let state = self.begin();
            self.play(&state, stop);
        }
        self.journal
    }

    /// Starts a game. An offer ends with the server, so it is repeated until it is accepted.
    fn begin(&mut self) -> GameState {
        // The opponent must have logged in once.
        self.ask(1, r#""do":"ping""#);
        loop {
            let name = self.journal.names[1].clone();
            let terms = r#""clock":"5+3","rated":true,"color":"black""#;
            let offered = self.ask(0, &format!(r#""do":"challenge","name":"{name}",{terms}"#));
            assert_eq!(offered, Event::Ok);
            let Event::Games { offers, games } = self.ask(1, r#""do":"games""#) else {
                panic!("no list of games");
            };
            let ours = |black: &str, number: usize| *black == *self.journal.names[number];
            let game = games.iter().find(|game| ours(game.black.as_str(), 0)).map(|game| game.game);
            let offer =
                offers.iter().find(|offer| ours(offer.from.as_str(), 0)).map(|offer| offer.game);
            let game = match (game, offer) {
                (Some(game), _) => game,
                (None, Some(offer)) => {
                    if self.ask(1, &format!(r#""do":"join","game":{}"#, offer.0)) != Event::Ok {
                        continue;
                    }
                    offer
                }
                (None, None) => continue,
            };
            if let Event::State(state) = self.ask(0, &format!(r#""do":"board","game":{}"#, game.0))
            {
                return *state;
            }
        }
    }

    fn play(&mut self, state: &GameState, stop: &AtomicBool) {
        let id = state.summary.game;
        let mut game = Game::from_position(state.initial);
        for &mv in &state.moves {
            game.play(mv).unwrap();
        }
        self.journal.games.insert(id, game.moves().filter_map(Move::square).collect());
        while !game.is_over() && !stop.load(Ordering::Relaxed) {
            // A rated game that is resigned earlier does not count.
            if game.n_plies() >= 12 && self.rng.below(40) == 0 {
                assert_eq!(self.ask(0, &format!(r#""do":"resign","game":{}"#, id.0)), Event::Ok);
                break;
            }
            self.chat();
            self.pause(id);
            self.place(id, &mut game);
        }
        if !stop.load(Ordering::Relaxed) {
            self.journal.ended.push(id);
        }
    }

    /// Plays a random move, and records it after its acknowledgement.
    fn place(&mut self, id: GameId, game: &mut Game) {
        let squares: Vec<Square> = game.position().legal_moves().into_iter().collect();
        let square = squares[self.rng.below(squares.len())];
        let player = usize::from(game.position().side_to_move() == Color::White);
        let ply = game.n_plies();
        let request = format!(r#""do":"move","game":{},"move":"{square}","ply":{ply}"#, id.0);
        assert_eq!(self.ask(player, &request), Event::Ok, "{square} at ply {ply} of game {id}");
        game.place(square).unwrap();
        if game.position().must_pass() {
            game.play(Move::Pass).unwrap();
        }
        self.journal.games.get_mut(&id).unwrap().push(square);
    }

    /// Now and then the players adjourn the game, and go on with it.
    fn pause(&mut self, id: GameId) {
        if self.rng.below(25) != 0 {
            return;
        }
        for command in ["adjourn", "continue"] {
            while !self.agree(command, id) {}
        }
    }

    /// One player asks for something and the other agrees. Returns whether the server was there all the while: a
    /// request ends with it.
    fn agree(&mut self, command: &str, id: GameId) -> bool {
        let request = format!(r#""do":"{command}","game":{}"#, id.0);
        assert_eq!(self.ask(0, &request), Event::Ok, "{command} game {id}");
        match self.ask(1, &request) {
            Event::Ok => true,
            Event::Error { detail: Some(ErrorDetail::NoTakebackRequested), .. } => false,
            other => panic!("{command} game {id}: {other:?}"),
        }
    }

    fn chat(&mut self) {
        if self.rng.below(3) != 0 {
            return;
        }
        let text = format!("pair {} text {}", self.number, self.n_requests);
        if self.rng.below(2) == 0 {
            assert_eq!(self.ask(0, &format!(r#""do":"say","text":"{text}""#)), Event::Ok);
            self.journal.said.push(text);
        } else {
            let name = self.journal.names[1].clone();
            let request = format!(r#""do":"tell","to":"{name}","text":"{text}""#);
            assert_eq!(self.ask(0, &request), Event::Ok);
            self.journal.told.push(text);
        }
    }
}
