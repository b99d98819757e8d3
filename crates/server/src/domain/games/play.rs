//! The commands of players in their games, and the moves of bots.

use std::time::Duration;

use willow_board::{Color, Move, Rejection, Square};
use willow_protocol::{EndKind, ErrorDetail, Event, GameId, Message, Side};

use crate::domain::game::duration_text;
use crate::domain::{
    ActiveGame, BotCommand, BotJob, ConnId, Context, GameChange, Games, LimitedAction, Millis,
    Outcome, Refusal, Reply, RoomKey, ServerState, Timer, UserId, move_refusal, refuse,
};

/// A game can be aborted while fewer plies than this were played.
pub(crate) const ABORT_BEFORE: usize = 2;

/// A player in a game that is in progress.
#[derive(Clone, Copy)]
pub(crate) struct Player {
    pub(crate) game: GameId,
    pub(crate) color: Color,
}

impl ServerState {
    /// Returns the player who sent a command; the game must be in progress.
    pub(crate) fn player(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
    ) -> Result<Player, Refusal> {
        let game = self.connections.current_game(connection, game)?;
        let active = self.games.find(game)?;
        let color = active.color_of(user).ok_or_else(|| {
            Refusal::new(ErrorDetail::NotAPlayer, format!("you are not a player of game {game}"))
        })?;
        if let Some(end) = active.end() {
            let is_late = end.reason == EndKind::Timeout && end.loser == Some(Side(color));
            let reason = if is_late { "your time is up: " } else { "" };
            return refuse(ErrorDetail::GameOver, format!("{reason}game {game} is over"));
        }
        self.connections.set_current_game(connection, game);
        Ok(Player { game, color })
    }

    /// Makes sure that a player may ask the opponent for something, which counts.
    pub(crate) fn may_ask(&mut self, Player { game, color }: Player) -> Result<(), Refusal> {
        let active = self.games.find(game)?;
        let [user, opponent] = [color, !color].map(|color| active.player(color));
        if self.accounts[opponent].blocks(user) {
            return refuse(ErrorDetail::Blocked, "your opponent has blocked you");
        }
        self.accounts.spend(user, &[LimitedAction::AskInGame], &self.context)
    }

    /// Plays a move.
    pub(crate) fn play_move(
        &mut self,
        Player { game, color }: Player,
        mv: Move,
        ply: Option<u32>,
    ) -> Outcome {
        let active = self.games.find_mut(game)?;
        let square = active.check_move(color, mv, ply)?;
        let position = *active.game().position();
        let result = self.games.next_event_of(game);
        self.play_square(game, square).map_err(|rejection| move_refusal(rejection, &position))?;
        Ok(Reply::DoneWith(result))
    }

    /// Plays a move of the side to move, or holds it in a pair in lock-step.
    pub(crate) fn play_square(&mut self, game: GameId, square: Square) -> Result<(), Rejection> {
        let now = self.context.now;
        let Some(active) = self.games.get_mut(game) else { return Ok(()) };
        let was_stopped = active.run_clocks(now).is_some();
        let played = if self.games.must_hold(game) {
            self.hold(game, square)
        } else {
            self.place(game, square)
        };
        let active = self.games.get_mut(game).filter(|_| was_stopped && played.is_err());
        if let Some(active) = active {
            active.stop_clocks(now);
        }
        played
    }

    fn place(&mut self, game: GameId, square: Square) -> Result<(), Rejection> {
        let Some(active) = self.games.get_mut(game) else { return Ok(()) };
        let events = active.place(square, self.context.now)?;
        self.publish_game_events(game, events);
        Ok(())
    }

    /// Publishes the events of a game, and ends the game or starts the next turn.
    pub(crate) fn publish_game_events(&mut self, game: GameId, events: Vec<Event>) {
        for event in events {
            self.publish(RoomKey::Game(game), event);
        }
        self.lobby.game_progressed(game, &mut self.context);
        if self.games.get(&game).is_some_and(|active| active.end().is_some()) {
            self.game_ended(game);
            self.command_bots(game);
        } else {
            self.start_turn(game);
        }
        if self.games.get(&game).is_some_and(|active| active.terms.lockstep) {
            self.release(game);
        }
    }

    /// Lets the bot search whose turn it is, and the clock run as soon as the turn is known to its player.
    pub(crate) fn start_turn(&mut self, game: GameId) {
        self.command_bots(game);
        self.games.stop_until_delivered(game, &mut self.context);
        self.games.set_flag_timer(game, &mut self.context);
        self.set_patience_timer(game);
    }

    /// Starts a turn for the bots: an earlier search is cancelled, and the bot that is to move
    /// starts a new one.
    fn command_bots(&mut self, game: GameId) {
        let Some(active) = self.games.get_mut(game) else { return };
        active.turn += 1;
        if active.players().into_iter().all(|player| !self.accounts[player].is_server_bot()) {
            return;
        }
        let color = active.to_move();
        let bot = color.and_then(|color| self.accounts[active.player(color)].bot());
        self.context.effects.bot_commands.push(match bot {
            Some(bot) => BotCommand::Search(Box::new(bot_job(active, bot))),
            None => BotCommand::Cancel(game),
        });
    }

    /// Ends a game whose flag has fallen.
    pub(crate) fn flag_timer_expired(&mut self, game: GameId) {
        let Some(active) = self.games.get_mut(game) else { return };
        active.flag_timer = None;
        let is_over = active.end().is_some();
        if is_over || self.end_awaiting(game) {
            return;
        }
        if let Some(active) = self.games.get_mut(game) {
            let events = active.tick(self.context.now);
            self.publish_game_events(game, events);
        }
    }

    /// Resigns a player's game.
    pub(crate) fn resign(&mut self, Player { game, color }: Player) -> Reply {
        let result = self.games.next_event_of(game);
        let user = self.games.get(&game).map(|active| active.player(color));
        // Whoever resigns a pair in lock-step resigns both games, as on GGS.
        let games = [Some(game), self.games.resigned_with(game)];
        for game in games.into_iter().flatten() {
            if let Some(user) = user {
                self.resign_game(user, game);
            }
        }
        Reply::DoneWith(result)
    }

    /// Resigns a game for a user whose account is deleted.
    pub(crate) fn resign_game(&mut self, user: UserId, game: GameId) {
        let Some(active) = self.games.get_mut(game) else { return };
        if let (Some(color), None) = (active.color_of(user), active.end()) {
            let events = active.resign(color, self.context.now);
            self.publish_game_events(game, events);
        }
    }

    /// Aborts a game before both players have moved, or a game without a clock in which nobody has
    /// moved for days.
    pub(crate) fn abort(&mut self, player: Player) -> Outcome {
        let (now, game) = (self.context.now, player.game);
        let twin = self.games.find(game)?.twin;
        // The games of a synchro pair are one match: they are aborted together.
        let pair: Vec<&ActiveGame> = [game]
            .into_iter()
            .chain(twin.map(|twin| twin.game))
            .filter_map(|game| self.games.get(&game))
            .collect();
        let in_progress: Vec<&ActiveGame> =
            pair.iter().copied().filter(|active| active.end().is_none()).collect();
        let has_begun = in_progress.len() <= usize::from(twin.is_some())
            || pair.iter().any(|active| active.game().n_plies() >= ABORT_BEFORE);
        let wait = self.context.settings.unlimited_abort_after;
        let is_stale = |active: &&ActiveGame| {
            let stood_still = active.is_unlimited().then(|| active.turn_started_at());
            let since = active.adjourned_since().or(stood_still);
            since.is_some_and(|since| now.saturating_sub(since) >= wait)
        };
        if has_begun && !in_progress.iter().all(is_stale) {
            return Err(has_begun_refusal(self.games.find(game)?, wait));
        }
        let games: Vec<GameId> = in_progress.iter().map(|active| active.id).collect();
        if !has_begun {
            self.count_abort(player)?;
        }
        for game in games {
            let event = self.games.find_mut(game)?.abort(now);
            self.publish_game_events(game, vec![event]);
        }
        Ok(Reply::Done)
    }

    /// Requests a takeback, or accepts the opponent's request.
    pub(crate) fn takeback(&mut self, Player { game, color }: Player) -> Outcome {
        let now = self.context.now;
        let active = self.games.find_mut(game)?;
        let opponent_agrees = self.accounts[active.player(!color)].is_server_bot();
        let Some(asker) = active.takeback_asker(color, opponent_agrees, now)? else {
            self.may_ask(Player { game, color })?;
            let asked = self.games.find_mut(game)?.ask_takeback(color);
            return Ok(self.publish_in_game(game, asked));
        };
        let mut events = vec![active.take_back(asker, now)];
        if std::mem::take(&mut active.terms.rated) {
            let terms = active.terms.clone();
            self.context.write(GameChange::Unrated(game, terms));
            events.push(Event::Unrated);
        }
        let result = self.games.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }

    /// Refuses what the opponent asks for: a takeback, a result, to adjourn the game or to go on. Without
    /// such a request it withdraws one's own.
    pub(crate) fn refuse(&mut self, Player { game, color }: Player) -> Outcome {
        let now = self.context.now;
        let active = self.games.find_mut(game)?;
        let refused = active.refuse(color, now);
        if refused.is_empty() {
            let message = "your opponent asks for nothing";
            return refuse(ErrorDetail::NoTakebackRequested, message);
        }
        let result = self.games.next_event_of(game);
        for event in refused {
            self.publish(RoomKey::Game(game), event);
        }
        Ok(Reply::DoneWith(result))
    }

    /// Claims the win over an opponent who has been disconnected for too long.
    pub(crate) fn claim(&mut self, Player { game, color }: Player) -> Outcome {
        let now = self.context.now;
        let opponent = self.games.find(game)?.player(!color);
        let is_online = self.accounts[opponent].is_online();
        let active = self.games.find_mut(game)?;
        active.check_claim(color, is_online, now)?;
        let events = active.forfeit(!color, EndKind::Abandoned, now);
        let result = self.games.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }

    /// Publishes a message to the players, if its author plays, or to the spectators.
    pub(crate) fn chat_in_game(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
        text: Message,
    ) -> Outcome {
        self.accounts.may_chat(user, &text, &self.context)?;
        let game = self.connections.current_game(connection, game)?;
        let active = self.games.find(game)?;
        let room = if active.color_of(user).is_some() {
            RoomKey::Players(game)
        } else if active.watchers.contains(&connection) {
            if !self.reads_spectators(active, connection) {
                let message = "the players' addresses have no part in the spectators' chat of a rated game until it is over";
                return refuse(ErrorDetail::RoomNotReadable, message);
            }
            RoomKey::Watchers(game)
        } else {
            return refuse(
                ErrorDetail::NotInGame,
                format!("you are neither a player nor a spectator of game {game}"),
            );
        };
        self.accounts.spend_message(
            user,
            room,
            &text,
            &[LimitedAction::SayInGame],
            &self.context,
        )?;
        let from = self.accounts[user].name().clone();
        Ok(Reply::DoneWith(self.publish_result(room, Event::Said { from, text })))
    }
}

/// Returns the position for a bot to search.
fn bot_job(active: &ActiveGame, bot: usize) -> BotJob {
    // The bot starts its search after the commit; the snapshot has the time at which its clock
    // started.
    let now = active.log.recent().last().map_or(0, |notice| notice.notice().time);
    let snapshot = active.referee().snapshot(Duration::from_millis(now));
    BotJob { game: active.id, turn: active.turn, bot, snapshot }
}

/// Refuses to abort a game that both players have begun.
fn has_begun_refusal(active: &ActiveGame, wait: Millis) -> Refusal {
    if active.is_unlimited() {
        let wait = duration_text(wait);
        return Refusal::new(
            ErrorDetail::BothHaveMoved,
            format!(
                "both players have moved; resign, or abort the game when nobody has moved for {wait}"
            ),
        );
    }
    Refusal::new(ErrorDetail::BothHaveMoved, "both players have moved; resign instead")
}

impl ServerState {
    /// Offers a result, or accepts the opponent's. `own` is the player's own disc difference.
    pub(crate) fn offer_result(&mut self, Player { game, color }: Player, own: i32) -> Outcome {
        let now = self.context.now;
        let active = self.games.find_mut(game)?;
        if let Some(agreed) = active.agreed_result(color, own, now)? {
            let done = self.games.next_event_of(game);
            self.publish_game_events(game, vec![agreed]);
            return Ok(Reply::DoneWith(done));
        }
        self.may_ask(Player { game, color })?;
        let offered = self.games.find_mut(game)?.offer_result(color, own);
        Ok(self.publish_in_game(game, offered))
    }
}

impl ServerState {
    /// Gives the opponent of a player time.
    pub(crate) fn give_time(&mut self, player: Player, seconds: u32) -> Outcome {
        let now = self.context.now;
        let Player { game, color } = player;
        let opponent = !color;
        let given = self.games.find(game)?.check_gift(opponent, seconds)?;
        self.may_ask(player)?;
        let active = self.games.find_mut(game)?;
        active.give_time(opponent, given);
        let clocks = active.clocks(now);
        self.games.set_flag_timer(game, &mut self.context);
        let event = Event::TimeGiven { color: opponent, given, clocks };
        Ok(self.publish_in_game(game, event))
    }
}

impl Games {
    /// Sets the timer for the flag, or for the moment from which the clocks no longer wait for players.
    pub(crate) fn set_flag_timer(&mut self, game: GameId, context: &mut Context) {
        let Some(active) = self.get_mut(game) else { return };
        let falls = active.flag_timer_at();
        context.timers.reset(&mut active.flag_timer, falls, Timer::Flag(game));
    }
}
