//! A player behind the protocol.

use std::time::Duration;

use willow_board::{Action, Game, Move, Position, TimeControl};
use willow_engine::StopFlag;
use willow_engine_protocols::gtp::{
    AnswerReader, GtpDialect, POSITION_COMMAND, color_letter, initial_time,
};

use crate::options::Options;
use crate::outside_program::{self, ProgramTimeouts};
use crate::program::{Process, Program, ProgramError, Wait};
use crate::registry::PlayerKey;
use crate::spec_error::SpecError;
use crate::{Decision, GameSetup, MoveRequest, Player, PlayerError};

/// Plays what a program answers that speaks the Go Text Protocol.
///
/// The program is started when it is needed first, and again for the next game after it failed or
/// had to be stopped: the protocol has no way to interrupt it.
#[derive(Debug)]
pub struct GtpPlayer {
    name: String,
    program: Program,
    settings: Settings,
    patience: ProgramTimeouts,
    link: Option<Link>,
}

/// What the program is told about how to play.
#[derive(Clone, Copy, Debug, Default)]
struct Settings {
    level: Option<u64>,
    depth: Option<u64>,
    time: Option<Duration>,
}

/// A program that runs, and what it has been told.
#[derive(Debug)]
struct Link {
    process: Process,
    patience: ProgramTimeouts,
    next_id: u32,
    commands: Vec<String>,
    dialect: GtpDialect,
    control: TimeControl,
    /// The start and the moves of the game as the program knows it.
    known: Option<(Position, Vec<Move>)>,
}

impl GtpPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey {
            name: "level",
            values: "NUMBER",
            meaning: "is sent as set_level, which the program must know; excludes depth",
            default: "the program's own",
        },
        PlayerKey {
            name: "depth",
            values: "1..60",
            meaning: "is sent as set_depth, or else as set_level",
            default: "the program's own",
        },
        PlayerKey {
            name: "time",
            values: "TIME such as 1s",
            meaning: "the time for each move; few programs know fractions of seconds",
            default: "the game's clock",
        },
        outside_program::TIMEOUT_KEY,
        outside_program::FOLDER_KEY,
        outside_program::COMMAND_KEY,
    ];

    /// Returns the player that the SPEC describes.
    pub(crate) fn from_options(options: Options<'_>) -> Result<GtpPlayer, SpecError> {
        options.at_most_one(&["level", "depth"])?;
        let settings = Settings {
            level: options.number("level", 0..=u64::from(u32::MAX))?,
            depth: options.number("depth", 1..=60)?,
            time: options.move_time("time")?,
        };
        let program = Program::from_options(options)?;
        let patience = ProgramTimeouts::from_options(options)?;
        Ok(GtpPlayer { name: options.0.to_string(), program, settings, patience, link: None })
    }

    /// Takes the program, and starts it if it does not run. One that is not put back is ended.
    fn take_link(&mut self) -> Result<Link, ProgramError> {
        match self.link.take() {
            Some(link) => Ok(link),
            None => Link::open(&self.program, self.settings, self.patience),
        }
    }

    fn ask_for_move(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, ProgramError> {
        let mut link = self.take_link()?;
        link.tell_game(turn.game)?;
        link.tell_time(turn, self.settings.time)?;
        let decision = link.generate(turn)?;
        self.link = Some(link);
        Ok(decision)
    }
}

impl Player for GtpPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    /// Starts the program before its clock runs.
    fn start_game(&mut self, _setup: &GameSetup) -> Result<(), PlayerError> {
        let mut link =
            self.take_link().map_err(|error| outside_program::failed(&self.name, &error))?;
        link.known = None;
        self.link = Some(link);
        Ok(())
    }

    fn choose(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, PlayerError> {
        self.ask_for_move(turn).map_err(|error| outside_program::failed(&self.name, &error))
    }
}

impl Link {
    fn open(
        program: &Program,
        settings: Settings,
        patience: ProgramTimeouts,
    ) -> Result<Link, ProgramError> {
        let mut link = Link {
            process: program.start()?,
            patience,
            next_id: 1,
            commands: Vec::new(),
            dialect: GtpDialect::default(),
            control: TimeControl::Unlimited,
            known: None,
        };
        let name = link.ask("name")?;
        link.dialect = GtpDialect::of_engine(&name);
        // What it does not list is not asked of it.
        link.commands = match link.ask("list_commands") {
            Ok(list) => list.split_whitespace().map(str::to_owned).collect(),
            Err(ProgramError::Refused { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        link.set_up(settings)?;
        Ok(link)
    }

    fn set_up(&mut self, settings: Settings) -> Result<(), ProgramError> {
        if self.knows("set_game") {
            self.ask("set_game Othello")?;
        }
        self.ask("boardsize 8")?;
        if let Some(level) = settings.level {
            self.require("set_level", "its level", "set_level")?;
            self.ask(&format!("set_level {level}"))?;
        }
        if let Some(depth) = settings.depth {
            let command = if self.knows("set_depth") { "set_depth" } else { "set_level" };
            self.require(command, "its depth", "set_depth or set_level")?;
            self.ask(&format!("{command} {depth}"))?;
        }
        if settings.time.is_some() {
            self.require("time_settings", "its time", "time_settings")?;
        }
        Ok(())
    }

    fn knows(&self, command: &str) -> bool {
        self.commands.iter().any(|known| known == command)
    }

    fn require(
        &self,
        command: &str,
        what: &'static str,
        commands: &'static str,
    ) -> Result<(), ProgramError> {
        if self.knows(command) { Ok(()) } else { Err(ProgramError::Missing { what, commands }) }
    }

    /// Brings the program's game up to this one.
    fn tell_game(&mut self, game: &Game) -> Result<(), ProgramError> {
        let moves: Vec<Move> = game.moves().collect();
        let n_known = match &self.known {
            Some((start, known)) if start == game.start() && moves.starts_with(known) => {
                known.len()
            }
            _ => {
                self.begin(game.start())?;
                0
            }
        };
        for (ply, &mv) in moves.iter().enumerate().skip(n_known) {
            let position = game.position_at(ply).expect("the game has a position before each move");
            let color = color_letter(position.side_to_move());
            match self.ask(&format!("play {color} {mv}")) {
                // Some programs pass by themselves and know of no pass to play.
                Err(ProgramError::Refused { .. }) if mv == Move::Pass => {}
                answer => _ = answer?,
            }
        }
        self.known = Some((*game.start(), moves));
        Ok(())
    }

    fn begin(&mut self, start: &Position) -> Result<(), ProgramError> {
        if *start == Position::START {
            self.ask("clear_board")?;
        } else {
            self.require(POSITION_COMMAND, "a start position", POSITION_COMMAND)?;
            self.ask(&format!("{POSITION_COMMAND} {start}"))?;
        }
        // Programs may set their clocks back with the board.
        self.control = TimeControl::Unlimited;
        Ok(())
    }

    /// Tells the time control when it is new, and what is left of it at every move.
    fn tell_time(
        &mut self,
        turn: &MoveRequest<'_>,
        move_time: Option<Duration>,
    ) -> Result<(), ProgramError> {
        let of_game = turn.clock.control(turn.color());
        let control = move_time.map_or(of_game, TimeControl::PerMove);
        if control != self.control && self.knows("time_settings") {
            self.ask(&self.dialect.settings(control))?;
            self.control = control;
        }
        // Edax lets the clock decide how deep it searches only after this.
        let left =
            move_time.map_or(turn.time_left(), |time| initial_time(TimeControl::PerMove(time)));
        if let (Some(left), true) = (left, self.knows("time_left")) {
            match self.ask(&self.dialect.time_left(turn.color(), &left)) {
                // Others can do without.
                Ok(_) | Err(ProgramError::Refused { .. }) => {}
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }

    fn generate(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, ProgramError> {
        let question = format!("genmove {}", color_letter(turn.color()));
        let answer = self.talk(&question, self.patience.for_a_move, Some(turn.stop))?;
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(Decision::resign());
        }
        let Ok(mv) = answer.parse::<Move>() else {
            return Err(ProgramError::Refused { question, answer });
        };
        if let Some((_, moves)) = &mut self.known {
            moves.push(mv);
        }
        Ok(Decision { action: Action::Play(mv), report: None })
    }

    /// Asks what is answered without thinking.
    fn ask(&mut self, question: &str) -> Result<String, ProgramError> {
        self.talk(question, self.patience.for_an_answer, None)
    }

    fn talk(
        &mut self,
        question: &str,
        patience: Duration,
        stop: Option<&StopFlag>,
    ) -> Result<String, ProgramError> {
        let id = self.next_id;
        self.next_id += 1;
        self.process.send(&format!("{id} {question}"));
        let wait = Wait::new(patience, stop);
        let mut reader = AnswerReader::new(id);
        loop {
            let line = self.process.read(question, &wait)?;
            if let Some(answer) = reader.receive(&line) {
                let refused =
                    |answer| ProgramError::Refused { question: question.to_owned(), answer };
                return if answer.is_success { Ok(answer.text) } else { Err(refused(answer.text)) };
            }
        }
    }
}
