//! The engine as a player on its GGS: what it accepts, when it moves, when it gives up.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use willow_board::{Clock, Color, Game, Move, TimeControl};
use willow_players::{Player, SpecError, derive_seed};

use crate::ggs::{
    Event, GgsName, MatchEnd, MatchId, Offer, OwnGame, PlayedMove, RatedFlag, Request, Seconds,
    quoted_lines,
};
use crate::player_thread::{Found, FoundAction, Thinker};

/// Builds an engine for one game, with a seed.
pub type BuildEngine = Arc<dyn Fn(u64) -> Result<Box<dyn Player>, SpecError> + Send + Sync>;

/// Where the moves of engines go. It is called from their threads.
pub type OnEngineFound = Arc<dyn Fn(Found) + Send + Sync>;

/// Why an engine whose clock is over cannot go on: if it lost on time, it would resign here.
const TOO_SLOW: &str = "it does not move in time";

/// The games that an engine plays beside those from the standard start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct EngineTerms {
    /// Whether it plays random starts.
    pub random_starts: bool,
}

/// A game of the engine.
#[derive(Debug)]
struct Seat {
    thinker: Thinker,
    /// The number of the move that it thinks about, the number of the question, and when its clock is over.
    thought: Option<(usize, u64, Duration)>,
}

/// An engine as a player.
pub(super) struct EngineOpponent {
    name: GgsName,
    terms: EngineTerms,
    build: BuildEngine,
    found: OnEngineFound,
    seats: BTreeMap<MatchId, Seat>,
    next_ticket: u64,
    /// What it says.
    lines: Vec<String>,
    /// Why it cannot go on.
    failure: Option<String>,
    /// Number of failures since it last played a game to its end.
    pub(super) n_failures: u32,
}

impl EngineOpponent {
    pub(super) fn new(
        name: GgsName,
        terms: EngineTerms,
        build: BuildEngine,
        found: OnEngineFound,
    ) -> EngineOpponent {
        EngineOpponent {
            name,
            terms,
            build,
            found,
            seats: BTreeMap::new(),
            next_ticket: 0,
            lines: Vec::new(),
            failure: None,
            n_failures: 0,
        }
    }

    /// Returns the lines that the engine says now.
    pub(super) fn take_lines(&mut self) -> Vec<String> {
        std::mem::take(&mut self.lines)
    }

    /// Returns why the engine cannot go on. All its games are given up with that.
    pub(super) fn take_failure(&mut self) -> Option<String> {
        let failure = self.failure.take()?;
        self.seats.clear();
        self.n_failures += 1;
        Some(failure)
    }

    /// Returns whether the engine is asked for a move.
    pub(super) fn is_thinking(&self) -> bool {
        self.seats.values().any(|seat| seat.thought.is_some())
    }

    /// Takes an event; `games` are those of the session after it.
    pub(super) fn follow(
        &mut self,
        event: &Event,
        games: &BTreeMap<MatchId, OwnGame>,
        now: Duration,
    ) {
        match event {
            Event::Requested(request) => self.answer(request),
            Event::Joined(joined) => self.turn(games.get(&joined.id), now),
            Event::Updated(updated) => self.turn(games.get(&updated.id), now),
            Event::GameEnded { id, .. } => drop(self.seats.remove(id)),
            Event::MatchEnded { line, end, .. } => {
                self.seats.retain(|id, _| id.number != line.id.number);
                if matches!(end, MatchEnd::Result(_)) {
                    self.n_failures = 0;
                }
            }
            // Nothing is at stake: the matches of engines are unrated.
            Event::Offered { offer: Offer::Abort, id, name } if *name != self.name.as_str() => {
                self.os(&format!("abort {id}"));
            }
            _ => {}
        }
    }

    fn os(&mut self, command: &str) {
        self.lines.push(format!("tell /os {command}"));
    }

    fn tell(&mut self, name: &str, text: &str) {
        self.lines.extend(quoted_lines(text).into_iter().map(|line| format!("tell {name} {line}")));
    }

    /// Accepts or declines a request. The reason comes first, while somebody listens.
    fn answer(&mut self, request: &Request) {
        let is_for_me = |(_, name): &(f64, String)| *name == self.name.as_str();
        if !request.opponent.as_ref().is_some_and(is_for_me) {
            return;
        }
        match refusal(request, self.terms) {
            None => self.os(&format!("accept {}", request.id)),
            Some(reason) => {
                self.tell(&request.name, reason);
                self.os(&format!("decline {}", request.id));
            }
        }
    }

    /// Thinks if it is the engine's turn.
    fn turn(&mut self, own: Option<&OwnGame>, now: Duration) {
        let Some(own) = own else { return };
        if !own.is_turn_of(self.name.as_str()) {
            // A move may have been taken back.
            if let Some(seat) = self.seats.get_mut(&own.id) {
                seat.thinker.stop();
                seat.thought = None;
            }
        } else if own.game.position().must_pass() {
            self.os(&format!("play {} pa", own.id));
        } else {
            self.think(own, now);
        }
    }

    fn think(&mut self, own: &OwnGame, now: Duration) {
        self.next_ticket += 1;
        let (ticket, ply) = (self.next_ticket, own.game.n_plies());
        let over_at = now + left(own);
        match self.seat(own.id) {
            Ok(seat) if seat.thought.is_some_and(|(thought, ..)| thought == ply) => {}
            Ok(seat) => {
                seat.thought = Some((ply, ticket, over_at));
                seat.thinker.ask(own, clock(own), ticket);
            }
            Err(why) => self.failure = Some(why.to_string()),
        }
    }

    fn seat(&mut self, id: MatchId) -> Result<&mut Seat, SpecError> {
        if !self.seats.contains_key(&id) {
            let seed = derive_seed(self.next_ticket, u64::from(id.game.unwrap_or(0)));
            let player = (self.build)(seed)?;
            let found = Arc::clone(&self.found);
            let thinker = Thinker::start(player, seed, move |it| found(it));
            self.seats.insert(id, Seat { thinker, thought: None });
        }
        Ok(self.seats.get_mut(&id).expect("it was just inserted"))
    }

    /// Plays what the engine found, if its game still waits for that. It never resigns: its opponent wins on
    /// the board.
    pub(super) fn found(
        &mut self,
        found: Found,
        games: &BTreeMap<MatchId, OwnGame>,
        now: Duration,
    ) {
        let Found { id, ticket, answer } = found;
        let Some(own) = games.get(&id) else { return };
        let Some(seat) = self.seats.get_mut(&id) else { return };
        let thought = seat.thought.take_if(|(_, asked, _)| *asked == ticket);
        let Some((.., over_at)) = thought else { return };
        match answer {
            Ok(_) if over_at <= now => self.failure = Some(TOO_SLOW.to_owned()),
            Ok(FoundAction::Play(played)) => self.os(&format!("play {id} {played}")),
            Ok(FoundAction::Resign) => self.os(&format!("play {id} {}", first_move(&own.game))),
            Err(error) => self.failure = Some(error.to_string()),
        }
    }

    /// Gives up when the engine's clock is over: the server looks at it some seconds later.
    pub(super) fn tick(&mut self, now: Duration) {
        let is_over = |seat: &Seat| seat.thought.is_some_and(|(.., over_at)| over_at <= now);
        if self.seats.values().any(is_over) {
            self.failure = Some(TOO_SLOW.to_owned());
        }
    }

    /// Tells the opponents in the engine's games something.
    pub(super) fn tell_opponents(&mut self, games: &BTreeMap<MatchId, OwnGame>, text: &str) {
        let names = games.values().flat_map(|own| &own.names);
        let others = names.filter(|name| **name != *self.name.as_str()).cloned();
        for name in others.collect::<std::collections::BTreeSet<String>>() {
            self.tell(&name, text);
        }
    }
}

/// Returns the first legal move.
fn first_move(game: &Game) -> PlayedMove {
    let first = game.position().legal_moves().into_iter().next();
    PlayedMove::new(first.map_or(Move::Pass, Move::Place))
}

/// Returns a clock with the times that are left. In overtime there is no other extension.
fn clock(own: &OwnGame) -> Clock {
    let side = |color: Color| -> TimeControl {
        let mut terms = own.clocks[color.index()].terms;
        if own.in_overtime[color.index()] {
            terms.extension.time = Seconds(0);
        }
        terms.time_control()
    };
    Clock::with_odds(side(Color::Black), side(Color::White))
}

/// Returns the time that the side to move has left in all.
fn left(own: &OwnGame) -> Duration {
    let color: Color = own.game.position().side_to_move();
    let clock = own.clocks[color.index()];
    let extension = clock.terms.extension.time.duration();
    clock.left().duration()
        + if own.in_overtime[color.index()] { Duration::ZERO } else { extension }
}

/// Returns why the engine does not play what is asked for.
fn refusal(request: &Request, terms: EngineTerms) -> Option<&'static str> {
    if !request.kind.is_othello() {
        Some("I play on boards of 8x8 only, and not anti.")
    } else if request.kind.komi {
        Some("I am a program that cannot bid, so I play no komi.")
    } else if request.kind.random.is_some() && !terms.random_starts {
        Some("I am a program that plays from the standard start only.")
    } else if request.flag != RatedFlag::Unrated {
        Some("I am a program; my matches are unrated.")
    } else {
        None
    }
}
