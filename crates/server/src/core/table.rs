//! A game with its players, spectators and rooms.

use std::collections::BTreeSet;
use std::time::Duration;

use willow_board::{
    Clock, Color, EndReason, Game, GameEvent as Happening, Move, Outcome, Position, Referee,
    Rejection, Square,
};
use willow_protocol::{
    ClockState, EndKind, Event, GameEnd, GameId, GameState, GameSummary, Name, Side, SpeedClass,
    Terms,
};

use super::input::{ConnId, Millis, UserId};
use super::rooms::RoomLog;

/// A game that is played, or was a moment ago.
#[derive(Debug)]
pub(super) struct Table {
    pub(super) id: GameId,
    pub(super) players: [UserId; 2],
    pub(super) names: [Name; 2],
    pub(super) terms: Terms,
    pub(super) seed: u64,
    pub(super) log: RoomLog,
    pub(super) players_log: RoomLog,
    pub(super) watchers_log: RoomLog,
    pub(super) watchers: BTreeSet<ConnId>,
    /// Who asks to take a move back.
    pub(super) takeback: Option<Color>,
    /// From when on the opponent of a player who is away may claim the win.
    pub(super) claim_at: [Option<Millis>; 2],
    /// The other game, of two that are played at once.
    pub(super) twin: Option<Twin>,
    /// The alarm that is set for the flag.
    pub(super) alarm: Option<Millis>,
    /// Counts the turns, for the bots: a ply does not name one, because moves can be taken back.
    pub(super) turn: u64,
    referee: Referee,
    /// When the clock of the side to move was started, absences of the server taken out.
    turn_began: Millis,
    /// How long each turn took, passes included.
    times: Vec<Millis>,
    end: Option<GameEnd>,
}

/// The other game of a pair, as this one knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Twin {
    pub(super) game: GameId,
    /// How it ended, if it has.
    pub(super) end: Option<GameEnd>,
}

/// What begins a game.
#[derive(Clone, Debug)]
pub(super) struct Seating {
    pub(super) id: GameId,
    pub(super) players: [UserId; 2],
    pub(super) names: [Name; 2],
    pub(super) terms: Terms,
    pub(super) start: Position,
    pub(super) twin: Option<GameId>,
}

/// Returns a time as the referee has it.
const fn moment(now: Millis) -> Duration {
    Duration::from_millis(now)
}

impl Table {
    /// Begins a game: the clock of the side to move runs from now on.
    pub(super) fn new(seating: Seating, now: Millis) -> Table {
        let Seating { id, players, names, terms, start, twin } = seating;
        let mut referee = Referee::new(Game::from_position(start), Clock::new(terms.clock));
        referee.start(moment(now));
        Table {
            id,
            players,
            names,
            terms,
            seed: id.0,
            log: RoomLog::default(),
            players_log: RoomLog::default(),
            watchers_log: RoomLog::default(),
            watchers: BTreeSet::new(),
            takeback: None,
            claim_at: [None; 2],
            twin: twin.map(|game| Twin { game, end: None }),
            alarm: None,
            turn: 0,
            referee,
            turn_began: now,
            times: Vec::new(),
            end: None,
        }
    }

    pub(super) const fn players(&self) -> [UserId; 2] {
        self.players
    }

    pub(super) const fn end(&self) -> Option<&GameEnd> {
        self.end.as_ref()
    }

    pub(super) const fn referee(&self) -> &Referee {
        &self.referee
    }

    pub(super) fn game(&self) -> &Game {
        self.referee.game()
    }

    /// Returns the colour of a user who plays here.
    pub(super) fn color_of(&self, user: UserId) -> Option<Color> {
        Color::ALL.into_iter().find(|color| self.players[color.index()] == user)
    }

    pub(super) fn player(&self, color: Color) -> UserId {
        self.players[color.index()]
    }

    /// Returns when the flag falls, as a time at which it has fallen.
    pub(super) fn flag_falls(&self) -> Option<Millis> {
        self.referee.deadline().map(|deadline| deadline.as_millis() as Millis + 1)
    }

    /// Plays a move and returns what happened, or why it cannot be played.
    pub(super) fn place(&mut self, square: Square, now: Millis) -> Result<Vec<Event>, Rejection> {
        let ply = self.game().n_plies();
        let happenings = self.referee.submit(Move::Place(square).into(), moment(now))?;
        self.takeback = None;
        self.turn_began = now;
        Ok(self.told(ply, happenings, now))
    }

    /// Ends the game if the flag has fallen.
    pub(super) fn tick(&mut self, now: Millis) -> Vec<Event> {
        let happenings = self.referee.tick(moment(now));
        self.told(self.game().n_plies(), happenings, now)
    }

    pub(super) fn resign(&mut self, color: Color, now: Millis) -> Vec<Event> {
        let happenings = self.referee.resign(color, moment(now));
        self.told(self.game().n_plies(), happenings, now)
    }

    /// Takes the game from a player for a reason of the server's.
    pub(super) fn forfeit(&mut self, color: Color, kind: EndKind, now: Millis) -> Vec<Event> {
        if self.referee.forfeit(color, moment(now)).is_empty() {
            return Vec::new();
        }
        self.referee
            .outcome()
            .map(|outcome| self.finish(kind, Some(&outcome)))
            .into_iter()
            .collect()
    }

    /// Breaks the game off.
    pub(super) fn abort(&mut self, now: Millis) -> Event {
        self.referee.pause(moment(now));
        self.finish(EndKind::Aborted, None)
    }

    /// Takes moves back until the last one of `color` is gone.
    pub(super) fn take_back(&mut self, color: Color, now: Millis) -> Event {
        self.takeback = None;
        self.turn_began = now;
        while let Some(_square) = self.referee.undo(moment(now)) {
            if self.game().position().side_to_move() == color {
                break;
            }
        }
        self.times.truncate(self.game().n_plies());
        Event::TakenBack { plies: self.game().n_plies(), clocks: self.clocks(now) }
    }

    /// Takes moves back until so many are left, as the log says.
    pub(super) fn rewind(&mut self, plies: usize, now: Millis) {
        self.takeback = None;
        self.turn_began = now;
        while self.game().n_plies() > plies && self.referee.undo(moment(now)).is_some() {}
        self.times.truncate(plies);
    }

    /// Goes on after a time in which there was no server, which was there until `away_since`: nobody
    /// is charged for it.
    ///
    /// A clock that stops in the middle of a turn gives the time for a move anew. So it is started
    /// again as if it had run for what was used of the turn.
    pub(super) fn resume(&mut self, away_since: Millis, now: Millis) -> Event {
        let used = away_since.saturating_sub(self.turn_began);
        self.referee.pause(moment(self.turn_began));
        self.turn_began = now.saturating_sub(used);
        self.referee.start(moment(self.turn_began));
        Event::Resumed {
            away_since: self.is_slow().then_some(away_since),
            clocks: self.clocks(now),
        }
    }

    /// Returns whether a game goes on for days: with or without its players.
    pub(super) fn is_slow(&self) -> bool {
        self.terms.speed_class() == SpeedClass::Correspondence
    }

    /// Takes an end from the log.
    pub(super) fn end_as_logged(&mut self, end: GameEnd, now: Millis) {
        self.referee.pause(moment(now));
        self.end = Some(end);
    }

    /// Returns whether a player has a move to take back.
    pub(super) fn has_moved(&self, color: Color) -> bool {
        let mut side = self.game().start().side_to_move();
        self.game().moves().any(|mv| {
            let by = side;
            side = !side;
            by == color && mv != Move::Pass
        })
    }

    /// Says what the referee says in the words of the protocol.
    fn told(&mut self, plies_before: usize, happenings: Vec<Happening>, now: Millis) -> Vec<Event> {
        let clocks = self.clocks(now);
        let mut ply = plies_before;
        let mut moved = |color, mv| {
            ply += 1;
            Event::Moved { color, mv, ply, clocks }
        };
        let mut events = Vec::new();
        let mut outcome = None;
        for happening in happenings {
            match happening {
                Happening::Moved { color, square, used, .. } => {
                    self.times.push(used.as_millis() as Millis);
                    events.push(moved(color, Move::Place(square)));
                }
                Happening::Passed { color, .. } => {
                    self.times.push(0);
                    events.push(moved(color, Move::Pass));
                }
                Happening::Ended(end) => outcome = Some(end),
            }
        }
        if let Some(outcome) = outcome {
            events.push(self.finish(kind_of(outcome.reason), Some(&outcome)));
        }
        events
    }

    fn finish(&mut self, reason: EndKind, outcome: Option<&Outcome>) -> Event {
        let count = |color| self.game().position().discs(color).count();
        let end = GameEnd {
            reason,
            result: outcome.map(|outcome| outcome.result.value()),
            black_discs: count(Color::Black),
            white_discs: count(Color::White),
            loser: outcome.and_then(|outcome| outcome.reason.loser_by_default()).map(Side),
        };
        self.end = Some(end);
        self.takeback = None;
        Event::Ended(end)
    }

    /// Returns what the clocks show.
    pub(super) fn clocks(&self, now: Millis) -> ClockState {
        let clock = self.referee.clock();
        let left = |color| {
            let left = clock.time_left(color, moment(now))?;
            Some((left.main + left.byoyomi + left.extension).as_millis() as u64)
        };
        ClockState {
            black: left(Color::Black),
            white: left(Color::White),
            deadline: clock.deadline().map(|deadline| deadline.as_millis() as u64),
        }
    }

    pub(super) fn summary(&self) -> GameSummary {
        let [black, white] = self.names.clone();
        GameSummary {
            game: self.id,
            black,
            white,
            terms: self.terms.clone(),
            twin: self.twin.map(|twin| twin.game),
            plies: self.game().n_plies(),
            end: self.end,
        }
    }

    pub(super) fn state(&self, now: Millis) -> Box<GameState> {
        Box::new(GameState {
            summary: self.summary(),
            initial: *self.game().start(),
            moves: self.game().moves().collect(),
            position: *self.game().position(),
            clocks: self.clocks(now),
            takeback: self.takeback.map(Side),
            watchers: self.watchers.len(),
            last: self.log.last,
        })
    }

    /// Returns the moves without passes.
    pub(super) fn transcript(&self) -> String {
        let squares = self.game().moves().filter_map(Move::square);
        squares.map(|square| square.to_string()).collect()
    }

    /// Returns how long each of them took.
    pub(super) fn times(&self) -> Vec<Millis> {
        let turns = self.game().moves().zip(&self.times);
        turns.filter(|(mv, _)| *mv != Move::Pass).map(|(_, &time)| time).collect()
    }
}

const fn kind_of(reason: EndReason) -> EndKind {
    match reason {
        EndReason::Finished => EndKind::Finished,
        EndReason::Resigned(_) => EndKind::Resigned,
        EndReason::TimedOut(_) => EndKind::Timeout,
        EndReason::Forfeited(_) => EndKind::Forfeited,
    }
}
