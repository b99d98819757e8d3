//! The referee: applies the rules and the clock to the actions of the players.

use std::time::Duration;

use thiserror::Error;

use crate::{
    Clock, ClockReading, Color, EndReason, FlagFall, Game, IllegalMove, Move, Outcome, Position,
    Square,
};

/// A game with its clock, which changes only as the rules allow.
///
/// A referee starts no threads and reads no clock: `now` is the time since a fixed moment. The
/// referee plays forced passes itself. A pass uses no time and adds no increment.
///
/// ```
/// use std::time::Duration;
/// use willow_board::{Clock, Color, Game, GameEvent, Move, Referee, Square};
///
/// let second = Duration::from_secs(1);
/// let mut referee = Referee::new(Game::new(), Clock::new("1:00".parse()?));
/// referee.start(Duration::ZERO);
/// let events = referee.submit(Move::Place(Square::F5).into(), 4 * second)?;
/// assert!(matches!(events[..], [GameEvent::Moved { color: Color::Black, .. }]));
/// assert_eq!(referee.to_move(), Some(Color::White));
/// assert_eq!(referee.deadline(), Some(64 * second));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Referee {
    game: Game,
    clock: Clock,
    /// The time at which the current turn began; `None` while the clock is stopped.
    turn_began: Option<Duration>,
    /// The colour that was the first to need the extension of its clock.
    overtime: Option<Color>,
}

/// An action of the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Plays a move.
    Play(Move),
    /// Resigns the game.
    Resign,
}

impl From<Move> for Action {
    fn from(mv: Move) -> Action {
        Action::Play(mv)
    }
}

/// An event in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// A disc was placed.
    Moved {
        /// The colour of the disc.
        color: Color,
        /// The square of the disc.
        square: Square,
        /// The time that the turn used.
        used: Duration,
        /// The position after the move.
        position: Position,
    },
    /// A side had no move and passed.
    Passed {
        /// The colour that passed.
        color: Color,
        /// The position after the pass.
        position: Position,
    },
    /// The game is over.
    Ended(Outcome),
}

/// The reason why an action is rejected. The game is unchanged, and the clock keeps running.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The move is illegal.
    #[error("{mv}: {reason}")]
    Illegal {
        /// The rejected move, for the side to move.
        mv: Move,
        /// The rule that the move breaks.
        reason: IllegalMove,
    },
    /// The game has not started, or is paused.
    #[error("the clock is not running")]
    Stopped,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

/// A copy of a game and its clock at one moment, for a player to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSnapshot {
    /// With all moves up to the moment.
    pub game: Game,
    /// It may run on: what is left at the moment is [`Clock::time_left`] of `now`.
    pub clock: Clock,
    /// The moment, as a time since the referee's fixed moment.
    pub now: Duration,
}

impl Referee {
    /// Returns the referee of a new or continued game. The clock is stopped.
    pub const fn new(game: Game, clock: Clock) -> Referee {
        Referee { game, clock, turn_began: None, overtime: None }
    }

    /// Returns the game so far.
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the clock.
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns the colour that was the first to need the extension of its clock, if one did.
    pub const fn overtime(&self) -> Option<Color> {
        self.overtime
    }

    /// Returns the result of the game, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Returns the colour to move; `None` if the game is over.
    pub fn to_move(&self) -> Option<Color> {
        (!self.game.is_over()).then(|| self.game.position().side_to_move())
    }

    /// Returns whether the clock runs: the game has been started and is neither paused nor over.
    pub const fn is_running(&self) -> bool {
        self.turn_began.is_some()
    }

    /// Returns the time at which the flag of the side to move falls, if it has a limit.
    pub fn deadline(&self) -> Option<Duration> {
        self.clock.deadline()
    }

    /// Returns a copy of the game and the clock at this moment.
    pub fn snapshot(&self, now: Duration) -> GameSnapshot {
        GameSnapshot { game: self.game.clone(), clock: self.clock.clone(), now }
    }

    /// Starts the clock of the side to move, at the beginning or after a pause. A side without a
    /// move passes first. Nothing happens while the clock runs.
    pub fn start(&mut self, now: Duration) -> Vec<GameEvent> {
        if self.is_running() { Vec::new() } else { self.next_turn(now) }
    }

    /// Stops the clock in the middle of a turn, until the next [`start`](Referee::start). The time
    /// used so far is subtracted.
    pub fn pause(&mut self, now: Duration) {
        self.clock.stop(now);
        self.turn_began = None;
    }

    /// Applies the action of the side to move, and plays the other side's pass if it must pass.
    /// Returns the events. If the flag has fallen by now, the event is the end of the game, and the
    /// action is ignored.
    ///
    /// # Errors
    /// A move must be legal, and the clock must run.
    pub fn submit(&mut self, action: Action, now: Duration) -> Result<Vec<GameEvent>, Rejection> {
        let color = self.to_move().ok_or(Rejection::GameOver)?;
        let began = self.turn_began.ok_or(Rejection::Stopped)?;
        let timed_out = self.tick(now);
        if !timed_out.is_empty() {
            return Ok(timed_out);
        }
        let mv = match action {
            Action::Resign => return Ok(self.end(EndReason::Resigned(color), now)),
            Action::Play(mv) => mv,
        };
        let illegal = |reason| Rejection::Illegal { mv, reason };
        // Only the referee passes, so every pass that is sent comes from a side with a move.
        let Move::Place(square) = mv else { return Err(illegal(IllegalMove::PassWithMoves)) };
        self.game.play(mv).map_err(|error| illegal(error.reason))?;
        let used = now.saturating_sub(began);
        let position = *self.game.position();
        let mut events = vec![GameEvent::Moved { color, square, used, position }];
        if let Err(FlagFall(color)) = self.clock.press(now) {
            unreachable!("{color}'s flag was checked above");
        }
        if self.clock.in_overtime(color, now) {
            self.overtime.get_or_insert(color);
        }
        events.extend(self.next_turn(now));
        Ok(events)
    }

    /// Ends the game if the flag of the side to move has fallen by now.
    pub fn tick(&mut self, now: Duration) -> Vec<GameEvent> {
        match self.clock.flag(now) {
            Some(color) => self.end(EndReason::TimedOut(color), now),
            None => Vec::new(),
        }
    }

    /// Resigns for `color`, even if the other side is to move. A game that is over is not changed.
    pub fn resign(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.end(EndReason::Resigned(color), now)
    }

    /// Forfeits the game of `color`, after an illegal move, a crash or a lost connection. A game that
    /// is over is not changed.
    pub fn forfeit(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.end(EndReason::Forfeited(color), now)
    }

    /// Takes back the last disc with the passes after it, and returns its square, or `None` if there
    /// is no disc to take back. A game that was over continues, and a paused game stays paused. The
    /// time used is not restored.
    pub fn undo(&mut self, now: Duration) -> Option<Square> {
        let n_plies = self.game.moves().rposition(|mv| mv != Move::Pass)?;
        let continues = self.is_running() || self.game.is_over();
        let mut square = None;
        while n_plies < self.game.n_plies() {
            square = self.game.undo().and_then(Move::square);
        }
        if continues {
            self.next_turn(now);
        }
        square
    }

    /// Sets both clocks back to an earlier reading, after moves were taken back. An overtime that began
    /// later is forgotten.
    pub fn restore_clock(&mut self, reading: ClockReading) {
        self.clock.restore(reading);
        self.overtime = self.overtime.filter(|&late| reading.in_overtime(late));
    }

    /// Adds time to the main time of a colour.
    pub fn add_time(&mut self, color: Color, time: Duration) {
        self.clock.add(color, time);
    }

    /// Plays the pass of a side without a move, and starts the clock of the side to move. If the game
    /// is over, the result takes overtime into account.
    fn next_turn(&mut self, now: Duration) -> Vec<GameEvent> {
        if let (true, Some(late)) = (self.game.is_over(), self.overtime) {
            self.game.end(EndReason::Overtime(late));
        }
        if let Some(outcome) = self.outcome() {
            self.pause(now);
            return vec![GameEvent::Ended(outcome)];
        }
        let mut events = Vec::new();
        if self.game.position().must_pass() {
            let color = self.game.position().side_to_move();
            self.game.play(Move::Pass).expect("a side without a move may pass");
            events.push(GameEvent::Passed { color, position: *self.game.position() });
        }
        self.clock.start(self.game.position().side_to_move(), now);
        self.turn_began = Some(now);
        events
    }

    fn end(&mut self, reason: EndReason, now: Duration) -> Vec<GameEvent> {
        if self.game.is_over() {
            return Vec::new();
        }
        self.pause(now);
        self.game.end(reason);
        self.outcome().map(GameEvent::Ended).into_iter().collect()
    }
}
