//! The countdown to a claim by the opponent of a player who is away.

use willow_protocol::GameId;

use crate::domain::{Context, Games, RoomKey, ServerState, UserId};

impl ServerState {
    /// Publishes that a player is away, if a countdown runs that was not told yet.
    pub(crate) fn publish_gone(&mut self, user: UserId, game: GameId) {
        let Some(active) = self.games.get_mut(game) else { return };
        let Some(color) = active.color_of(user) else { return };
        if let Some(gone) = active.gone(color) {
            self.publish(RoomKey::Game(game), gone);
        }
    }

    /// Publishes that the opponent may claim the win later than a player was told.
    pub(crate) fn tell_later_claim(&mut self, user: UserId, game: GameId) {
        let active = self.games.get(&game);
        let color = active.and_then(|active| active.color_of(user));
        if active.zip(color).is_some_and(|(it, color)| it.told_gone(color).is_some()) {
            self.publish_gone(user, game);
        }
    }

    /// Ends the countdowns to a claim.
    pub(crate) fn player_reconnected(&mut self, user: UserId) {
        for game in self.accounts[user].games().clone() {
            let Some(active) = self.games.get_mut(game) else { continue };
            let Some(color) = active.color_of(user) else { continue };
            if let Some(back) = active.back(color) {
                self.publish(RoomKey::Game(game), back);
            }
            self.both_may_be_back(game);
        }
    }
}

impl Games {
    /// Starts the countdown to a claim by the opponent of a user who is offline.
    pub(crate) fn start_countdown(&mut self, user: UserId, game: GameId, context: &Context) {
        let Some(active) = self.get_mut(game) else { return };
        let Some(color) = active.color_of(user) else { return };
        active.start_countdown(color, &context.settings, context.now);
    }
}
