//! What players ask each other for, and what they give.

use willow_protocol::{ErrorDetail, Event};

use crate::domain::{
    CommandOutcome, GameChange, LimitedAction, Player, Refusal, Reply, RoomKey, ServerState, refuse,
};

impl ServerState {
    /// Makes sure that a player may ask the opponent for something, which counts.
    pub(crate) fn may_ask(&mut self, Player { game, color }: Player) -> Result<(), Refusal> {
        let hosted = self.games.find(game)?;
        let [user, opponent] = [color, !color].map(|color| hosted.player(color));
        if self.accounts[opponent].blocks(user) {
            return refuse(ErrorDetail::Blocked, "your opponent has blocked you");
        }
        self.accounts.spend(user, &[LimitedAction::AskInGame], &self.context)
    }

    /// Requests a takeback, or accepts the opponent's request.
    pub(crate) fn takeback(&mut self, Player { game, color }: Player) -> CommandOutcome {
        let now = self.context.now;
        let hosted = self.games.find_mut(game)?;
        let opponent_agrees = self.accounts[hosted.player(!color)].is_server_bot();
        let asked = hosted.game.takeback_asker(color, now)?;
        let Some(asker) = asked.or(opponent_agrees.then_some(color)) else {
            self.may_ask(Player { game, color })?;
            let asked = self.games.find_mut(game)?.game.ask_takeback(color);
            return Ok(self.publish_in_game(game, asked));
        };
        let mut events = vec![hosted.game.take_back(asker, now)];
        if hosted.terms.rated {
            let terms = hosted.game.unrate();
            self.context.write(GameChange::Unrated(game, terms));
            events.push(Event::Unrated);
        }
        let result = self.games.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }

    /// Refuses what the opponent asks for: a takeback, a result, to adjourn the game or to go on. Without
    /// such a request it withdraws one's own.
    pub(crate) fn refuse(&mut self, Player { game, color }: Player) -> CommandOutcome {
        let now = self.context.now;
        let hosted = self.games.find_mut(game)?;
        let refused = hosted.game.refuse(color, now);
        if refused.is_empty() {
            let message = "your opponent asks for nothing";
            return refuse(ErrorDetail::NoTakebackRequested, message);
        }
        let result = self.games.next_event_of(game);
        for event in refused {
            self.publish(RoomKey::Game(game), event);
        }
        Ok(Reply::DoneWith(result))
    }

    /// Offers a result, or accepts the opponent's. `own` is the player's own disc difference.
    pub(crate) fn offer_result(
        &mut self,
        Player { game, color }: Player,
        own: i32,
    ) -> CommandOutcome {
        let now = self.context.now;
        let hosted = self.games.find_mut(game)?;
        if let Some(agreed) = hosted.game.agreed_result(color, own, now)? {
            let done = self.games.next_event_of(game);
            self.publish_game_events(game, vec![agreed]);
            return Ok(Reply::DoneWith(done));
        }
        self.may_ask(Player { game, color })?;
        let offered = self.games.find_mut(game)?.game.offer_result(color, own);
        Ok(self.publish_in_game(game, offered))
    }

    /// Gives the opponent of a player time.
    pub(crate) fn give_time(&mut self, player: Player, seconds: u32) -> CommandOutcome {
        let now = self.context.now;
        let Player { game, color } = player;
        let opponent = !color;
        let given = self.games.find(game)?.check_gift(opponent, seconds)?;
        self.may_ask(player)?;
        let hosted = self.games.find_mut(game)?;
        hosted.game.give_time(opponent, given);
        let clocks = hosted.clocks(now);
        self.games.set_flag_timer(game, &mut self.context);
        let event = Event::TimeGiven { color: opponent, given, clocks };
        Ok(self.publish_in_game(game, event))
    }
}
