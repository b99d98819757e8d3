//! Absent players, and time that is charged to no player: until the event that begins a turn has been delivered, until both players
//! are back after a restart, and while the server itself stood still.
//!
//! The store is slow at times, and a process can be stopped. So a turn begins when its event is in the outgoing
//! queues, not when the client says that it has read it: a client that stops reading would stop its clock.

use willow_protocol::GameId;

use crate::domain::{
    BegunTurn, Context, HostedGame, HostedGames, Millis, RoomKey, ServerState, UserId,
};

/// The shortest standstill that is taken out of clocks of days, of which there may be many.
const NOTICED_IN_DAYS: Millis = 60_000;

impl ServerState {
    /// Lets the clocks of turns run whose events have been delivered.
    pub(crate) fn delivered(&mut self, turns: Vec<BegunTurn>) {
        for BegunTurn { game, turn } in turns {
            let hosted = self.games.get(&game);
            if hosted.is_some_and(|it| it.turn == turn && it.stopped.awaited_until.is_none()) {
                self.run_clocks(game);
            }
        }
    }

    fn run_clocks(&mut self, game: GameId) {
        // The time that is taken out at the end of the read-only time must not have been taken out in part.
        if self.is_read_only() {
            return;
        }
        let now = self.context.now;
        let Some(hosted) = self.games.get_mut(game) else { return };
        if let Some(resumed) = hosted.game.start_clocks(now) {
            self.publish(RoomKey::Game(game), resumed);
        }
        self.games.set_flag_timer(game, &mut self.context);
    }

    /// Lets the clocks run that wait for two players who are both there.
    pub(crate) fn both_may_be_back(&mut self, game: GameId) {
        let Some(hosted) = self.games.get(&game) else { return };
        if hosted.stopped.awaited_until.is_some() && self.both_are_there(hosted) {
            self.run_clocks(game);
        }
    }

    /// Lets the clocks run that have waited long enough for players who are not back. Returns whether there
    /// were some.
    pub(crate) fn end_awaiting(&mut self, game: GameId) -> bool {
        let now = self.context.now;
        let hosted = self.games.get(&game);
        let is_over =
            hosted.is_some_and(|it| it.stopped.awaited_until.is_some_and(|until| until <= now));
        if is_over {
            self.run_clocks(game);
        }
        is_over
    }

    pub(crate) fn both_are_there(&self, hosted: &HostedGame) -> bool {
        hosted.players.into_iter().all(|player| self.accounts[player].is_online())
    }

    /// Takes a time out of the account of all players in which the server did nothing. Clocks of days do not
    /// notice a short one.
    pub(crate) fn stood_still(&mut self, since: Millis) {
        let now = self.context.now;
        let in_progress = self.games.iter().filter(|(_, hosted)| hosted.end.is_none());
        let games: Vec<GameId> = in_progress.map(|(&game, _)| game).collect();
        for game in games {
            let Some(hosted) = self.games.get_mut(game) else { continue };
            if hosted.is_correspondence() && now.saturating_sub(since) < NOTICED_IN_DAYS {
                continue;
            }
            hosted.game.delay_claims(now.saturating_sub(since));
            let skipped = hosted.game.skip_if_running(since, now);
            let players = hosted.players;
            if let Some(skipped) = skipped {
                self.publish(RoomKey::Game(game), skipped);
                self.games.set_flag_timer(game, &mut self.context);
            }
            for player in players {
                self.tell_later_claim(player, game);
            }
        }
    }

    /// Publishes that a player is away, if a countdown runs that was not told yet.
    pub(crate) fn publish_gone(&mut self, user: UserId, game: GameId) {
        let Some(hosted) = self.games.get_mut(game) else { return };
        let Some(color) = hosted.color_of(user) else { return };
        if let Some(gone) = hosted.game.gone(color) {
            self.publish(RoomKey::Game(game), gone);
        }
    }

    /// Publishes that the opponent may claim the win later than a player was told.
    pub(crate) fn tell_later_claim(&mut self, user: UserId, game: GameId) {
        let hosted = self.games.get(&game);
        let color = hosted.and_then(|hosted| hosted.color_of(user));
        if hosted.zip(color).is_some_and(|(it, color)| it.told_gone(color).is_some()) {
            self.publish_gone(user, game);
        }
    }

    /// Ends the countdowns to a claim.
    pub(crate) fn player_reconnected(&mut self, user: UserId) {
        for game in self.accounts[user].games().clone() {
            let Some(hosted) = self.games.get_mut(game) else { continue };
            let Some(color) = hosted.color_of(user) else { continue };
            if let Some(back) = hosted.game.back(color) {
                self.publish(RoomKey::Game(game), back);
            }
            self.both_may_be_back(game);
        }
    }
}

impl HostedGames {
    /// Lets the clocks of a turn stand still until its event is delivered.
    pub(crate) fn stop_until_delivered(&mut self, game: GameId, context: &mut Context) {
        let now = context.now;
        let Some(hosted) = self.get_mut(game) else { return };
        if hosted.runs() {
            hosted.game.stop_clocks(now);
            context.effects.turns.push(BegunTurn { game, turn: hosted.turn });
        }
    }

    /// Starts the countdown to a claim by the opponent of a user who is offline.
    pub(crate) fn start_countdown(&mut self, user: UserId, game: GameId, context: &Context) {
        let Some(hosted) = self.get_mut(game) else { return };
        let Some(color) = hosted.color_of(user) else { return };
        hosted.game.start_countdown(color, &context.settings, context.now);
    }
}
