//! Questions about users and games, answered from memory or by the store.

use willow_protocol::{
    ErrorDetail, Event, GameId, HistoryFilter, Name, Notice, RequestId, SpeedClass,
};

use super::effects::{Delivery, Query};
use super::input::{ConnId, Millis, UserId};
use super::refusal::Refusal;
use super::reply::{Outcome, Reply};
use super::state::ServerState;

impl ServerState {
    /// Lets the store answer.
    pub(super) fn query_store(
        &mut self,
        connection: ConnId,
        id: Option<&RequestId>,
        query: Query,
    ) -> Reply {
        let (id, asker) = (id.cloned(), self.user_of(connection));
        self.effects.deliveries.push(Delivery::Query { connection, id, query, asker });
        Reply::Later
    }

    /// Returns the state of a game, from memory or from the store.
    pub(super) fn board(
        &mut self,
        (connection, asker): (ConnId, Option<UserId>),
        game: Option<GameId>,
        id: Option<&RequestId>,
        now: Millis,
    ) -> Outcome {
        let game = self.current_game(connection, game)?;
        if let Some(active) = self.games.get(&game) {
            let mut state = active.state(now);
            state.details.spectator_names = Some(self.spectator_names(active, connection));
            return Ok(Reply::Answer(Event::State(state)));
        }
        Ok(self.query_store(connection, id, Query::Board { game, asker }))
    }

    /// Returns the moves of a game, from memory or from the store.
    pub(super) fn moves(
        &mut self,
        (connection, asker): (ConnId, Option<UserId>),
        game: Option<GameId>,
        id: Option<&RequestId>,
        now: Millis,
    ) -> Outcome {
        let game = self.current_game(connection, game)?;
        if let Some(active) = self.games.get(&game) {
            return Ok(Reply::Answer(Event::Moves(Box::new((*active.state(now)).into()))));
        }
        Ok(self.query_store(connection, id, Query::Moves { game, asker }))
    }

    /// Subscribes a connection to a game, and sends its state. The events of their own games come to
    /// players without a subscription.
    pub(super) fn watch(&mut self, connection: ConnId, game: GameId, now: Millis) -> Outcome {
        let mut state = self.game(game)?.state(now);
        state.details.spectator_names = Some(self.spectator_names(self.game(game)?, connection));
        self.set_current_game(connection, game);
        // The state is sent before the acknowledgement, so that no move comes between them.
        self.send_to(connection, Notice::new(now, Event::State(state)));
        self.start_watching(connection, game, now);
        Ok(Reply::DoneForConnection)
    }

    /// Unsubscribes a connection from a game.
    pub(super) fn leave(&mut self, connection: ConnId, game: GameId, now: Millis) -> Outcome {
        self.game(game)?;
        if !self.stop_watching(connection, game, now) {
            return Err(Refusal::new(
                ErrorDetail::NotWatching,
                format!("you are not watching game {game}"),
            ));
        }
        Ok(Reply::DoneForConnection)
    }

    /// Lists the latest games of a user.
    pub(super) fn history(
        &mut self,
        (connection, asker): (ConnId, Option<UserId>),
        page: HistoryFilter,
        id: Option<&RequestId>,
    ) -> Outcome {
        let name = self.name_of(asker, page.name.clone())?;
        Ok(self.query_store(connection, id, Query::History { name, page, asker }))
    }

    /// Returns the history of a user's ratings.
    pub(super) fn ratings(
        &mut self,
        (connection, asker): (ConnId, Option<UserId>),
        name: Option<Name>,
        (class, before): (Option<SpeedClass>, Option<Millis>),
        id: Option<&RequestId>,
    ) -> Outcome {
        let name = self.name_of(asker, name)?;
        let query = Query::Ratings { name, class, before, asker };
        Ok(self.query_store(connection, id, query))
    }

    /// Returns a user's name as its owner wrote it, the asker's own if there is none.
    fn name_of(&self, asker: Option<UserId>, name: Option<Name>) -> Result<Name, Refusal> {
        let Some(name) = name else {
            let asker = asker.ok_or_else(Refusal::not_logged_in)?;
            return Ok(self.users[asker].name.clone());
        };
        let found = self.users.find(&name).ok_or_else(|| Refusal::no_user(&name))?;
        Ok(self.users[found].name.clone())
    }
}
