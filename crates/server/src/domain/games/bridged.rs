//! What a proxy tells of a game on the other server, whose clock decides.

use willow_board::Color;
use willow_protocol::{EndKind, ErrorDetail, Name, Role};

use crate::domain::{Outcome, Player, Refusal, Reply, ServerState, refuse};

impl ServerState {
    /// Ends a game for a proxy: a player's flag has fallen on the other server, whose clock decides. In a
    /// pair the other game goes on, as there.
    pub(crate) fn flag(&mut self, player: Player, name: &Name) -> Outcome {
        let now = self.context.now;
        let loser = self.named_by_proxy(player, name)?;
        let Player { game, .. } = player;
        let events = self.games.find_mut(game)?.forfeit(loser, EndKind::Timeout, now);
        let result = self.games.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }

    /// Notes for a proxy that a player's main time is over on the other server, whose clock decides. The first
    /// player of whom it is said can win the game on the board no more.
    pub(crate) fn overtime(&mut self, player: Player, name: &Name) -> Outcome {
        let color = self.named_by_proxy(player, name)?;
        self.games.find_mut(player.game)?.report_overtime(color);
        Ok(Reply::Done)
    }

    /// Returns the colour of the player whom a proxy names in a game of its own.
    pub(crate) fn named_by_proxy(
        &self,
        Player { game, color }: Player,
        name: &Name,
    ) -> Result<Color, Refusal> {
        let active = self.games.find(game)?;
        if self.accounts[active.player(color)].role() != Role::Proxy {
            let message = "only a player of a bridge may say what happened on the other server";
            return refuse(ErrorDetail::RoleTooLow, message);
        }
        let named = Color::ALL.into_iter().find(|it| active.names[it.index()].key() == name.key());
        named.ok_or_else(|| Refusal::no_user(name))
    }
}
