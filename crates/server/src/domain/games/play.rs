//! The commands of players in their games, and the moves of bots.

use std::time::Duration;

use willow_board::{Color, Move, Position, Rejection, Square, TimeControl};
use willow_protocol::{
    EndKind, ErrorDetail, Event, GameId, Message, OfferedResult, Side, SpeedClass,
};

use crate::domain::{
    ActiveGame, BotCommand, BotJob, ConnId, Context, GameChange, Games, InGameRequest,
    LimitedAction, Millis, Outcome, Refusal, Reply, RoomKey, ServerState, Timer, UserId, refuse,
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
        let plies = active.game().n_plies();
        if let Some(ply) = ply.filter(|&ply| ply as usize != plies) {
            let message = format!(
                "game {game} is at ply {plies}, not {ply}; the number of a game stands before the square"
            );
            return refuse(ErrorDetail::WrongPly, message);
        }
        let Move::Place(square) = mv else {
            return refuse(
                ErrorDetail::PassIsAutomatic,
                "the server passes for you when you have no move; you need not type `pass`",
            );
        };
        may_move(active, color)?;
        let position = *active.game().position();
        let result = self.games.next_event_of(game);
        self.play_square(game, square).map_err(|rejection| move_refusal(rejection, &position))?;
        Ok(Reply::DoneWith(result))
    }

    /// Plays a move of the side to move, or holds it in a pair in lock-step.
    pub(crate) fn play_square(&mut self, game: GameId, square: Square) -> Result<(), Rejection> {
        let now = self.context.now;
        let Some(active) = self.games.get_mut(&game) else { return Ok(()) };
        let was_stopped = active.run_clocks(now).is_some();
        let played = if self.games.must_hold(game) {
            self.hold(game, square)
        } else {
            self.place(game, square)
        };
        let active = self.games.get_mut(&game).filter(|_| was_stopped && played.is_err());
        if let Some(active) = active {
            active.stop_clocks(now);
        }
        played
    }

    fn place(&mut self, game: GameId, square: Square) -> Result<(), Rejection> {
        let Some(active) = self.games.get_mut(&game) else { return Ok(()) };
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
        let Some(active) = self.games.get_mut(&game) else { return };
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
        let Some(active) = self.games.get_mut(&game) else { return };
        active.flag_timer = None;
        let is_over = active.end().is_some();
        if is_over || self.end_awaiting(game) {
            return;
        }
        if let Some(active) = self.games.get_mut(&game) {
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
        let Some(active) = self.games.get_mut(&game) else { return };
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
        may_take_back(self.games.find(game)?)?;
        let opponent = self.games.find(game)?.player(!color);
        let opponent_is_bot = self.accounts[opponent].is_server_bot();
        let active = self.games.find_mut(game)?;
        let is_new = active.takeback.is_none();
        if is_new && active.agrees_too_late(InGameRequest::Takeback, color, now) {
            return Err(too_late_to_agree());
        }
        let asker = match active.takeback {
            Some(asker) if asker == color => {
                return refuse(ErrorDetail::TakebackRequested, "takeback already requested");
            }
            Some(asker) => asker,
            None if !active.has_moved(color) => {
                return refuse(ErrorDetail::NothingToTakeBack, "you have no move to take back");
            }
            None if active.has_only_bid(color) => {
                let message = "the move that was bid cannot be taken back";
                return refuse(ErrorDetail::BidNotTakenBack, message);
            }
            None if opponent_is_bot => color,
            None => {
                self.may_ask(Player { game, color })?;
                self.games.find_mut(game)?.takeback = Some(color);
                let asked = Event::TakebackAsked { color };
                return Ok(self.publish_in_game(game, asked));
            }
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
        let refused = if active.takeback.take_if(|asker| *asker != color).is_some() {
            vec![Event::TakebackRefused]
        } else if active.offered_result.take_if(|offer| offer.color.0 != color).is_some()
            || active.adjourn_asked.take_if(|asker| *asker != color).is_some()
        {
            vec![Event::RequestRefused]
        } else {
            active.lapse(color, now)
        };
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
        match active.claim_at[(!color).index()] {
            _ if active.adjourned_since().is_some() => return Err(Refusal::adjourned()),
            _ if is_online => {
                return refuse(ErrorDetail::OpponentConnected, "your opponent is connected");
            }
            None => {
                return refuse(
                    ErrorDetail::ClaimInDaysGame,
                    "in a game with a clock of days your opponent may be away, and loses when the time is up",
                );
            }
            Some(_) if active.is_unlimited() && !active.awaits(!color) => {
                return Err(claim_on_own_turn(active));
            }
            Some(time) if time > now => {
                let wait = duration_text(time - now);
                return refuse(
                    ErrorDetail::ClaimTooEarly,
                    format!("wait {wait}: your opponent may return"),
                );
            }
            Some(_) => {}
        }
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

/// Makes sure that a player may move now.
fn may_move(active: &ActiveGame, color: Color) -> Result<(), Refusal> {
    if active.bidding.is_some() {
        return Err(Refusal::bid_first());
    }
    if active.adjourned_since().is_some() {
        return Err(Refusal::adjourned());
    }
    if active.referee().to_move() != Some(color) {
        return refuse(ErrorDetail::NotYourTurn, "it is not your turn");
    }
    if active.held.is_some() {
        let message = "you have moved; the move waits for one in the other game of the pair";
        return refuse(ErrorDetail::MoveHeld, message);
    }
    Ok(())
}

/// Refuses to claim the win in a game that does not wait for the absent player.
fn claim_on_own_turn(active: &ActiveGame) -> Refusal {
    let message = if active.bidding.is_some() {
        "it is your turn: bid before you claim the win"
    } else if active.held.is_some() {
        "a move waits for one in the other game of the pair: move or claim the win there"
    } else {
        "it is your turn: move before you claim the win"
    };
    Refusal::new(ErrorDetail::ClaimOnOwnTurn, message)
}

/// Makes sure that a game has takebacks. A rated one has them over a bridge alone, and is unrated then.
fn may_take_back(active: &ActiveGame) -> Result<(), Refusal> {
    if active.terms.rated && !active.is_bridged {
        let message = "a rated game has no takebacks";
        return refuse(ErrorDetail::TakebackInRatedGame, message);
    }
    if active.terms.lockstep {
        let message = "a pair in lock-step has no takebacks";
        return refuse(ErrorDetail::NotInLockstep, message);
    }
    if active.adjourned_since().is_some() {
        return Err(Refusal::adjourned());
    }
    Ok(())
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

/// Returns a duration for people, in the largest unit that is not too coarse, rounded up.
fn duration_text(time: Millis) -> String {
    let seconds = time.div_ceil(1000);
    let (number, unit) = match seconds {
        0..=120 => (seconds, "second"),
        121..=7200 => (seconds.div_ceil(60), "minute"),
        7201..=172_800 => (seconds.div_ceil(3600), "hour"),
        _ => (seconds.div_ceil(86_400), "day"),
    };
    format!("{number} {unit}{}", if number == 1 { "" } else { "s" })
}

/// Refuses a move; an illegal one with the moves that are legal.
fn move_refusal(rejection: Rejection, position: &Position) -> Refusal {
    let detail = match rejection {
        Rejection::Illegal { reason, .. } => {
            let moves = position.legal_moves().squares().map(|square| square.to_string());
            let moves = moves.collect::<Vec<String>>().join(" ");
            let message = format!("{reason}; the legal moves are {moves}");
            return Refusal::new(ErrorDetail::IllegalMove, message);
        }
        Rejection::GameOver => ErrorDetail::GameOver,
        _ => ErrorDetail::ClockStopped,
    };
    Refusal::new(detail, rejection)
}

/// Refuses to make a request of what was an agreement.
pub(crate) fn too_late_to_agree() -> Refusal {
    let message =
        "your opponent no longer asks for this; repeat the command to ask for it yourself";
    Refusal::new(ErrorDetail::NoTakebackRequested, message)
}

/// The largest result.
const MOST: i32 = 64;

impl ServerState {
    /// Offers a result, or accepts the opponent's. `own` is the player's own disc difference.
    pub(crate) fn offer_result(&mut self, Player { game, color }: Player, own: i32) -> Outcome {
        let now = self.context.now;
        let active = self.games.find_mut(game)?;
        if active.terms.lockstep {
            let message = "a pair in lock-step has no offered results";
            return refuse(ErrorDetail::NotInLockstep, message);
        }
        if !(-MOST..=MOST).contains(&own) {
            let message = format!("a result is from -{MOST} to {MOST}, not {own}");
            return refuse(ErrorDetail::ResultOutOfRange, message);
        }
        if active.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        let result = if color == Color::Black { own } else { -own };
        let offered = active.offered_result;
        match offered {
            Some(offer) if offer.color.0 == color && offer.result == result => {
                let message = "you have offered this result already";
                refuse(ErrorDetail::AlreadyAsked, message)
            }
            Some(offer) if offer.color.0 != color && offer.result == result => {
                let event = active.agree(result, now);
                let done = self.games.next_event_of(game);
                self.publish_game_events(game, vec![event]);
                Ok(Reply::DoneWith(done))
            }
            None if active.agrees_too_late(InGameRequest::Result, color, now) => {
                Err(too_late_to_agree())
            }
            _ => {
                self.may_ask(Player { game, color })?;
                let offer = OfferedResult { color: Side(color), result };
                self.games.find_mut(game)?.offered_result = Some(offer);
                let offered = Event::ResultOffered { color, result };
                Ok(self.publish_in_game(game, offered))
            }
        }
    }
}

/// The most seconds of one gift.
const MOST_SECONDS: u32 = 60;

/// The most that a player can be given in a game.
const MOST_IN_A_GAME: Millis = 600_000;

impl ServerState {
    /// Gives the opponent of a player time.
    pub(crate) fn give_time(&mut self, player: Player, seconds: u32) -> Outcome {
        let now = self.context.now;
        let Player { game, color } = player;
        if !(1..=MOST_SECONDS).contains(&seconds) {
            let message = format!("give from 1 to {MOST_SECONDS} seconds, not {seconds}");
            return refuse(ErrorDetail::SecondsOutOfRange, message);
        }
        let (opponent, given) = (!color, Millis::from(seconds) * 1000);
        let active = self.games.find_mut(game)?;
        if active.bidding.is_some() {
            return Err(Refusal::bid_first());
        }
        let terms = &active.terms;
        let has_main_time =
            !matches!(terms.clock, TimeControl::Unlimited | TimeControl::PerMove(_));
        if !has_main_time || terms.speed_class() == SpeedClass::Correspondence {
            return refuse(
                ErrorDetail::ClockWithoutMainTime,
                format!("the clock {} cannot be given time", terms.clock),
            );
        }
        if active.given(opponent) + given > MOST_IN_A_GAME {
            let message = format!("a player is given at most {} seconds", MOST_IN_A_GAME / 1000);
            return refuse(ErrorDetail::TooMuchTimeGiven, message);
        }
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
        let Some(active) = self.get_mut(&game) else { return };
        let falls = match active.stopped_since {
            Some(_) => active.awaited_until,
            None => active.flag_falls(),
        };
        context.timers.reset(&mut active.flag_timer, falls, Timer::Flag(game));
    }
}
