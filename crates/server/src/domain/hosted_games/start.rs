//! The start of games.

use willow_board::{Color, RandomSource as _};
use willow_protocol::{ColorChoice, Event, SpeedClass};

use crate::domain::{
    ActiveGame, ConnId, OpenOffer, RoomKey, ServerState, StartedGame, UserId, Write,
};

impl ServerState {
    /// Starts the game of an offer that was accepted, or both games of a synchro pair.
    pub(crate) fn start_games(&mut self, open: OpenOffer, acceptor: UserId) {
        let now = self.context.now;
        let OpenOffer { offer, from, .. } = open;
        if offer.terms.speed_class() != SpeedClass::Correspondence {
            self.stop_seeking(from);
            self.stop_seeking(acceptor);
        }
        let maker = match offer.terms.color {
            ColorChoice::Black => Color::Black,
            ColorChoice::Random if self.context.rng.coin_flip() => Color::Black,
            ColorChoice::White | ColorChoice::Random => Color::White,
        };
        let players = if maker == Color::Black { [from, acceptor] } else { [acceptor, from] };
        let names = players.map(|player| self.accounts[player].name().clone());
        let start = self.context.rng.position(offer.terms.start);
        let (id, terms) = (offer.game, offer.terms);
        let is_correspondence = terms.speed_class() == SpeedClass::Correspondence;
        let twin = terms.synchro.then(|| self.games.next_id(&terms, &mut self.context));
        let ratings = Some(self.accounts.ratings_of(players, terms.speed_class()));
        let first = StartedGame { game: id, players, names, terms, start, twin, ratings, at: now };
        if let Some(twin) = twin {
            let mut second = StartedGame { game: twin, twin: Some(id), ..first.clone() };
            second.players.reverse();
            second.names.reverse();
            second.ratings =
                Some(self.accounts.ratings_of(second.players, second.terms.speed_class()));
            self.start_game(second);
        }
        // The game with the offer's number starts last: it is the current game.
        self.start_game(first);
        if is_correspondence {
            self.games.write_heartbeat(&mut self.context);
        }
    }

    fn start_game(&mut self, started: StartedGame) {
        let StartedGame { game, players, .. } = started;
        self.context.write(Write::GameStarted(Box::new(started.clone())));
        let mut active = ActiveGame::new(started);
        active.set_bridged(self.is_bridged(players));
        let state = self.answered_state(&active);
        self.games.insert(active);
        for player in players {
            self.accounts.game_began(player, game);
            let connections: Vec<ConnId> =
                self.accounts[player].connections().iter().copied().collect();
            for connection in connections {
                self.connections.set_current_game(connection, game);
            }
        }
        self.announce_game(game);
        self.publish(RoomKey::Game(game), Event::Started(state));
        for player in players {
            if !self.accounts[player].is_online() {
                self.games.start_countdown(player, game, &self.context);
                self.publish_gone(player, game);
            }
        }
        self.start_turn(game);
    }
}
