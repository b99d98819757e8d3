//! Plays one game between two players in real time: asks for moves, rejects illegal ones, announces
//! the result.

use std::time::{Duration, Instant};

use crate::{GameSetup, MoveRequest, Player, PlayerError, SearchInfo, StopFlag};
use willow_board::{Color, GameEvent, IllegalMove, Move, Outcome, Referee, Rejection};

use crate::matches::ForfeitCause;
use crate::matches::guarded_player::GuardedPlayer;
use crate::matches::watchdog::{Now, Watchdog};

/// Plays a game between two players by the rules of a [`Referee`].
///
/// Players get copies of the game and the clock, so that they cannot change the real ones. A person
/// who tries an illegal move gets the reason and is asked again. A program forfeits the game by an illegal
/// move, an error or a panic. A player whose time runs out loses. All of these are losses by 64 to
/// 0.
///
/// The monitor waits for its players. A player that ignores [`MoveRequest::stop`] can delay the end
/// of the game beyond its time.
pub struct Monitor<'a> {
    black: &'a mut dyn Player,
    white: &'a mut dyn Player,
    seed: u64,
    stop: StopFlag,
    now: Box<Now<'a>>,
}

/// What happened in a monitored game.
#[derive(Clone, Debug, PartialEq)]
pub enum MonitorEvent {
    /// The referee reported an event of the game.
    Game {
        /// A move, a pass or the end.
        event: GameEvent,
        /// The player's search info about its move; `None` for events that are not moves.
        report: Option<SearchInfo>,
    },
    /// A person tried an illegal move and is asked again.
    Rejected {
        /// The person's colour.
        color: Color,
        /// As it was tried.
        mv: Move,
        /// The rule that the move breaks.
        reason: IllegalMove,
    },
    /// A player forfeits the game.
    Forfeited {
        /// The player's colour.
        color: Color,
        /// What the player did.
        cause: ForfeitCause,
    },
}

/// The result of a monitored game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// The game and its clock at the end.
    pub referee: Referee,
    /// How the game ended.
    pub ending: GameEnding,
    /// The time that Black and White have used.
    pub time_used: [Duration; 2],
}

/// How a monitored game ended.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEnding {
    /// The game is over.
    Over {
        /// Who won, and by what.
        outcome: Outcome,
        /// The loser's offence, if the game was forfeited.
        forfeit: Option<ForfeitCause>,
    },
    /// The player of this colour left. The game is unfinished and can be saved and resumed.
    Left(Color),
    /// The stop flag was raised. The game is unfinished.
    Stopped,
}

impl<'a> Monitor<'a> {
    /// Returns the monitor of a game between two players, in real time.
    pub fn new(black: &'a mut dyn Player, white: &'a mut dyn Player) -> Monitor<'a> {
        let epoch = Instant::now();
        let now = Box::new(move || epoch.elapsed());
        Monitor { black, white, seed: 0, stop: StopFlag::new(), now }
    }

    /// Sets the seed of the game that players are given; the default is 0.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Monitor<'a> {
        Monitor { seed, ..self }
    }

    /// Sets the flag that stops the game.
    #[must_use]
    pub fn with_stop(self, stop: StopFlag) -> Monitor<'a> {
        Monitor { stop, ..self }
    }

    /// Sets the function that returns the time since any fixed moment.
    #[must_use]
    pub fn with_time(self, now: impl Fn() -> Duration + Sync + 'a) -> Monitor<'a> {
        Monitor { now: Box::new(now), ..self }
    }

    /// Plays the game of `referee` until it is over, a player leaves or the stop flag is raised.
    ///
    /// `on_event` is called with each event and the game after that event.
    pub fn run(
        self,
        referee: Referee,
        on_event: &mut dyn FnMut(&MonitorEvent, &Referee),
    ) -> GameReport {
        let Monitor { black, white, seed, stop, now } = self;
        let mut game = MonitoredGame {
            referee,
            players: [GuardedPlayer::new(black), GuardedPlayer::new(white)],
            now: &now,
            on_event,
            forfeit: None,
            time_used: [Duration::ZERO; 2],
        };
        let watchdog = Watchdog::new();
        let ending = std::thread::scope(|scope| {
            let watchdog_guard = watchdog.spawn(scope, &stop, &now);
            let ending = game.play(seed, &stop, &watchdog);
            drop(watchdog_guard);
            ending
        });
        GameReport { referee: game.referee, ending, time_used: game.time_used }
    }
}

/// A game in progress with its players.
struct MonitoredGame<'a, 'p> {
    referee: Referee,
    players: [GuardedPlayer<'p>; 2],
    now: &'a Now<'a>,
    on_event: &'a mut dyn FnMut(&MonitorEvent, &Referee),
    forfeit: Option<ForfeitCause>,
    time_used: [Duration; 2],
}

/// A player that failed, and why.
struct PlayerFailure {
    color: Color,
    cause: ForfeitCause,
}

impl MonitoredGame<'_, '_> {
    /// Plays the game and notifies the players of the result.
    fn play(&mut self, seed: u64, stop: &StopFlag, watchdog: &Watchdog) -> GameEnding {
        let failure = self.start(seed).err();
        let mut ending = failure.and_then(|failure| self.end_by_failure(failure));
        while let (None, Some(color)) = (&ending, self.referee.to_move()) {
            let move_stop = watchdog.begin_move(self.referee.deadline());
            let played = self.play_move(color, stop, move_stop);
            ending = match played {
                _ if stop.is_raised() => Some(GameEnding::Stopped),
                Ok(()) => None,
                Err(failure) => self.end_by_failure(failure),
            };
        }
        self.referee.pause((self.now)());
        ending.unwrap_or_else(|| self.announce_result())
    }

    fn start(&mut self, seed: u64) -> Result<(), PlayerFailure> {
        let start = *self.referee.game().position();
        for color in Color::ALL {
            let setup = GameSetup { start, color, seed };
            self.call(color, |player| player.start_game(&setup))?
                .map_err(|error| PlayerFailure { color, cause: ForfeitCause::Player(error) })?;
        }
        let events = self.referee.start((self.now)());
        self.announce(events, None)
    }

    /// Asks a player for its decision on a copy of the game and carries the decision out.
    fn play_move(
        &mut self,
        color: Color,
        game_stop: &StopFlag,
        move_stop: &StopFlag,
    ) -> Result<(), PlayerFailure> {
        let snapshot = self.referee.snapshot((self.now)());
        let request = MoveRequest::of_snapshot(&snapshot, move_stop);
        let decision = self.call(color, |player| player.choose(&request));
        if game_stop.is_raised() {
            return Ok(());
        }
        let decision = decision?
            .map_err(|error| PlayerFailure { color, cause: ForfeitCause::Player(error) })?;
        match self.referee.submit(decision.action, (self.now)()) {
            Ok(events) => self.announce(events, decision.report),
            Err(Rejection::Illegal { mv, reason }) => self.reject_illegal_move(color, mv, reason),
            Err(rejection) => unreachable!("the clock runs in a game that goes on: {rejection}"),
        }
    }

    /// Rejects an illegal move: a person is asked again, a program forfeits.
    fn reject_illegal_move(
        &mut self,
        color: Color,
        mv: Move,
        reason: IllegalMove,
    ) -> Result<(), PlayerFailure> {
        if !self.call(color, |player| player.is_person())? {
            let cause = ForfeitCause::IllegalMove { mv, reason };
            return Err(PlayerFailure { color, cause });
        }
        (self.on_event)(&MonitorEvent::Rejected { color, mv, reason }, &self.referee);
        self.call(color, |player| player.rejected(&reason))
    }

    fn call<T>(
        &mut self,
        color: Color,
        call: impl FnOnce(&mut dyn Player) -> T,
    ) -> Result<T, PlayerFailure> {
        self.players[color.index()].call(call).map_err(|cause| PlayerFailure { color, cause })
    }

    /// Passes events on to the callback, and moves and passes to both players.
    ///
    /// `report` is what the player reported about its move, if the first event is a move.
    fn announce(
        &mut self,
        events: Vec<GameEvent>,
        mut report: Option<SearchInfo>,
    ) -> Result<(), PlayerFailure> {
        let mut failure = None;
        for event in events {
            let is_move = matches!(event, GameEvent::Moved { .. });
            let report = report.take().filter(|_| is_move);
            (self.on_event)(&MonitorEvent::Game { event, report }, &self.referee);
            let (mv, position) = match event {
                GameEvent::Moved { color, square, used, position } => {
                    self.time_used[color.index()] += used;
                    (Move::Place(square), position)
                }
                GameEvent::Passed { position, .. } => (Move::Pass, position),
                GameEvent::Ended(_) => continue,
            };
            for color in Color::ALL {
                let observed = self.call(color, |player| player.observe(mv, &position));
                failure = failure.or(observed.err());
            }
        }
        failure.map_or(Ok(()), Err)
    }

    /// Ends the game after a player's failure, unless it is over already.
    ///
    /// A game whose time has run out is lost on time. If a player left, the game stays unfinished
    /// and the ending is returned. Any other failure forfeits the game.
    fn end_by_failure(&mut self, failure: PlayerFailure) -> Option<GameEnding> {
        if self.referee.outcome().is_some() {
            return None;
        }
        let PlayerFailure { color, cause } = failure;
        let now = (self.now)();
        let mut events = self.referee.tick(now);
        if events.is_empty() {
            if let ForfeitCause::Player(PlayerError::Left { .. }) = cause {
                return Some(GameEnding::Left(color));
            }
            let event = MonitorEvent::Forfeited { color, cause: cause.clone() };
            (self.on_event)(&event, &self.referee);
            self.forfeit = Some(cause);
            events = self.referee.forfeit(color, now);
        }
        // The only event is the end of the game. Players do not observe that event, so none can
        // fail.
        self.announce(events, None).ok();
        None
    }

    /// Tells the players the result.
    fn announce_result(&mut self) -> GameEnding {
        let outcome = self.referee.outcome().expect("the loop ends only when the game is over");
        for player in &mut self.players {
            // The result stands even if a player fails now.
            player.call(|player| player.end_game(&outcome)).ok();
        }
        GameEnding::Over { outcome, forfeit: self.forfeit.take() }
    }
}
