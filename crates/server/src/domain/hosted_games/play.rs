//! Moves and turns, the chat of a game, and what a proxy reports of the other server's clock.

use std::time::Duration;

use willow_board::{Color, Move, Rejection, Square};
use willow_protocol::{EndKind, ErrorDetail, Event, GameId, Name, Role, Side};

use crate::domain::router::Sender;
use crate::domain::{
    Accounts, BotCommand, BotJob, CommandOutcome, GameRoom, HostedGame, HostedGames, Refusal,
    Reply, ServerState, Shared, move_refusal, refuse,
};

/// A game can be aborted while fewer plies than this were played.
pub(crate) const ABORT_BEFORE: usize = 2;

/// A player in a game that is in progress.
#[derive(Clone, Copy)]
pub(crate) struct Player {
    pub(crate) game: GameId,
    pub(crate) color: Color,
}

impl ServerState {
    pub(crate) fn play_move(
        &mut self,
        Player { game, color }: Player,
        mv: Move,
        ply: Option<u32>,
    ) -> CommandOutcome {
        let hosted = self.games.find_mut(game)?;
        let square = hosted.checked_square(color, mv, ply)?;
        let position = *hosted.game().position();
        let result = self.games.next_event_of(game);
        self.play_square(game, square).map_err(|rejection| move_refusal(rejection, &position))?;
        Ok(Reply::DoneWith(result))
    }

    /// Plays a move of the side to move, or holds it in a pair in lock-step.
    pub(crate) fn play_square(&mut self, game: GameId, square: Square) -> Result<(), Rejection> {
        let now = self.shared.context.now;
        let Some(hosted) = self.games.get_mut(game) else { return Ok(()) };
        let was_stopped = hosted.game.run_clocks(now).is_some();
        let played = if self.games.must_hold(game) {
            self.games.hold(game, square, &mut self.shared)
        } else {
            self.place(game, square)
        };
        let hosted = self.games.get_mut(game).filter(|_| was_stopped && played.is_err());
        if let Some(hosted) = hosted {
            hosted.game.stop_clocks(now);
        }
        played
    }

    fn place(&mut self, game: GameId, square: Square) -> Result<(), Rejection> {
        let Some(hosted) = self.games.get_mut(game) else { return Ok(()) };
        let events = hosted.game.place(square, self.shared.context.now)?;
        self.publish_game_events(game, events);
        Ok(())
    }

    /// Publishes the events of a game, and ends the game or starts the next turn.
    pub(crate) fn publish_game_events(&mut self, game: GameId, events: Vec<Event>) {
        for event in events {
            self.games.publish(game, event, &mut self.shared);
        }
        self.lobby.game_progressed(game, &mut self.shared.context);
        if self.games.get(&game).is_some_and(|hosted| hosted.end.is_some()) {
            self.game_ended(game);
            self.games.command_bots(game, &mut self.shared);
        } else {
            self.games.start_turn(game, &mut self.shared);
        }
        if self.games.get(&game).is_some_and(|hosted| hosted.terms.lockstep) {
            self.release(game);
        }
    }
}

impl HostedGames {
    /// Returns the player who sent a command; the game must be in progress.
    pub(crate) fn player(
        &self,
        sender: Sender<'_>,
        game: Option<GameId>,
        shared: &mut Shared,
    ) -> Result<Player, Refusal> {
        let (user, connections) = (sender.user()?, &mut shared.connections);
        let game = connections.current_game(sender.connection, game)?;
        let hosted = self.find(game)?;
        let color = hosted.color_of(user).ok_or_else(|| {
            Refusal::new(ErrorDetail::NotAPlayer, format!("you are not a player of game {game}"))
        })?;
        if let Some(end) = hosted.end {
            let is_late = end.reason == EndKind::Timeout && end.loser == Some(Side(color));
            let reason = if is_late { "your time is up: " } else { "" };
            return refuse(ErrorDetail::GameOver, format!("{reason}game {game} is over"));
        }
        connections.set_current_game(sender.connection, game);
        Ok(Player { game, color })
    }

    /// Starts the search of a bot that is to move, and the clock as soon as its player knows of the turn.
    pub(crate) fn start_turn(&mut self, game: GameId, shared: &mut Shared) {
        self.command_bots(game, shared);
        self.stop_until_delivered(game, &mut shared.context);
        self.set_flag_timer(game, &mut shared.context);
        self.set_patience_timer(game, shared);
    }

    /// Starts a turn for the bots: an earlier search is cancelled, and the bot that is to move
    /// starts a new one.
    fn command_bots(&mut self, game: GameId, shared: &mut Shared) {
        let Some(hosted) = self.get_mut(game) else { return };
        hosted.turn += 1;
        if hosted.players.into_iter().all(|player| !shared.accounts[player].is_server_bot()) {
            return;
        }
        let color = hosted.to_move();
        let bot = color.and_then(|color| shared.accounts[hosted.player(color)].bot());
        shared.context.effects.bot_commands.push(match bot {
            Some(bot) => BotCommand::Search(Box::new(bot_job(hosted, bot))),
            None => BotCommand::Cancel(game),
        });
    }

    /// Records for a proxy that a player's main time is over on the other server, whose clock decides. The first
    /// player of whom it is said can win the game on the board no more.
    pub(crate) fn overtime(
        &mut self,
        player: Player,
        name: &Name,
        accounts: &Accounts,
    ) -> CommandOutcome {
        let color = self.named_by_proxy(player, name, accounts)?;
        self.find_mut(player.game)?.game.report_overtime(color);
        Ok(Reply::Done)
    }

    /// Returns the colour of the player whom a proxy names in a game of its own.
    pub(crate) fn named_by_proxy(
        &self,
        Player { game, color }: Player,
        name: &Name,
        accounts: &Accounts,
    ) -> Result<Color, Refusal> {
        let hosted = self.find(game)?;
        if accounts[hosted.player(color)].role() != Role::Proxy {
            let message = "only a player of a bridge may say what happened on the other server";
            return refuse(ErrorDetail::RoleTooLow, message);
        }
        hosted.color_named(name).ok_or_else(|| Refusal::no_user(name))
    }
}

/// Returns the position for a bot to search.
fn bot_job(hosted: &HostedGame, bot: usize) -> BotJob {
    // The bot starts its search after the commit; the snapshot has the time at which its clock
    // started.
    let last = hosted.log(GameRoom::Game).recent().last();
    let now = last.map_or(0, |notice| notice.notice().time);
    let snapshot = hosted.referee.snapshot(Duration::from_millis(now));
    BotJob { game: hosted.id, turn: hosted.turn, bot, snapshot }
}
