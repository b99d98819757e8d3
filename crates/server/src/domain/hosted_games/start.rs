//! The start of games, and their start again with the server.

use willow_board::{Color, Position, RandomSource as _};
use willow_protocol::{ColorChoice, Event, Role, SpeedClass};

use super::replay::replay;
use crate::domain::{
    Accounts, ConnId, DamagedRow, GameRoom, HostedGame, HostedGames, Millis, OpenOffer, RoomLog,
    SavedGame, ServerState, Shared, StartedGame, UserId, Write,
};

impl ServerState {
    /// Starts the game of an offer that was accepted, or both games of a synchro pair.
    pub(crate) fn start_games(&mut self, open: OpenOffer, acceptor: UserId) {
        let start = self.shared.context.rng.position(open.offer.terms.start);
        self.start_games_from(open, acceptor, start);
    }

    /// Starts the game of an offer from a position, or both games of a synchro pair.
    pub(crate) fn start_games_from(&mut self, open: OpenOffer, acceptor: UserId, start: Position) {
        let now = self.shared.context.now;
        let OpenOffer { offer, from, .. } = open;
        if offer.terms.speed_class() != SpeedClass::Correspondence {
            self.lobby.stop_seeking(from, &mut self.shared);
            self.lobby.stop_seeking(acceptor, &mut self.shared);
        }
        let maker = match offer.terms.color {
            ColorChoice::Black => Color::Black,
            ColorChoice::Random if self.shared.context.rng.coin_flip() => Color::Black,
            ColorChoice::White | ColorChoice::Random => Color::White,
        };
        let players = if maker == Color::Black { [from, acceptor] } else { [acceptor, from] };
        let names = players.map(|player| self.shared.accounts[player].name().clone());
        let (id, terms) = (offer.game, offer.terms);
        let is_correspondence = terms.speed_class() == SpeedClass::Correspondence;
        let twin = terms.synchro.then(|| self.games.next_id(&terms, &mut self.shared.context));
        let ratings = Some(self.shared.accounts.ratings_of(players, terms.speed_class()));
        let first = StartedGame { game: id, players, names, terms, start, twin, ratings, at: now };
        if let Some(twin) = twin {
            let mut second = StartedGame { game: twin, twin: Some(id), ..first.clone() };
            second.players.reverse();
            second.names.reverse();
            second.ratings =
                Some(self.shared.accounts.ratings_of(second.players, second.terms.speed_class()));
            self.start_game(second);
        }
        // The game with the offer's number starts last: it is the current game.
        self.start_game(first);
        if is_correspondence {
            self.games.write_heartbeat(&mut self.shared.context);
        }
    }

    fn start_game(&mut self, started: StartedGame) {
        let StartedGame { game, players, .. } = started;
        self.shared.context.write(Write::GameStarted(Box::new(started.clone())));
        let mut hosted = HostedGame::new(started);
        hosted.game.set_bridged(self.shared.accounts.is_bridged(players));
        let state = hosted.answered_state(&self.shared);
        self.games.insert(hosted);
        for player in players {
            self.shared.accounts.game_began(player, game);
            let connections: Vec<ConnId> =
                self.shared.accounts[player].connections().iter().copied().collect();
            for connection in connections {
                self.shared.connections.set_current_game(connection, game);
            }
        }
        self.announce_game(game);
        self.games.publish(game, Event::Started(state), &mut self.shared);
        for player in players {
            if !self.shared.accounts[player].is_online() {
                self.games.start_countdown(player, game, &self.shared.context);
                self.games.publish_gone(player, game, &mut self.shared);
            }
        }
        self.games.start_turn(game, &mut self.shared);
    }
}

impl Accounts {
    pub(crate) fn is_bridged(&self, players: [UserId; 2]) -> bool {
        let is_proxy = |user: UserId| self.get(user).is_some_and(|it| it.role() == Role::Proxy);
        players.into_iter().any(is_proxy)
    }
}

impl HostedGames {
    /// Continues a game that was in progress when the server stopped.
    pub(crate) fn restore_game(
        &mut self,
        saved: SavedGame,
        last_written: Millis,
        shared: &mut Shared,
    ) -> Result<(), DamagedRow> {
        let now = shared.context.now;
        let SavedGame { started, twin_end, mut rooms, hidden } = saved;
        let game = started.game;
        if let Some(UserId(missing)) =
            started.players.into_iter().find(|&player| shared.accounts.get(player).is_none())
        {
            let problem = format!("its player {missing} is not in the table `users`");
            return Err(DamagedRow::new("games", game, problem));
        }
        let events = &mut rooms[GameRoom::Game as usize];
        let last = events.last().map_or(started.at, |notice| notice.time);
        let mut hosted = HostedGame::new(started);
        hosted.game.set_bridged(shared.accounts.is_bridged(hosted.players));
        let mut hosted = replay(hosted, events)?;
        for (color, content) in hidden {
            hosted.game.restore_held(color, content);
        }
        hosted.game.forget_unknown();
        // The server was there when it wrote last, in whatever room. A flag that had fallen by then would have ended
        // the game: such a clock stood still.
        let has_fallen = hosted.flag_falls().is_some_and(|at| at <= last_written);
        let stopped_at = if has_fallen { last } else { last.max(last_written.min(now)) };
        if let Some(twin) = &mut hosted.twin {
            twin.end = twin_end;
        }
        // In a game without a clock the absence continues while the server is down.
        if hosted.is_unlimited() {
            hosted.game.resume_countdowns();
        }
        hosted.rooms = rooms.map(RoomLog::restored);
        let players = hosted.players;
        // The clocks of an adjourned game stand still anyhow. Others wait for both players, but no longer than
        // the opponent of an absent player.
        let is_adjourned = hosted.adjourned_since().is_some();
        if !is_adjourned && !hosted.is_correspondence() && !hosted.both_are_there(&shared.accounts)
        {
            let until = now + shared.context.settings.claim_after;
            hosted.game.await_players(until);
        }
        let resumed = (!is_adjourned).then(|| hosted.game.resume(stopped_at, now));
        self.insert(hosted);
        for player in players {
            shared.accounts.game_began(player, game);
        }
        if let Some(resumed) = resumed {
            self.publish(game, resumed, shared);
        }
        for player in players {
            self.end_requests_in(player, game, shared);
        }
        self.start_turn(game, shared);
        Ok(())
    }
}
