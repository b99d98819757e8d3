//! The interface of a player: requests for moves in, decisions out.

use std::fmt;
use std::time::Duration;

use thiserror::Error;
use willow_board::{
    Action, Clock, Color, Game, GameSnapshot, IllegalMove, Move, Outcome, Position, TimeLeft,
};
use willow_engine::StopFlag;

use crate::judgment::MoveJudgment;
use crate::search_info::SearchInfo;
use crate::search_tree::{NoTree, PlayerTree, TreeLimits};

/// A player that can be asked for a move: a person, a historical program, our engine, an external
/// engine, or a player on the network.
///
/// The caller owns the game and the clock; players get copies and answer with a [`Decision`]. A
/// player is asked only when it has a legal move. Passes are announced through
/// [`observe`](Player::observe). Calls come from one thread at a time, but not always from the same
/// thread.
///
/// [`MoveRequest::game`] is the complete game. Moves may have been taken back since the last
/// request, so a player with its own board compares the board with that game. `observe` is for
/// players that ponder or show the game.
pub trait Player: Send {
    /// Returns the name used in records, usually the SPEC.
    fn name(&self) -> &str;

    /// Returns whether games may begin at any position, as far as is known before an external program is started.
    fn sets_any_position(&self) -> bool {
        true
    }

    /// Prepares for a new game and drops the state of earlier games.
    ///
    /// # Errors
    /// The player cannot play at all.
    fn start_game(&mut self, setup: &GameSetup) -> Result<(), PlayerError> {
        let _ = setup;
        Ok(())
    }

    /// Chooses a move for the side to move.
    ///
    /// The call may take as long as the clock allows. It should return soon after `request.stop` is
    /// raised.
    ///
    /// # Errors
    /// The player failed. The caller decides whether that forfeits the game.
    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, PlayerError>;

    /// Tells what the player thinks of each legal move of the side to move, the best first. Nothing that
    /// it found about earlier positions counts, and the game does not go on.
    ///
    /// # Errors
    /// The player has no such information, or failed.
    fn judge_moves(&mut self, request: &MoveRequest<'_>) -> Result<Vec<MoveJudgment>, PlayerError> {
        let _ = request;
        Err(PlayerError::NoValues { player: self.name().to_owned() })
    }

    /// Searches for a move and returns the tree that the search visited: that of the last depth, or of a
    /// search to the end of the game.
    ///
    /// # Errors
    /// There is no such tree.
    fn search_tree(
        &mut self,
        request: &MoveRequest<'_>,
        limits: TreeLimits,
    ) -> Result<PlayerTree, PlayerError> {
        let _ = (request, limits);
        Err(PlayerError::no_tree(self.name(), NoTree::Untold))
    }

    /// Handles a move or pass of either side after it was played.
    fn observe(&mut self, mv: Move, position: &Position) {
        let _ = (mv, position);
    }

    /// Handles that its last decision was illegal. Only people are asked again.
    fn rejected(&mut self, reason: &IllegalMove) {
        let _ = reason;
    }

    /// Handles the result of the game. A game that is stopped ends without this call.
    fn end_game(&mut self, outcome: &Outcome) {
        let _ = outcome;
    }

    /// Returns whether the player is a person, who is asked again after an illegal move.
    fn is_person(&self) -> bool {
        false
    }
}

/// The game that a player is about to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The position in which the players begin to choose moves.
    pub start: Position,
    /// The side that the player has.
    pub color: Color,
    /// The seed of the game. A player with random moves derives its random numbers from this seed
    /// and its own, so that a game can be repeated without the games before.
    pub seed: u64,
}

/// A request for a move, with copies of the game and the clock.
#[derive(Clone, Copy)]
pub struct MoveRequest<'a> {
    /// The game so far. The side to move is the player.
    pub game: &'a Game,
    /// The clock as it stands at `now`.
    pub clock: &'a Clock,
    /// The time of the request, on the time scale of `clock`.
    pub now: Duration,
    /// Is raised when the player must answer at once.
    pub stop: &'a StopFlag,
    on_progress: Option<&'a dyn Fn(&SearchInfo)>,
}

impl<'a> MoveRequest<'a> {
    /// Returns a request to the side to move in `game`, at the time `now` of `clock`.
    pub fn new(
        game: &'a Game,
        clock: &'a Clock,
        now: Duration,
        stop: &'a StopFlag,
    ) -> MoveRequest<'a> {
        MoveRequest { game, clock, now, stop, on_progress: None }
    }

    /// Returns a request to the side to move in a snapshot of a game.
    pub fn of_snapshot(snapshot: &'a GameSnapshot, stop: &'a StopFlag) -> MoveRequest<'a> {
        MoveRequest::new(&snapshot.game, &snapshot.clock, snapshot.now, stop)
    }

    /// Sets the callback for intermediate results of the search.
    #[must_use]
    pub fn with_progress(self, on_progress: &'a dyn Fn(&SearchInfo)) -> MoveRequest<'a> {
        MoveRequest { on_progress: Some(on_progress), ..self }
    }

    /// Passes an intermediate result of the search to the callback, if there is one.
    pub fn report_progress(&self, report: &SearchInfo) {
        if let Some(on_progress) = self.on_progress {
            on_progress(report);
        }
    }

    /// Returns the colour of the side to move, which is the player's.
    pub fn color(&self) -> Color {
        self.game.position().side_to_move()
    }

    /// Returns the time that the player has left; `None` without a limit.
    pub fn time_left(&self) -> Option<TimeLeft> {
        self.clock.time_left(self.color(), self.now)
    }
}

/// A player's answer to a [`MoveRequest`].
#[derive(Clone, Debug, PartialEq)]
pub struct Decision {
    /// What the player does.
    pub action: Action,
    /// What the player's search found, if the player reports it.
    pub report: Option<SearchInfo>,
}

impl Decision {
    /// Returns the decision to resign.
    pub const fn resign() -> Decision {
        Decision { action: Action::Resign, report: None }
    }
}

impl From<Move> for Decision {
    fn from(mv: Move) -> Decision {
        Decision { action: Action::Play(mv), report: None }
    }
}

/// Why a player failed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum PlayerError {
    /// The input of a person ended or the connection was closed.
    #[error("{player} left the game")]
    Left {
        /// The player's name.
        player: String,
    },
    /// A program exited, violated its protocol or did not answer.
    #[error("{player} failed: {reason}")]
    Failed {
        /// The player's name.
        player: String,
        /// Why the program failed.
        reason: String,
    },
    /// A player cannot tell what it thinks of every legal move.
    #[error("{player} does not tell the values of moves")]
    NoValues {
        /// The player's name.
        player: String,
    },
    /// A player's search has no tree to show.
    #[error("{player} {reason}")]
    NoTree {
        /// The player's name.
        player: String,
        /// Why, as the end of the sentence.
        reason: NoTree,
    },
}

impl PlayerError {
    /// Returns the error of a player whose search has no tree to show.
    pub(crate) fn no_tree(player: &str, reason: NoTree) -> PlayerError {
        PlayerError::NoTree { player: player.to_owned(), reason }
    }

    /// Returns the error of a program that failed.
    pub(crate) fn failed(player: &str, reason: &dyn fmt::Display) -> PlayerError {
        PlayerError::Failed { player: player.to_owned(), reason: reason.to_string() }
    }

    /// Returns the error of a program whose search found no move.
    pub(crate) fn no_move(player: &str) -> PlayerError {
        PlayerError::failed(player, &"the search found no move")
    }
}
