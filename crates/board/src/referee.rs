//! The rules of a game with a clock: who is to move, what a decision leads to, when it is over.

use std::time::Duration;

use thiserror::Error;

use crate::{
    Clock, Color, EndReason, FlagFall, Game, IllegalMove, Move, Outcome, Position, Square,
};

/// Owns a game and its clock, and lets nothing happen in it that the rules do not allow.
///
/// It knows no players, starts no threads and reads no clock: `now` is the time since any fixed
/// moment. Forced passes are played by the referee itself; a pass takes no time and earns none.
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
    /// When the current turn began; `None` while the clock is stopped.
    turn_began: Option<Duration>,
}

/// What the side to move does with its turn.
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

/// What happened in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// A disc was placed.
    Moved {
        /// Who placed it.
        color: Color,
        /// Where.
        square: Square,
        /// The time the turn took.
        used: Duration,
        /// The position after the move.
        position: Position,
    },
    /// A side had no move and the turn went to the other.
    Passed {
        /// Who passed.
        color: Color,
        /// The position after the pass.
        position: Position,
    },
    /// The game is over.
    Ended(Outcome),
}

/// A decision that the rules do not allow. Nothing has changed, and the clock runs on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Rejection {
    /// The move is illegal.
    #[error("{mv}: {reason}")]
    Illegal {
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
    /// The game has not begun, or is paused.
    #[error("the clock is not running")]
    Stopped,
    /// The game is over.
    #[error("the game is over")]
    GameOver,
}

/// A copy of a game and its clock at one moment, for a player to think about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSnapshot {
    /// The game.
    pub game: Game,
    /// The clock.
    pub clock: Clock,
    /// The moment, on the referee's time scale.
    pub now: Duration,
}

impl Referee {
    /// Returns the referee of a game that begins, or goes on, with the clock still stopped.
    #[must_use]
    pub const fn new(game: Game, clock: Clock) -> Referee {
        Referee { game, clock, turn_began: None }
    }

    /// Returns the game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// Returns the clock.
    #[must_use]
    pub const fn clock(&self) -> &Clock {
        &self.clock
    }

    /// Returns how the game ended, if it did.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Returns whose turn it is; `None` once the game is over.
    #[must_use]
    pub fn to_move(&self) -> Option<Color> {
        (!self.game.is_over()).then(|| self.game.position().side_to_move())
    }

    /// Returns whether the clock runs: the game has been started and is neither paused nor over.
    #[must_use]
    pub const fn is_running(&self) -> bool {
        self.turn_began.is_some()
    }

    /// Returns when the flag of the side to move falls, if it ever does.
    #[must_use]
    pub fn deadline(&self) -> Option<Duration> {
        self.clock.deadline()
    }

    /// Returns a copy of everything, for a player who is asked now.
    #[must_use]
    pub fn snapshot(&self, now: Duration) -> GameSnapshot {
        GameSnapshot { game: self.game.clone(), clock: self.clock.clone(), now }
    }

    /// Starts the clock of the side to move, at the beginning or after a pause. A side without a
    /// move passes first. Nothing happens while the clock runs.
    pub fn start(&mut self, now: Duration) -> Vec<GameEvent> {
        if self.is_running() { Vec::new() } else { self.next_turn(now) }
    }

    /// Stops the clock in the middle of a turn, until the next [`start`](Referee::start). The time
    /// used so far is gone.
    pub fn pause(&mut self, now: Duration) {
        self.clock.stop(now);
        self.turn_began = None;
    }

    /// Carries out the action of the side to move, and plays the other side's pass if it must pass.
    /// Returns what happened: if the flag had fallen by now, the end of the game instead of the move.
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
            unreachable!("{color}'s flag was looked at above");
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

    /// Gives the game up for `color`, whoever's turn it is. Nothing happens in a game that is over.
    pub fn resign(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.end(EndReason::Resigned(color), now)
    }

    /// Takes the game from `color`, which broke the rules, its program or the connection. Nothing
    /// happens in a game that is over.
    pub fn forfeit(&mut self, color: Color, now: Duration) -> Vec<GameEvent> {
        self.end(EndReason::Forfeited(color), now)
    }

    /// Takes back the last disc placed, with the passes after it, and returns its square; nothing
    /// happens if there is none. A game that was over goes on, a paused one stays paused. The time
    /// used is not given back.
    pub fn undo(&mut self, now: Duration) -> Option<Square> {
        let n_plies = self.game.moves().rposition(|mv| mv != Move::Pass)?;
        let goes_on = self.is_running() || self.game.is_over();
        let mut square = None;
        while n_plies < self.game.n_plies() {
            square = self.game.undo().and_then(Move::square);
        }
        if goes_on {
            self.next_turn(now);
        }
        square
    }

    /// Lets a side without a move pass, and starts the clock of the side that has one.
    fn next_turn(&mut self, now: Duration) -> Vec<GameEvent> {
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
