//! `willow bot`: a player of the arena as a client of a game server.

use std::collections::BTreeMap;
use std::time::Duration;

use willow_arena::{
    Action, BuildContext, GameSetup, Player, PlayerSpec, StopFlag, Turn, build_player,
};
use willow_board::{Clock, Color, Game, TimeControl};
use willow_client::{Client, ClientError, Credentials};
use willow_protocol::{ClockState, Command, Event, GameId, GameState, InGame, Notice, Room};

use super::connect::with_port;
use crate::args::BotArgs;
use crate::error::CliError;
use crate::players;
use crate::status::Status;

/// How long the server may be away.
const PATIENCE: Duration = Duration::from_mins(10);

/// What is kept of each turn for the way to the server and back.
const LAG: Duration = Duration::from_millis(100);

/// Runs `willow bot`.
pub(super) fn run(args: &BotArgs) -> Result<Status, CliError> {
    let spec = players::parse(&args.player)?;
    let seed = players::fresh_seed();
    // A SPEC with wrong values is told before a connection is made.
    build_player(&spec, &BuildContext::new(seed)).map_err(|error| players::usage(&error))?;
    let address = with_port(&args.server);
    let client =
        Client::connect(&address, credentials(args)?, PATIENCE, seed).map_err(CliError::failed)?;
    if let Some(name) = client.name() {
        super::print(&format!("{spec} plays as {name} on {address}\n"))?;
    }
    let (most, left) = (args.games as usize, args.stop_after);
    Bot { client, spec, seed, most, left, seats: BTreeMap::new() }.play()?;
    Ok(Status::Done)
}

fn credentials(args: &BotArgs) -> Result<Credentials, CliError> {
    let token = args.token.clone().or_else(|| std::env::var("WILLOW_TOKEN").ok());
    if let Some(token) = token.filter(|_| args.name.is_none()) {
        return Ok(Credentials::Token(token));
    }
    let name = args.name.as_ref().map(|name| name.parse().map_err(CliError::usage));
    Ok(Credentials::Guest(name.transpose()?))
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
    seats: BTreeMap<GameId, Seat>,
}

/// A game of the bot.
struct Seat {
    player: Box<dyn Player>,
    color: Color,
}

impl Bot {
    fn play(&mut self) -> Result<(), CliError> {
        self.ask(Command::Lobby { follow: false })?;
        self.go_on()?;
        while self.left != Some(0) {
            let notice = self.client.next().map_err(failed)?;
            self.heed(&notice)?;
        }
        Ok(())
    }

    fn ask(&mut self, command: Command) -> Result<Event, CliError> {
        self.client.ask(command).map_err(failed)
    }

    /// Goes on with games of an earlier life.
    fn go_on(&mut self) -> Result<(), CliError> {
        let Event::Games { games, .. } = self.ask(Command::Games)? else { return Ok(()) };
        let name = self.client.name().cloned();
        for summary in games {
            if Some(&summary.black) == name.as_ref() || Some(&summary.white) == name.as_ref() {
                self.turn(summary.game)?;
            }
        }
        Ok(())
    }

    fn heed(&mut self, notice: &Notice) -> Result<(), CliError> {
        match (&notice.event, notice.room) {
            (Event::Offered(offer), Some(Room::Private))
                if Some(&offer.from) != self.client.name() =>
            {
                let game = offer.game;
                let full = self.seats.len() >= self.most;
                let command = if full { Command::Decline { game } } else { Command::Join { game } };
                // The offer may be gone already.
                self.ask(command)?;
            }
            (Event::TakebackAsked { color }, Some(Room::Game(game)))
                if self.seats.get(&game).is_some_and(|seat| seat.color != *color) =>
            {
                self.ask(Command::Refuse(InGame { game: Some(game) }))?;
            }
            (Event::Ended(_), Some(Room::Game(game))) => self.ended(game),
            (
                Event::Started(_)
                | Event::Moved { .. }
                | Event::TakenBack { .. }
                | Event::Resumed { .. }
                | Event::Snapshot(_),
                Some(Room::Game(game)),
            ) => self.turn(game)?,
            (Event::Snapshot(snapshot), None) => {
                if let Some(game) = snapshot.game.as_ref().map(|state| state.summary.game) {
                    self.turn(game)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn ended(&mut self, game: GameId) {
        if self.seats.remove(&game).is_some() {
            self.left = self.left.map(|left| left.saturating_sub(1));
        }
    }

    /// Plays a move if it is the bot's turn. Events may be old by the time they are read, so the
    /// server is asked how the game stands.
    fn turn(&mut self, game: GameId) -> Result<(), CliError> {
        let Event::State(state) = self.ask(Command::Board(InGame { game: Some(game) }))? else {
            return Ok(());
        };
        let Some(color) = self.color_in(&state) else { return Ok(()) };
        if state.summary.end.is_some() || state.position.side_to_move() != color {
            self.sit(&state, color)?;
            return Ok(());
        }
        let command = self.choose(&state, color)?;
        // If the flag has fallen meanwhile the server says so by an event.
        self.ask(command)?;
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

    /// Takes a seat in a game that goes on, if the bot has none there.
    fn sit(&mut self, state: &GameState, color: Color) -> Result<(), CliError> {
        let game = state.summary.game;
        if self.seats.contains_key(&game) || state.summary.end.is_some() {
            return Ok(());
        }
        let seed = self.seed ^ game.0;
        let context = BuildContext::new(seed);
        let mut player =
            build_player(&self.spec, &context).map_err(|error| players::usage(&error))?;
        let setup = GameSetup { start: state.initial, color, seed };
        player.start_game(&setup).map_err(CliError::failed)?;
        self.seats.insert(game, Seat { player, color });
        Ok(())
    }

    /// Lets the player choose.
    fn choose(&mut self, state: &GameState, color: Color) -> Result<Command, CliError> {
        self.sit(state, color)?;
        let id = state.summary.game;
        let resign = Command::Resign(InGame { game: Some(id) });
        let Some(seat) = self.seats.get_mut(&id) else { return Ok(resign) };
        let mut game = Game::from_position(state.initial);
        for &mv in &state.moves {
            game.play(mv).map_err(CliError::failed)?;
        }
        let mut clock = clock(state.summary.terms.clock, state.clocks);
        clock.start(color, Duration::ZERO);
        let stop = StopFlag::new();
        let turn = Turn::new(&game, &clock, LAG, &stop);
        let decision = seat.player.choose(&turn).map_err(CliError::failed)?;
        Ok(match decision.action {
            Action::Resign => resign,
            Action::Play(mv) => {
                Command::Move { game: Some(id), mv, ply: Some(state.moves.len() as u32) }
            }
        })
    }
}

/// Returns a clock that shows what the server's shows.
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

fn failed(error: ClientError) -> CliError {
    CliError::failed(error)
}
