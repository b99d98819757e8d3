//! The countdown to a claim by the opponent of a player who is away.

use willow_protocol::{Event, GameId};

use crate::domain::{Context, Games, RoomKey, ServerState, UserId};

impl ServerState {
    /// Publishes that a player is away, if a countdown runs that was not told yet.
    pub(crate) fn publish_gone(&mut self, user: UserId, game: GameId) {
        let Some(active) = self.games.get_mut(&game) else { return };
        let Some(color) = active.color_of(user) else { return };
        let Some(claim_at) = active.claim_at[color.index()] else { return };
        if active.told_gone[color.index()].replace(claim_at) != Some(claim_at) {
            self.publish(RoomKey::Game(game), Event::Gone { color, claim_at });
        }
    }

    /// Publishes that the opponent may claim the win later than a player was told.
    pub(crate) fn tell_later_claim(&mut self, user: UserId, game: GameId) {
        let active = self.games.get(&game);
        let color = active.and_then(|active| active.color_of(user));
        if active.zip(color).is_some_and(|(it, color)| it.told_gone[color.index()].is_some()) {
            self.publish_gone(user, game);
        }
    }

    /// Ends the countdowns to a claim.
    pub(crate) fn player_reconnected(&mut self, user: UserId) {
        for game in self.accounts[user].games().clone() {
            let Some(active) = self.games.get_mut(&game) else { continue };
            let Some(color) = active.color_of(user) else { continue };
            active.claim_at[color.index()] = None;
            if active.told_gone[color.index()].take().is_some() {
                self.publish(RoomKey::Game(game), Event::Back { color });
            }
            self.both_may_be_back(game);
        }
    }
}

impl Games {
    /// Starts the countdown to a claim by the opponent of a user who is offline.
    pub(crate) fn start_countdown(&mut self, user: UserId, game: GameId, context: &Context) {
        let Some(active) = self.get_mut(&game) else { return };
        let Some(color) = active.color_of(user) else { return };
        if active.adjourned_since().is_some() {
            return;
        }
        let wait = if active.is_unlimited() {
            context.settings.unlimited_claim_after
        } else if active.is_correspondence() {
            return;
        } else {
            context.settings.claim_after
        };
        let claim_at = &mut active.claim_at[color.index()];
        *claim_at = claim_at.or(Some(context.now + wait));
    }
}
