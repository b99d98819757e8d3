//! What a player is to the monitor.

use std::fmt;
use std::time::Duration;

use thiserror::Error;
use willow_board::{
    Action, Clock, Color, Game, GameSnapshot, IllegalMove, Move, Outcome, Position, TimeLeft,
};
use willow_engine::StopFlag;

/// Anyone who can be asked for a move: a person, a historical program, the modern engine, a program
/// behind a protocol, somebody at the other end of a network.
///
/// The monitor owns the game and the clock; players get copies and answer with a [`Decision`]. A
/// player is asked only when it has a move: passes are announced through
/// [`observe`](Player::observe). Calls come from one thread at a time, but not always the same one.
///
/// [`MoveRequest::game`] is the whole truth about the game: moves may have been taken back since the last
/// turn, so a player that keeps a board of its own compares it with that. `observe` is for those
/// who think in the opponent's time or have something to show.
pub trait Player: Send {
    /// Returns the name under which the player appears in records, usually its SPEC.
    fn name(&self) -> &str;

    /// Prepares for a new game. Everything about earlier games is over.
    ///
    /// # Errors
    /// A player that cannot play at all says why.
    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        let _ = setup;
        Ok(())
    }

    /// Chooses a move for the side to move. The call may take as long as the clock allows; it should
    /// return soon after `turn.stop` is raised.
    ///
    /// # Errors
    /// A player that cannot go on says why; the monitor decides what that means for the game.
    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError>;

    /// Is told of every move and pass in the game, its own included, after it was played.
    fn observe(&mut self, mv: Move, position: &Position) {
        let _ = (mv, position);
    }

    /// Is told that its last decision was illegal and is about to be asked again. Only people are
    /// asked again.
    fn rejected(&mut self, reason: &IllegalMove) {
        let _ = reason;
    }

    /// Is told how the game ended. A game that is broken off ends without this.
    fn end_game(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }

    /// Returns whether a person sits here, who is asked again after an illegal move.
    fn is_person(&self) -> bool {
        false
    }
}

/// What a player is told before a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The position in which the players take over.
    pub start: Position,
    /// The colour that the player has.
    pub color: Color,
    /// The game's seed. A player that draws random numbers derives them from this and a seed of its
    /// own, so that a game can be repeated without those before it.
    pub seed: u64,
}

/// What a player is given to decide with. All of it is a copy: changing it changes nothing.
#[derive(Clone, Copy)]
pub struct MoveRequest<'a> {
    /// The game so far; its position's side to move is the player's colour.
    pub game: &'a Game,
    /// The clock as it stands at `now`.
    pub clock: &'a Clock,
    /// The time on the monitor's time scale at which the player is asked.
    pub now: Duration,
    /// Tells the player to answer at once.
    pub stop: &'a StopFlag,
    thinking: Option<&'a dyn Fn(&MoveReport)>,
}

impl<'a> MoveRequest<'a> {
    /// Returns the turn of the side to move in `game`, asked at the time `now` of `clock`.
    #[must_use]
    pub fn new(
        game: &'a Game,
        clock: &'a Clock,
        now: Duration,
        stop: &'a StopFlag,
    ) -> MoveRequest<'a> {
        MoveRequest { game, clock, now, stop, thinking: None }
    }

    /// Returns the request that a snapshot of the game makes of the side to move.
    #[must_use]
    pub fn of_snapshot(snapshot: &'a GameSnapshot, stop: &'a StopFlag) -> MoveRequest<'a> {
        MoveRequest::new(&snapshot.game, &snapshot.clock, snapshot.now, stop)
    }

    /// Returns the same turn with somebody who is told what the player thinks while it thinks.
    #[must_use]
    pub fn with_listener(self, listener: &'a dyn Fn(&MoveReport)) -> MoveRequest<'a> {
        MoveRequest { thinking: Some(listener), ..self }
    }

    /// Tells whoever listens what the player thinks so far.
    pub fn think_aloud(&self, report: &MoveReport) {
        if let Some(listener) = self.thinking {
            listener(report);
        }
    }

    /// Returns the colour of the player whose turn it is.
    #[must_use]
    pub fn color(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// Returns what the player may still use, or `None` if it has no limit.
    #[must_use]
    pub fn time_left(&self) -> Option<TimeLeft> {
        self.clock.time_left(self.color(), self.now)
    }
}

impl fmt::Debug for MoveRequest<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MoveRequest")
            .field("game", self.game)
            .field("clock", self.clock)
            .field("now", &self.now)
            .finish_non_exhaustive()
    }
}

/// A player's answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What it does.
    pub action: Action,
    /// What it thought, if it says.
    pub report: Option<MoveReport>,
}

impl Decision {
    /// Returns the decision to give the game up.
    #[must_use]
    pub const fn resign() -> Decision {
        Decision { action: Action::Resign, report: None }
    }
}

impl From<Move> for Decision {
    fn from(mv: Move) -> Decision {
        Decision { action: Action::Play(mv), report: None }
    }
}

/// What a program thought about the move it chose.
#[derive(Clone, Debug, PartialEq)]
pub struct MoveReport {
    /// The expected result in discs for the player, if that is what it measures.
    pub value: Option<f64>,
    /// The number of plies searched.
    pub depth: u32,
    /// Whether the value is exact.
    pub exact: bool,
    /// The number of positions visited.
    pub nodes: u64,
    /// The expected moves, its own first.
    pub pv: Vec<Move>,
}

/// A player cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// A person's input ended or the connection closed.
    #[error("{player} left the game")]
    Left {
        /// The player's name.
        player: String,
    },
    /// A program ended, broke its protocol or did not answer.
    #[error("{player} failed: {reason}")]
    Failed {
        /// The player's name.
        player: String,
        /// What it did wrong.
        reason: String,
    },
}

impl PlayerError {
    /// Returns the error of a program whose search found no move.
    pub(crate) fn no_move(player: &str) -> PlayerError {
        let reason = "the search found no move".to_owned();
        PlayerError::Failed { player: player.to_owned(), reason }
    }
}

/// Returns the shorter of two times for a move that may be unlimited.
pub(crate) fn shorter(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}
