//! What forfeits a game.

use crate::PlayerError;
use thiserror::Error;
use willow_board::{IllegalMove, Move};

/// The fault of a program that forfeits the game: 64 to 0 for the other side.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ForfeitCause {
    /// The program played an illegal move.
    #[error("{mv}: {reason}")]
    IllegalMove {
        /// As the program gave it.
        mv: Move,
        /// The rule that the move breaks.
        reason: IllegalMove,
    },
    /// The player returned an error: it failed or left.
    #[error(transparent)]
    Player(PlayerError),
    /// The player panicked.
    #[error("{player} panicked: {message}")]
    Panicked {
        /// The player's name.
        player: String,
        /// The message of the panic.
        message: String,
    },
}
