//! Questions about users and games, answered from memory or by the store, and games and offers as lists and events
//! have them: with the display names of the moment.
//!
//! The store keeps none of these names in events (`EncodedNotice::stored_json`): a display name changes, and
//! is erased with its account.

use willow_board::Color;
use willow_protocol::{
    AbsentPlayer, CommandResult, ErrorDetail, Event, GameId, GameState, GameSummary, Name, Notice,
    OwnMove, Role, Room, Side, StateDetails, WatchTarget,
};

use crate::domain::router::Sender;
use crate::domain::{
    Accounts, CommandOutcome, ConnId, GameRoom, HostedGame, HostedGames, Query, Refusal, Reply,
    Shared, UserId, is_private, refuse,
};

impl HostedGame {
    /// Returns the state of a game with what the user of a connection may know of it.
    fn state_for(&self, connection: ConnId, shared: &Shared) -> Box<GameState> {
        let mut state = self.answered_state(shared);
        state.details.spectator_names = Some(self.spectator_names(connection, shared));
        state.details.rooms = self.rooms_of_game(connection, shared);
        self.show_held(
            shared.connections.user_of(connection),
            &mut state.details,
            &shared.accounts,
        );
        state
    }

    /// Adds what a reader may see of moves and bids that wait: their own, and a proxy the opponent's.
    fn show_held(&self, reader: Option<UserId>, details: &mut StateDetails, accounts: &Accounts) {
        details.own_move = self.own_square(reader).map(OwnMove);
        let Some(reader) = reader.filter(|user| accounts[*user].role() == Role::Proxy) else {
            return;
        };
        let color = self.color_of(reader);
        let Some(held) = color.and_then(|color| self.own_held(!color)) else { return };
        details.opponent_move = Some(OwnMove(held.square));
        details.opponent_bid = self.is_bidding().then_some(held.value);
    }

    /// Returns a game for a list.
    pub(crate) fn listed_game(&self, accounts: &Accounts) -> GameSummary {
        let mut summary = self.summary();
        self.name_players(&mut summary, accounts);
        if self.end.is_none() {
            let [black, white] = self.discs();
            (summary.details.black_discs, summary.details.white_discs) = (Some(black), Some(white));
        }
        summary
    }

    pub(crate) fn answered_state(&self, shared: &Shared) -> Box<GameState> {
        let mut state = self.state(shared.context.now);
        self.name_players(&mut state.summary, &shared.accounts);
        state.details.gone = self.gone_players(&shared.accounts);
        state
    }

    /// Returns the players of a game whose absence was announced.
    fn gone_players(&self, accounts: &Accounts) -> Vec<AbsentPlayer> {
        let told = Color::ALL.into_iter().filter_map(|color| {
            let claim_at = self.told_gone(color).filter(|_| self.end.is_none())?;
            let since = accounts[self.player(color)].absent_since();
            Some(AbsentPlayer { color: Side(color), since, claim_at })
        });
        told.collect()
    }

    fn name_players(&self, summary: &mut GameSummary, accounts: &Accounts) {
        let [black, white] = self.players.map(|player| accounts.display_name(player));
        summary.details.black_display_name = black;
        summary.details.white_display_name = white;
    }
}

impl HostedGames {
    /// Returns the state of a game, from memory or from the store.
    pub(crate) fn board(
        &self,
        sender: Sender<'_>,
        game: Option<GameId>,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let game = shared.connections.current_game(sender.connection, game)?;
        if let Some(hosted) = self.get(&game) {
            let state = hosted.state_for(sender.connection, shared);
            return Ok(Reply::Answer(Event::State(state)));
        }
        shared.context.ask_store(sender, Query::Board { game })
    }

    /// Returns the moves of a game, from memory or from the store.
    pub(crate) fn moves(
        &self,
        sender: Sender<'_>,
        game: Option<GameId>,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let game = shared.connections.current_game(sender.connection, game)?;
        if let Some(hosted) = self.get(&game) {
            return Ok(Reply::Answer(Event::Moves(Box::new(
                (*hosted.state(shared.context.now)).into(),
            ))));
        }
        shared.context.ask_store(sender, Query::Moves { game })
    }

    /// Subscribes a connection to a game, and sends its state. The events of their own games come to
    /// players without a subscription. The store knows whether a game that is not in memory is over.
    pub(crate) fn watch(
        &mut self,
        sender: Sender<'_>,
        target: &WatchTarget,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let connection = sender.connection;
        let game = match target {
            WatchTarget::Game(game) if self.get(game).is_none() => {
                return shared.context.ask_store(sender, Query::Watch { game: *game });
            }
            WatchTarget::Game(game) => *game,
            WatchTarget::Player(name) => {
                self.game_of_player(shared.connections.user_of(connection), name, &shared.accounts)?
            }
        };
        let hosted = self.find(game)?;
        let mut state = hosted.state_for(connection, shared);
        // Who watches reads from now on what the spectators say, unless it could help a player.
        if hosted.reads_spectators(connection, shared) {
            let last = hosted.log(GameRoom::Spectators).last();
            state.details.rooms.insert(Room::Spectators(game), last);
        }
        shared.connections.set_current_game(connection, game);
        // The state is sent before the acknowledgement, so that no move comes between them.
        shared.context.send_to(connection, Notice::new(shared.context.now, Event::State(state)));
        self.start_watching(connection, game, shared);
        Ok(Reply::DoneForConnection(CommandResult::of_game(game)))
    }

    /// Returns the game that a user plays now, the latest of several. Private games are found by
    /// their players alone.
    fn game_of_player(
        &self,
        asker: Option<UserId>,
        name: &Name,
        accounts: &Accounts,
    ) -> Result<GameId, Refusal> {
        let player = accounts.find(name).ok_or_else(|| Refusal::no_user(name))?;
        let may_see = |hosted: &HostedGame| {
            !is_private(hosted.id) || asker.is_some_and(|asker| hosted.color_of(asker).is_some())
        };
        let games = accounts[player].games().iter().rev().filter_map(|game| self.get(game));
        let game = games.filter(|hosted| hosted.end.is_none()).find(|hosted| may_see(hosted));
        game.map(|hosted| hosted.id).ok_or_else(|| {
            let name = accounts[player].name();
            let message = format!("{name} plays no game now; `games` lists the games");
            Refusal::new(ErrorDetail::PlaysNoGame, message)
        })
    }

    /// Unsubscribes a connection from a game: the one that is named, or the only one that the
    /// connection watches.
    pub(crate) fn leave(
        &mut self,
        connection: ConnId,
        game: Option<GameId>,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let game = game.map_or_else(|| shared.connections.only_watched_game(connection), Ok)?;
        self.find(game)?;
        if !self.stop_watching(connection, game, shared) {
            return refuse(ErrorDetail::NotWatching, format!("you are not watching game {game}"));
        }
        Ok(Reply::DoneForConnection(CommandResult::of_game(game)))
    }
}
