//! What forfeits a game.

use thiserror::Error;
use willow_board::{IllegalMove, Move};
use willow_players::PlayerError;

/// What a program did that forfeits the game.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// It played an illegal move.
    #[error("{mv}: {reason}")]
    IllegalMove {
        /// The move.
        mv: Move,
        /// The rule that it breaks.
        reason: IllegalMove,
    },
    /// It could not go on.
    #[error(transparent)]
    Player(PlayerError),
    /// It panicked.
    #[error("{player} panicked: {message}")]
    Panicked {
        /// The player's name.
        player: String,
        /// What the panic said.
        message: String,
    },
}
