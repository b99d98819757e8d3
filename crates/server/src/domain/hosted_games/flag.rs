//! The end of a game whose flag has fallen: by a timer here, or on the other server of a bridge.

use willow_protocol::{EndKind, GameId, Name};

use super::{HostedGames, Player};
use crate::domain::{CommandOutcome, Context, Reply, ServerState, Timer};

impl ServerState {
    /// Ends a game whose flag has fallen.
    pub(crate) fn flag_timer_expired(&mut self, game: GameId) {
        let Some(hosted) = self.games.get_mut(game) else { return };
        hosted.timers.flag = None;
        let is_over = hosted.end.is_some();
        if is_over || self.games.end_awaiting(game, &mut self.shared) {
            return;
        }
        if let Some(hosted) = self.games.get_mut(game) {
            let events = hosted.game.tick(self.shared.context.now);
            self.publish_game_events(game, events);
        }
    }

    /// Ends a game for a proxy: a player's flag has fallen on the other server, whose clock decides. In a
    /// pair the other game continues, as there.
    pub(crate) fn flag_reported_by_proxy(&mut self, player: Player, name: &Name) -> CommandOutcome {
        let now = self.shared.context.now;
        let loser = self.games.named_by_proxy(player, name, &self.shared.accounts)?;
        let Player { game, .. } = player;
        let events = self.games.find_mut(game)?.game.forfeit(loser, EndKind::Timeout, now);
        let result = self.games.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }
}

impl HostedGames {
    /// Sets the timer for the flag, or for the moment from which the clocks no longer wait for players.
    pub(crate) fn set_flag_timer(&mut self, game: GameId, context: &mut Context) {
        let Some(hosted) = self.get_mut(game) else { return };
        let falls = hosted.flag_timer_at();
        context.timers.reset(&mut hosted.timers.flag, falls, Timer::Flag(game));
    }
}
