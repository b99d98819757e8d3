//! An external engine that speaks GTP, as a player.

use std::time::Duration;

use crate::protocols::gtp::{
    GtpResponseReader, GtpTimeQuirks, POSITION_COMMAND, color_letter, initial_time,
};
use willow_board::{Action, Color, Game, Move, Position, TimeControl};
use willow_engine::StopFlag;

use super::engine_player::{self, EngineConnection, EnginePlayer, EngineTimeouts};
use super::engine_process::{AnswerTimeout, EngineProcess, EngineProcessError};
use super::start_moves::moves_from_start;
use crate::spec::error::SpecError;
use crate::spec::key::PlayerKey;
use crate::spec::options::Options;
use crate::{BuildContext, Decision, MoveRequest};

/// The search limits that are sent to the engine.
#[derive(Clone, Copy, Debug, Default)]
struct GtpSettings {
    level: Option<u64>,
    depth: Option<u64>,
    time: Option<Duration>,
}

/// A running engine that speaks the Go Text Protocol, and the state that was sent to it.
///
/// After a stop the engine is started again for the next game, because GTP cannot interrupt a search.
pub(crate) struct GtpConnection {
    process: EngineProcess,
    settings: GtpSettings,
    timeouts: EngineTimeouts,
    next_id: u32,
    /// Whether commands have ids, which identify late answers.
    sends_ids: bool,
    /// The commands that the engine lists; `None` if it has no list.
    commands: Option<Vec<String>>,
    time_quirks: GtpTimeQuirks,
    /// The time control that was sent last.
    control: TimeControl,
    /// The start and the moves of the game that were sent.
    known_game: Option<(Position, Vec<Move>)>,
}

/// The keys of the SPEC.
pub(crate) const KEYS: &[PlayerKey] = &[
    PlayerKey::new(
        "level",
        "NUMBER",
        "is sent as set_level, which the program must support; excludes depth",
        "the program's own",
    ),
    PlayerKey::new(
        "depth",
        "1..60",
        "is sent as set_depth, or else as set_level",
        "the program's own",
    ),
    PlayerKey::new(
        "time",
        "TIME such as 1s",
        "the time for each move; few programs support fractions of seconds",
        "the game's clock",
    ),
    engine_player::TIMEOUT_KEY,
    engine_player::FOLDER_KEY,
    engine_player::COMMAND_KEY,
];

/// Returns the player that the SPEC describes.
pub(crate) fn player(
    options: Options<'_>,
    context: &BuildContext,
) -> Result<EnginePlayer<GtpConnection>, SpecError> {
    options.at_most_one(&["level", "depth"])?;
    let settings = GtpSettings {
        level: options.number("level", 0..=u64::from(u32::MAX))?,
        depth: options.number("depth", 1..=60)?,
        time: options.move_time("time")?,
    };
    EnginePlayer::new(options, context, move |process, timeouts| {
        GtpConnection::open(process, settings, timeouts)
    })
}

impl EngineConnection for GtpConnection {
    fn process(&self) -> &EngineProcess {
        &self.process
    }

    fn sets_any_position(&self) -> bool {
        self.supports(POSITION_COMMAND)
    }

    fn start_game(&mut self) {
        self.known_game = None;
    }

    fn choose(&mut self, request: &MoveRequest<'_>) -> Result<Decision, EngineProcessError> {
        self.send_game(request.game)?;
        self.send_time(request, self.settings.time)?;
        self.genmove(request)
    }
}

impl GtpConnection {
    fn open(
        process: EngineProcess,
        settings: GtpSettings,
        timeouts: EngineTimeouts,
    ) -> Result<GtpConnection, EngineProcessError> {
        let mut connection = GtpConnection {
            process,
            settings,
            timeouts,
            next_id: 1,
            sends_ids: true,
            commands: None,
            time_quirks: GtpTimeQuirks::default(),
            control: TimeControl::Unlimited,
            known_game: None,
        };
        let name = connection.ask_name()?;
        connection.time_quirks = GtpTimeQuirks::of_engine(&name);
        // Commands that the engine does not list are not sent.
        connection.commands = match connection.query("list_commands") {
            Ok(list) => Some(list.split_whitespace().map(str::to_owned).collect()),
            Err(EngineProcessError::UnexpectedAnswer { .. }) => None,
            Err(error) => return Err(error),
        };
        connection.set_up(settings)?;
        Ok(connection)
    }

    /// Asks for the engine's name. Small engines take the id for the command, which they do not know; ids are
    /// optional, so they get none.
    fn ask_name(&mut self) -> Result<String, EngineProcessError> {
        match self.query("name") {
            Err(EngineProcessError::UnexpectedAnswer { .. }) => {
                self.sends_ids = false;
                self.query("name")
            }
            answer => answer,
        }
    }

    fn set_up(&mut self, settings: GtpSettings) -> Result<(), EngineProcessError> {
        if self.supports("set_game") {
            self.query_if_known("set_game Othello")?;
        }
        self.query("boardsize 8")?;
        if let Some(level) = settings.level {
            self.require("set_level", "the level", "set_level")?;
            self.query(&format!("set_level {level}"))?;
        }
        if let Some(depth) = settings.depth {
            let command = if self.supports("set_depth") { "set_depth" } else { "set_level" };
            self.require(command, "the depth", "set_depth or set_level")?;
            self.query(&format!("{command} {depth}"))?;
        }
        if settings.time.is_some() {
            self.require("time_settings", "the time", "time_settings")?;
        }
        Ok(())
    }

    /// Returns whether the engine lists a command. Without a list, commands are tried.
    fn supports(&self, command: &str) -> bool {
        let listed = |commands: &Vec<String>| commands.iter().any(|known| known == command);
        self.commands.as_ref().is_none_or(listed)
    }

    /// Sends a command that an engine without a list may not have.
    fn query_if_known(&mut self, command: &str) -> Result<(), EngineProcessError> {
        match self.query(command) {
            Err(EngineProcessError::UnexpectedAnswer { .. }) if self.commands.is_none() => Ok(()),
            answer => answer.map(drop),
        }
    }

    fn require(
        &self,
        command: &str,
        what: &'static str,
        commands: &'static str,
    ) -> Result<(), EngineProcessError> {
        if self.supports(command) {
            Ok(())
        } else {
            Err(EngineProcessError::MissingCommand { what, commands })
        }
    }

    /// Sends the moves of the game that were not sent yet.
    fn send_game(&mut self, game: &Game) -> Result<(), EngineProcessError> {
        let moves: Vec<Move> = game.moves().collect();
        let n_known = match &self.known_game {
            Some((start, known)) if start == game.start() && moves.starts_with(known) => {
                known.len()
            }
            _ => {
                self.send_start(game.start())?;
                0
            }
        };
        for (ply, &mv) in moves.iter().enumerate().skip(n_known) {
            let position = game.position_at(ply).expect("the game has a position before each move");
            self.send_move(position.side_to_move(), mv)?;
        }
        self.known_game = Some((*game.start(), moves));
        Ok(())
    }

    fn send_move(&mut self, color: Color, mv: Move) -> Result<(), EngineProcessError> {
        match self.query(&format!("play {} {mv}", color_letter(color))) {
            // Some engines pass by themselves and have no command for a pass.
            Err(EngineProcessError::UnexpectedAnswer { .. }) if mv == Move::Pass => Ok(()),
            answer => answer.map(drop),
        }
    }

    /// Sends a start position, or the moves that lead to it if the engine has no command for positions.
    fn send_start(&mut self, start: &Position) -> Result<(), EngineProcessError> {
        // Engines may reset their clocks with the board.
        self.control = TimeControl::Unlimited;
        if *start != Position::START && self.supports(POSITION_COMMAND) {
            match self.query(&format!("{POSITION_COMMAND} {start}")) {
                Err(EngineProcessError::UnexpectedAnswer { .. }) if self.commands.is_none() => {}
                answer => return answer.map(drop),
            }
        }
        let moves = moves_from_start(start).ok_or(EngineProcessError::MissingCommand {
            what: "the start position",
            commands: POSITION_COMMAND,
        })?;
        self.query("clear_board")?;
        let mut game = Game::new();
        for mv in moves {
            self.send_move(game.position().side_to_move(), mv)?;
            game.play(mv).expect("`moves_from_start` has played them");
        }
        Ok(())
    }

    /// Sends the time control if it is new, and the time left.
    fn send_time(
        &mut self,
        request: &MoveRequest<'_>,
        move_time: Option<Duration>,
    ) -> Result<(), EngineProcessError> {
        let of_game = request.clock.control(request.color());
        let control = move_time.map_or(of_game, TimeControl::PerMove);
        if control != self.control && self.supports("time_settings") {
            self.query_if_known(&self.time_quirks.time_settings(control))?;
            self.control = control;
        }
        // Edax limits its search by the clock only after `time_left`.
        let left =
            move_time.map_or(request.time_left(), |time| initial_time(TimeControl::PerMove(time)));
        if let (Some(left), true) = (left, self.supports("time_left")) {
            match self.query(&self.time_quirks.time_left(request.color(), &left)) {
                // Other engines may reject the command: the time control is enough for them.
                Ok(_) | Err(EngineProcessError::UnexpectedAnswer { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn genmove(&mut self, request: &MoveRequest<'_>) -> Result<Decision, EngineProcessError> {
        let command = format!("genmove {}", color_letter(request.color()));
        let answer = self.send_command(&command, self.timeouts.move_timeout, Some(request.stop))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Decision::resign());
        }
        let Ok(mv) = answer.parse::<Move>() else {
            return Err(EngineProcessError::UnexpectedAnswer { command, answer });
        };
        if let Some((_, moves)) = &mut self.known_game {
            moves.push(mv);
        }
        Ok(Decision { action: Action::Play(mv), report: None })
    }

    /// Sends a command that needs no search and returns the text of its response.
    fn query(&mut self, command: &str) -> Result<String, EngineProcessError> {
        self.send_command(command, self.timeouts.answer_timeout, None)
    }

    fn send_command(
        &mut self,
        command: &str,
        timeout: Duration,
        stop: Option<&StopFlag>,
    ) -> Result<String, EngineProcessError> {
        let id = self.next_id;
        self.next_id += 1;
        let id_word = if self.sends_ids { format!("{id} ") } else { String::new() };
        self.process.send(&format!("{id_word}{command}"));
        let wait = AnswerTimeout::new(timeout, stop);
        let mut reader = GtpResponseReader::new(id);
        loop {
            let line = self.process.read(command, &wait)?;
            if let Some(response) = reader.receive(&line) {
                let (command, answer) = (command.to_owned(), response.text);
                return if response.is_success {
                    Ok(answer)
                } else {
                    Err(EngineProcessError::UnexpectedAnswer { command, answer })
                };
            }
        }
    }
}
