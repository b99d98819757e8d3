//! A scripted GGS for tests, without IO: two players at a time, the lines that a real server was seen to write, and
//! faults on demand.
//!
//! Its lines are written here by hand, so that the reader of `willow-ggs` does not agree with a writer of its own.
//! Whole matches on a real server, `willow serve --ggs`, are played by the tests of `willow-cli`.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use willow_board::{Color, Game, Position, RandomSource, Square, random_start};
use willow_bridge::bridge::Millis;
use willow_bridge::ggs::{ClockTerms, MatchType, PlayedMove, Seconds};

use crate::fake_willow::Lcg;

/// What a connection hears; `None` is its end.
pub(crate) type Heard = (u64, Option<String>);

/// The seconds after the end of a clock at which the service acts itself.
const GRACE: i64 = 5;

/// How much less than the wall clock a player's own time may be.
const TRUSTED_LAG: i64 = 4_000;

#[derive(Default)]
struct User {
    /// Empty until the login is sent.
    name: String,
    is_in: bool,
    open: usize,
    rated: bool,
    trust: bool,
}

#[derive(Clone)]
struct Ask {
    /// Who asks, and who is asked.
    names: [String; 2],
    kind: MatchType,
    clocks: [ClockTerms; 2],
    flag: char,
    stored: Option<u32>,
}

/// The clock of a player in a game, in milliseconds.
#[derive(Clone)]
struct PlayerClock {
    terms: ClockTerms,
    left: i64,
    in_overtime: bool,
    /// Since when it runs.
    since: Option<i64>,
}

#[derive(Clone)]
struct Board {
    game: Game,
    moves: Vec<String>,
    /// Which player has Black: 0 is the one who asked.
    black: usize,
    /// By player.
    clocks: [PlayerClock; 2],
    bids: Option<[Option<PlayedMove>; 2]>,
    komi: Option<f64>,
    /// The first player whose main time ended.
    late: Option<usize>,
    /// The result of the player who is named first.
    end: Option<f64>,
    /// The message of a move of a pair that the opponent does not see yet.
    held: Option<String>,
}

#[derive(Clone)]
struct Match {
    names: [String; 2],
    kind: MatchType,
    flag: char,
    boards: Vec<Board>,
    asks_to_abort: Option<usize>,
    archive: Option<u32>,
}

/// The server and its service.
#[derive(Default)]
pub(crate) struct FakeGgs {
    now: i64,
    random: Lcg,
    users: BTreeMap<u64, User>,
    asks: BTreeMap<u32, Ask>,
    matches: BTreeMap<u32, Match>,
    stored: BTreeMap<u32, Match>,
    n_asks: u32,
    n_stored: u32,
    heard: Vec<Heard>,
}

/// What is said of somebody's command that is not done.
type Refused = Result<(), String>;

impl FakeGgs {
    pub(crate) fn new(seed: u64) -> FakeGgs {
        FakeGgs { random: Lcg(seed), ..FakeGgs::default() }
    }

    pub(crate) fn take_heard(&mut self) -> Vec<Heard> {
        std::mem::take(&mut self.heard)
    }

    pub(crate) fn connect(&mut self, conn: u64) {
        self.users.insert(conn, User::default());
        let prompt = "banner\r\n: Enter login (yours, or one you'd like to use).\r\n";
        self.heard.push((conn, Some(prompt.to_owned())));
    }

    /// The connection of somebody is gone: their requests and matches, too.
    pub(crate) fn disconnect(&mut self, conn: u64, now: Millis) {
        self.now = now as i64;
        let Some(user) = self.users.remove(&conn) else { return };
        self.drop_asks(|_, ask| ask.names.contains(&user.name));
        for number in self.matches_of(&user.name) {
            self.adjourn(number, &user.name);
        }
    }

    /// The service alone restarts: it has forgotten its requests, matches and settings.
    pub(crate) fn restart_service(&mut self) {
        (self.asks, self.matches) = (BTreeMap::new(), BTreeMap::new());
        for user in self.users.values_mut() {
            (user.open, user.rated, user.trust) = (0, false, false);
        }
        let everybody: Vec<String> = self.users.values().map(|user| user.name.clone()).collect();
        for sign in ['-', '+'] {
            self.tell(&everybody, &format!(": {sign} /os 1"));
        }
    }

    pub(crate) fn line(&mut self, conn: u64, line: &str, now: Millis) {
        self.now = now as i64;
        let Some(user) = self.users.get_mut(&conn) else { return };
        if user.name.is_empty() {
            line.clone_into(&mut user.name);
            return self.heard.push((conn, Some(": Enter your password.\r\n".to_owned())));
        }
        let name = user.name.clone();
        if !std::mem::replace(&mut user.is_in, true) {
            // The second login of a name ends the first with nothing said.
            let is_older = |other: &(&u64, &User)| other.1.name == name && *other.0 != conn;
            if let Some(older) = self.users.iter().find(is_older).map(|(older, _)| *older) {
                self.disconnect(older, now);
                self.heard.push((older, None));
            }
            self.heard.push((conn, Some("READY\r\n".to_owned())));
            return;
        }
        self.heard.push((conn, Some("READY\r\n".to_owned())));
        let line = line.replace('\\', " ");
        let Some((target, text)) = line.strip_prefix("tell ").and_then(|it| it.split_once(' '))
        else {
            return;
        };
        if target == "/os" {
            let mut words = text.split_whitespace();
            let (word, words) = (words.next().unwrap_or_default(), words.collect::<Vec<_>>());
            if let Err(refusal) = self.run(conn, &name, word, &words) {
                self.tell(&[name], &format!("/os: {refusal}"));
            }
        } else if self.user(target).is_some() {
            let text = text.replace("'$", "$");
            self.tell(&[target.to_owned()], &format!("{name}: {text}"));
        } else {
            self.tell(&[name], &format!(": ERR user '{target}' not found."));
        }
    }

    fn user(&self, name: &str) -> Option<&User> {
        self.users.values().find(|user| user.is_in && user.name == name)
    }

    fn tell(&mut self, names: &[String], text: &str) {
        let text = format!("\r\n{}\r\nREADY\r\n", text.replace('\n', "\r\n"));
        let hear = self.users.iter().filter(|(_, user)| user.is_in && names.contains(&user.name));
        let conns: Vec<u64> = hear.map(|(conn, _)| *conn).collect();
        self.heard.extend(conns.into_iter().map(|conn| (conn, Some(text.clone()))));
    }

    fn matches_of(&self, name: &str) -> Vec<u32> {
        let own = self.matches.iter().filter(|(_, it)| it.names.iter().any(|own| own == name));
        own.map(|(number, _)| *number).collect()
    }

    fn has_room(&self, name: &str) -> bool {
        self.user(name).is_some_and(|user| self.matches_of(name).len() < user.open)
    }

    fn run(&mut self, conn: u64, name: &str, word: &str, words: &[&str]) -> Refused {
        let Some(user) = self.users.get_mut(&conn) else { return Ok(()) };
        match (word, words) {
            ("open", [n]) => user.open = n.parse().map_err(|_| "ERR open <n>.")?,
            ("rated", [sign]) => user.rated = *sign == "+",
            ("trust", [sign]) => user.trust = *sign == "+",
            ("client" | "request", _) => {}
            ("ask", _) => return self.ask(name, words),
            ("accept", [id]) => return self.accept(name, id),
            ("decline" | "cancel", [id]) => {
                let own = usize::from(word == "decline");
                self.drop_asks(|number, Ask { names, .. }| {
                    names[own] == name
                        && [&names[1 - own], &format!(".{number}")].contains(&&(*id).to_owned())
                });
            }
            ("stored", _) => {
                let own = self.stored.iter().filter(|(_, it)| it.names.contains(&name.to_owned()));
                let row = |(id, Match { names: [one, two], kind, .. }): (&u32, &Match)| {
                    format!("\n|.{id:<8} 2026.11.22_20:51:28.UTC {one:<8} {two:<8} {kind}:l")
                };
                let rows: Vec<String> = own.map(row).collect();
                let text = format!("/os: stored {} {name}{}", rows.len(), rows.concat());
                self.tell(&[name.to_owned()], &text);
            }
            (_, [id, rest @ ..]) => return self.run_in_match(name, word, id, rest),
            _ => return Err(format!("ERR command '{word}' not recognized.")),
        }
        Ok(())
    }

    fn ask(&mut self, name: &str, words: &[&str]) -> Refused {
        if !self.has_room(name) {
            return Err("ERR Your open value is too low for new matches.".to_owned());
        }
        let is_rated = |name: &str| self.user(name).is_some_and(|user| user.rated);
        let ask = if let Some(id) = words.first().and_then(|word| number(word)) {
            let it = self.stored.get(&id).filter(|it| it.names.contains(&name.to_owned()));
            let it = it.ok_or(format!("ERR no archived match '.{id}' found."))?;
            let other = it.names.iter().find(|other| *other != name).unwrap();
            let clocks = it.boards[0].clocks.each_ref().map(|clock| clock.terms);
            let names = [name.to_owned(), other.clone()];
            Ask { names, kind: it.kind, clocks, flag: 'S', stored: Some(id) }
        } else {
            let [kind, clocks @ .., opponent] = words else { return Err("ERR ask".to_owned()) };
            let kind: MatchType = kind.parse().map_err(|error| format!("{error}"))?;
            let clocks: Vec<ClockTerms> = clocks.iter().map(|it| it.parse().unwrap()).collect();
            if is_rated(name) && !is_rated(opponent) {
                return Err("ERR rated variable mismatch.".to_owned());
            }
            let clocks = [clocks[0], *clocks.last().unwrap()];
            let names = [name.to_owned(), (*opponent).to_owned()];
            let flag = if is_rated(name) { 'R' } else { 'U' };
            Ask { names, kind, clocks, flag, stored: None }
        };
        let opponent = &ask.names[1];
        if self.user(opponent).is_none() {
            return Err(format!("ERR user '{opponent}' not found."));
        } else if !self.has_room(opponent) {
            return Err("ERR Player is not accepting new matches.".to_owned());
        }
        let id = self.n_asks;
        self.n_asks += 1;
        self.tell(&ask.names, &shown('+', id, &ask));
        self.asks.insert(id, ask);
        Ok(())
    }

    fn drop_asks(&mut self, is_it: impl Fn(u32, &Ask) -> bool) {
        let (gone, asks) =
            std::mem::take(&mut self.asks).into_iter().partition(|(id, ask)| is_it(*id, ask));
        self.asks = asks;
        let gone: BTreeMap<u32, Ask> = gone;
        for (id, ask) in gone {
            self.tell(&ask.names, &shown('-', id, &ask));
        }
    }

    fn accept(&mut self, name: &str, id: &str) -> Refused {
        let found = number(id).and_then(|id| Some((id, self.asks.get(&id)?.clone())));
        let (id, ask) = found
            .filter(|(_, ask)| ask.names[1] == name)
            .ok_or_else(|| format!("ERR request '{id}' not found."))?;
        if !ask.names.iter().all(|name| self.has_room(name)) {
            return Err("ERR Player is not accepting new matches.".to_owned());
        }
        let began = ask.stored.and_then(|id| self.stored.remove(&id));
        let mut began = began.unwrap_or_else(|| self.new_match(&ask));
        let is_free = |number: &u32| !self.matches.contains_key(number);
        let number = (0..=u32::MAX).find(is_free).unwrap_or_default();
        began.boards.iter_mut().for_each(|board| board.start_clocks(self.now));
        let names = began.names.clone();
        self.tell(&names, &format!("/os: + match {}", began.line(number)));
        self.matches.insert(number, began);
        self.show(number, &names);
        self.drop_asks(|other, _| other == id);
        for name in names.iter().filter(|name| !self.has_room(name)).collect::<Vec<_>>() {
            self.drop_asks(|_, ask| ask.names.contains(name));
        }
        Ok(())
    }

    fn new_match(&mut self, ask: &Ask) -> Match {
        let kind = ask.kind;
        let start = kind
            .random
            .map_or(Position::START, |discs| random_start(usize::from(discs), &mut self.random));
        let black = match kind.color {
            Some(Color::White) => 1,
            None if kind.random.is_none() => self.random.below(2),
            _ => 0,
        };
        let board = |black: usize| Board {
            game: Game::from_position(start),
            moves: Vec::new(),
            black,
            clocks: ask.clocks.map(|terms| PlayerClock {
                terms,
                left: terms.main.time.0 * 1000,
                in_overtime: false,
                since: None,
            }),
            bids: kind.komi.then_some([None, None]),
            komi: None,
            late: None,
            end: None,
            held: None,
        };
        let boards =
            if kind.synchro { vec![board(black), board(1 - black)] } else { vec![board(black)] };
        let (names, flag) = (ask.names.clone(), ask.flag);
        Match { names, kind, flag, boards, asks_to_abort: None, archive: None }
    }

    /// Shows all games of a match to some of those who play it.
    fn show(&mut self, number: u32, names: &[String]) {
        let Some(it) = self.matches.get(&number) else { return };
        let joins: Vec<(String, String)> = names
            .iter()
            .flat_map(|name| {
                (0..it.boards.len()).map(|at| (name.clone(), it.joined(number, at, name)))
            })
            .collect();
        for (name, join) in joins {
            self.tell(&[name], &join);
        }
    }

    fn run_in_match(&mut self, name: &str, word: &str, id: &str, rest: &[&str]) -> Refused {
        let missing = || format!("ERR match '{id}' not found.");
        let (first, game) = match id[1..].split_once('.') {
            Some((first, game)) => (first, game.parse::<usize>().ok()),
            None => (&id[1..], None),
        };
        let number: u32 = first.parse().map_err(|_| missing())?;
        let it = self.matches.get_mut(&number).ok_or_else(missing)?;
        let player = it.names.iter().position(|own| own == name).ok_or_else(missing)?;
        let names = it.names.clone();
        match word {
            "play" => {
                if let Err(why) = self.play(number, game, player, rest[0]) {
                    self.tell(&[name.to_owned()], &format!("/os: error {id} {why}"));
                }
            }
            "resign" => {
                let result = if player == 0 { -64.0 } else { 64.0 };
                for board in &mut it.boards {
                    let komi = board.komi_of_first();
                    board.end.get_or_insert(result - komi);
                }
                for at in 0..it.boards.len() {
                    self.tell_end(number, at, &names);
                }
                self.end_if_over(number);
            }
            "abort" => {
                let asked = it.asks_to_abort.replace(player);
                let (n, pair) = (it.boards.len(), it.kind.synchro);
                if asked.is_some_and(|asked| asked != player) {
                    self.end_without_result(number, "aborted", "");
                } else {
                    for at in 0..n {
                        let text =
                            format!("/os: abort {} {name} is asking", id_of(number, at, pair));
                        self.tell(&names, &text);
                    }
                }
            }
            "break" => self.adjourn(number, name),
            "moves" => self.show(number, &[name.to_owned()]),
            // The service puts variables in a second time.
            "tell" => {
                let text = rest.join(" ").replace("''$", "$");
                self.tell(&names, &format!("/os: .{number} A 1720 {name}: {text}"));
            }
            _ => return Err(format!("ERR command '{word}' not recognized.")),
        }
        Ok(())
    }

    fn play(&mut self, number: u32, at: Option<usize>, player: usize, text: &str) -> Refused {
        let now = self.now;
        let trust = self.matches.get(&number).and_then(|it| self.user(&it.names[player]));
        let trust = trust.is_some_and(|user| user.trust);
        let coin = self.random.below(2);
        let it = self.matches.get_mut(&number).ok_or("not found")?;
        if it.kind.synchro != at.is_some() {
            return Err("game id needed (only) in synchro games".to_owned());
        }
        let (at, is_pair, names) = (at.unwrap_or(0), it.kind.synchro, it.names.clone());
        let board = &mut it.boards[at];
        let clock = &board.clocks[player];
        let since = clock.since.filter(|_| board.end.is_none());
        let Some(since) = since else {
            return Err(if is_pair { "wrong game!" } else { "not your turn" }.to_owned());
        };
        let played: PlayedMove = text.parse().map_err(|_| "corrupt move")?;
        board.game.position().check(played.mv).map_err(|_| "illegal move")?;
        let (wall, own) = (now - since, (played.seconds.unwrap_or(0.0) * 1000.0) as i64);
        let used = if trust && wall <= own + TRUSTED_LAG { own.min(wall) } else { wall };
        let flags = board.end_turn(player, used);
        let played = played.with_seconds(used as f64 / 1000.0);
        if let Some(bids) = &mut board.bids {
            bids[player] = Some(played);
            if let [Some(one), Some(two)] = *bids {
                board.settle_bids([one, two], coin);
                board.start_clocks(now);
                self.show(number, &names);
            }
            self.tell_flags(number, at, player, flags);
            return Ok(());
        }
        board.moves.push(played.to_string());
        board.game.play(played.mv).map_err(|_| "illegal move")?;
        if flags.1 {
            board.lose(player);
        } else if board.game.is_over() {
            board.end = Some(board.result_of_first());
        }
        let update = it.updated(number, at);
        let own = [names[player].clone()];
        let twin = is_pair.then_some(1 - at);
        let twins_move = twin.and_then(|twin| it.boards[twin].held.take());
        if twin.is_some_and(|twin| it.boards[twin].end.is_none()) && twins_move.is_none() {
            it.boards[at].held = Some(update.clone());
            self.tell(&own, &update);
            self.tell_flags(number, at, player, flags);
            self.tell_end(number, at, &own);
            return Ok(());
        }
        self.tell(&own, &update);
        self.tell_end(number, at, &own);
        // Whoever moved second sees the withheld move after their own.
        if let (Some(twin), Some(held)) = (twin, twins_move) {
            self.tell(&own, &held);
            self.tell_end(number, twin, &own);
        }
        let other = [names[1 - player].clone()];
        self.tell(&other, &update);
        self.tell_flags(number, at, player, flags);
        self.tell_end(number, at, &other);
        self.go_on(number);
        Ok(())
    }

    /// Starts the clocks of games that wait for nothing, and ends the match if all are over.
    fn go_on(&mut self, number: u32) {
        let Some(it) = self.matches.get_mut(&number) else { return };
        for board in it.boards.iter_mut().filter(|board| board.held.is_none()) {
            if board.clocks.iter().all(|clock| clock.since.is_none()) {
                board.start_clocks(self.now);
            }
        }
        self.end_if_over(number);
    }

    fn tell_flags(&mut self, number: u32, at: usize, player: usize, (soft, hard): (bool, bool)) {
        let Some(it) = self.matches.get(&number) else { return };
        let (names, id) = (it.names.clone(), id_of(number, at, it.kind.synchro));
        let mark = it.boards[at].mark(player);
        for word in [(soft, "timeout"), (hard, "fatal-timeout")].iter().filter(|it| it.0) {
            self.tell(&names, &format!("/os: {} {id} {} ({mark})", word.1, names[player]));
        }
    }

    fn tell_end(&mut self, number: u32, at: usize, names: &[String]) {
        let Some(it) = self.matches.get(&number).filter(|it| it.kind.synchro) else { return };
        if let Some(result) = it.boards[at].end {
            let [one, two] = &it.names;
            let text = format!("/os: end .{number}.{at} ( {one} vs. {two} ) {result:+.2}");
            self.tell(names, &text);
        }
    }

    fn end_if_over(&mut self, number: u32) {
        let Some(it) = self.matches.get(&number) else { return };
        let results: Option<Vec<f64>> = it.boards.iter().map(|board| board.end).collect();
        let Some(results) = results else { return };
        let result = results.iter().sum::<f64>() / results.len() as f64 + 0.0;
        let it = self.matches.remove(&number).unwrap();
        let archive =
            if it.flag == 'R' { format!("  .{}", self.archive(&it)) } else { String::new() };
        let text = format!("/os: - match {} {result:+.2}{archive}", it.line(number));
        self.tell(&it.names, &text);
    }

    fn archive(&mut self, it: &Match) -> u32 {
        it.archive.unwrap_or_else(|| {
            self.n_stored += 1;
            self.n_stored
        })
    }

    fn end_without_result(&mut self, number: u32, how: &str, archive: &str) {
        let Some(it) = self.matches.remove(&number) else { return };
        let [one, two] = &it.names;
        let front = if how == "aborted" { "" } else { "player " };
        for at in (0..2).filter(|_| it.kind.synchro) {
            let text = format!("/os: end .{number}.{at} ( {one} vs. {two} ) {front}{how}");
            self.tell(&it.names, &text);
        }
        self.tell(&it.names, &format!("/os: - match {} {how}{archive}", it.line(number)));
    }

    /// A player leaves a match: a rated one is stored with its clocks.
    fn adjourn(&mut self, number: u32, name: &str) {
        let Some(mut it) = self.matches.get(&number).cloned() else { return };
        for board in &mut it.boards {
            if board.held.take().is_some() {
                board.moves.pop();
                board.game.undo();
                board.end = None;
            }
            board.clocks.iter_mut().for_each(|clock| clock.since = None);
        }
        let has_moves = it.boards.iter().any(|board| !board.moves.is_empty());
        let is_kept = it.flag == 'R' && has_moves && it.boards[0].bids.is_none();
        let archive = is_kept.then(|| self.archive(&it));
        let shown = archive.map_or_else(String::new, |id| format!(" .{id}"));
        self.end_without_result(number, &format!("{name} left"), &shown);
        if let Some(id) = archive {
            it.archive = Some(id);
            self.stored.insert(id, it);
        }
    }

    /// Looks at the clocks.
    pub(crate) fn tick(&mut self, now: Millis) {
        self.now = now as i64;
        let mut due = Vec::new();
        for (&number, it) in &self.matches {
            for (at, board) in it.boards.iter().enumerate() {
                due.extend(
                    (0..2)
                        .filter(|&player| board.is_due(player, self.now))
                        .map(|it| (number, at, it)),
                );
            }
        }
        for (number, at, player) in due {
            let Some(it) = self.matches.get_mut(&number) else { continue };
            let (names, board) = (it.names.clone(), &mut it.boards[at]);
            let since = board.clocks[player].since.unwrap_or(self.now);
            let flags = board.end_turn(player, self.now - since);
            if flags.1 {
                // Whoever does not bid in time loses as Black.
                if board.bids.take().is_some() {
                    board.black = player;
                }
                board.lose(player);
            } else {
                board.clocks[player].since = Some(self.now);
            }
            self.tell_flags(number, at, player, flags);
            if flags.1 {
                self.release_alone(number, at);
                self.tell_end(number, at, &names);
                self.go_on(number);
            }
        }
    }

    /// Shows the move of a pair that nobody will answer, because the other game is over.
    fn release_alone(&mut self, number: u32, over: usize) {
        let Some(it) = self.matches.get_mut(&number).filter(|it| it.kind.synchro) else { return };
        let board = &mut it.boards[1 - over];
        if let Some(held) = board.held.take() {
            let other = it.names[board.to_move()].clone();
            self.tell(std::slice::from_ref(&other), &held);
            self.tell_end(number, 1 - over, &[other]);
        }
    }
}

/// Returns the number after a dot.
fn number(word: &str) -> Option<u32> {
    word.strip_prefix('.')?.parse().ok()
}

fn id_of(number: u32, at: usize, is_pair: bool) -> String {
    if is_pair { format!(".{number}.{at}") } else { format!(".{number}") }
}

fn shown(sign: char, id: u32, ask: &Ask) -> String {
    let Ask { names: [asker, other], kind, clocks: [own, its], flag, stored } = ask;
    let (id, own, kind) = (format!(".{id}"), own.to_string(), kind.to_string());
    let tail = match stored {
        Some(stored) => format!("      .{stored}"),
        None if own != its.to_string() => format!("      {its}"),
        None => String::new(),
    };
    format!("/os: {sign} {id:>4} 1720.0 {asker:<8} {own:<15} {kind:>5} {flag} 1720.0 {other}{tail}")
}

impl Match {
    fn line(&self, number: u32) -> String {
        let [one, two] = &self.names;
        format!(".{number} 1720 {one} 1720 {two} {} {}", self.kind, self.flag)
    }

    fn updated(&self, number: u32, at: usize) -> String {
        let board = &self.boards[at];
        let head = self.head("update", number, at);
        let (n, mv) = (board.moves.len(), board.moves.last().unwrap());
        format!("{head}\n|{n:3}: {mv}{}", board.block(&self.names, *board.game.position(), 0))
    }

    fn head(&self, word: &str, number: u32, at: usize) -> String {
        let komi = self.boards[at].komi.map_or("?".to_owned(), |komi| komi.to_string());
        format!("/os: {word} {} {} K{komi}", id_of(number, at, self.kind.synchro), self.kind)
    }

    /// Writes the state of a game. The opponent does not see a move of a pair that waits.
    fn joined(&self, number: u32, at: usize, viewer: &str) -> String {
        let mut board = self.boards[at].clone();
        if board.held.is_some() && self.names[1 - board.to_move()] != viewer {
            board.moves.pop();
            board.game.undo();
        }
        let mut text = format!("{}\n|{} move(s)", self.head("join", number, at), board.moves.len());
        if board.moves.is_empty() {
            // The first one shows a second less.
            let block = board.block(&self.names, *board.game.position(), 1);
            return format!("{text}\n|  0: PASS{block}");
        }
        text += &board.block(&self.names, *board.game.start(), 0);
        for (n, mv) in (1..).zip(&board.moves) {
            let _ = write!(text, "\n|{n:3}: {mv}");
        }
        text + &board.block(&self.names, *board.game.position(), 0)
    }
}

impl Board {
    fn to_move(&self) -> usize {
        let is_black = self.game.position().side_to_move() == Color::Black;
        if is_black { self.black } else { 1 - self.black }
    }

    fn mark(&self, player: usize) -> char {
        match self.bids {
            Some(_) => '?',
            None if player == self.black => '*',
            None => 'O',
        }
    }

    fn start_clocks(&mut self, now: i64) {
        let (mover, bids) = (self.to_move(), self.bids);
        for (player, clock) in self.clocks.iter_mut().enumerate() {
            let runs = bids.map_or(player == mover, |bids| bids[player].is_none());
            clock.since = (runs && self.end.is_none()).then_some(now);
        }
    }

    fn is_due(&self, player: usize, now: i64) -> bool {
        let clock = &self.clocks[player];
        let due = (clock.left.div_euclid(1000) + GRACE).max(0) * 1000;
        clock.since.is_some_and(|since| since + due <= now) && self.end.is_none()
    }

    /// Ends a turn, or what has passed of it: flags fall, then extension and increment come.
    fn end_turn(&mut self, player: usize, used: i64) -> (bool, bool) {
        let clock = &mut self.clocks[player];
        clock.since = None;
        clock.left -= used;
        let (is_over, extension) = (clock.left < 0, clock.terms.extension.time.0 * 1000);
        if is_over && clock.in_overtime {
            return (false, true);
        }
        if is_over {
            self.late.get_or_insert(player);
            clock.in_overtime = true;
            clock.left += extension;
        }
        clock.left += clock.terms.increment.time.0 * 1000;
        (is_over, is_over && extension == 0)
    }

    fn lose(&mut self, player: usize) {
        let result = if player == 0 { -64.0 } else { 64.0 };
        self.end = Some(result - self.komi_of_first());
    }

    /// Returns what the komi takes from the player who is named first.
    fn komi_of_first(&self) -> f64 {
        let komi = self.komi.unwrap_or(0.0);
        if self.black == 0 { komi } else { -komi }
    }

    /// Returns the result on the board; whoever ran out of main time first cannot win.
    fn result_of_first(&self) -> f64 {
        let discs = self.game.outcome().map_or(0, |outcome| outcome.result.value());
        let discs = if self.black == 0 { f64::from(discs) } else { -f64::from(discs) };
        let below = |komi: f64| ((komi / 2.0).ceil() - 1.0) * 2.0;
        let komi = self.komi_of_first();
        match self.late {
            None => discs - komi,
            Some(0) => discs.min(below(komi)) - komi,
            Some(_) => discs.max(-below(-komi)) - komi,
        }
    }

    /// Gives the side to move to the higher bidder, whose bid becomes the first move.
    fn settle_bids(&mut self, bids: [PlayedMove; 2], coin: usize) {
        let [one, two] = bids.map(|bid| bid.eval.unwrap_or(0.0));
        let mover = match one.total_cmp(&two) {
            Ordering::Equal => coin,
            order => usize::from(order.is_lt()),
        };
        let is_black = self.game.position().side_to_move() == Color::Black;
        self.black = if is_black { mover } else { 1 - mover };
        let mean = (f64::midpoint(one, two) * 200.0).round() / 200.0;
        (self.bids, self.komi) = (None, Some(if is_black { mean } else { -mean }));
        self.moves.push(bids[mover].to_string());
        self.game.play(bids[mover].mv).unwrap();
    }

    /// Writes players, clocks and board; the side to move has so many seconds less.
    fn block(&self, names: &[String; 2], position: Position, less: i64) -> String {
        let first = if self.bids.is_some() { 0 } else { self.black };
        let mut text = String::new();
        for player in [first, 1 - first] {
            let clock = &self.clocks[player];
            let less = if clock.since.is_some() { less } else { 0 };
            let left = Seconds(clock.left.div_euclid(1000) - less);
            let (increment, extension) = (clock.terms.increment.time, clock.terms.extension.time);
            let increment =
                if increment.0 == 0 { String::new() } else { format!("{increment},0:1") };
            let (name, mark) = (&names[player], self.mark(player));
            let _ =
                write!(text, "\n|{name:<8} (1720.0 {mark}) {left},0:0/{increment}/{extension},0:0");
        }
        text += "\n|\n|   A B C D E F G H";
        for row in 0..8 {
            let cells = (0..8).map(|column| {
                let square = Square::from_coords(column, row).unwrap();
                let disc = position.disc_at(square);
                disc.map_or("- ", |color| if color == Color::Black { "* " } else { "O " })
            });
            let _ = write!(text, "\n| {0} {1}{0} ", row + 1, cells.collect::<String>());
        }
        let side = if position.side_to_move() == Color::Black { '*' } else { 'O' };
        text + &format!("\n|   A B C D E F G H\n|\n|{side} to move")
    }
}
