//! `willow bot`: connects a player to a game server as an ordinary client.

mod bot_game;
mod rest;
mod seat;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use willow_board::{Action, Color};
use willow_players::{
    BuildContext, Decision, DialogueLog, GameSetup, PlayerSpec, SearchInfo, build_player,
    derive_seed, moves_from_start,
};
use willow_protocol::client::{Client, Credentials, OnRetry, Received};
use willow_protocol::{
    BidValue, Command, ErrorCode, ErrorDetail, Event, GameEnd, GameId, GameState, GameSummary,
    Notice, Offer, Role, Room, Start,
};

use self::bot_game::{BotGame, Turn, result_text};
use self::rest::Rest;
use self::seat::{Found, Seat};
use super::destination::{client_error, credentials, destination, note_retry};
use crate::args::BotArgs;
use crate::error::CliError;
use crate::output;
use crate::players;
use crate::status::Status;

/// How long the bot tries to reach a server that is away.
const RECONNECT_TIMEOUT: Duration = Duration::from_mins(10);

/// How often the players' answers are looked for while one of them thinks.
const THINKING_INTERVAL: Duration = Duration::from_millis(5);

/// How often games are looked at in which nothing happens.
const IDLE_INTERVAL: Duration = Duration::from_secs(5);

/// The pause before a command is sent again that the server refused for a moment.
const RETRY_PAUSE: Duration = Duration::from_millis(300);
/// How often the command is sent again.
const MAX_RETRIES: u32 = 5;

/// Runs `willow bot`.
pub(super) fn run(args: &BotArgs) -> Result<Status, CliError> {
    let spec = players::parse(&args.player)?;
    let seed = players::fresh_seed();
    // Report an invalid SPEC, or a program that does not start, before connecting.
    let sets_any_position = players::start_player(&spec)?.sets_any_position();
    let log = args
        .log
        .as_deref()
        .map(|path| DialogueLog::open(path).map_err(|error| CliError::file("write", path, &error)));
    let log = log.transpose()?;
    let server = destination(&args.server, &args.tls)?;
    let address = server.address().to_owned();
    let on_retry = Some(OnRetry::new(note_retry));
    let credentials = credentials(args.name.as_ref(), args.token.as_ref())?;
    let credentials = credentials.unwrap_or(Credentials::Guest(None));
    let client =
        Client::connect_with_reports(server, credentials, RECONNECT_TIMEOUT, seed, on_retry)
            .map_err(|error| client_error(&error))?;
    if let Some(name) = client.name() {
        let role = client.role();
        output::print(&format!("{spec} plays as {name} ({role}) on {address}\n"))?;
    }
    if client.role() == Role::Guest && args.name.is_none() {
        output::note(
            "a guest plays no rated games: `--token` or WILLOW_TOKEN signs in to an account",
        );
    }
    let (answers, found) = mpsc::channel();
    let mut bot = Bot {
        client,
        spec,
        sets_any_position,
        seed,
        log,
        max_games: args.games as usize,
        left: args.stop_after,
        games: BTreeMap::new(),
        unseen: BTreeSet::new(),
        answers,
        found,
        last_ticket: 0,
        rest: Rest::default(),
        polled_at: Instant::now(),
        leaving: Vec::new(),
    };
    bot.play()?;
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
    sets_any_position: bool,
    seed: u64,
    log: Option<DialogueLog>,
    /// Maximum games at once.
    max_games: usize,
    /// How many games are still to be played, if there is an end.
    left: Option<u32>,
    games: BTreeMap<GameId, BotGame>,
    /// The games of this run that were over before the bot saw their boards.
    unseen: BTreeSet<GameId>,
    /// Where the players' answers go, and where they arrive.
    answers: Sender<Found>,
    found: Receiver<Found>,
    last_ticket: u64,
    rest: Rest,
    /// When all games were polled last.
    polled_at: Instant,
    /// The threads of players whose games are over.
    leaving: Vec<JoinHandle<()>>,
}

impl Bot {
    fn play(&mut self) -> Result<(), CliError> {
        self.ask(Command::Lobby { follow: false })?;
        self.catch_up()?;
        while self.left != Some(0) {
            let is_thinking = self.games.values().any(|game| game.asked.is_some());
            let wait = if is_thinking { THINKING_INTERVAL } else { IDLE_INTERVAL };
            match self.client.next_timeout(wait).map_err(|error| client_error(&error))? {
                Received::Notice(notice) => self.handle(&notice)?,
                Received::Nothing => {}
                // Challenges may have come and gone meanwhile.
                Received::Disconnected => self.catch_up()?,
            }
            while let Ok(found) = self.found.try_recv() {
                self.answer(found)?;
            }
            if IDLE_INTERVAL <= self.polled_at.elapsed() {
                self.poll_games()?;
            }
        }
        Ok(())
    }

    /// Executes a command. One that comes too fast, or that a busy server cannot execute, is sent again.
    fn ask(&mut self, command: Command) -> Result<Event, CliError> {
        for _ in 0..MAX_RETRIES {
            let answer =
                self.client.request(command.clone()).map_err(|error| client_error(&error))?;
            let Event::Error { code, detail, .. } = &answer else { return Ok(answer) };
            let is_too_fast = *detail == Some(ErrorDetail::TooManyCommands);
            if !is_too_fast && *code != ErrorCode::Internal {
                return Ok(answer);
            }
            thread::sleep(RETRY_PAUSE);
        }
        self.client.request(command).map_err(|error| client_error(&error))
    }

    /// Continues the games that an earlier run of this bot left, and answers the challenges that wait.
    fn catch_up(&mut self) -> Result<(), CliError> {
        let name = self.client.name().cloned();
        for command in [Command::Games, Command::Adjourned] {
            let Event::Games { games, offers } = self.ask(command)? else { continue };
            for summary in games {
                if Some(&summary.black) == name.as_ref() || Some(&summary.white) == name.as_ref() {
                    self.turn(summary.game, Beginning::Earlier)?;
                }
            }
            for offer in offers.iter().filter(|offer| offer.to.is_some() && offer.to == name) {
                self.answer_challenge(offer)?;
            }
        }
        Ok(())
    }

    /// Asks how the games stand in which the bot is to move and does not think: a command may have been
    /// refused because the server could not carry it out.
    fn poll_games(&mut self) -> Result<(), CliError> {
        self.polled_at = Instant::now();
        self.leaving.retain(|thread| !thread.is_finished());
        let name = self.client.name();
        let stuck = self.games.iter().filter(|(_, game)| {
            game.asked.is_none() && game.turn(name).is_some() || game.is_asked_for_something()
        });
        for game in stuck.map(|(&game, _)| game).collect::<Vec<_>>() {
            self.turn(game, Beginning::Earlier)?;
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
                self.answer_challenge(offer)?;
            }
            (Event::Ended(end), Some(Room::Game(game))) => self.ended(game, end),
            (Event::Started(_), Some(Room::Game(game))) => self.turn(game, Beginning::Now)?,
            (Event::Snapshot(snapshot), _) => {
                if let Some(game) = snapshot.game.as_ref().map(|state| state.summary.game) {
                    self.turn(game, Beginning::Earlier)?;
                }
            }
            (event, Some(Room::Game(game))) => {
                let begins = || {
                    matches!(
                        event,
                        Event::Moved { .. } | Event::Resumed { .. } | Event::ContinueAsked { .. }
                    )
                };
                if calls.unwrap_or_else(begins) {
                    self.turn(game, Beginning::Earlier)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Accepts a challenge, or declines it if the bot cannot play it now. Either may come too late for the offer.
    fn answer_challenge(&mut self, offer: &Offer) -> Result<(), CliError> {
        let game = offer.game;
        let reason = match self.reason_to_decline(offer) {
            Some(reason) => reason,
            None => match self.ask(Command::Join { game: Some(game) })? {
                Event::Error { message, .. } => message,
                _ => return self.turn(game, Beginning::Now),
            },
        };
        // Report one that was accepted or withdrawn meanwhile, too.
        if !matches!(self.ask(Command::Decline { game: Some(game) })?, Event::Error { .. }) {
            output::note(&format!("challenge {game} of {} declined: {reason}", offer.from));
        }
        Ok(())
    }

    /// Returns why the bot does not play a game now, if it does not.
    fn reason_to_decline(&self, offer: &Offer) -> Option<String> {
        let n_games = self.games.values().filter(|game| !game.is_adjourned()).count();
        if self.max_games <= n_games {
            return Some(format!(
                "{n_games} of {} games (--games) are being played",
                self.max_games
            ));
        }
        if self.left.is_some_and(|left| left as usize <= n_games) {
            return Some("these are the last games (--stop-after)".to_owned());
        }
        if let Some(left) = self.rest.left() {
            let seconds = left.as_secs_f64().ceil();
            return Some(format!("the player has failed; no new game for {seconds} s"));
        }
        let tells_discs = matches!(self.spec.name(), "willow" | "nboard");
        if offer.terms.komi && !tells_discs {
            return Some(format!("{} reports no score in discs to bid for komi", self.spec.name()));
        }
        (!self.sets_up(&offer.terms.start))
            .then(|| format!("the program has no command to set up {}", offer.terms.start))
    }

    /// Returns whether the player can begin at a start. A balanced one arises from moves.
    fn sets_up(&self, start: &Start) -> bool {
        self.sets_any_position
            || match start {
                Start::Standard | Start::Balanced => true,
                Start::Random(_) => false,
                Start::Position(position) => moves_from_start(position).is_some(),
            }
    }

    fn ended(&mut self, game: GameId, end: &GameEnd) {
        let Some(bot_game) = self.games.remove(&game) else { return };
        self.tell_end(game, end, bot_game.color);
        if bot_game.was_silent(end) {
            let seconds = self.rest.begin().as_secs();
            output::note(&format!("game {game}: no answer in time; no new game for {seconds} s"));
        } else if !bot_game.has_failed {
            self.rest = Rest::default();
        }
        self.leaving.extend(bot_game.end(end));
    }

    /// Tells how a game ended, and counts it.
    fn tell_end(&mut self, game: GameId, end: &GameEnd, color: Color) {
        output::note(&format!("game {game}: {}", result_text(end, color)));
        self.left = self.left.map(|left| left.saturating_sub(1));
    }

    /// Follows a game and asks the player for a move if it is the bot's turn. Events may be old by the time they
    /// are read, so the server is asked how the game stands.
    fn turn(&mut self, id: GameId, beginning: Beginning) -> Result<(), CliError> {
        let Event::State(state) = self.ask(Command::Board { game: Some(id) })? else {
            return Ok(());
        };
        let Some(color) = self.color_in(&state) else { return Ok(()) };
        if let Some(end) = &state.summary.end {
            if self.games.contains_key(&id) {
                self.ended(id, end);
            } else if matches!(beginning, Beginning::Now) && self.unseen.insert(id) {
                self.tell_end(id, end, color);
            }
            return Ok(());
        }
        let game = self.games.entry(id).or_insert_with(|| {
            output::note(&start_text(&state.summary, beginning));
            BotGame::new((*state).clone(), color)
        });
        (game.state, game.color) = (*state, color);
        if game.is_asked_for_something() {
            // The bot is online, so it continues adjourned games; it accepts no other offer.
            let continues = game.is_adjourned();
            let game = Some(id);
            self.ask(if continues {
                Command::Continue { game }
            } else {
                Command::Refuse { game }
            })?;
        }
        self.think(id)
    }

    /// Lets the player of a game think if the bot is to move. A game whose player has failed is resigned.
    fn think(&mut self, id: GameId) -> Result<(), CliError> {
        let Some(game) = self.games.get_mut(&id) else { return Ok(()) };
        let Some(turn) = game.turn(self.client.name()) else { return Ok(()) };
        if game.has_failed {
            return self.give_up(id);
        }
        if game.asked.is_some_and(|question| question.turn == turn) {
            return Ok(());
        }
        if game.seat.is_none() {
            let seed = derive_seed(self.seed, id.0);
            let log = self.log.as_ref().map(|log| log.of_game(id.0));
            let context = BuildContext::new(seed).with_log(log);
            let player = build_player(&self.spec, &context)?;
            let setup = GameSetup { start: game.state.initial, color: game.color, seed };
            game.seat = Some(Seat::start(player, id, setup, self.answers.clone()));
        }
        self.last_ticket += 1;
        game.ask(turn, self.last_ticket);
        Ok(())
    }

    /// Plays what a player has found. If the player failed, the bot resigns the game.
    fn answer(&mut self, found: Found) -> Result<(), CliError> {
        let Found { game: id, ticket, answer } = found;
        let Some(game) = self.games.get_mut(&id) else { return Ok(()) };
        let Some(question) = game.take_question(ticket) else { return Ok(()) };
        let decision = match answer {
            Ok(decision) => decision,
            Err(error) => {
                game.has_failed = true;
                let rest = self.rest.begin();
                let seconds = rest.as_secs();
                output::note(&format!(
                    "game {id}: {error}; resigning, and no new game for {seconds} s"
                ));
                return self.give_up(id);
            }
        };
        // If the flag has fallen meanwhile the server says so by an event.
        self.ask(command(id, question.turn, &decision))?;
        Ok(())
    }

    /// Resigns a game, or aborts it where nobody can resign yet.
    fn give_up(&mut self, game: GameId) -> Result<(), CliError> {
        let game = Some(game);
        if matches!(self.ask(Command::Resign { game })?, Event::Error { .. }) {
            self.ask(Command::Abort { game })?;
        }
        Ok(())
    }

    fn color_in(&self, state: &GameState) -> Option<Color> {
        let name = self.client.name()?;
        Color::ALL.into_iter().find(|&color| state.player(color) == name)
    }
}

impl Drop for Bot {
    /// Ends the players, and so the programs that they have started.
    fn drop(&mut self) {
        let seats = std::mem::take(&mut self.games).into_values().filter_map(|game| game.seat);
        self.leaving.extend(seats.map(|(_, thread)| thread));
        for thread in self.leaving.drain(..) {
            let _ = thread.join();
        }
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

/// Largest bid in hundredths of a disc: all 64 squares.
const MAX_BID: f64 = 6400.0;

/// Returns the command that plays what a player has decided.
fn command(game: GameId, turn: Turn, decision: &Decision) -> Command {
    let game = Some(game);
    match (decision.action, turn) {
        (Action::Resign, _) => Command::Resign { game },
        (Action::Play(mv), Turn::Move(ply)) => Command::Move { game, mv, ply: Some(ply) },
        (Action::Play(mv), Turn::Bid) => match mv.square() {
            Some(square) => {
                let discs = decision.report.as_ref().and_then(SearchInfo::discs);
                let hundredths = (discs.unwrap_or(0.0) * 100.0).round().clamp(-MAX_BID, MAX_BID);
                let value = BidValue::of_hundredths(hundredths as i32);
                Command::Bid { game, square, value, mover: None }
            }
            None => Command::Resign { game },
        },
    }
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
