//! Games that stop until later, if both players want that.
//!
//! An adjourned game stays in memory and in the list of its players' games. Its clocks stand still, also
//! while the server is down, until both players are there and want to go on. A game over a bridge is adjourned when
//! the bridge loses the player: nobody loses a game by the network of another server.

use willow_protocol::{ErrorDetail, Event, GameId, GameSummary, Role};

use crate::domain::{
    Accounts, CommandOutcome, HostedGames, Player, Refusal, Reply, Shared, UserId, refuse,
};

/// Maximum number of adjourned games of a user.
const MAX_ADJOURNED: usize = 20;

impl HostedGames {
    /// Asks to adjourn a game, or agrees to that. A pair is adjourned together.
    pub(crate) fn adjourn(&mut self, player: Player, shared: &mut Shared) -> CommandOutcome {
        let Player { game, color } = player;
        let now = shared.context.now;
        let hosted = self.find(game)?;
        hosted.check_adjournable()?;
        for player in hosted.players {
            self.has_room_for_adjourned(player, &shared.accounts)?;
        }
        if self.find_mut(game)?.game.agrees_to_adjournment(color, now)? {
            let done = self.next_event_of(game);
            self.adjourn_now(game, shared);
            return Ok(Reply::DoneWith(done));
        }
        self.ask_adjournment(player, shared)
    }

    /// Asks to continue an adjourned game, or agrees to that.
    pub(crate) fn go_on(&mut self, player: Player, shared: &mut Shared) -> CommandOutcome {
        let Player { game, color } = player;
        let now = shared.context.now;
        let hosted = self.find_mut(game)?;
        if hosted.adjourned_since().is_none() {
            let message = format!("game {game} is not adjourned");
            return refuse(ErrorDetail::NotAdjourned, message);
        }
        let may_be_away = hosted.is_correspondence();
        let opponent_agrees = shared.accounts[hosted.player(!color)].is_server_bot();
        if !hosted.game.agrees_to_adjournment(color, now)? && !opponent_agrees {
            return self.ask_adjournment(player, shared);
        }
        if !may_be_away && !self.find(game)?.both_are_there(&shared.accounts) {
            let message = "your opponent is not connected: the clocks run only when both are there";
            return refuse(ErrorDetail::OpponentAway, message);
        }
        let done = self.next_event_of(game);
        for game in self.games_of_match(game) {
            self.go_on_now(game, shared);
        }
        Ok(Reply::DoneWith(done))
    }

    fn ask_adjournment(&mut self, player: Player, shared: &mut Shared) -> CommandOutcome {
        let Player { game, color } = player;
        self.may_ask_for_answer(player, shared)?;
        let asked = self.find_mut(game)?.game.ask_adjournment(color);
        Ok(Reply::DoneWith(self.publish(game, asked, shared)))
    }

    pub(crate) fn list_adjourned(&self, user: UserId, accounts: &Accounts) -> Reply {
        let own = accounts[user].games().iter().filter_map(|game| self.get(game));
        let adjourned = own.filter(|hosted| hosted.adjourned_since().is_some());
        let games: Vec<GameSummary> =
            adjourned.map(|hosted| hosted.listed_game(accounts)).collect();
        Reply::Answer(Event::Games { offers: Vec::new(), games })
    }

    /// Adjourns the games of a proxy whom the bridge has lost.
    pub(crate) fn adjourn_games_of_proxy(&mut self, user: UserId, shared: &mut Shared) {
        if shared.accounts[user].role() != Role::Proxy {
            return;
        }
        for game in shared.accounts[user].games().clone() {
            let hosted = self.get(&game);
            let is_begun = hosted.is_some_and(|hosted| {
                !hosted.is_bidding() && !hosted.is_correspondence() && !hosted.is_unlimited()
            });
            if is_begun {
                self.adjourn_now(game, shared);
            }
        }
    }

    /// Adjourns a game and, if it is one of a pair, the other one too.
    fn adjourn_now(&mut self, game: GameId, shared: &mut Shared) {
        for game in self.games_of_match(game) {
            let Some(hosted) = self.get_mut(game) else { continue };
            if hosted.adjourned_since().is_some() {
                continue;
            }
            let event = hosted.game.adjourn(shared.context.now);
            self.publish(game, event, shared);
            self.start_turn(game, shared);
        }
    }

    fn go_on_now(&mut self, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.get_mut(game) else { return };
        if hosted.adjourned_since().is_none() {
            return;
        }
        let event = hosted.game.go_on(shared.context.now);
        self.publish(game, event, shared);
        self.start_turn(game, shared);
    }

    /// Withdraws the open requests of a user who has disconnected, except in correspondence games.
    pub(crate) fn end_requests_of(&mut self, user: UserId, shared: &mut Shared) {
        for game in shared.accounts[user].games().clone() {
            self.end_requests_in(user, game, shared);
        }
    }

    /// Withdraws the open requests of a user in a game.
    pub(crate) fn end_requests_in(&mut self, user: UserId, game: GameId, shared: &mut Shared) {
        let now = shared.context.now;
        let Some(hosted) = self.get_mut(game) else { return };
        let Some(color) = hosted.color_of(user).filter(|_| !hosted.is_correspondence()) else {
            return;
        };
        for event in hosted.game.lapse(color, now) {
            self.publish(game, event, shared);
        }
    }

    fn has_room_for_adjourned(&self, user: UserId, accounts: &Accounts) -> Result<(), Refusal> {
        let own = accounts[user].games().iter().filter_map(|game| self.get(game));
        if own.filter(|hosted| hosted.adjourned_since().is_some()).count() >= MAX_ADJOURNED {
            let name = accounts[user].name();
            let message = format!("{name} has {MAX_ADJOURNED} adjourned games; end one of them");
            return refuse(ErrorDetail::TooManyAdjourned, message);
        }
        Ok(())
    }
}
