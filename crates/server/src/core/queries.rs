//! Questions, answered from memory where it can be done.

use willow_protocol::{Command, Event, GameId, LogFilter, Name, Notice, Profile, RequestId, Role};

use super::effects::{Delivery, Query};
use super::input::{ConnId, Millis, UserId};
use super::users::User;
use super::{Core, Outcome, Refusal, Reply};

impl Core {
    /// Lets the archive answer.
    pub(super) fn ask(
        &mut self,
        connection: ConnId,
        id: Option<&RequestId>,
        query: Query,
    ) -> Reply {
        let id = id.cloned();
        self.effects.deliveries.push(Delivery::Ask { connection, id, query });
        Reply::Later
    }

    /// Shows a game, from memory or from the archive.
    pub(super) fn board(
        &mut self,
        connection: ConnId,
        game: Option<GameId>,
        id: Option<&RequestId>,
        now: Millis,
    ) -> Outcome {
        let game = self.in_hand(connection, game)?;
        if let Some(table) = self.tables.get(&game) {
            return Ok(Reply::Answer(Event::State(table.state(now))));
        }
        let Some(asker) = self.connections.get(&connection).and_then(|it| it.user) else {
            return Err(Refusal::not_in());
        };
        Ok(self.ask(connection, id, Query::Board { game, asker }))
    }

    /// Lets a connection watch a game, and shows it.
    pub(super) fn watch(&mut self, connection: ConnId, game: GameId, now: Millis) -> Outcome {
        let table = self.tables.get_mut(&game).ok_or_else(|| Refusal::no_game(game))?;
        table.watchers.insert(connection);
        let state = table.state(now);
        self.hold(connection, game);
        // The state is sent before the acknowledgement, so that no move comes between them.
        self.say(connection, Notice::new(now, Event::State(state)));
        Ok(Reply::DoneHere)
    }

    pub(super) fn leave(&mut self, connection: ConnId, game: GameId) -> Outcome {
        let table = self.tables.get_mut(&game).ok_or_else(|| Refusal::no_game(game))?;
        if !table.watchers.remove(&connection) {
            return Err(Refusal::not_now(format!("you do not watch game {game}")));
        }
        Ok(Reply::DoneHere)
    }

    pub(super) fn profile(&self, user: Option<UserId>, name: Option<&Name>) -> Outcome {
        let id = match name {
            None => user.ok_or_else(Refusal::not_in)?,
            Some(name) => self.users.find(name).ok_or_else(|| Refusal::no_user(name))?,
        };
        Ok(Reply::Answer(Event::Profile(profile_of(&self.users[id]))))
    }

    /// Answers somebody who is not in: everybody may see who is here and what is played.
    pub(super) fn answer_stranger(&self, command: &Command) -> Outcome {
        match command {
            Command::Who => Ok(self.who(None)),
            Command::Games => Ok(self.list_games(None)),
            Command::User { name } => self.profile(None, name.as_ref()),
            _ => Err(Refusal::not_in()),
        }
    }

    pub(super) fn history(
        &mut self,
        connection: ConnId,
        user: UserId,
        name: Option<Name>,
        id: Option<&RequestId>,
    ) -> Outcome {
        let name = self.name_of(user, name)?;
        Ok(self.ask(connection, id, Query::History { name, asker: user }))
    }

    pub(super) fn ratings(
        &mut self,
        connection: ConnId,
        user: UserId,
        name: Option<Name>,
        id: Option<&RequestId>,
    ) -> Outcome {
        let name = self.name_of(user, name)?;
        Ok(self.ask(connection, id, Query::Ratings { name, asker: user }))
    }

    /// Shows a moderator what moderators did.
    pub(super) fn read_log(
        &mut self,
        connection: ConnId,
        user: UserId,
        filter: LogFilter,
        id: Option<&RequestId>,
    ) -> Outcome {
        self.needs(user, Role::Moderator)?;
        Ok(self.ask(connection, id, Query::Log { filter }))
    }

    /// Returns the name of a user as it is spelled, the asker's own if none is named.
    fn name_of(&self, asker: UserId, name: Option<Name>) -> Result<Name, Refusal> {
        let Some(name) = name else { return Ok(self.users[asker].name.clone()) };
        let found = self.users.find(&name).ok_or_else(|| Refusal::no_user(&name))?;
        Ok(self.users[found].name.clone())
    }

    pub(super) fn remember_handled(&mut self, user: UserId, id: &RequestId, now: Millis) {
        self.users[user].remember(id.clone());
        let write = super::Write::Handled { user, request: id.clone(), at: now };
        self.effects.writes.push(write);
    }
}

fn profile_of(user: &User) -> Profile {
    Profile {
        name: user.name.clone(),
        role: user.role,
        online: user.is_here(),
        ratings: user.ratings.iter().map(|(&class, rating)| rating.line(class)).collect(),
    }
}
