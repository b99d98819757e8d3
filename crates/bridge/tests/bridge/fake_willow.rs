//! A small Willow server for tests: proxies, offers, games and chat, without IO.
//!
//! It answers as `docs/protocol.md` says. The test `end_to_end` plays over the real one.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use willow_board::{Color, Game, Move, Position, RandomSource, TimeControl, random_start};
use willow_bridge::bridge::Millis;
use willow_protocol::{
    ColorChoice, Command, GameId, Komi, Name, Notice, Request, Side, Start, Terms,
};

use crate::fake_hidden::Bidding;

/// How long somebody is away before the others are told.
const GONE_AFTER: Millis = 3_000;

/// What is said of a game that there is not.
pub(crate) const NO_GAME: &str = "there is no such game";

/// A notice, and the proxy for whom it is.
pub(crate) type Delivery = (Option<Name>, Notice);

struct OpenOffer {
    from: Name,
    to: Name,
    terms: Terms,
}

pub(crate) struct FakeGame {
    pub(crate) black: Name,
    pub(crate) white: Name,
    pub(crate) twin: Option<u64>,
    pub(crate) game: Game,
    pub(crate) end: Option<Value>,
    pub(crate) terms: Terms,
    pub(crate) left: [Option<u64>; 2],
    pub(crate) since: Millis,
    pub(crate) is_adjourned: bool,
    /// Who wants to adjourn the game, or to go on.
    pub(crate) asks: Option<Color>,
    /// A move in lock-step that waits, and the time that it took.
    pub(crate) held: Option<(Move, Millis)>,
    pub(crate) bidding: Option<Bidding>,
    pub(crate) komi: Option<Komi>,
    /// Whose main time on GGS is over.
    overtime: Option<Color>,
    /// The number of the last event.
    last: u64,
}

/// Draws from the high bits of a linear congruential generator.
#[derive(Default)]
pub(crate) struct Lcg(pub(crate) u64);

impl RandomSource for Lcg {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 33) as usize % n
    }
}

/// The server.
pub(crate) struct FakeWillow {
    bridge: Name,
    pub(crate) online: BTreeSet<String>,
    offers: BTreeMap<u64, OpenOffer>,
    pub(crate) games: BTreeMap<u64, FakeGame>,
    next: u64,
    pub(crate) now: Millis,
    /// Whether who is challenged accepts at once, as the server's bots do: the game begins before the challenger is
    /// told the number of the offer.
    pub(crate) accepts_at_once: bool,
    /// Decides the random colours.
    pub(crate) challenger_is_black: bool,
    random: Lcg,
    /// How often the board of a game was asked for.
    pub(crate) n_boards: u32,
    /// When proxies were let go.
    let_go_at: BTreeMap<String, Millis>,
    /// So many requests to bring a proxy are still refused, as commands that are too many.
    pub(crate) proxies_refused: u32,
    /// What the people here received.
    pub(crate) inbox: BTreeMap<String, Vec<Notice>>,
    out: Vec<Delivery>,
}

fn notice(mut fields: Value) -> Notice {
    fields["time"] = 0.into();
    serde_json::from_value(fields.clone()).unwrap_or_else(|error| panic!("{error}: {fields}"))
}

impl FakeWillow {
    pub(crate) fn new(bridge: &str) -> FakeWillow {
        FakeWillow {
            bridge: bridge.parse().unwrap(),
            online: BTreeSet::new(),
            offers: BTreeMap::new(),
            games: BTreeMap::new(),
            next: 100,
            now: 0,
            accepts_at_once: false,
            challenger_is_black: true,
            random: Lcg(7),
            n_boards: 0,
            let_go_at: BTreeMap::new(),
            proxies_refused: 0,
            inbox: BTreeMap::new(),
            out: Vec::new(),
        }
    }

    /// The connection of the bridge ended: its proxies go.
    pub(crate) fn bridge_gone(&mut self, now: Millis) {
        self.now = now;
        for proxy in std::mem::take(&mut self.online) {
            self.adjourn_all(&proxy.parse().unwrap());
        }
        self.out.clear();
        let prefix = format!("{}-", self.bridge.key());
        self.offers.retain(|_, offer| !offer.from.key().starts_with(&prefix));
    }

    /// Executes a request of the bridge.
    pub(crate) fn request(&mut self, request: &Request, now: Millis) -> Vec<Delivery> {
        self.now = now;
        let id = request.id.as_ref().unwrap().to_string();
        match &request.command {
            Command::Proxy { online: true, .. } if 0 < self.proxies_refused => {
                self.proxies_refused -= 1;
                self.out.push((None, notice(json!({
                    "id": id, "event": "error", "command": "proxy", "code": "limit",
                    "detail": "too-many-commands", "message": "rate limit exceeded; wait a moment",
                }))));
            }
            Command::Proxy { name, online } => {
                if *online {
                    // The real server loses a proxy that is brought while the old one is on its way out.
                    assert!(self.let_go_at.get(&name.key()).is_none_or(|at| *at < now), "{name}");
                    self.online.insert(name.key());
                    let entered = json!({"event": "entered", "name": name, "role": "bot"});
                    self.out.push((Some(name.clone()), notice(entered)));
                } else {
                    self.online.remove(&name.key());
                    self.let_go_at.insert(name.key(), now);
                    let bye = json!({"event": "bye", "reason": "quit"});
                    self.out.push((Some(name.clone()), notice(bye)));
                }
                self.answer(&id, None, Ok(None));
            }
            Command::As { name, command } => {
                let result = if self.online.contains(&name.key()) {
                    self.execute(name, command, Some(&id))
                } else {
                    Err("you have not brought this player".to_owned())
                };
                self.answer(&id, Some(name), result);
            }
            command => {
                let bridge = self.bridge.clone();
                let result = self.execute(&bridge, command, Some(&id));
                self.answer(&id, None, result);
            }
        }
        std::mem::take(&mut self.out)
    }

    /// Executes a command of a person.
    pub(crate) fn person(&mut self, person: &str, command: &str, now: Millis) -> Vec<Delivery> {
        self.now = now;
        let command: Command = serde_json::from_str(command).unwrap();
        let name: Name = person.parse().unwrap();
        if let Err(why) = self.execute(&name, &command, None) {
            let error = json!({"event": "error", "command": "", "code": "not-now", "message": why});
            self.inbox.entry(name.key()).or_default().push(notice(error));
        }
        std::mem::take(&mut self.out)
    }

    fn answer(&mut self, id: &str, proxy: Option<&Name>, result: Result<Option<u64>, String>) {
        let fields = match result {
            Ok(None) => json!({"id": id, "event": "ok"}),
            Ok(Some(game)) => json!({"id": id, "event": "ok", "done": {"game": game}}),
            Err(why) => json!({
                "id": id, "event": "error", "command": "x", "code": "not-now", "message": why,
            }),
        };
        self.out.push((proxy.cloned(), notice(fields)));
    }

    fn send(&mut self, to: &Name, fields: Value) {
        let notice = notice(fields);
        if *to == self.bridge {
            self.out.push((None, notice));
        } else if self.is_proxy(to) {
            if self.online.contains(&to.key()) {
                self.out.push((Some(to.clone()), notice));
            }
        } else {
            self.inbox.entry(to.key()).or_default().push(notice);
        }
    }

    pub(crate) fn is_proxy(&self, name: &Name) -> bool {
        name.key().starts_with(&format!("{}-", self.bridge.key()))
    }

    fn execute(
        &mut self,
        who: &Name,
        command: &Command,
        id: Option<&str>,
    ) -> Result<Option<u64>, String> {
        match command {
            Command::Challenge { name, terms } => {
                let checked = match () {
                    () if !terms.rated => Ok(()),
                    () if self.is_proxy(who) => terms.check_ratable_as_sampled(),
                    () => terms.check_ratable(),
                };
                checked.map_err(|why| why.to_string())?;
                Ok(Some(self.challenge(who, name, terms)))
            }
            Command::Join { game } => self.join(who, number(*game)?),
            Command::Decline { game } | Command::Cancel { game } => {
                self.withdraw(number(*game)?, matches!(command, Command::Decline { .. }))
            }
            Command::Move { game, mv, ply } => self.play(who, number(*game)?, *mv, *ply),
            Command::Tell { to, text } => {
                let told = json!({"event": "told", "from": who, "to": to, "text": text});
                self.send(to, told.clone());
                self.send(who, told);
                Ok(None)
            }
            Command::Gsay { game, text } => {
                let game = number(*game)?;
                let room = format!("players/{game}");
                let said = json!({"event": "said", "room": room, "from": who, "text": text});
                self.tell_players(game, &said);
                Ok(None)
            }
            Command::Resign { game } => {
                let game = number(*game)?;
                let color = self.color_of(who, game)?;
                let twin = self.games[&game].twin.filter(|_| self.games[&game].terms.lockstep);
                self.end(game, "resigned", Some(color))?;
                match twin {
                    Some(twin) if self.games[&twin].end.is_none() => {
                        self.end(twin, "resigned", Some(!color))
                    }
                    _ => Ok(Some(game)),
                }
            }
            Command::Bid { game, square, value, mover } => {
                self.bid(who, number(*game)?, (*square, *value), mover.as_ref())
            }
            Command::Adjourn { game } => self.adjourn(who, number(*game)?),
            Command::Abort { game } => self.abort(who, number(*game)?),
            Command::Refuse { game } => {
                self.games.get_mut(&number(*game)?).ok_or(NO_GAME)?.asks = None;
                Ok(None)
            }
            Command::Continue { game } => self.go_on(who, number(*game)?),
            Command::MoreTime { game, seconds } => self.give_time(who, number(*game)?, *seconds),
            Command::Board { game } => {
                self.n_boards += 1;
                let game = number(*game)?;
                let mut state = self.state(game)?;
                self.add_hidden(who, &self.games[&game], &mut state);
                state["event"] = "state".into();
                state["id"] = id.into();
                self.send(who, state);
                Ok(None)
            }
            Command::Flag { game, name } if self.is_proxy(who) => self.flag(number(*game)?, name),
            Command::Overtime { game, name } if self.is_proxy(who) => {
                let game = number(*game)?;
                let color = self.color_of(name, game)?;
                self.games.get_mut(&game).ok_or(NO_GAME)?.overtime.get_or_insert(color);
                Ok(None)
            }
            Command::Score { game, result } => self.offer_result(who, number(*game)?, *result),
            Command::Adjourned => {
                let open = self.games_of(who.as_str()).into_iter();
                let games = open.filter(|game| self.games[game].is_adjourned);
                let games: Vec<Value> = games.map(|game| self.state(game).unwrap()).collect();
                let list = json!({"id": id, "event": "games", "offers": [], "games": games});
                self.send(who, list);
                Ok(None)
            }
            Command::Who => Ok(None),
            other => Err(format!("the fake server has no {other:?}")),
        }
    }

    fn challenge(&mut self, who: &Name, name: &Name, terms: &Terms) -> u64 {
        self.next += 1;
        let game = self.next;
        let mut offered = json!(terms);
        for (key, value) in [("event", json!("offered")), ("game", json!(game))] {
            offered[key] = value;
        }
        (offered["from"], offered["to"]) = (json!(who), json!(name));
        let offer = OpenOffer { from: who.clone(), to: name.clone(), terms: terms.clone() };
        self.offers.insert(game, offer);
        let old = self.games_of(who.as_str()).into_iter().find(|old| {
            let old = &self.games[old];
            let Terms { color, start, .. } = *terms;
            old.game.n_plies() < 2
                && [&old.black, &old.white].contains(&name)
                && Terms { color, start, ..old.terms.clone() } == *terms
        });
        if let Some(old) = old.filter(|_| self.is_proxy(who)) {
            self.abort(who, old).unwrap();
            self.join(name, game).unwrap();
            return game;
        }
        self.send(name, offered.clone());
        self.send(who, offered);
        if self.accepts_at_once {
            self.join(name, game).unwrap();
        }
        game
    }

    fn withdraw(&mut self, game: u64, declined: bool) -> Result<Option<u64>, String> {
        let offer = self.offers.remove(&game).ok_or("there is no such offer")?;
        let gone = json!({"event": "withdrawn", "game": game, "declined": declined});
        self.send(&offer.from, gone.clone());
        if offer.to != offer.from {
            self.send(&offer.to, gone);
        }
        Ok(None)
    }

    fn join(&mut self, who: &Name, game: u64) -> Result<Option<u64>, String> {
        let offer = self.offers.remove(&game).ok_or("there is no such offer")?;
        assert_eq!(offer.to, *who);
        let is_black = match offer.terms.color {
            ColorChoice::Black => true,
            ColorChoice::White => false,
            ColorChoice::Random => self.challenger_is_black,
        };
        let seats = [offer.from.clone(), offer.to.clone()];
        let start = self.drawn_start(offer.terms.start);
        let twin = offer.terms.synchro.then(|| {
            self.next += 1;
            self.next
        });
        self.start(game, &seats, is_black, twin, (&offer.terms, start));
        if let Some(twin) = twin {
            self.start(twin, &seats, !is_black, Some(game), (&offer.terms, start));
        }
        Ok(Some(game))
    }

    /// Returns the position with which a game starts.
    fn drawn_start(&mut self, start: Start) -> Position {
        match start {
            Start::Random(discs) => random_start(usize::from(discs), &mut self.random),
            Start::Position(position) => position,
            _ => Position::START,
        }
    }

    fn start(
        &mut self,
        id: u64,
        seats: &[Name; 2],
        first_is_black: bool,
        twin: Option<u64>,
        (terms, start): (&Terms, Position),
    ) {
        let [first, second] = seats.clone();
        let (black, white) = if first_is_black { (first, second) } else { (second, first) };
        let main = match terms.clock {
            TimeControl::Game(main) | TimeControl::Increment { main, .. } => {
                Some(main.as_millis() as u64)
            }
            // What is left includes the extension.
            TimeControl::Ggs { main, extension, .. } => Some((main + extension).as_millis() as u64),
            _ => None,
        };
        let game = FakeGame {
            black,
            white,
            twin,
            game: Game::from_position(start),
            end: None,
            terms: terms.clone(),
            left: [main; 2],
            since: self.now,
            is_adjourned: false,
            asks: None,
            held: None,
            bidding: terms.komi.then(Bidding::default),
            komi: None,
            overtime: None,
            last: 0,
        };
        self.games.insert(id, game);
        let mut state = self.state(id).unwrap();
        state["event"] = "started".into();
        if terms.komi {
            state["bidding"] = true.into();
        }
        self.in_game(id, state);
        // A start may be one in which the side to move must pass.
        self.play_passes(id).unwrap();
    }

    fn state(&self, id: u64) -> Result<Value, String> {
        let game = self.games.get(&id).ok_or(NO_GAME)?;
        let mut state = json!(game.terms);
        let text = |position| Start::Position(position).to_string().replace("position:", "");
        let moves: Vec<String> = game.game.moves().map(|mv| mv.to_string()).collect();
        let fields = json!({
            "room": format!("game/{id}"), "game": id, "black": game.black, "white": game.white,
            "plies": game.game.n_plies(), "initial": text(*game.game.start()), "moves": moves,
            "position": text(*game.game.position()), "clocks": self.clocks(game), "watchers": 0,
            "last": game.last,
        });
        for (key, value) in fields.as_object().unwrap() {
            state[key] = value.clone();
        }
        if game.is_adjourned {
            state["adjourned_since"] = 1.into();
        }
        if let Some(color) = game.asks {
            state["adjourn_asked"] = json!(Side(color));
        }
        if let Some(twin) = game.twin {
            state["twin"] = twin.into();
        }
        if let Some(end) = &game.end {
            state["end"] = end.clone();
        }
        Ok(state)
    }

    pub(crate) fn clocks(&self, game: &FakeGame) -> Value {
        let side = game.game.position().side_to_move();
        let is_running = game.end.is_none() && !game.is_adjourned && game.held.is_none();
        let spent = if is_running { self.now - game.since } else { 0 };
        let left = |color: Color| {
            let spent = if color == side { spent } else { 0 };
            game.left[color.index()].map(|left| left.saturating_sub(spent))
        };
        json!({"black": left(Color::Black), "white": left(Color::White)})
    }

    fn tell_players(&mut self, game: u64, fields: &Value) {
        let Some(entry) = self.games.get(&game) else { return };
        for player in [entry.black.clone(), entry.white.clone()] {
            self.send(&player, fields.clone());
        }
    }

    pub(crate) fn in_game(&mut self, game: u64, mut fields: Value) {
        fields["room"] = format!("game/{game}").into();
        if let Some(entry) = self.games.get_mut(&game) {
            entry.last += 1;
            fields["number"] = entry.last.into();
        }
        self.tell_players(game, &fields);
    }

    pub(crate) fn color_of(&self, who: &Name, game: u64) -> Result<Color, String> {
        let entry = self.games.get(&game).ok_or(NO_GAME)?;
        if entry.end.is_some() {
            return Err("the game is over".to_owned());
        }
        match () {
            () if entry.black == *who => Ok(Color::Black),
            () if entry.white == *who => Ok(Color::White),
            () => Err("you are not a player of the game".to_owned()),
        }
    }

    fn play(
        &mut self,
        who: &Name,
        id: u64,
        mv: Move,
        ply: Option<u32>,
    ) -> Result<Option<u64>, String> {
        let color = self.color_of(who, id)?;
        let now = self.now;
        let game = self.games.get(&id).ok_or(NO_GAME)?;
        let why = match () {
            () if game.is_adjourned => "the game is adjourned",
            () if game.game.position().side_to_move() != color => "it is not your turn",
            () if ply.is_some_and(|ply| ply as usize != game.game.n_plies()) => "another ply",
            () if game.bidding.is_some() => "bid first",
            () => "",
        };
        if !why.is_empty() {
            return Err(why.to_owned());
        }
        if self.must_hold(id) {
            return self.hold(id, color, mv);
        }
        let used = now - self.games[&id].since;
        self.show_move(id, mv, used)?;
        self.release(id)?;
        Ok(Some(id))
    }

    /// Plays a move that everybody sees.
    pub(crate) fn show_move(&mut self, id: u64, mv: Move, used: Millis) -> Result<(), String> {
        let now = self.now;
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        let color = game.game.position().side_to_move();
        game.game.play(mv).map_err(|_| "the move is illegal".to_owned())?;
        if let Some(left) = &mut game.left[color.index()] {
            *left = left.saturating_sub(used);
            if let TimeControl::Increment { increment, .. } | TimeControl::Ggs { increment, .. } =
                game.terms.clock
            {
                *left += increment.as_millis() as u64;
            }
        }
        game.since = now;
        self.tell_move(id, color, mv, used);
        self.play_passes(id)
    }

    fn play_passes(&mut self, id: u64) -> Result<(), String> {
        while self.games[&id].game.position().must_pass() {
            let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
            let color = game.game.position().side_to_move();
            game.game.play(Move::Pass).unwrap();
            self.tell_move(id, color, Move::Pass, 0);
        }
        if self.games[&id].game.is_over() {
            self.end(id, "finished", None)?;
        }
        Ok(())
    }

    fn tell_move(&mut self, id: u64, color: Color, mv: Move, used: u64) {
        let game = &self.games[&id];
        let moved = json!({
            "event": "moved", "color": Side(color),
            "move": mv.to_string(), "ply": game.game.n_plies(), "clocks": self.clocks(game),
            "used": used,
        });
        self.in_game(id, moved);
    }

    fn end(&mut self, id: u64, reason: &str, loser: Option<Color>) -> Result<Option<u64>, String> {
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        let position = *game.game.position();
        let count = |color| position.discs(color).count();
        let (black, white) = (count(Color::Black) as i32, count(Color::White) as i32);
        let empty = 64 - black - white;
        let result = match loser {
            Some(Color::Black) => -64,
            Some(Color::White) => 64,
            None => black - white + (black - white).signum() * empty,
        };
        let capped = match game.overtime.filter(|_| reason == "finished") {
            Some(Color::Black) => result.min(-2),
            Some(Color::White) => result.max(2),
            None => result,
        };
        let (reason, loser) =
            if capped == result { (reason, loser) } else { ("timeout", game.overtime) };
        let result = capped;
        let mut end = json!({"reason": reason, "black_discs": black, "white_discs": white});
        if reason != "aborted" {
            end["result"] = result.into();
            if let Some(komi) = game.komi {
                end["komi"] = komi.to_string().into();
            }
        }
        if let Some(loser) = loser {
            end["loser"] = json!(Side(loser));
        }
        (game.end, game.held) = (Some(end.clone()), None);
        end["event"] = "ended".into();
        self.in_game(id, end);
        Ok(Some(id))
    }

    /// A flag has fallen on the other server.
    fn flag(&mut self, id: u64, name: &Name) -> Result<Option<u64>, String> {
        let loser = self.color_of(name, id)?;
        self.end(id, "timeout", Some(loser))?;
        self.release(id)?;
        Ok(Some(id))
    }

    fn abort(&mut self, who: &Name, id: u64) -> Result<Option<u64>, String> {
        let game = self.games.get(&id).ok_or(NO_GAME)?;
        if game.end.is_some() || (game.game.n_plies() >= 2 && !self.is_proxy(who)) {
            return Err("both players have moved".to_owned());
        }
        let twin = game.twin;
        self.end(id, "aborted", None)?;
        match twin {
            Some(twin) if self.games[&twin].end.is_none() => self.end(twin, "aborted", None),
            _ => Ok(Some(id)),
        }
    }

    /// Stops the clocks of the games of a proxy who is gone.
    fn adjourn_all(&mut self, proxy: &Name) {
        for id in self.games_of(proxy.as_str()) {
            let game = &self.games[&id];
            if game.is_adjourned {
                continue;
            }
            let clocks = self.clocks(game);
            let game = self.games.get_mut(&id).unwrap();
            (game.is_adjourned, game.asks) = (true, None);
            game.left = [clocks["black"].as_u64(), clocks["white"].as_u64()];
            self.in_game(id, json!({"event": "adjourned", "clocks": clocks}));
        }
    }

    fn offer_result(&mut self, who: &Name, id: u64, own: i32) -> Result<Option<u64>, String> {
        let color = self.color_of(who, id)?;
        let black = if color == Color::Black { own } else { -own };
        let offered = json!({"event": "result-offered", "color": Side(color), "result": black});
        self.in_game(id, offered);
        Ok(Some(id))
    }

    fn adjourn(&mut self, who: &Name, id: u64) -> Result<Option<u64>, String> {
        let color = self.color_of(who, id)?;
        let proxy = self.games[&id].black.clone();
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        match game.asks {
            Some(asker) if asker != color => self.adjourn_all(&proxy),
            _ => {
                game.asks = Some(color);
                self.in_game(id, json!({"event": "adjourn-asked", "color": Side(color)}));
            }
        }
        Ok(Some(id))
    }

    fn go_on(&mut self, who: &Name, id: u64) -> Result<Option<u64>, String> {
        let color = self.color_of(who, id)?;
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        match game.asks {
            _ if !game.is_adjourned => return Err("the game is not adjourned".to_owned()),
            Some(asker) if asker != color => {
                let twin = game.twin;
                for id in [Some(id), twin].into_iter().flatten() {
                    self.resume(id);
                }
            }
            _ => {
                game.asks = Some(color);
                self.in_game(id, json!({"event": "continue-asked", "color": Side(color)}));
            }
        }
        Ok(Some(id))
    }

    fn resume(&mut self, id: u64) {
        let now = self.now;
        let Some(game) = self.games.get_mut(&id).filter(|game| game.end.is_none()) else { return };
        (game.asks, game.is_adjourned, game.since) = (None, false, now);
        let clocks = self.clocks(&self.games[&id]);
        self.in_game(id, json!({"event": "resumed", "away_since": 0, "clocks": clocks}));
    }

    fn give_time(&mut self, who: &Name, id: u64, seconds: u32) -> Result<Option<u64>, String> {
        let color = !self.color_of(who, id)?;
        let given = u64::from(seconds) * 1000;
        let game = self.games.get_mut(&id).ok_or(NO_GAME)?;
        if let Some(left) = &mut game.left[color.index()] {
            *left += given;
        }
        let clocks = self.clocks(&self.games[&id]);
        let given = json!({
            "event": "time-given", "color": Side(color), "given": given, "clocks": clocks,
        });
        self.in_game(id, given);
        Ok(Some(id))
    }

    /// Time has passed: flags fall.
    pub(crate) fn tick(&mut self, now: Millis) -> Vec<Delivery> {
        self.now = now;
        // Whoever is back soon was never away.
        let away = self
            .let_go_at
            .iter()
            .filter(|(name, at)| now - **at >= GONE_AFTER && !self.online.contains(*name));
        for proxy in away.map(|(name, _)| name.parse().unwrap()).collect::<Vec<Name>>() {
            self.adjourn_all(&proxy);
        }
        let flagged =
            self.games.iter().filter(|(_, game)| game.end.is_none()).filter_map(|(id, game)| {
                let side = game.game.position().side_to_move();
                let stands_still = game.is_adjourned || game.held.is_some();
                let left = game.left[side.index()].filter(|_| !stands_still)?;
                (now - game.since > left).then_some((*id, side))
            });
        for (id, side) in flagged.collect::<Vec<_>>() {
            self.end(id, "timeout", Some(side)).unwrap();
        }
        std::mem::take(&mut self.out)
    }

    /// Returns the offers to a person.
    pub(crate) fn offers_to(&self, person: &str) -> Vec<u64> {
        let person: Name = person.parse().unwrap();
        self.offers.iter().filter(|(_, offer)| offer.to == person).map(|(id, _)| *id).collect()
    }

    /// Returns the games that somebody plays.
    pub(crate) fn games_of(&self, person: &str) -> Vec<u64> {
        let person: Name = person.parse().unwrap();
        let open = self.games.iter().filter(|(_, game)| game.end.is_none());
        open.filter(|(_, game)| game.black == person || game.white == person)
            .map(|(id, _)| *id)
            .collect()
    }
}

fn number(game: Option<GameId>) -> Result<u64, String> {
    game.map(|game| game.0).ok_or_else(|| "which game?".to_owned())
}
