//! The game monitor: two players, one game, real time.

use std::time::{Duration, Instant};

use willow_board::{Color, GameEvent, IllegalMove, Move, Outcome, Referee, Rejection, TimeControl};
use willow_players::{GameSetup, MoveReport, MoveRequest, Player, PlayerError, StopFlag};

use crate::Fault;
use crate::guarded_player::GuardedPlayer;
use crate::watchdog::{Now, Watchdog};

/// The clock of the tournament monitor in Norvig's "Paradigms of AI Programming", 18.7: 30 minutes
/// for each player and the whole game.
pub const TOURNAMENT_CLOCK: TimeControl = TimeControl::Game(Duration::from_mins(30));

/// Lets two players play a game under the eyes of a [`Referee`].
///
/// Players get copies of the game and the clock, so that nothing they do can change the real ones.
/// A person who tries an illegal move is told why and asked again; a program forfeits the game by an
/// illegal move, a failure or a panic, and so does everybody whose flag falls: 64 to 0.
///
/// The monitor waits for its players. One that does not heed [`MoveRequest::stop`](crate::MoveRequest::stop) can
/// keep it waiting beyond the fall of its flag.
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
    /// The referee let something happen.
    Game {
        /// What it was.
        event: GameEvent,
        /// What the player thought about its move, if it says; `None` for all but moves.
        report: Option<MoveReport>,
    },
    /// A person tried an illegal move and is asked again.
    Refused {
        /// Who tried it.
        color: Color,
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
    /// A player did what forfeits the game.
    Faulted {
        /// Who did it.
        color: Color,
        /// What it did.
        fault: Fault,
    },
}

/// What became of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// The game and its clock at the end.
    pub referee: Referee,
    /// How it came to its end.
    pub ending: GameEnding,
    /// The time that Black and White have used.
    pub time_used: [Duration; 2],
}

/// How a monitored game came to its end.
#[derive(Clone, Debug, PartialEq)]
pub enum GameEnding {
    /// It is over.
    Over {
        /// The result.
        outcome: Outcome,
        /// What the loser did, if the game was forfeited.
        fault: Option<Fault>,
    },
    /// This colour left, and the game is unfinished: it can be saved and go on another time.
    Left(Color),
    /// The stop flag was raised, and the game is unfinished.
    Stopped,
}

impl<'a> Monitor<'a> {
    /// Returns the monitor of a game between two players, with the time of the real world.
    pub fn new(black: &'a mut dyn Player, white: &'a mut dyn Player) -> Monitor<'a> {
        let epoch = Instant::now();
        let now = Box::new(move || epoch.elapsed());
        Monitor { black, white, seed: 0, stop: StopFlag::new(), now }
    }

    /// Sets the seed that the players are given for the game; without this 0.
    #[must_use]
    pub fn with_seed(self, seed: u64) -> Monitor<'a> {
        Monitor { seed, ..self }
    }

    /// Sets the flag that breaks the game off.
    #[must_use]
    pub fn with_stop(self, stop: StopFlag) -> Monitor<'a> {
        Monitor { stop, ..self }
    }

    /// Sets the function that tells the time since any fixed moment.
    #[must_use]
    pub fn with_time(self, now: impl Fn() -> Duration + Sync + 'a) -> Monitor<'a> {
        Monitor { now: Box::new(now), ..self }
    }

    /// Plays the game of `referee` to its end, or until somebody leaves. `on_event` is told what
    /// happens and sees the game as it then stands.
    pub fn run(
        self,
        referee: Referee,
        on_event: &mut dyn FnMut(&MonitorEvent, &Referee),
    ) -> GameReport {
        let Monitor { black, white, seed, stop, now } = self;
        let mut table = MonitoredGame {
            referee,
            players: [GuardedPlayer::new(black), GuardedPlayer::new(white)],
            now: &now,
            on_event,
            fault: None,
            time_used: [Duration::ZERO; 2],
        };
        let watchdog = Watchdog::new();
        let ending = std::thread::scope(|scope| {
            let leash = watchdog.watch(scope, &stop, &now);
            let ending = table.play(seed, &stop, &watchdog);
            drop(leash);
            ending
        });
        GameReport { referee: table.referee, ending, time_used: table.time_used }
    }
}

/// A game in progress with everybody around it.
struct MonitoredGame<'a, 'p> {
    referee: Referee,
    players: [GuardedPlayer<'p>; 2],
    now: &'a Now<'a>,
    on_event: &'a mut dyn FnMut(&MonitorEvent, &Referee),
    fault: Option<Fault>,
    time_used: [Duration; 2],
}

/// Who cannot go on, and why.
type Trouble = (Color, Fault);

impl MonitoredGame<'_, '_> {
    /// Plays the game and tells the players how it ended.
    fn play(&mut self, seed: u64, stop: &StopFlag, watchdog: &Watchdog) -> GameEnding {
        let troubled = self.start(seed).err();
        let mut ending = troubled.and_then(|trouble| self.settle(trouble));
        while let (None, Some(color)) = (&ending, self.referee.to_move()) {
            let turn_stop = watchdog.begin_turn(self.referee.deadline());
            let turn = self.take_turn(color, stop, turn_stop);
            ending = match turn {
                _ if stop.is_raised() => Some(GameEnding::Stopped),
                Ok(()) => None,
                Err(trouble) => self.settle(trouble),
            };
        }
        self.referee.pause((self.now)());
        ending.unwrap_or_else(|| self.close())
    }

    fn start(&mut self, seed: u64) -> Result<(), Trouble> {
        let start = *self.referee.game().position();
        for color in Color::ALL {
            let setup = GameSetup { start, color, seed };
            self.players[color.index()].start_game(&setup).map_err(|fault| (color, fault))?;
        }
        let events = self.referee.start((self.now)());
        self.announce(events, None)
    }

    /// Asks the player for its decision on a copy of the game, and does what it says.
    fn take_turn(
        &mut self,
        color: Color,
        game_stop: &StopFlag,
        turn_stop: &StopFlag,
    ) -> Result<(), Trouble> {
        let snapshot = self.referee.snapshot((self.now)());
        let decision =
            self.players[color.index()].choose(&MoveRequest::of_snapshot(&snapshot, turn_stop));
        if game_stop.is_raised() {
            return Ok(());
        }
        let decision = decision.map_err(|fault| (color, fault))?;
        match self.referee.submit(decision.action, (self.now)()) {
            Ok(events) => self.announce(events, decision.report),
            Err(Rejection::Illegal { mv, reason }) => self.refuse(color, mv, reason),
            Err(rejection) => unreachable!("the clock runs in a game that goes on: {rejection}"),
        }
    }

    /// Reports an illegal move: a person will be asked again, a program is in trouble.
    fn refuse(&mut self, color: Color, mv: Move, reason: IllegalMove) -> Result<(), Trouble> {
        let player = &mut self.players[color.index()];
        let trouble = |fault| (color, fault);
        if !player.is_person().map_err(trouble)? {
            return Err((color, Fault::IllegalMove { mv, reason }));
        }
        (self.on_event)(&MonitorEvent::Refused { color, mv, reason }, &self.referee);
        player.rejected(reason).map_err(trouble)
    }

    /// Tells everybody what happened.
    ///
    /// `report` is what the player thought about the move that is the first event, if there is one.
    fn announce(
        &mut self,
        events: Vec<GameEvent>,
        mut report: Option<MoveReport>,
    ) -> Result<(), Trouble> {
        let mut trouble = None;
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
                let observed = self.players[color.index()].observe(mv, &position);
                trouble = trouble.or(observed.err().map(|fault| (color, fault)));
            }
        }
        trouble.map_or(Ok(()), Err)
    }

    /// Ends the game of a player in trouble, if it is not over yet. Who left gets an unfinished
    /// game instead.
    fn settle(&mut self, (color, fault): Trouble) -> Option<GameEnding> {
        if self.referee.outcome().is_some() {
            return None;
        }
        let now = (self.now)();
        let mut events = self.referee.tick(now);
        if events.is_empty() {
            if let Fault::Player(PlayerError::Left { .. }) = fault {
                return Some(GameEnding::Left(color));
            }
            (self.on_event)(&MonitorEvent::Faulted { color, fault: fault.clone() }, &self.referee);
            self.fault = Some(fault);
            events = self.referee.forfeit(color, now);
        }
        // Nothing but the end is announced, which no player observes.
        self.announce(events, None).ok();
        None
    }

    /// Tells the players the result.
    fn close(&mut self) -> GameEnding {
        let outcome = self.referee.outcome().expect("the game goes on until it is over");
        for player in &mut self.players {
            // The result stands, whatever a player does about it.
            player.end_game(&outcome).ok();
        }
        GameEnding::Over { outcome, fault: self.fault.take() }
    }
}
