//! The spectators of games, and who reads what they say.
//!
//! Invariant: the players of a game that is not decided receive nothing of the spectators' chat, over
//! whichever of their connections.

use willow_protocol::GameId;

use super::input::{ConnId, UserId};
use super::state::ServerState;

impl ServerState {
    /// Returns the connections that receive the chat of a game's spectators.
    pub(super) fn readers_of_spectators(&self, game: GameId) -> Vec<ConnId> {
        let Some(active) = self.games.get(&game) else { return Vec::new() };
        if active.is_decided() {
            return self.game_connections(game, |_| [true, true, true]);
        }
        // A visitor who watches may log in as a player over the same connection.
        let plays = |connection: &ConnId| {
            self.user_of(*connection).is_some_and(|user| active.color_of(user).is_some())
        };
        active.watchers.iter().copied().filter(|connection| !plays(connection)).collect()
    }

    /// Returns whether a user plays the other game of a synchro pair.
    pub(super) fn plays_twin_of(&self, user: UserId, game: GameId) -> bool {
        let games = self.users[user].games.iter().filter_map(|own| self.games.get(own));
        games.filter_map(|active| active.twin).any(|twin| twin.game == game)
    }
}
