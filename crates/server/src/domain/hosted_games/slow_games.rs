//! Games without a clock, or with a clock of six hours or more: who is to move, for those who are told of it while
//! they are away, and the games of the server's bots.
//!
//! Such a game against a bot may last for ever. So each person has few of them at a time, and the bot ends a game
//! in which the person has not moved for days.

use willow_board::{Color, Move, Square};
use willow_protocol::text::counted;
use willow_protocol::{EndKind, ErrorDetail, GameId, Terms};

use crate::domain::{
    ABORT_BEFORE, HostedGame, Millis, Refusal, ServerState, Timer, User, UserId, refuse,
};

/// A turn of a person in a game of days against another person. The server's bots answer at once, while the
/// person still looks at the board.
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
        // What was told could not be noted, and would be told again.
        let can_note = !self.is_read_only();
        let games = self.games.in_days().filter(|_| can_note);
        let games = games.filter_map(|game| self.games.get(game));
        let mut turns: Vec<SlowTurn> = games.filter_map(|game| self.slow_turn(game)).collect();
        turns.sort_by_key(|turn| turn.since);
        turns
    }

    fn slow_turn(&self, hosted: &HostedGame) -> Option<SlowTurn> {
        let color = hosted.to_move()?;
        let [user, other] = [color, !color].map(|color| hosted.player(color));
        if [user, other].iter().any(|&user| self.accounts[user].is_server_bot()) {
            return None;
        }
        let name = self.accounts.display_name(other).map(|name| name.to_string());
        Some(SlowTurn {
            game: hosted.id,
            user,
            opponent: name.unwrap_or_else(|| self.accounts[other].name().to_string()),
            last: hosted.game().last_move().and_then(Move::square),
            since: hosted.last_move_at.unwrap_or(hosted.started_at),
            deadline: hosted.flag_falls(),
        })
    }
}

impl ServerState {
    /// Makes sure that a person may start a game without a clock, or with a slow one, against one of
    /// the server's bots.
    pub(crate) fn may_play_slowly(&self, person: UserId, terms: &Terms) -> Result<(), Refusal> {
        let n_new = if terms.synchro { 2 } else { 1 };
        let own = self.accounts[person].games().iter().filter_map(|game| self.games.get(game));
        let own = own.filter(|hosted| self.is_slow_bot_game(hosted)).count();
        let most = self.context.settings.limits.slow_bot_games_per_user;
        if own + n_new > most {
            return refuse(
                ErrorDetail::TooManySlowBotGames,
                format!(
                    "you have {} against bots without a clock or with one of six hours or \
                 more, and the limit is {most}; finish one of them, or offer a faster clock",
                    counted(own as u64, "game")
                ),
            );
        }
        // The limits of the bots bound their games.
        let all = self.accounts.bots().flat_map(User::games);
        let all = all.filter_map(|game| self.games.get(game));
        let all = all.filter(|hosted| self.is_slow_bot_game(hosted)).count();
        if all + n_new > self.context.settings.limits.slow_bot_games {
            return refuse(
                ErrorDetail::BotsBusy,
                "the server's bots have too many games without a fast clock; offer one such as 5+3",
            );
        }
        Ok(())
    }

    /// Returns whether a game is in progress, one of the server's bots plays it, and it may last for
    /// days.
    pub(crate) fn is_slow_bot_game(&self, hosted: &HostedGame) -> bool {
        let plays_bot = || hosted.players.into_iter().any(|player| self.is_bot(player));
        hosted.is_correspondence() && hosted.end.is_none() && plays_bot()
    }

    fn is_bot(&self, user: UserId) -> bool {
        self.accounts[user].is_server_bot()
    }

    /// Sets the timer for the end of a game in which a bot waits for a person.
    pub(crate) fn set_patience_timer(&mut self, game: GameId) {
        let Some(hosted) = self.games.get(&game) else { return };
        let ends = self.waiting_person(hosted).map(|_| self.patience_ends(hosted));
        let Some(hosted) = self.games.get_mut(game) else { return };
        self.context.timers.reset(&mut hosted.timers.patience, ends, Timer::Patience(game));
    }

    /// Returns the colour of the person whom a bot waits for.
    fn waiting_person(&self, hosted: &HostedGame) -> Option<Color> {
        let color = hosted.to_move()?;
        let waits = self.is_slow_bot_game(hosted) && !self.is_bot(hosted.player(color));
        waits.then_some(color)
    }

    /// Returns the time at which a bot no longer waits. The time while the server is down is not
    /// counted.
    fn patience_ends(&self, hosted: &HostedGame) -> Millis {
        hosted.turn_started_at.saturating_add(self.context.settings.bot_patience)
    }

    /// Ends a game in which a bot has waited for too long: the person loses, or the game is aborted
    /// if it has hardly begun.
    pub(crate) fn patience_timer_expired(&mut self, game: GameId) {
        let now = self.context.now;
        let Some(hosted) = self.games.get(&game) else { return };
        let Some(color) = self.waiting_person(hosted) else { return };
        if self.patience_ends(hosted) > now {
            self.set_patience_timer(game);
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
