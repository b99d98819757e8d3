//! The moves of the server's own bots: what they play, how fast, and what they refuse.

use std::time::Duration;

use willow_board::Move;
use willow_protocol::{EndKind, ErrorDetail, GameId, Role, SpeedClass, Start, Terms, Thought};

use crate::domain::{
    Accounts, BotAnswer, Context, HostedGame, Millis, Refusal, ServerState, Shared, Timer, UserId,
    Write, refuse,
};

/// Minimum time for thirty moves in a game against a bot: half a second a move. The bots share few
/// threads, and one that waits for a thread would lose on time.
const MIN_TIME: Duration = Duration::from_secs(15);

/// A bot waits with a move for at most this part of the time left on its clock.
const PART_OF_CLOCK: Millis = 20;

impl ServerState {
    /// Takes the answer of a bot, unless the turn is over. In games with people it is played when
    /// the least time for a move is over.
    pub(crate) fn bot_answered(
        &mut self,
        game: GameId,
        turn: u64,
        answer: &BotAnswer,
        thought: Option<Box<Thought>>,
    ) {
        let now = self.shared.context.now;
        let Some(hosted) = self.games.get(&game) else { return };
        let due = hosted.bot_move_due(&self.shared);
        let bot_move = BotMove { turn, answer: answer.clone(), due, thought };
        if due <= now || hosted.turn != turn {
            self.play_bot_move(game, bot_move);
        } else if let Some(hosted) = self.games.get_mut(game) {
            hosted.bot_move = Some(bot_move);
            self.shared.context.timers.set(due, Timer::BotMove(game));
        }
    }

    /// Plays the move that has waited.
    pub(crate) fn bot_move_timer_expired(&mut self, game: GameId) {
        let now = self.shared.context.now;
        // The timer may be that of a move before a takeback, while the next one waits already.
        let is_due = |waiting: &mut BotMove| waiting.due <= now;
        let hosted = self.games.get_mut(game);
        if let Some(bot_move) = hosted.and_then(|hosted| hosted.bot_move.take_if(is_due)) {
            self.play_bot_move(game, bot_move);
        }
    }

    /// Plays the move of a bot, unless the turn is over, and writes down what the bot thought.
    fn play_bot_move(&mut self, game: GameId, bot_move: BotMove) {
        let now = self.shared.context.now;
        let BotMove { turn, answer, thought, .. } = bot_move;
        let Some(hosted) = self.games.get_mut(game) else { return };
        if hosted.end.is_some() || hosted.turn != turn {
            return;
        }
        let ply = hosted.game().n_plies() + 1;
        let Some(color) = hosted.to_move() else { return };
        let played = match answer {
            BotAnswer::Place(square) => self.play_square(game, square).is_ok(),
            BotAnswer::Resign => {
                return self.resign_game(self.games[&game].player(color), game);
            }
            BotAnswer::Failed => false,
        };
        let Some(hosted) = self.games.get_mut(game) else { return };
        if !played {
            let events = hosted.game.forfeit(color, EndKind::Forfeited, now);
            return self.publish_game_events(game, events);
        }
        let held = hosted.own_held(color).map(|content| Move::Place(content.square));
        let played = hosted.game().moves().nth(ply - 1).or(held);
        if let Some(thought) = thought.filter(|thought| Some(thought.mv) == played) {
            let thought = Box::new(Thought { ply, ..*thought });
            self.shared.context.write(Write::Thought { game, thought, at: now });
        }
    }
}

impl HostedGame {
    /// Returns the time from which the bot to move may play.
    fn bot_move_due(&self, shared: &Shared) -> Millis {
        let began = self.turn_started_at;
        let is_person = |player: UserId| {
            let user = &shared.accounts[player];
            !user.is_server_bot() && user.role() != Role::Bot
        };
        if self.terms.speed_class() == SpeedClass::Bullet
            || !self.players.into_iter().any(is_person)
        {
            return began;
        }
        let left = self.flag_falls().map(|falls| falls.saturating_sub(began));
        let max = left.map_or(Millis::MAX, |left| left / PART_OF_CLOCK);
        began + shared.context.settings.bot_move_time.min(max)
    }
}

impl Accounts {
    /// Makes sure that a bot plays a game with these terms.
    pub(crate) fn bot_accepts(
        &self,
        bot: UserId,
        terms: &Terms,
        context: &Context,
    ) -> Result<(), Refusal> {
        let user = &self[bot];
        let name = user.name();
        if terms.komi {
            let message = format!("{name} declines: the server's bots do not bid for komi");
            return refuse(ErrorDetail::BotsDoNotBid, message);
        }
        if terms.time_for_thirty_moves().is_some_and(|time| time < MIN_TIME) {
            let min = MIN_TIME.as_secs();
            return refuse(
                ErrorDetail::ClockTooFastForBot,
                format!(
                    "{name} declines: it needs at least {min} seconds for thirty moves; challenge it with a longer clock such as 1+0"
                ),
            );
        }
        let settings = user.bot().and_then(|number| context.settings.bots.get(number));
        let repeats = settings.is_some_and(|bot| !bot.plays_by_chance);
        if terms.rated && repeats && terms.start == Start::Standard {
            return refuse(
                ErrorDetail::StandardStartAgainstBot,
                format!(
                    "{name} declines: it plays the same moves in the same positions, so a rated game with it starts from `balanced` or `random:20`; add one of them, or leave out `rated`"
                ),
            );
        }
        Ok(())
    }
}

/// A bot's move held back for a minimum thinking time, so that a person can follow.
#[derive(Clone, Debug)]
pub(crate) struct BotMove {
    /// The turn that the answer is for.
    pub(crate) turn: u64,
    pub(crate) answer: BotAnswer,
    /// From when on it is played.
    pub(crate) due: Millis,
    pub(crate) thought: Option<Box<Thought>>,
}
