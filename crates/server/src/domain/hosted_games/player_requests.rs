//! Requests between players: takebacks, results, more time.

use willow_board::Color;
use willow_protocol::{CommandResult, ErrorDetail, Event, GameId};

use crate::domain::{
    CommandOutcome, GameChange, HostedGames, LimitedAction, Millis, Player, Refusal, Reply,
    ServerState, Shared, refuse,
};

impl ServerState {
    /// Requests a takeback, or accepts the opponent's request.
    pub(crate) fn takeback(&mut self, Player { game, color }: Player) -> CommandOutcome {
        let now = self.shared.context.now;
        let hosted = self.games.find_mut(game)?;
        let opponent_agrees = self.shared.accounts[hosted.player(!color)].is_server_bot();
        let asked = hosted.game.takeback_asker(color, now)?;
        let Some(asker) = asked.or(opponent_agrees.then_some(color)) else {
            self.games.may_ask(Player { game, color }, &mut self.shared)?;
            let asked = self.games.find_mut(game)?.game.ask_takeback(color);
            return Ok(Reply::DoneWith(self.games.publish(game, asked, &mut self.shared)));
        };
        let mut events = vec![hosted.game.take_back(asker, now)];
        if hosted.terms.rated {
            let terms = hosted.game.unrate();
            self.shared.context.write(GameChange::Unrated(game, terms));
            events.push(Event::Unrated);
        }
        let result = self.games.next_event_of(game);
        self.publish_game_events(game, events);
        Ok(Reply::DoneWith(result))
    }

    /// Offers a result, or accepts the opponent's. `own` is the player's own disc difference.
    pub(crate) fn offer_result(
        &mut self,
        Player { game, color }: Player,
        own: i32,
    ) -> CommandOutcome {
        let now = self.shared.context.now;
        let hosted = self.games.find_mut(game)?;
        let result = hosted.game.check_result(color, own)?;
        if let Some(agreed) = hosted.game.agreed_result(color, result, now)? {
            let done = self.games.next_event_of(game);
            self.publish_game_events(game, vec![agreed]);
            return Ok(Reply::DoneWith(done));
        }
        self.games.may_ask_for_answer(Player { game, color }, &mut self.shared)?;
        let offered = self.games.find_mut(game)?.game.offer_result(color, result);
        Ok(Reply::DoneWith(self.games.publish(game, offered, &mut self.shared)))
    }
}

impl HostedGames {
    /// Makes sure that a player may ask the opponent for something, which counts.
    fn may_ask(&self, player: Player, shared: &mut Shared) -> Result<(), Refusal> {
        let Player { game, color } = player;
        let hosted = self.find(game)?;
        let [user, opponent] = [color, !color].map(|color| hosted.player(color));
        if shared.accounts[opponent].blocks(user) {
            return refuse(ErrorDetail::Blocked, "your opponent has blocked you");
        }
        shared.accounts.spend(user, &[LimitedAction::AskInGame], &shared.context)
    }

    /// Makes sure that a player may ask for what needs an answer. The server's bots answer nothing: they allow
    /// takebacks and continue adjourned games at once.
    pub(crate) fn may_ask_for_answer(
        &self,
        player: Player,
        shared: &mut Shared,
    ) -> Result<(), Refusal> {
        let opponent = self.find(player.game)?.player(!player.color);
        if shared.accounts[opponent].is_server_bot() {
            let message = "the server's bots accept takebacks only; use `resign` to give up";
            return refuse(ErrorDetail::NotPossibleHere, message);
        }
        self.may_ask(player, shared)
    }

    /// Refuses what the opponent asks for: a takeback, a result, to adjourn the game or to go on. Without
    /// such a request it withdraws one's own.
    pub(crate) fn refuse(&mut self, player: Player, shared: &mut Shared) -> CommandOutcome {
        let Player { game, color } = player;
        let now = shared.context.now;
        let hosted = self.find_mut(game)?;
        let refused = hosted.game.refuse(color, now);
        if refused.is_empty() {
            let message = "there is no open request of your opponent";
            return refuse(ErrorDetail::NoTakebackRequested, message);
        }
        let result = self.next_event_of(game);
        for event in refused {
            self.publish(game, event, shared);
        }
        Ok(Reply::DoneWith(result))
    }

    /// Gives the opponent of a player time.
    pub(crate) fn give_time(
        &mut self,
        player: Player,
        seconds: u32,
        shared: &mut Shared,
    ) -> CommandOutcome {
        let Player { game, color } = player;
        let opponent = !color;
        let given = self.find(game)?.check_gift(opponent, seconds)?;
        self.may_ask(player, shared)?;
        let result = self.give_time_by_server(game, opponent, given, shared);
        Ok(Reply::DoneWith(result.unwrap_or_default()))
    }

    /// Adds time to a clock of a game that is played.
    pub(crate) fn give_time_by_server(
        &mut self,
        game: GameId,
        color: Color,
        given: Millis,
        shared: &mut Shared,
    ) -> Option<CommandResult> {
        let hosted = self.get_mut(game).filter(|hosted| hosted.end.is_none())?;
        hosted.game.give_time(color, given);
        let clocks = hosted.clocks(shared.context.now);
        self.set_flag_timer(game, &mut shared.context);
        let event = Event::TimeGiven { color, given, clocks };
        Some(self.publish(game, event, shared))
    }
}
