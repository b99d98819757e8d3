//! The ranges of the numbers of games.

use willow_protocol::GameId;

/// The smallest number of a game that was played on a user's device. Those of this server do not reach it.
pub(crate) const FIRST_DEVICE: u64 = 1 << 39;

/// The smallest number of a private game. These numbers are random, so that nobody guesses them.
pub(crate) const FIRST_PRIVATE: u64 = 1 << 40;

/// The largest number that every JSON parser represents exactly.
pub(super) const LARGEST_EXACT: u64 = (1 << 53) - 1;

/// Returns whether a game was played on a device.
pub(crate) const fn is_on_device(game: GameId) -> bool {
    FIRST_DEVICE <= game.0 && game.0 < FIRST_PRIVATE
}

pub(crate) const fn is_private(game: GameId) -> bool {
    game.0 >= FIRST_PRIVATE
}
