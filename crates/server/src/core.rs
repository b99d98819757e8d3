//! The heart of the server: a state machine without IO.
//!
//! [`Core::handle`] takes an [`Input`] with its time and returns [`Effects`]: what is to be written
//! and what is to be said, in this order. [`Core::tick`] does what is due, and
//! [`Core::next_alarm`] says when that will be. A core that is made from what was written goes on
//! where the other stopped.
//!
//! Invariant: no IO, no clock, no randomness but that of the seed; the same inputs give the same
//! effects.

mod effects;
mod entrance;
mod input;
mod lobby;
mod offers;
mod order;
mod play;
mod queries;
mod refusal;
mod restore;
mod results;
mod rooms;
mod rules;
mod slow;
mod start;
mod sync;
mod table;
mod users;

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet, HashMap};

pub(crate) use self::rooms::KEPT_EVENTS;
pub(crate) use self::users::REMEMBERED_COMMANDS;
pub use effects::{
    BegunGame, BotTask, Delivery, Effects, FinishedGame, Past, Query, Relation, RoomKey, Thought,
    Write,
};
pub use input::{BotAnswer, ConnId, Entrance, Input, Millis, TokenHash, UserId};
pub use refusal::Refusal;
pub use restore::{Saved, SavedGame, SavedUser};
pub use rules::{HouseBot, Rules, Seed};
pub(crate) use start::is_private;
use willow_protocol::{CloseReason, Command, Event, GameId, Notice, Request, RequestId};

use self::offers::StandingOffer;
use self::rooms::RoomLog;
use self::start::Lots;
use self::table::Table;
use self::users::Users;
use crate::outgoing::Outgoing;

/// The state of the server.
#[derive(Debug)]
pub struct Core {
    rules: Rules,
    users: Users,
    connections: HashMap<ConnId, Connection>,
    lobby: RoomLog,
    /// Who follows the lobby.
    lobby_connections: BTreeSet<ConnId>,
    offers: BTreeMap<GameId, StandingOffer>,
    tables: BTreeMap<GameId, Table>,
    alarms: BTreeSet<(Millis, Alarm)>,
    /// The next number of an offer or a game, and up to where numbers are reserved in the store.
    next_game: u64,
    reserved: u64,
    lots: Lots,
    /// Whether the server is about to end.
    ends: bool,
    effects: Effects,
}

/// Somebody who is connected.
#[derive(Debug, Default)]
struct Connection {
    user: Option<UserId>,
    /// The game in hand.
    game: Option<GameId>,
}

/// Something that is due at a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Alarm {
    /// A flag may have fallen.
    Flag(GameId),
    /// A finished game leaves the memory.
    Forget(GameId),
    /// It is time to write that the server is there.
    Alive,
}

/// The commands of which nothing else is seen by the one who gives them, so that they are acknowledged
/// whether they have an id or not.
const UNSEEN: &[&str] = &[
    "password", "lobby", "leave", "mute", "unmute", "block", "unblock", "silence", "kick", "ban",
    "unban", "role",
];

/// What a command comes to.
enum Reply {
    /// It was carried out: acknowledged if the client asked for that, and not carried out again.
    Done,
    /// It was carried out for this connection alone: acknowledged, too, but another connection may
    /// need it again.
    DoneHere,
    /// It is answered.
    Answer(Event),
    /// The answer comes from elsewhere.
    Later,
}

type Outcome = Result<Reply, Refusal>;

impl Core {
    /// Returns what is due next, if anything is.
    #[must_use]
    pub fn next_alarm(&self) -> Option<Millis> {
        self.alarms.first().map(|&(time, _)| time)
    }

    /// Does what is due.
    pub fn tick(&mut self, now: Millis) -> Effects {
        while let Some(&(time, alarm)) = self.alarms.first()
            && time <= now
        {
            self.alarms.pop_first();
            match alarm {
                Alarm::Flag(game) => self.flag_alarm(game, now),
                Alarm::Forget(game) => {
                    self.tables.remove(&game);
                }
                Alarm::Alive => self.watch_over_slow_games(now),
            }
        }
        std::mem::take(&mut self.effects)
    }

    /// Takes an input and returns what follows from it.
    pub fn handle(&mut self, input: Input, now: Millis) -> Effects {
        match input {
            Input::Connected { connection } => {
                self.connections.insert(connection, Connection::default());
                if self.ends {
                    self.close(connection);
                }
            }
            Input::Disconnected { connection } => self.disconnected(connection, now),
            Input::Request { connection, request } => self.request(connection, request, now),
            Input::Enter { connection, id, entrance } => {
                let command = entrance.command();
                let outcome = self.enter(connection, entrance, now);
                self.answer(connection, id, command, outcome, now);
            }
            Input::SetPassword { connection, id, hash } => {
                let outcome = self.set_password(connection, hash);
                self.answer(connection, id, "password", outcome, now);
            }
            Input::NewToken { connection, id, token, hash } => {
                let outcome = self.new_token(connection, token, hash, now);
                self.answer(connection, id, "token", outcome, now);
            }
            Input::DeleteAccount { connection, id } => {
                self.delete_account(connection, id, now);
            }
            Input::Bot { game, turn, answer } => self.bot_answered(game, turn, &answer, now),
            Input::ShutDown { text } => self.shut_down(&text, now),
            // The hub stops. Until now the clocks have run.
            Input::Stop => self.effects.writes.push(Write::Alive(now)),
        }
        std::mem::take(&mut self.effects)
    }

    fn request(&mut self, connection: ConnId, request: Request, now: Millis) {
        let Request { id, command } = request;
        if command == Command::Quit {
            // Not before what was asked for until now is answered.
            self.effects.deliveries.push(Delivery::Close { connection, reason: CloseReason::Quit });
            return;
        }
        let name = command.name();
        let user = self.connections.get(&connection).and_then(|connection| connection.user);
        if let (Some(user), Some(id)) = (user, &id)
            && self.users[user].has_handled(id)
        {
            self.say(connection, Notice::new(now, Event::Ok).answering(Some(id.clone())));
            return;
        }
        let outcome = match user {
            Some(user) => self.command(connection, user, command, id.as_ref(), now),
            None => self.answer_stranger(&command),
        };
        if let (Ok(Reply::Done), Some(id), Some(user)) = (&outcome, &id, user) {
            self.remember_handled(user, id, now);
        }
        self.answer(connection, id, name, outcome, now);
    }

    /// Says to a client what its command came to.
    fn answer(
        &mut self,
        connection: ConnId,
        id: Option<RequestId>,
        command: &str,
        outcome: Outcome,
        now: Millis,
    ) {
        let event = match outcome {
            Ok(Reply::Answer(event)) => event,
            Ok(Reply::Done | Reply::DoneHere) if id.is_some() || UNSEEN.contains(&command) => {
                Event::Ok
            }
            Ok(Reply::Done | Reply::DoneHere | Reply::Later) => return,
            Err(refusal) => refusal.into_event(command),
        };
        self.say(connection, Notice::new(now, event).answering(id));
    }

    /// Says something to one connection.
    fn say(&mut self, connection: ConnId, notice: Notice) {
        self.effects.deliver(vec![connection], Outgoing::new(notice));
    }

    /// Carries out a command of somebody who is in.
    fn command(
        &mut self,
        connection: ConnId,
        user: UserId,
        command: Command,
        id: Option<&RequestId>,
        now: Millis,
    ) -> Outcome {
        match command {
            Command::Who => Ok(self.who(Some(user))),
            Command::Say { text } => self.say_in_lobby(user, text, now),
            Command::Tell { to, text } => self.tell(user, &to, text, now),
            Command::Lobby { follow } => Ok(self.follow_lobby(connection, follow)),
            Command::Games => Ok(self.list_games(Some(user))),
            Command::New { terms } => self.offer(connection, user, None, terms, now),
            Command::Challenge { name, terms } => {
                self.offer(connection, user, Some(&name), terms, now)
            }
            Command::Join { game } => self.join(connection, user, game, now),
            Command::Decline { game } => self.decline(user, game, now),
            Command::Cancel { game } => self.cancel(user, game, now),
            Command::Watch { game } => self.watch(connection, game, now),
            Command::Leave { game } => self.leave(connection, game),
            Command::Board(which) => self.board(connection, which.game, id, now),
            Command::User { name } => self.profile(Some(user), name.as_ref()),
            Command::Top { class } => Ok(self.ask(connection, id, Query::Top { class })),
            Command::History { name } => self.history(connection, user, name, id),
            Command::Ratings { name } => self.ratings(connection, user, name, id),
            Command::Record { game, format } => {
                Ok(self.ask(connection, id, Query::Record { game, format, asker: user }))
            }
            Command::Archive { filter } => Ok(self.ask(connection, id, Query::Archive { filter })),
            Command::Explore { position } => {
                Ok(self.ask(connection, id, Query::Explore { position: position.0 }))
            }
            Command::Sync { room, after } => match self.past(user, room, after) {
                Some(past) => Ok(self.ask(connection, id, Query::Past(Box::new(past)))),
                None => self.sync(connection, user, room, after, now),
            },
            Command::Log { filter } => self.read_log(connection, user, filter, id),
            command @ (Command::Mute { .. }
            | Command::Unmute { .. }
            | Command::Block { .. }
            | Command::Unblock { .. }
            | Command::Muted
            | Command::Silence { .. }
            | Command::Kick { .. }
            | Command::Ban { .. }
            | Command::Unban { .. }
            | Command::Role { .. }) => self.order(user, command, now),
            command => self.play(connection, user, command, now),
        }
    }
}
