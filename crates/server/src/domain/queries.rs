//! Questions about users and games, answered from memory or by the store.

use willow_protocol::{
    CommandResult, ErrorDetail, Event, GameId, GameState, HistoryFilter, Name, Notice, OwnMove,
    Role, Room, SpeedClass, StateDetails, WatchTarget,
};

use super::dispatch::Sender;
use super::{
    ActiveGame, ConnId, Delivery, Millis, Outcome, Query, Refusal, Reply, ServerState, UserId,
    is_private, refuse,
};

impl ServerState {
    /// Lets the store answer.
    pub(super) fn query_store(
        &mut self,
        Sender { connection, user: asker, id }: Sender<'_>,
        query: Query,
    ) -> Reply {
        let id = id.cloned();
        self.effects.deliveries.push(Delivery::Query { connection, id, query, asker });
        Reply::Later
    }

    /// Returns the state of a game, from memory or from the store.
    pub(super) fn board(
        &mut self,
        sender: Sender<'_>,
        game: Option<GameId>,
        now: Millis,
    ) -> Outcome {
        let game = self.current_game(sender.connection, game)?;
        if let Some(active) = self.games.get(&game) {
            let state = self.state_for(active, sender.connection, now);
            return Ok(Reply::Answer(Event::State(state)));
        }
        Ok(self.query_store(sender, Query::Board { game, asker: sender.user }))
    }

    /// Returns the state of a game with what the user of a connection may know of it.
    fn state_for(&self, active: &ActiveGame, connection: ConnId, now: Millis) -> Box<GameState> {
        let mut state = self.answered_state(active, now);
        state.details.spectator_names = Some(self.spectator_names(active, connection));
        state.details.rooms = self.rooms_of_game(active, connection);
        self.show_hidden(active, self.user_of(connection), &mut state.details);
        state
    }

    /// Adds what a reader may see of moves and bids that wait: their own, and a proxy the opponent's.
    fn show_hidden(&self, active: &ActiveGame, reader: Option<UserId>, details: &mut StateDetails) {
        details.own_move = active.own_square(reader).map(OwnMove);
        let Some(reader) = reader.filter(|user| self.users[*user].role == Role::Proxy) else {
            return;
        };
        let color = active.color_of(reader);
        let Some(hidden) = color.and_then(|color| active.own_hidden(!color)) else { return };
        details.opponent_move = Some(OwnMove(hidden.square));
        details.opponent_bid = active.bidding.map(|_| hidden.value);
    }

    /// Returns the moves of a game, from memory or from the store.
    pub(super) fn moves(
        &mut self,
        sender: Sender<'_>,
        game: Option<GameId>,
        now: Millis,
    ) -> Outcome {
        let game = self.current_game(sender.connection, game)?;
        if let Some(active) = self.games.get(&game) {
            return Ok(Reply::Answer(Event::Moves(Box::new((*active.state(now)).into()))));
        }
        Ok(self.query_store(sender, Query::Moves { game, asker: sender.user }))
    }

    /// Subscribes a connection to a game, and sends its state. The events of their own games come to
    /// players without a subscription.
    pub(super) fn watch(
        &mut self,
        connection: ConnId,
        target: &WatchTarget,
        now: Millis,
    ) -> Outcome {
        let game = match target {
            WatchTarget::Game(game) => *game,
            WatchTarget::Player(name) => self.game_of_player(self.user_of(connection), name)?,
        };
        let active = self.game(game)?;
        let mut state = self.state_for(active, connection, now);
        // Who watches reads from now on what the spectators say; players read it after the game.
        if self.user_of(connection).is_none_or(|user| active.color_of(user).is_none()) {
            state.details.rooms.insert(Room::Watchers(game), active.watchers_log.last);
        }
        self.set_current_game(connection, game);
        // The state is sent before the acknowledgement, so that no move comes between them.
        self.send_to(connection, Notice::new(now, Event::State(state)));
        self.start_watching(connection, game, now);
        Ok(Reply::DoneForConnection(CommandResult::of_game(game)))
    }

    /// Returns the game that a user plays now, the latest of several. Private games are found by
    /// their players alone.
    fn game_of_player(&self, asker: Option<UserId>, name: &Name) -> Result<GameId, Refusal> {
        let player = self.users.find(name).ok_or_else(|| Refusal::no_user(name))?;
        let may_see = |active: &ActiveGame| {
            !is_private(active.id) || asker.is_some_and(|asker| active.color_of(asker).is_some())
        };
        let games = self.users[player].games.iter().rev().filter_map(|game| self.games.get(game));
        let game = games.filter(|active| active.end().is_none()).find(|active| may_see(active));
        game.map(|active| active.id).ok_or_else(|| {
            let name = &self.users[player].name;
            let message = format!("{name} plays no game now; `games` lists the games");
            Refusal::new(ErrorDetail::PlaysNoGame, message)
        })
    }

    /// Unsubscribes a connection from a game: the one that is named, or the only one that the
    /// connection watches.
    pub(super) fn leave(
        &mut self,
        connection: ConnId,
        game: Option<GameId>,
        now: Millis,
    ) -> Outcome {
        let game = game.map_or_else(|| self.only_watched_game(connection), Ok)?;
        self.game(game)?;
        if !self.stop_watching(connection, game, now) {
            return refuse(ErrorDetail::NotWatching, format!("you are not watching game {game}"));
        }
        Ok(Reply::DoneForConnection(CommandResult::of_game(game)))
    }

    /// Returns the only game that a connection watches.
    fn only_watched_game(&self, connection: ConnId) -> Result<GameId, Refusal> {
        let connection = self.connections.get(&connection);
        let watched: Vec<GameId> = connection
            .map(|connection| connection.watching.iter().copied().collect())
            .unwrap_or_default();
        match watched[..] {
            [] => refuse(ErrorDetail::NotWatching, "you are watching no game"),
            [game] => Ok(game),
            _ => {
                let listed: Vec<String> =
                    watched.iter().map(|game| format!("`leave {game}`")).collect();
                let message = format!("you are watching several games: {}", listed.join(", "));
                refuse(ErrorDetail::SeveralGames, message)
            }
        }
    }

    /// Lists the latest games of a user.
    pub(super) fn history(&mut self, sender: Sender<'_>, page: HistoryFilter) -> Outcome {
        let asker = sender.user;
        let name = self.name_of(asker, page.name.clone())?;
        Ok(self.query_store(sender, Query::History { name, page, asker }))
    }

    /// Returns the history of a user's ratings.
    pub(super) fn ratings(
        &mut self,
        sender: Sender<'_>,
        name: Option<Name>,
        class: Option<SpeedClass>,
        before: Option<Millis>,
    ) -> Outcome {
        let asker = sender.user;
        let name = self.name_of(asker, name)?;
        Ok(self.query_store(sender, Query::Ratings { name, class, before, asker }))
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
