//! Pairs in lock-step: a move is shown to the opponent and to spectators when the other game has one,
//! too. Then both clocks run.
//!
//! As on GGS, the moves of a pair go ply by ply, passes included: a move is shown as soon as the other
//! game has a move, or a pass, of the same ply, or is over.
//!
//! Invariant: a move that is held is in no event and in no answer but that to its player, and to the bridge
//! of a proxy who is the opponent.

use willow_board::{Rejection, Square};
use willow_protocol::{Event, GameId};

use super::HostedGames;
use crate::domain::{GameChange, HeldRow, HostedGame, ServerState, Shared};

impl HostedGames {
    /// Returns whether a move of the side to move must wait for one in the other game.
    pub(crate) fn must_hold(&self, game: GameId) -> bool {
        let Some(hosted) = self.get(&game) else { return false };
        self.twin_in_lockstep(hosted).is_some_and(|twin| {
            twin.game().n_plies() + usize::from(twin.holds_move()) <= hosted.game().n_plies()
        })
    }

    /// Returns the other game of a pair in lock-step, if it is in progress.
    fn twin_in_lockstep(&self, hosted: &HostedGame) -> Option<&HostedGame> {
        let twin = hosted.twin.filter(|_| hosted.terms.lockstep)?;
        self.get(&twin.game).filter(|twin| twin.end.is_none())
    }

    /// Returns the other game of a pair in lock-step that a player resigns together with this one.
    pub(crate) fn resigned_with(&self, game: GameId) -> Option<GameId> {
        self.twin_in_lockstep(self.get(&game)?).map(|twin| twin.id)
    }

    /// Holds a move until the other game has one.
    pub(crate) fn hold(
        &mut self,
        game: GameId,
        square: Square,
        shared: &mut Shared,
    ) -> Result<(), Rejection> {
        let now = shared.context.now;
        let Some(hosted) = self.get_mut(game) else { return Ok(()) };
        hosted.check_square(square, now)?;
        let Some(color) = hosted.to_move() else { return Ok(()) };
        hosted.game.hold(Some(square), now);
        let content = hosted.own_held(color);
        let clocks = hosted.clocks(now);
        if let Some(content) = content {
            shared.context.write(GameChange::Held(HeldRow { game, color, content }));
        }
        self.set_flag_timer(game, &mut shared.context);
        self.publish(game, Event::Held { color, clocks }, shared);
        Ok(())
    }
}

impl ServerState {
    /// Shows the moves of a pair that need to be held no longer, this game's first.
    pub(crate) fn release(&mut self, game: GameId) {
        let twin = self.games.get(&game).and_then(|hosted| hosted.twin);
        for game in [game].into_iter().chain(twin.map(|twin| twin.game)) {
            let is_held = self.games.get(&game).is_some_and(|hosted| hosted.holds_move());
            if !is_held || self.games.must_hold(game) {
                continue;
            }
            let Some(hosted) = self.games.get_mut(game) else { continue };
            let events = hosted.game.play_held(self.shared.context.now);
            self.shared.context.write(GameChange::Revealed(game));
            self.publish_game_events(game, events);
        }
    }
}
