//! Games that stop until later, if both players want that.
//!
//! An adjourned game stays in memory and in the list of its players' games. Its clocks stand still, also
//! while the server is down, until both players are there and want to go on. A game over a bridge is adjourned when
//! the bridge loses the player: nobody loses a game by the network of another server.

use willow_protocol::{ErrorDetail, Event, GameId, GameSummary, Role};

use crate::domain::{CommandOutcome, Player, Refusal, Reply, RoomKey, ServerState, UserId, refuse};

/// The largest number of adjourned games of a user.
const MAX_ADJOURNED: usize = 20;

impl ServerState {
    /// Asks to adjourn a game, or agrees to that. A pair is adjourned together.
    pub(crate) fn adjourn(&mut self, Player { game, color }: Player) -> CommandOutcome {
        let now = self.context.now;
        let hosted = self.games.find(game)?;
        hosted.check_adjournable()?;
        for player in hosted.players {
            self.has_room_for_adjourned(player)?;
        }
        if self.games.find_mut(game)?.game.agrees_to_adjournment(color, now)? {
            let done = self.games.next_event_of(game);
            self.adjourn_now(game);
            return Ok(Reply::DoneWith(done));
        }
        self.ask_adjournment(Player { game, color })
    }

    /// Asks to go on with an adjourned game, or agrees to that.
    pub(crate) fn go_on(&mut self, Player { game, color }: Player) -> CommandOutcome {
        let now = self.context.now;
        let hosted = self.games.find_mut(game)?;
        if hosted.adjourned_since().is_none() {
            let message = format!("game {game} is not adjourned");
            return refuse(ErrorDetail::NotAdjourned, message);
        }
        let may_be_away = hosted.is_correspondence();
        if !hosted.game.agrees_to_adjournment(color, now)? {
            return self.ask_adjournment(Player { game, color });
        }
        if !may_be_away && !self.both_are_there(self.games.find(game)?) {
            let message = "your opponent is not connected: the clocks run only when both are there";
            return refuse(ErrorDetail::OpponentAway, message);
        }
        let done = self.games.next_event_of(game);
        for game in self.games.games_of_match(game) {
            self.go_on_now(game);
        }
        Ok(Reply::DoneWith(done))
    }

    fn ask_adjournment(&mut self, Player { game, color }: Player) -> CommandOutcome {
        self.may_ask(Player { game, color })?;
        let asked = self.games.find_mut(game)?.game.ask_adjournment(color);
        Ok(self.publish_in_game(game, asked))
    }

    /// Lists the adjourned games of a user.
    pub(crate) fn list_adjourned(&self, user: UserId) -> Reply {
        let own = self.accounts[user].games().iter().filter_map(|game| self.games.get(game));
        let adjourned = own.filter(|hosted| hosted.adjourned_since().is_some());
        let games: Vec<GameSummary> = adjourned.map(|hosted| self.listed_game(hosted)).collect();
        Reply::Answer(Event::Games { offers: Vec::new(), games })
    }

    /// Adjourns the games of a proxy whom the bridge has lost.
    pub(crate) fn adjourn_games_of_proxy(&mut self, user: UserId) {
        if self.accounts[user].role() != Role::Proxy {
            return;
        }
        for game in self.accounts[user].games().clone() {
            let hosted = self.games.get(&game);
            let is_begun = hosted.is_some_and(|hosted| {
                !hosted.is_bidding() && !hosted.is_correspondence() && !hosted.is_unlimited()
            });
            if is_begun {
                self.adjourn_now(game);
            }
        }
    }

    /// Adjourns a game and, if it is one of a pair, the other one too.
    fn adjourn_now(&mut self, game: GameId) {
        for game in self.games.games_of_match(game) {
            let Some(hosted) = self.games.get_mut(game) else { continue };
            if hosted.adjourned_since().is_some() {
                continue;
            }
            let event = hosted.game.adjourn(self.context.now);
            self.publish(RoomKey::Game(game), event);
            self.start_turn(game);
        }
    }

    fn go_on_now(&mut self, game: GameId) {
        let Some(hosted) = self.games.get_mut(game) else { return };
        if hosted.adjourned_since().is_none() {
            return;
        }
        let event = hosted.game.go_on(self.context.now);
        self.publish(RoomKey::Game(game), event);
        self.start_turn(game);
    }

    /// Ends what a user asks for who has left: the opponent could agree to what nobody waits for any more. In
    /// games of days players are away most of the time, and what they ask for stays.
    pub(crate) fn end_requests_of(&mut self, user: UserId) {
        for game in self.accounts[user].games().clone() {
            self.end_requests_in(user, game);
        }
    }

    /// Ends what a user asks for in a game.
    pub(crate) fn end_requests_in(&mut self, user: UserId, game: GameId) {
        let now = self.context.now;
        let Some(hosted) = self.games.get_mut(game) else { return };
        let Some(color) = hosted.color_of(user).filter(|_| !hosted.is_correspondence()) else {
            return;
        };
        for event in hosted.game.lapse(color, now) {
            self.publish(RoomKey::Game(game), event);
        }
    }

    fn has_room_for_adjourned(&self, user: UserId) -> Result<(), Refusal> {
        let own = self.accounts[user].games().iter().filter_map(|game| self.games.get(game));
        if own.filter(|hosted| hosted.adjourned_since().is_some()).count() >= MAX_ADJOURNED {
            let name = self.accounts[user].name();
            let message = format!("{name} has {MAX_ADJOURNED} adjourned games; end one of them");
            return refuse(ErrorDetail::TooManyAdjourned, message);
        }
        Ok(())
    }
}
