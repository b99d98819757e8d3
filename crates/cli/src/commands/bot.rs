//! `willow bot`: connects a player to a game server as an ordinary client.

mod bot_game;

use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use willow_board::{Action, Clock, Color, TimeControl};
use willow_players::{BuildContext, PlayerSpec, build_player, derive_seed};
use willow_protocol::client::{Client, Credentials, OnRetry};
use willow_protocol::{
    ClockState, Command, Event, GameEnd, GameId, GameState, GameSummary, Notice, Room,
};

use self::bot_game::{BotGame, result_text};
use super::destination::{client_error, credentials, destination, note_retry};
use crate::args::BotArgs;
use crate::error::CliError;
use crate::output;
use crate::players;
use crate::status::Status;

/// How long the bot tries to reach a server that is away.
const RECONNECT_TIMEOUT: Duration = Duration::from_mins(10);

/// The time of each turn that is reserved for the network.
const LAG: Duration = Duration::from_millis(100);

/// Runs `willow bot`.
pub(super) fn run(args: &BotArgs) -> Result<Status, CliError> {
    let spec = players::parse(&args.player)?;
    let seed = players::fresh_seed();
    // A SPEC with wrong values is told before a connection is made.
    build_player(&spec, &BuildContext::new(seed))?;
    let server = destination(&args.server, &args.tls)?;
    let address = server.address().to_owned();
    let on_retry = Some(OnRetry::new(note_retry));
    let credentials = credentials(args.name.as_ref(), args.token.as_ref())?;
    let credentials = credentials.unwrap_or(Credentials::Guest(None));
    let client =
        Client::connect_with_reports(server, credentials, RECONNECT_TIMEOUT, seed, on_retry)
            .map_err(|error| client_error(&error))?;
    if let Some(name) = client.name() {
        output::print(&format!("{spec} plays as {name} on {address}\n"))?;
    }
    let (most, left) = (args.games as usize, args.stop_after);
    let (games, unseen) = (BTreeMap::new(), BTreeSet::new());
    Bot { client, spec, seed, most, left, games, unseen }.play()?;
    Ok(Status::Done)
}

/// When a game began that is new to the bot. The number of moves does not tell: the opponent may have
/// moved before the bot asks how the game stands.
#[derive(Clone, Copy)]
enum Beginning {
    /// In this run.
    Now,
    /// In an earlier run, or while the connection was lost.
    Earlier,
}

/// A bot and its games.
struct Bot {
    client: Client,
    spec: PlayerSpec,
    seed: u64,
    /// The most games at once.
    most: usize,
    /// How many games are still to be played, if there is an end.
    left: Option<u32>,
    games: BTreeMap<GameId, BotGame>,
    /// The games of this run that were over before the bot saw their boards.
    unseen: BTreeSet<GameId>,
}

impl Bot {
    fn play(&mut self) -> Result<(), CliError> {
        self.ask(Command::Lobby { follow: false })?;
        self.resume_games()?;
        while self.left != Some(0) {
            let notice = self.client.next().map_err(|error| client_error(&error))?;
            self.handle(&notice)?;
        }
        Ok(())
    }

    fn ask(&mut self, command: Command) -> Result<Event, CliError> {
        self.client.request(command).map_err(|error| client_error(&error))
    }

    /// Continues the games that an earlier run of this bot left.
    fn resume_games(&mut self) -> Result<(), CliError> {
        let Event::Games { games, .. } = self.ask(Command::Games)? else { return Ok(()) };
        let name = self.client.name().cloned();
        for summary in games {
            if Some(&summary.black) == name.as_ref() || Some(&summary.white) == name.as_ref() {
                self.turn(summary.game, Beginning::Earlier)?;
            }
        }
        Ok(())
    }

    fn handle(&mut self, notice: &Notice) -> Result<(), CliError> {
        let followed = match notice.room {
            Some(Room::Game(game)) => self.games.get_mut(&game),
            _ => None,
        };
        let calls = followed.map(|bot_game| bot_game.calls_after(notice));
        match (&notice.event, notice.room) {
            (Event::Offered(offer), Some(Room::Private))
                if Some(&offer.from) != self.client.name() =>
            {
                let game = offer.game;
                // Either command may come too late for the offer.
                if self.is_full() {
                    self.ask(Command::Decline { game: Some(game) })?;
                } else {
                    self.ask(Command::Join { game: Some(game) })?;
                    self.turn(game, Beginning::Now)?;
                }
            }
            (Event::TakebackAsked { color }, Some(Room::Game(game)))
                if self.games.get(&game).is_some_and(|game| game.color != *color) =>
            {
                self.ask(Command::Refuse { game: Some(game) })?;
            }
            (Event::Ended(end), Some(Room::Game(game))) => self.ended(game, end),
            (Event::Started(_), Some(Room::Game(game))) => self.turn(game, Beginning::Now)?,
            (Event::Snapshot(snapshot), _) => {
                if let Some(game) = snapshot.game.as_ref().map(|state| state.summary.game) {
                    self.turn(game, Beginning::Earlier)?;
                }
            }
            (event, Some(Room::Game(game))) => {
                let begins = || matches!(event, Event::Moved { .. } | Event::Resumed { .. });
                if calls.unwrap_or_else(begins) {
                    self.turn(game, Beginning::Earlier)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Returns whether there are as many games as there may be, now or until the bot leaves.
    fn is_full(&self) -> bool {
        let games = self.games.len();
        self.most <= games || self.left.is_some_and(|left| left as usize <= games)
    }

    fn ended(&mut self, game: GameId, end: &GameEnd) {
        if let Some(bot_game) = self.games.remove(&game) {
            self.tell_end(game, end, bot_game.color);
            bot_game.end(end);
        }
    }

    /// Tells how a game ended, and counts it.
    fn tell_end(&mut self, game: GameId, end: &GameEnd, color: Color) {
        output::note(&format!("game {game}: {}", result_text(end, color)));
        self.left = self.left.map(|left| left.saturating_sub(1));
    }

    /// Follows a game and plays a move if it is the bot's turn. Events may be old by the time they are
    /// read, so the server is asked how the game stands.
    fn turn(&mut self, game: GameId, beginning: Beginning) -> Result<(), CliError> {
        let Event::State(state) = self.ask(Command::Board { game: Some(game) })? else {
            return Ok(());
        };
        let Some(color) = self.color_in(&state) else { return Ok(()) };
        if let Some(end) = &state.summary.end {
            if self.games.contains_key(&game) {
                self.ended(game, end);
            } else if matches!(beginning, Beginning::Now) && self.unseen.insert(game) {
                self.tell_end(game, end, color);
            }
            return Ok(());
        }
        let game = self.game(&state, color, beginning)?;
        game.follow(*state).map_err(CliError::failed)?;
        if game.is_to_move() {
            let command = command(game)?;
            // If the flag has fallen meanwhile the server says so by an event.
            self.ask(command)?;
        }
        Ok(())
    }

    fn color_in(&self, state: &GameState) -> Option<Color> {
        let name = self.client.name()?;
        let summary = &state.summary;
        match (&summary.black == name, &summary.white == name) {
            (true, _) => Some(Color::Black),
            (_, true) => Some(Color::White),
            _ => None,
        }
    }

    /// Returns the bot's game of this number, and starts it if it is new.
    fn game(
        &mut self,
        state: &GameState,
        color: Color,
        beginning: Beginning,
    ) -> Result<&mut BotGame, CliError> {
        Ok(match self.games.entry(state.summary.game) {
            Entry::Occupied(game) => game.into_mut(),
            Entry::Vacant(empty) => {
                let seed = derive_seed(self.seed, empty.key().0);
                output::note(&start_text(&state.summary, beginning));
                let player = build_player(&self.spec, &BuildContext::new(seed))?;
                let game = BotGame::start(player, state.clone(), color, seed);
                empty.insert(game.map_err(CliError::failed)?)
            }
        })
    }
}

/// Returns the line about a game that the bot starts or continues.
fn start_text(summary: &GameSummary, beginning: Beginning) -> String {
    let GameSummary { game, black, white, terms, .. } = summary;
    let begin = match beginning {
        Beginning::Now => "started",
        Beginning::Earlier => "continued",
    };
    format!("game {game} {begin}: {black} (black) against {white} (white), {terms}")
}

/// Returns the command that plays the move of the bot's player.
fn command(bot_game: &mut BotGame) -> Result<Command, CliError> {
    let state = &bot_game.state;
    let (game, ply) = (Some(state.summary.game), Some(state.moves.len() as u32));
    let clock = clock(state.summary.terms.clock, state.clocks);
    let decision = bot_game.choose(clock, LAG).map_err(CliError::failed)?;
    Ok(match decision.action {
        Action::Resign => Command::Resign { game },
        Action::Play(mv) => Command::Move { game, mv, ply },
    })
}

/// Returns a clock with the times of the server's clock.
fn clock(control: TimeControl, left: ClockState) -> Clock {
    let side = |left: Option<u64>| {
        let left = left.map_or(Duration::ZERO, Duration::from_millis);
        match control {
            TimeControl::Unlimited | TimeControl::PerMove(_) => control,
            TimeControl::Game(_) | TimeControl::Ggs { .. } => TimeControl::Game(left),
            TimeControl::Increment { increment, .. } => {
                TimeControl::Increment { main: left, increment }
            }
            TimeControl::Byoyomi { period, .. } => {
                TimeControl::Byoyomi { main: left.saturating_sub(period), period }
            }
        }
    };
    Clock::with_odds(side(left.black), side(left.white))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_began_now_is_started_though_the_opponent_has_moved() {
        let summary = r#"{"game": 7, "black": "alice", "white": "dice", "clock": "5+3",
            "rated": false, "plies": 1}"#;
        let summary: GameSummary = serde_json::from_str(summary).unwrap();
        assert!(start_text(&summary, Beginning::Now).starts_with("game 7 started: alice (black)"));
        assert!(start_text(&summary, Beginning::Earlier).starts_with("game 7 continued: alice"));
    }
}
