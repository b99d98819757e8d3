//! Absent players, and time that is charged to nobody: until the event that begins a turn has been delivered, until
//! both players are back after a restart, and while the server itself stood still.
//!
//! The store is slow at times, and a process can be stopped. So a turn begins when its event is in the outgoing
//! queues, not when the client says that it has read it: a client that stops reading would stop its clock.

use willow_protocol::GameId;

use crate::domain::{
    Accounts, BegunTurn, Context, HostedGame, HostedGames, MINUTE, Millis, Shared, UserId,
};

/// Shortest standstill that correspondence clocks take into account: they may be many.
const MIN_CORRESPONDENCE_STANDSTILL: Millis = MINUTE;

impl HostedGame {
    pub(crate) fn both_are_there(&self, accounts: &Accounts) -> bool {
        self.players.into_iter().all(|player| accounts[player].is_online())
    }
}

impl HostedGames {
    /// Stops the clocks of a turn until its event is delivered.
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

    /// Starts the clocks of turns whose events have been delivered.
    pub(crate) fn delivered(&mut self, turns: Vec<BegunTurn>, shared: &mut Shared) {
        for BegunTurn { game, turn } in turns {
            let hosted = self.get(&game);
            if hosted.is_some_and(|it| it.turn == turn && it.stopped.awaited_until.is_none()) {
                self.run_clocks(game, shared);
            }
        }
    }

    fn run_clocks(&mut self, game: GameId, shared: &mut Shared) {
        // The whole read-only period is excluded at its end, so nothing may be excluded before.
        if shared.context.is_read_only() {
            return;
        }
        let now = shared.context.now;
        let Some(hosted) = self.get_mut(game) else { return };
        if let Some(resumed) = hosted.game.start_clocks(now) {
            self.publish(game, resumed, shared);
        }
        self.set_flag_timer(game, &mut shared.context);
    }

    /// Restarts the clocks of a game that waits for its players, if both are online.
    pub(crate) fn both_may_be_back(&mut self, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.get(&game) else { return };
        if hosted.stopped.awaited_until.is_some() && hosted.both_are_there(&shared.accounts) {
            self.run_clocks(game, shared);
        }
    }

    /// Restarts clocks whose wait for absent players has timed out. Returns whether any were restarted.
    pub(crate) fn end_awaiting(&mut self, game: GameId, shared: &mut Shared) -> bool {
        let now = shared.context.now;
        let hosted = self.get(&game);
        let is_over =
            hosted.is_some_and(|it| it.stopped.awaited_until.is_some_and(|until| until <= now));
        if is_over {
            self.run_clocks(game, shared);
        }
        is_over
    }

    /// Charges nobody for the time since `since`, during which the server stood still. Correspondence clocks ignore a
    /// standstill under a minute.
    pub(crate) fn exclude_standstill(&mut self, since: Millis, shared: &mut Shared) {
        let now = shared.context.now;
        let in_progress = self.iter().filter(|(_, hosted)| hosted.end.is_none());
        let games: Vec<GameId> = in_progress.map(|(&game, _)| game).collect();
        for game in games {
            let Some(hosted) = self.get_mut(game) else { continue };
            if hosted.is_correspondence()
                && now.saturating_sub(since) < MIN_CORRESPONDENCE_STANDSTILL
            {
                continue;
            }
            hosted.game.delay_claims(now.saturating_sub(since));
            let skipped = hosted.game.skip_if_running(since, now);
            let players = hosted.players;
            if let Some(skipped) = skipped {
                self.publish(game, skipped, shared);
                self.set_flag_timer(game, &mut shared.context);
            }
            for player in players {
                self.tell_later_claim(player, game, shared);
            }
        }
    }

    /// Publishes that a player is offline, if a countdown runs that was not published yet.
    pub(crate) fn publish_gone(&mut self, user: UserId, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.get_mut(game) else { return };
        let Some(color) = hosted.color_of(user) else { return };
        if let Some(gone) = hosted.game.gone(color) {
            self.publish(game, gone, shared);
        }
    }

    /// Publishes that the opponent may claim the win later than announced before.
    fn tell_later_claim(&mut self, user: UserId, game: GameId, shared: &mut Shared) {
        let hosted = self.get(&game);
        let color = hosted.and_then(|hosted| hosted.color_of(user));
        if hosted.zip(color).is_some_and(|(it, color)| it.told_gone(color).is_some()) {
            self.publish_gone(user, game, shared);
        }
    }

    /// Ends the countdowns to a claim.
    pub(crate) fn player_reconnected(&mut self, user: UserId, shared: &mut Shared) {
        for game in shared.accounts[user].games().clone() {
            let Some(hosted) = self.get_mut(game) else { continue };
            let Some(color) = hosted.color_of(user) else { continue };
            if let Some(back) = hosted.game.back(color) {
                self.publish(game, back, shared);
            }
            self.both_may_be_back(game, shared);
        }
    }
}
