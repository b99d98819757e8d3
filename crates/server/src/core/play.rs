//! What players do in their games.

use willow_board::{Color, Move, Rejection};
use willow_protocol::{
    ColorChoice, Command, EndKind, ErrorCode, Event, GameId, InGame, Message, Terms,
};

use super::effects::{BotTask, RoomKey, Thought};
use super::input::{BotAnswer, ConnId, Millis, UserId};
use super::table::Table;
use super::{Alarm, Core, Outcome, Refusal, Reply};

/// A game can be aborted while fewer plies than this were played.
const ABORT_BEFORE: usize = 2;

/// A player's place in a game that goes on.
#[derive(Clone, Copy)]
struct Seat {
    game: GameId,
    color: Color,
}

impl Core {
    /// Carries out a command in a game.
    pub(super) fn play(
        &mut self,
        connection: ConnId,
        user: UserId,
        command: Command,
        now: Millis,
    ) -> Outcome {
        let game = match command {
            Command::Gsay { game, text } => {
                return self.say_in_game(connection, user, game, text, now);
            }
            Command::Rematch(InGame { game }) => return self.rematch(connection, user, game, now),
            Command::Move { game, .. }
            | Command::Resign(InGame { game })
            | Command::Abort(InGame { game })
            | Command::Takeback(InGame { game })
            | Command::Refuse(InGame { game })
            | Command::Claim(InGame { game }) => game,
            ref other => return Err(not_here(other)),
        };
        let seat = self.seat_in_hand(connection, user, game)?;
        match command {
            Command::Move { mv, ply, .. } => self.place(seat, mv, ply, now),
            Command::Resign(_) => {
                self.resign_for(user, seat.game, now);
                Ok(Reply::Done)
            }
            Command::Abort(_) => self.abort(seat, now),
            Command::Takeback(_) => self.takeback(seat, now),
            Command::Refuse(_) => self.refuse(seat, now),
            Command::Claim(_) => self.claim(seat, now),
            other => Err(not_here(&other)),
        }
    }

    /// Returns the game that is meant, which must be in memory.
    pub(super) fn in_hand(
        &self,
        connection: ConnId,
        game: Option<GameId>,
    ) -> Result<GameId, Refusal> {
        let held = || self.connections.get(&connection).and_then(|connection| connection.game);
        game.or_else(held)
            .ok_or_else(|| Refusal::new(ErrorCode::NoSuchGame, "you have no game in hand"))
    }

    fn table(&self, game: GameId) -> Result<&Table, Refusal> {
        self.tables.get(&game).ok_or_else(|| Refusal::no_game(game))
    }

    fn table_mut(&mut self, game: GameId) -> Result<&mut Table, Refusal> {
        self.tables.get_mut(&game).ok_or_else(|| Refusal::no_game(game))
    }

    /// Returns the game that is meant and the user's colour in it; it must be going on.
    fn seat_in_hand(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
    ) -> Result<Seat, Refusal> {
        let game = self.in_hand(connection, game)?;
        let table = self.table(game)?;
        let color = table
            .color_of(user)
            .ok_or_else(|| Refusal::forbidden(format!("you do not play in game {game}")))?;
        if table.end().is_some() {
            return Err(Refusal::not_now(format!("game {game} is over")));
        }
        self.hold(connection, game);
        Ok(Seat { game, color })
    }

    fn place(&mut self, seat: Seat, mv: Move, ply: Option<u32>, now: Millis) -> Outcome {
        let Seat { game, color } = seat;
        let table = self.table_mut(game)?;
        let plies = table.game().n_plies();
        if ply.is_some_and(|ply| ply as usize != plies) {
            let message = format!("game {game} is at ply {plies}");
            return Err(Refusal::new(ErrorCode::WrongPly, message));
        }
        if table.referee().to_move() != Some(color) {
            return Err(Refusal::new(ErrorCode::NotYourTurn, "it is not your turn"));
        }
        let Move::Place(square) = mv else {
            return Err(Refusal::new(ErrorCode::Illegal, "the server passes for you when it must"));
        };
        let events = table.place(square, now).map_err(illegal)?;
        self.happened(game, events, now);
        Ok(Reply::Done)
    }

    /// Publishes what happened in a game and does what follows from it.
    pub(super) fn happened(&mut self, game: GameId, events: Vec<Event>, now: Millis) {
        for event in events {
            self.publish(RoomKey::Game(game), event, now);
        }
        if self.tables.get(&game).is_some_and(|table| table.end().is_some()) {
            self.finished(game, now);
            self.think(game);
        } else {
            self.next_turn(game);
        }
    }

    /// Sets the alarm for the flag, and lets a bot think whose turn it is.
    pub(super) fn next_turn(&mut self, game: GameId) {
        let Some(table) = self.tables.get_mut(&game) else { return };
        let falls = table.flag_falls();
        let set = std::mem::replace(&mut table.alarm, falls);
        if let Some(time) = set {
            self.alarms.remove(&(time, Alarm::Flag(game)));
        }
        if let Some(time) = falls {
            self.alarms.insert((time, Alarm::Flag(game)));
        }
        self.think(game);
    }

    /// Begins a turn for the bots: what one of them thinks about is not wanted any more, and the one
    /// that is to move, if one is, thinks.
    fn think(&mut self, game: GameId) {
        let Some(table) = self.tables.get_mut(&game) else { return };
        table.turn += 1;
        if table.players().into_iter().all(|player| self.users[player].house.is_none()) {
            return;
        }
        let color = table.referee().to_move().filter(|_| table.end().is_none());
        let bot = color.and_then(|color| self.users[table.player(color)].house);
        self.effects.thoughts.push(match bot {
            Some(bot) => BotTask::Think(Box::new(thought(table, bot))),
            None => BotTask::Rest(game),
        });
    }

    /// Takes the answer of a bot, if it is still wanted.
    pub(super) fn bot_answered(
        &mut self,
        game: GameId,
        turn: u64,
        answer: &BotAnswer,
        now: Millis,
    ) {
        let Some(table) = self.tables.get_mut(&game) else { return };
        if table.end().is_some() || table.turn != turn {
            return;
        }
        let Some(color) = table.referee().to_move() else { return };
        let events = match *answer {
            BotAnswer::Place(square) => table
                .place(square, now)
                .unwrap_or_else(|_| table.forfeit(color, EndKind::Forfeited, now)),
            BotAnswer::Resign => table.resign(color, now),
            BotAnswer::Failed(_) => table.forfeit(color, EndKind::Forfeited, now),
        };
        self.happened(game, events, now);
    }

    pub(super) fn flag_alarm(&mut self, game: GameId, now: Millis) {
        let Some(table) = self.tables.get_mut(&game) else { return };
        table.alarm = None;
        if table.end().is_none() {
            let events = table.tick(now);
            self.happened(game, events, now);
        }
    }

    pub(super) fn resign_for(&mut self, user: UserId, game: GameId, now: Millis) {
        let Some(table) = self.tables.get_mut(&game) else { return };
        if let (Some(color), None) = (table.color_of(user), table.end()) {
            let events = table.resign(color, now);
            self.happened(game, events, now);
        }
    }

    fn abort(&mut self, Seat { game, .. }: Seat, now: Millis) -> Outcome {
        let twin = self.table(game)?.twin;
        // Two games that are played at once are one match: they are broken off together.
        let games: Vec<GameId> = [game].into_iter().chain(twin.map(|twin| twin.game)).collect();
        let has_begun =
            |table: &Table| table.end().is_some() || table.game().n_plies() >= ABORT_BEFORE;
        if games.iter().any(|game| self.tables.get(game).is_none_or(has_begun)) {
            return Err(Refusal::not_now("both have moved: resign instead"));
        }
        for game in games {
            let event = self.table_mut(game)?.abort(now);
            self.happened(game, vec![event], now);
        }
        Ok(Reply::Done)
    }

    /// Asks for a move back, or agrees that the opponent takes his back.
    fn takeback(&mut self, Seat { game, color }: Seat, now: Millis) -> Outcome {
        let opponent = self.table(game)?.player(!color);
        let opponent_is_bot = self.users[opponent].house.is_some();
        let table = self.table_mut(game)?;
        let asker = match table.takeback {
            Some(asker) if asker == color => {
                return Err(Refusal::not_now("you have asked already"));
            }
            Some(asker) => asker,
            None if !table.has_moved(color) => {
                return Err(Refusal::not_now("you have no move to take back"));
            }
            None if opponent_is_bot => color,
            None => {
                table.takeback = Some(color);
                self.publish(RoomKey::Game(game), Event::TakebackAsked { color }, now);
                return Ok(Reply::Done);
            }
        };
        let event = table.take_back(asker, now);
        self.happened(game, vec![event], now);
        Ok(Reply::Done)
    }

    fn refuse(&mut self, Seat { game, .. }: Seat, now: Millis) -> Outcome {
        if self.table_mut(game)?.takeback.take().is_none() {
            return Err(Refusal::not_now("nobody asks for a move back"));
        }
        self.publish(RoomKey::Game(game), Event::TakebackRefused, now);
        Ok(Reply::Done)
    }

    /// Takes the win over an opponent who has been away for too long.
    fn claim(&mut self, Seat { game, color }: Seat, now: Millis) -> Outcome {
        let table = self.table_mut(game)?;
        match table.claim_at[(!color).index()] {
            None => return Err(Refusal::not_now("your opponent is here")),
            Some(time) if time > now => {
                let seconds = (time - now).div_ceil(1000);
                return Err(Refusal::not_now(format!("wait {seconds} seconds more")));
            }
            Some(_) => {}
        }
        let events = table.forfeit(!color, EndKind::Abandoned, now);
        self.happened(game, events, now);
        Ok(Reply::Done)
    }

    /// Offers the opponent another game with the colours exchanged, or accepts his offer of one.
    fn rematch(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
        now: Millis,
    ) -> Outcome {
        let game = self.in_hand(connection, game)?;
        let table = self.table(game)?;
        let not_in_it = || Refusal::forbidden(format!("you did not play in game {game}"));
        let color = table.color_of(user).ok_or_else(not_in_it)?;
        if table.end().is_none() {
            return Err(Refusal::not_now("the game goes on"));
        }
        let (opponent, name) = (table.player(!color), table.names[(!color).index()].clone());
        let next = if color == Color::Black { ColorChoice::White } else { ColorChoice::Black };
        let terms = Terms { color: next, ..table.terms.clone() };
        let offered = self.offers.values().find(|offer| {
            offer.from == opponent
                && offer.to == Some(user)
                && offer.offer.terms.clock == terms.clock
                && offer.offer.terms.synchro == terms.synchro
        });
        match offered.map(|offer| offer.offer.game) {
            Some(offer) => self.join(connection, user, offer, now),
            None => self.offer(connection, user, Some(&name), terms, now),
        }
    }

    /// Says something to the players as a player, to the spectators as one.
    fn say_in_game(
        &mut self,
        connection: ConnId,
        user: UserId,
        game: Option<GameId>,
        text: Message,
        now: Millis,
    ) -> Outcome {
        self.may_say(user, &text, now)?;
        let game = self.in_hand(connection, game)?;
        let table = self.table(game)?;
        let room = if table.color_of(user).is_some() {
            RoomKey::Players(game)
        } else if table.watchers.contains(&connection) {
            RoomKey::Watchers(game)
        } else {
            return Err(Refusal::forbidden(format!("you neither play nor watch game {game}")));
        };
        let from = self.users[user].name.clone();
        self.publish(room, Event::Said { from, text }, now);
        Ok(Reply::Done)
    }

    /// Counts down for the opponents of a user who is gone.
    pub(super) fn is_gone(&mut self, user: UserId, now: Millis) {
        let claim_at = now + self.rules.gone_after;
        for game in self.users[user].games.clone() {
            let Some(table) = self.tables.get_mut(&game) else { continue };
            let Some(color) = table.color_of(user) else { continue };
            if !table.is_slow() {
                table.claim_at[color.index()] = Some(claim_at);
                self.publish(RoomKey::Game(game), Event::Gone { color, claim_at }, now);
            }
        }
    }

    /// Ends the countdown: the user is back.
    pub(super) fn is_back(&mut self, user: UserId, now: Millis) {
        for game in self.users[user].games.clone() {
            let Some(table) = self.tables.get_mut(&game) else { continue };
            let Some(color) = table.color_of(user) else { continue };
            if table.claim_at[color.index()].take().is_some() {
                self.publish(RoomKey::Game(game), Event::Back { color }, now);
            }
        }
    }
}

/// Returns what a bot is to think about.
fn thought(table: &Table, bot: usize) -> Thought {
    // The bot begins to think when it is asked, which is after the commit: the snapshot has the
    // moment at which its clock was started.
    let now = table.log.recent().last().map_or(0, |notice| notice.notice().time);
    let snapshot = table.referee().snapshot(std::time::Duration::from_millis(now));
    Thought { game: table.id, turn: table.turn, bot, snapshot, seed: table.seed }
}

/// Words that a command is none of a game.
fn not_here(command: &Command) -> Refusal {
    Refusal::not_now(format!("`{}` is not for here", command.name()))
}

fn illegal(rejection: Rejection) -> Refusal {
    let code = match rejection {
        Rejection::Illegal { .. } => ErrorCode::Illegal,
        _ => ErrorCode::NotNow,
    };
    Refusal::new(code, rejection)
}
