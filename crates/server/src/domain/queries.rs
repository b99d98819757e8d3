//! Questions about users and games, answered from memory or by the store, and games and offers as lists and events
//! have them: with the display names of the moment.
//!
//! The store keeps none of these names in events (`EncodedNotice::stored_json`): a display name changes, and
//! is erased with its account.

use willow_board::Color;
use willow_protocol::{
    AbsentPlayer, CommandResult, ErrorDetail, Event, GameId, GameState, GameSummary, HistoryFilter,
    Name, Notice, OwnMove, Role, Room, Side, SpeedClass, StateDetails, WatchTarget,
};

use super::router::Sender;
use super::{
    CommandOutcome, ConnId, Delivery, GameRoom, HostedGame, Millis, Query, Refusal, Reply,
    ServerState, UserId, is_private, refuse,
};

impl ServerState {
    /// Lets the store answer.
    pub(crate) fn query_store(
        &mut self,
        Sender { connection, user: asker, id }: Sender<'_>,
        query: Query,
    ) -> Reply {
        let id = id.cloned();
        self.context.effects.deliveries.push(Delivery::Query { connection, id, query, asker });
        Reply::Later
    }

    /// Returns the state of a game, from memory or from the store.
    pub(crate) fn board(&mut self, sender: Sender<'_>, game: Option<GameId>) -> CommandOutcome {
        let game = self.connections.current_game(sender.connection, game)?;
        if let Some(hosted) = self.games.get(&game) {
            let state = self.state_for(hosted, sender.connection);
            return Ok(Reply::Answer(Event::State(state)));
        }
        Ok(self.query_store(sender, Query::Board { game }))
    }

    /// Returns the state of a game with what the user of a connection may know of it.
    fn state_for(&self, hosted: &HostedGame, connection: ConnId) -> Box<GameState> {
        let mut state = self.answered_state(hosted);
        state.details.spectator_names = Some(self.spectator_names(hosted, connection));
        state.details.rooms = self.rooms_of_game(hosted, connection);
        self.show_hidden(hosted, self.connections.user_of(connection), &mut state.details);
        state
    }

    /// Adds what a reader may see of moves and bids that wait: their own, and a proxy the opponent's.
    fn show_hidden(&self, hosted: &HostedGame, reader: Option<UserId>, details: &mut StateDetails) {
        details.own_move = hosted.own_square(reader).map(OwnMove);
        let Some(reader) = reader.filter(|user| self.accounts[*user].role() == Role::Proxy) else {
            return;
        };
        let color = hosted.color_of(reader);
        let Some(hidden) = color.and_then(|color| hosted.own_hidden(!color)) else { return };
        details.opponent_move = Some(OwnMove(hidden.square));
        details.opponent_bid = hosted.is_bidding().then_some(hidden.value);
    }

    /// Returns the moves of a game, from memory or from the store.
    pub(crate) fn moves(&mut self, sender: Sender<'_>, game: Option<GameId>) -> CommandOutcome {
        let game = self.connections.current_game(sender.connection, game)?;
        if let Some(hosted) = self.games.get(&game) {
            return Ok(Reply::Answer(Event::Moves(Box::new(
                (*hosted.state(self.context.now)).into(),
            ))));
        }
        Ok(self.query_store(sender, Query::Moves { game }))
    }

    /// Subscribes a connection to a game, and sends its state. The events of their own games come to
    /// players without a subscription.
    pub(crate) fn watch(&mut self, connection: ConnId, target: &WatchTarget) -> CommandOutcome {
        let game = match target {
            WatchTarget::Game(game) => *game,
            WatchTarget::Player(name) => {
                self.game_of_player(self.connections.user_of(connection), name)?
            }
        };
        let hosted = self.games.find(game)?;
        let mut state = self.state_for(hosted, connection);
        // Who watches reads from now on what the spectators say, unless it could help a player.
        if self.reads_spectators(hosted, connection) {
            let last = hosted.log(GameRoom::Watchers).last();
            state.details.rooms.insert(Room::Watchers(game), last);
        }
        self.connections.set_current_game(connection, game);
        // The state is sent before the acknowledgement, so that no move comes between them.
        self.send_to(connection, Notice::new(self.context.now, Event::State(state)));
        self.start_watching(connection, game);
        Ok(Reply::DoneForConnection(CommandResult::of_game(game)))
    }

    /// Returns the game that a user plays now, the latest of several. Private games are found by
    /// their players alone.
    fn game_of_player(&self, asker: Option<UserId>, name: &Name) -> Result<GameId, Refusal> {
        let player = self.accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
        let may_see = |hosted: &HostedGame| {
            !is_private(hosted.id) || asker.is_some_and(|asker| hosted.color_of(asker).is_some())
        };
        let games =
            self.accounts[player].games().iter().rev().filter_map(|game| self.games.get(game));
        let game = games.filter(|hosted| hosted.end.is_none()).find(|hosted| may_see(hosted));
        game.map(|hosted| hosted.id).ok_or_else(|| {
            let name = self.accounts[player].name();
            let message = format!("{name} plays no game now; `games` lists the games");
            Refusal::new(ErrorDetail::PlaysNoGame, message)
        })
    }

    /// Unsubscribes a connection from a game: the one that is named, or the only one that the
    /// connection watches.
    pub(crate) fn leave(&mut self, connection: ConnId, game: Option<GameId>) -> CommandOutcome {
        let game = game.map_or_else(|| self.only_watched_game(connection), Ok)?;
        self.games.find(game)?;
        if !self.stop_watching(connection, game) {
            return refuse(ErrorDetail::NotWatching, format!("you are not watching game {game}"));
        }
        Ok(Reply::DoneForConnection(CommandResult::of_game(game)))
    }

    /// Returns the only game that a connection watches.
    fn only_watched_game(&self, connection: ConnId) -> Result<GameId, Refusal> {
        let watched: Vec<GameId> = self.connections.watched_by(connection).collect();
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
    pub(crate) fn history(&mut self, sender: Sender<'_>, page: HistoryFilter) -> CommandOutcome {
        let name = self.accounts.name_of(sender.user, page.name.clone())?;
        Ok(self.query_store(sender, Query::History { name, page }))
    }

    /// Returns the history of a user's ratings.
    pub(crate) fn ratings(
        &mut self,
        sender: Sender<'_>,
        name: Option<Name>,
        class: Option<SpeedClass>,
        before: Option<Millis>,
    ) -> CommandOutcome {
        let name = self.accounts.name_of(sender.user, name)?;
        Ok(self.query_store(sender, Query::Ratings { name, class, before }))
    }
}

impl ServerState {
    /// Returns a game for a list.
    pub(crate) fn listed_game(&self, hosted: &HostedGame) -> GameSummary {
        let mut summary = hosted.summary();
        self.name_players(hosted, &mut summary);
        if hosted.end.is_none() {
            let [black, white] = hosted.discs();
            (summary.details.black_discs, summary.details.white_discs) = (Some(black), Some(white));
        }
        summary
    }

    /// Returns the state of a game for an answer.
    pub(crate) fn answered_state(&self, hosted: &HostedGame) -> Box<GameState> {
        let mut state = hosted.state(self.context.now);
        self.name_players(hosted, &mut state.summary);
        state.details.gone = self.gone_players(hosted);
        state
    }

    /// Returns the players of a game of whom others were told that they are gone.
    fn gone_players(&self, hosted: &HostedGame) -> Vec<AbsentPlayer> {
        let told = Color::ALL.into_iter().filter_map(|color| {
            let claim_at = hosted.told_gone(color).filter(|_| hosted.end.is_none())?;
            let since = self.accounts[hosted.player(color)].absent_since();
            Some(AbsentPlayer { color: Side(color), since, claim_at })
        });
        told.collect()
    }

    fn name_players(&self, hosted: &HostedGame, summary: &mut GameSummary) {
        let [black, white] = hosted.players.map(|player| self.accounts.display_name(player));
        summary.details.black_display_name = black;
        summary.details.white_display_name = white;
    }
}
