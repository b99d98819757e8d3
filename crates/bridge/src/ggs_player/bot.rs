//! The player without its socket: what the server tells comes in, lines go out.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use willow_board::{Clock, Color, TimeControl};
use willow_players::{BuildContext, SpecError, build_player, derive_seed};
use willow_protocol::ArchiveDate;
use willow_records::{RecordedPlayer, ggf};

use super::game_record::{Ending, record};
use super::options::PlayerOptions;
use super::player_thread::{Found, FoundAction, Thinker};
use super::request_policy::{Answer, answer};
use crate::ggs::{
    ClockTerms, Event, MatchEnd, MatchId, MatchLine, OwnGame, PlayedMove, Request, RequestTail,
    TimeOut, UpdatedGame, is_service, one_line, quoted_lines,
};

/// Where the thinkers' answers go.
pub(super) type OnFound = Arc<dyn Fn(Found) + Send + Sync>;

/// The known state of a match.
#[derive(Debug, Default)]
struct OwnMatch {
    /// The clocks that were agreed, by player: boards show only what is left.
    terms: Vec<(String, ClockTerms)>,
    games: BTreeMap<MatchId, OwnGame>,
    ends: BTreeMap<MatchId, (MatchEnd, String)>,
    lost_on_time: BTreeMap<MatchId, String>,
    /// What we bid for the first move.
    bid: Option<PlayedMove>,
}

/// A game's thinker, for which move it was asked last, and the number of that question.
#[derive(Debug)]
struct Seat {
    thinker: Thinker,
    asked: Option<(usize, bool)>,
    ticket: u64,
}

/// The player without its socket.
pub(super) struct Bot {
    options: PlayerOptions,
    on_found: OnFound,
    matches: BTreeMap<u32, OwnMatch>,
    seats: BTreeMap<MatchId, Seat>,
    /// The requests that concern the player and are open.
    requests: Vec<Request>,
    next_ticket: u64,
    /// Whether the server refused what the player asked for.
    is_refused: bool,
    is_service_away: bool,
    n_played: u32,
    lines: Vec<String>,
    notes: Vec<String>,
}

impl Bot {
    pub(super) fn new(options: PlayerOptions, on_found: OnFound) -> Bot {
        Bot {
            options,
            on_found,
            matches: BTreeMap::new(),
            seats: BTreeMap::new(),
            requests: Vec::new(),
            next_ticket: 0,
            is_refused: false,
            is_service_away: false,
            n_played: 0,
            lines: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Returns the lines for the server, and the notes for the operator.
    pub(super) fn take(&mut self) -> (Vec<String>, Vec<String>) {
        (std::mem::take(&mut self.lines), std::mem::take(&mut self.notes))
    }

    /// Returns whether the player has played enough.
    pub(super) fn is_done(&self) -> bool {
        self.options.stop_after.is_some_and(|most| self.n_played >= most)
    }

    /// Drops what belonged to a connection that was lost: nothing of it is sent over the next one.
    pub(super) fn lost(&mut self) {
        self.matches.clear();
        self.seats.clear();
        self.requests.clear();
        self.lines.clear();
        self.is_refused = false;
    }

    /// Begins with a new connection.
    pub(super) fn logged_in(&mut self) {
        self.lost();
        self.notes.push(format!("logged in as {}", self.options.login));
        self.ask();
    }

    /// Asks again for a match that the server refused, such as one with somebody who was away.
    pub(super) fn tick(&mut self) {
        if self.is_refused && self.matches.is_empty() {
            self.ask();
        }
    }

    /// Asks for a match, if the operator wants that.
    fn ask(&mut self) {
        self.is_refused = false;
        if let Some(ask) = self.options.ask.as_ref().filter(|_| !self.is_done()) {
            self.lines.push(format!("tell /os ask {ask}"));
        }
    }

    /// Takes an event; `games` are those of the session after it.
    pub(super) fn follow(&mut self, event: &Event, games: &BTreeMap<MatchId, OwnGame>) {
        match event {
            Event::Requested(request) => {
                self.requests.push(request.clone());
                self.answer(request);
            }
            // It forgets its matches and settings, and the session sets them again when it is back.
            Event::Left(name) if is_service(name) => {
                self.lost();
                self.is_service_away = true;
                self.notes.push("the Othello service has gone, and our matches with it".to_owned());
            }
            Event::Came(name) if is_service(name) && self.is_service_away => {
                self.is_service_away = false;
                self.notes.push("the Othello service is back".to_owned());
                self.ask();
            }
            Event::TrustViolated { id, text } => {
                self.notes.push(format!("the server does not believe the time of {text} in {id}"));
            }
            Event::RequestGone(request) => self.requests.retain(|other| other.id != request.id),
            Event::MatchBegan(line) if self.is_mine(line) => {
                let own = OwnMatch { terms: self.agreed_terms(line), ..OwnMatch::default() };
                self.matches.insert(line.id.number, own);
                self.notes.push(format!("match {line} begins"));
            }
            Event::Joined(joined) => self.turn(joined.id, games),
            Event::Updated(updated) => {
                self.note_opponents_eval(updated);
                self.turn(updated.id, games);
            }
            Event::TimedOut { id, name, time_out, .. } => self.note_time_out(*id, name, *time_out),
            Event::GameEnded { id, names, end } => {
                self.seats.remove(id);
                if let Some(own) = self.matches.get_mut(&id.number) {
                    own.ends.insert(*id, (end.clone(), names[0].clone()));
                }
            }
            Event::MatchEnded { line, end, .. } if self.is_mine(line) => self.end(line, end),
            Event::Told { name, text } => {
                self.notes.push(format!("{name} says: {}", one_line(text)));
            }
            Event::MatchChat { id, name, text, .. } if *name != self.options.login => {
                self.notes.push(format!("{name} says in {id}: {}", one_line(text)));
            }
            Event::Refused(text) => {
                // A move that crosses the end of its match is refused too, and is no reason to ask.
                self.is_refused |= !text.contains("match '") && !text.contains("already pending");
                self.notes.push(format!("the server refuses: {text}"));
            }
            Event::MatchError { id, text } => self.notes.push(format!("error in {id}: {text}")),
            Event::Alert => self.notes.push("the server is in trouble (ALERT)".to_owned()),
            _ => {}
        }
    }

    fn is_mine(&self, line: &MatchLine) -> bool {
        line.names.contains(&self.options.login)
    }

    /// Returns the clocks of the request that a match comes from, by player.
    fn agreed_terms(&self, line: &MatchLine) -> Vec<(String, ClockTerms)> {
        let [asker, other] = &line.names;
        let is_of_match = |request: &&Request| request.name == *asker && request.kind == line.kind;
        let Some(request) = self.requests.iter().rfind(is_of_match) else { return Vec::new() };
        let others = match request.tail {
            Some(RequestTail::Clock(clock)) => clock,
            _ => request.clock,
        };
        vec![(asker.clone(), request.clock), (other.clone(), others)]
    }

    /// Accepts or declines a request.
    fn answer(&mut self, request: &Request) {
        let left = self.options.stop_after.map_or(u32::MAX, |most| most - self.n_played.min(most));
        let n_matches = self.matches.len() as u32;
        let full = if n_matches >= left { u32::MAX } else { n_matches };
        let id = request.id;
        match answer(request, &self.options, full) {
            Answer::Ignore => {}
            Answer::Accept => self.lines.push(format!("tell /os accept {id}")),
            Answer::Decline(reason) => {
                self.lines.push(format!("tell /os decline {id}"));
                for line in quoted_lines(reason) {
                    self.lines.push(format!("tell {} {line}", request.name));
                }
            }
        }
    }

    /// Keeps a game as it stands, and thinks if it is the player's turn.
    fn turn(&mut self, id: MatchId, games: &BTreeMap<MatchId, OwnGame>) {
        let Some(own) = games.get(&id).filter(|own| own.names.contains(&self.options.login)) else {
            return;
        };
        let kept = self.matches.entry(id.number).or_default();
        kept.games.insert(id, own.clone());
        if !own.is_turn_of(&self.options.login) {
            return;
        }
        let asked = Some((own.game.n_plies(), own.is_bidding));
        self.next_ticket += 1;
        let ticket = self.next_ticket;
        match self.seat(id) {
            Ok(seat) if seat.asked != asked => {
                (seat.asked, seat.ticket) = (asked, ticket);
                seat.thinker.ask(own, clock(own), ticket);
            }
            Ok(_) => {}
            Err(error) => self.notes.push(format!("the player cannot be built: {error}")),
        }
    }

    fn seat(&mut self, id: MatchId) -> Result<&mut Seat, SpecError> {
        if !self.seats.contains_key(&id) {
            let number = u64::from(id.number) * 2 + u64::from(id.game.unwrap_or(0));
            let seed = derive_seed(self.options.seed, (u64::from(self.n_played) << 32) + number);
            let player = build_player(&self.options.spec, &BuildContext::new(seed))?;
            let on_found = Arc::clone(&self.on_found);
            let thinker = Thinker::start(player, seed, move |found| on_found(found));
            self.seats.insert(id, Seat { thinker, asked: None, ticket: 0 });
        }
        Ok(self.seats.get_mut(&id).expect("it was just inserted"))
    }

    /// Sends what a thinker found, if the game still waits for that.
    pub(super) fn found(&mut self, found: Found) {
        let ticket = self.seats.get(&found.id).map(|seat| seat.ticket);
        if ticket != Some(found.ticket) {
            return;
        }
        let Found { id, .. } = found;
        match found.answer {
            Ok(FoundAction::Play(played)) => {
                if let Some(own) = self.matches.get_mut(&id.number)
                    && own.games.get(&id).is_some_and(|game| game.is_bidding)
                {
                    own.bid = Some(played);
                }
                self.lines.push(format!("tell /os play {id} {played}"));
            }
            Ok(FoundAction::Resign) => self.lines.push(format!("tell /os resign {id}")),
            Err(error) => {
                self.notes.push(format!("{error}; resigning {id}"));
                self.lines.push(format!("tell /os resign {id}"));
            }
        }
    }

    fn note_opponents_eval(&mut self, updated: &UpdatedGame) {
        let to_move = updated.now.position.side_to_move();
        let mover = &updated.now.seats[(!to_move).index()].name;
        if *mover != self.options.login && updated.played.eval.is_some() {
            let (id, number, played) = (updated.id, updated.number, updated.played);
            self.notes.push(format!("{mover} in {id}, move {number}: {played}"));
        }
    }

    fn note_time_out(&mut self, id: MatchId, name: &str, time_out: TimeOut) {
        let Some(own) = self.matches.get_mut(&id.number) else { return };
        let meaning = match time_out {
            TimeOut::Hard => {
                own.lost_on_time.insert(id, name.to_owned());
                "the game is lost"
            }
            TimeOut::Soft if name == self.options.login => {
                "at best a minimal loss; playing on to save discs"
            }
            TimeOut::Soft => "at best a minimal loss for them",
        };
        self.notes.push(format!("{name}'s time is over in {id}: {meaning}"));
    }

    /// Ends a match: its games are kept, and the next one is asked for.
    fn end(&mut self, line: &MatchLine, end: &MatchEnd) {
        let number = line.id.number;
        self.seats.retain(|id, _| id.number != number);
        self.n_played += 1;
        self.notes.push(format!("match {line} ends: {end}"));
        if let Some(own) = self.matches.remove(&number)
            && let Err(error) = self.keep(&own, line, end)
        {
            self.notes.push(format!("the games cannot be kept: {error}"));
        }
        self.ask();
    }

    /// Writes the games of a match to the folder.
    fn keep(&self, own: &OwnMatch, line: &MatchLine, end: &MatchEnd) -> io::Result<()> {
        let Some(folder) = &self.options.folder else { return Ok(()) };
        let whole = (end.clone(), line.names[0].clone());
        let unix = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_millis();
        let date = u64::try_from(unix).ok().and_then(ArchiveDate::of_millis);
        let date = date.map(|date| date.to_string()).unwrap_or_default();
        let records: Vec<_> = own
            .games
            .iter()
            .map(|(id, game)| {
                let end = if id.game.is_some() { own.ends.get(id) } else { Some(&whole) };
                let ending =
                    Ending { end, lost_on_time: own.lost_on_time.get(id).map(String::as_str) };
                let mut record = record(game, &own.terms, ending);
                record.date.clone_from(&date);
                let is_own = |player: &&mut RecordedPlayer| player.name == self.options.login;
                if let Some(player) = record.players.iter_mut().find(is_own) {
                    let bid = own.bid.map(|bid| bid.to_string());
                    player.bid = bid.unwrap_or_else(|| std::mem::take(&mut player.bid));
                }
                record
            })
            .collect();
        if records.is_empty() {
            return Ok(());
        }
        fs::create_dir_all(folder)?;
        let path = folder.join(format!("{unix}-{}.ggf", line.id.number));
        let text = ggf::write_all(&records);
        willow_files::write_whole(&path, text.as_bytes(), willow_files::Overwrite::Never)
    }
}

/// Returns a clock with the times that are left. The extension is not counted on, because it costs the
/// win; increments go on in it.
fn clock(own: &OwnGame) -> Clock {
    let side = |color: Color| {
        let terms = own.clocks[color.index()].terms;
        let (main, increment) = (terms.main.time.duration(), terms.increment.time.duration());
        TimeControl::Increment { main, increment }
    };
    Clock::with_odds(side(Color::Black), side(Color::White))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ggs::{ClientSession, SessionConfig, SessionOutput};

    /// Logs a player in who moves at once, and returns its session.
    fn player(found: std::sync::mpsc::Sender<Found>) -> (Bot, ClientSession) {
        let options = PlayerOptions::new("willow", "", "random".parse().unwrap());
        let bot = Bot::new(options, Arc::new(move |it| drop(found.send(it))));
        let (login, password) = ("willow".to_owned(), String::new());
        let config = SessionConfig { login, password, open: 1, trust: true, rated: true };
        (bot, ClientSession::new(config, std::time::Duration::ZERO))
    }

    fn hear(bot: &mut Bot, session: &mut ClientSession, text: &str) {
        session.feed(text.as_bytes());
        while let Some(outputs) = session.poll(std::time::Duration::ZERO) {
            for output in outputs {
                match output {
                    SessionOutput::LoggedIn => bot.logged_in(),
                    SessionOutput::Event(event) => bot.follow(&event, session.games()),
                    _ => {}
                }
            }
        }
    }

    const LOGIN: &str = ": Enter login\n: Enter your password\nREADY\n";

    /// A game in which it is the player's turn.
    const JOIN: &str = "/os: join .5 8b K?\n|0 move(s)\n|  0: PASS\n\
        |willow   (1720.0 *) 04:59,0:0//02:00,0:0\n|bob      (1720.0 O) 05:00,0:0//02:00,0:0\n|\n\
        |   A B C D E F G H\n| 1 - - - - - - - - 1 \n| 2 - - - - - - - - 2 \n| 3 - - - - - - - - 3 \n\
        | 4 - - - O * - - - 4 \n| 5 - - - * O - - - 5 \n| 6 - - - - - - - - 6 \n| 7 - - - - - - - - 7 \n\
        | 8 - - - - - - - - 8 \n|   A B C D E F G H\n|\n|* to move\nREADY\n";

    #[test]
    fn a_move_that_is_found_after_the_connection_was_lost_is_not_sent() {
        for ends in ["", ": - /os\nREADY\n"] {
            let (sender, found) = std::sync::mpsc::channel();
            let (mut bot, mut session) = player(sender);
            hear(&mut bot, &mut session, LOGIN);
            hear(&mut bot, &mut session, JOIN);
            let found = found.recv().unwrap();
            if ends.is_empty() {
                bot.lost();
            } else {
                hear(&mut bot, &mut session, ends);
            }
            bot.found(found);
            assert_eq!(bot.take().0, Vec::<String>::new());
        }
    }

    #[test]
    fn the_player_whose_time_is_doubted_is_named() {
        let (mut bot, mut session) = player(std::sync::mpsc::channel().0);
        hear(&mut bot, &mut session, LOGIN);
        let line = "/os: trust-violation .5 bob (*) delta= 4 + 0.7 secs\nREADY\n";
        hear(&mut bot, &mut session, line);
        let note = bot.take().1.pop().unwrap();
        assert_eq!(
            note,
            "the server does not believe the time of bob (*) delta= 4 + 0.7 secs in .5"
        );
    }
}
