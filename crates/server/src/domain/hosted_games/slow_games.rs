//! Games without a clock, or with a clock of six hours or more: who is to move, for push notifications, and the games
//! of the server's bots.
//!
//! Such a game against a bot may never end. So each person has few of them at a time, and the bot ends a game
//! in which the person has not moved for days. A game of two people without a clock ends by the same rule, but later:
//! after twice the days after which either of them may abort it.

use willow_board::{Color, Move, Square};
use willow_protocol::text::counted;
use willow_protocol::{EndKind, ErrorDetail, GameId, Terms};

use crate::domain::{
    ABORT_BEFORE, Accounts, DAY, HostedGame, HostedGames, Millis, Refusal, ServerState, Shared,
    Timer, User, UserId, refuse,
};

/// Minimum wait between people in games without a clock, regardless of the operator's abort setting.
const MIN_PATIENCE: Millis = DAY;

/// A turn of a person in a game of days against another person. The server's bots answer at once, so turns against
/// them need no notification.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SlowTurn {
    pub(crate) game: GameId,
    /// Who is to move.
    pub(crate) user: UserId,
    /// The opponent, as lists name them.
    pub(crate) opponent: String,
    /// The opponent's move, if they have just moved.
    pub(crate) last: Option<Square>,
    /// When the turn began.
    pub(crate) since: Millis,
    /// When the flag falls, unless there is no clock.
    pub(crate) deadline: Option<Millis>,
}

impl ServerState {
    /// Returns all turns of people in games of days, those first that began first.
    pub(crate) fn slow_turns(&self) -> Vec<SlowTurn> {
        // The notification could not be recorded, and would be sent again.
        let can_note = !self.shared.context.is_read_only();
        let games = self.games.in_days().filter(|_| can_note);
        let games = games.filter_map(|game| self.games.get(game));
        let mut turns: Vec<SlowTurn> =
            games.filter_map(|game| game.slow_turn(&self.shared.accounts)).collect();
        turns.sort_by_key(|turn| turn.since);
        turns
    }

    /// Ends a game in which the opponent has waited for too long: the person loses, or the game is aborted
    /// if it has hardly begun.
    pub(crate) fn patience_timer_expired(&mut self, game: GameId) {
        let now = self.shared.context.now;
        let Some(hosted) = self.games.get(&game) else { return };
        let Some(color) = hosted.waiting_person(&self.shared.accounts) else { return };
        if hosted.patience_ends(&self.shared) > now {
            self.games.set_patience_timer(game, &mut self.shared);
            return;
        }
        let Some(hosted) = self.games.get_mut(game) else { return };
        let has_begun = hosted.game().n_plies() >= ABORT_BEFORE || hosted.twin.is_some();
        let events = if has_begun {
            hosted.game.forfeit(color, EndKind::Abandoned, now)
        } else {
            vec![hosted.game.abort(now)]
        };
        self.publish_game_events(game, events);
    }
}

impl HostedGames {
    /// Makes sure that a person may start a game without a clock, or with a slow one, against one of
    /// the server's bots.
    pub(crate) fn may_play_slowly(
        &self,
        person: UserId,
        terms: &Terms,
        shared: &Shared,
    ) -> Result<(), Refusal> {
        let n_new = if terms.synchro { 2 } else { 1 };
        let own = shared.accounts[person].games().iter().filter_map(|game| self.get(game));
        let own = own.filter(|hosted| hosted.is_slow_bot_game(&shared.accounts)).count();
        let max = shared.context.settings.limits.slow_bot_games_per_user;
        if own + n_new > max {
            return refuse(
                ErrorDetail::TooManySlowBotGames,
                format!(
                    "you have {} against bots without a clock or with one of six hours or \
                 more, and the limit is {max}; finish one of them, or offer a faster clock",
                    counted(own as u64, "game")
                ),
            );
        }
        // The limits of the bots bound their games.
        let all = shared.accounts.bots().flat_map(User::games);
        let all = all.filter_map(|game| self.get(game));
        let all = all.filter(|hosted| hosted.is_slow_bot_game(&shared.accounts)).count();
        if all + n_new > shared.context.settings.limits.slow_bot_games {
            return refuse(
                ErrorDetail::BotsBusy,
                "the server's bots have too many games without a fast clock; offer one such as 5+3",
            );
        }
        Ok(())
    }

    /// Sets the timer for the end of a game that a person holds up.
    pub(crate) fn set_patience_timer(&mut self, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.get(&game) else { return };
        let ends = hosted.waiting_person(&shared.accounts).map(|_| hosted.patience_ends(shared));
        let Some(hosted) = self.get_mut(game) else { return };
        shared.context.timers.reset(&mut hosted.timers.patience, ends, Timer::Patience(game));
    }
}

impl HostedGame {
    fn slow_turn(&self, accounts: &Accounts) -> Option<SlowTurn> {
        let color = self.to_move()?;
        let [user, other] = [color, !color].map(|color| self.player(color));
        if [user, other].iter().any(|&user| accounts[user].is_server_bot()) {
            return None;
        }
        let name = accounts.display_name(other).map(|name| name.to_string());
        Some(SlowTurn {
            game: self.id,
            user,
            opponent: name.unwrap_or_else(|| accounts[other].name().to_string()),
            last: self.game().last_move().and_then(Move::square),
            since: self.last_move_at.unwrap_or(self.started_at),
            deadline: self.flag_falls(),
        })
    }

    /// Returns whether a game is in progress, one of the server's bots plays it, and it may last for
    /// days.
    fn is_slow_bot_game(&self, accounts: &Accounts) -> bool {
        let plays_bot = || self.players.into_iter().any(|player| accounts[player].is_server_bot());
        self.is_correspondence() && self.end.is_none() && plays_bot()
    }

    /// Returns the colour of the person whom the opponent waits for, in a game that no clock ends soon.
    fn waiting_person(&self, accounts: &Accounts) -> Option<Color> {
        let color = self.to_move()?;
        let is_slow = self.is_slow_bot_game(accounts) || self.is_unlimited();
        let waits = is_slow && !accounts[self.player(color)].is_server_bot();
        waits.then_some(color)
    }

    /// Returns the time at which the opponent no longer waits. The time while the server is down is not
    /// counted.
    fn patience_ends(&self, shared: &Shared) -> Millis {
        let settings = &shared.context.settings;
        let patience = if self.is_slow_bot_game(&shared.accounts) {
            settings.bot_patience
        } else {
            settings.unlimited_abort_after.saturating_mul(2).max(MIN_PATIENCE)
        };
        self.turn_started_at.saturating_add(patience)
    }
}
