//! A player behind the protocol.

use std::time::Duration;

use willow_board::{Action, Clock, Color, Game, TimeControl};
use willow_engine::StopFlag;
use willow_engine_protocols::nboard::{Message, MoveChoice, NBoardDepth, VariationLine};
use willow_records::{Record, ggf};

use crate::options::Options;
use crate::outside_program::{self, ProgramTimeouts};
use crate::program::{Process, Program, ProgramError, Wait};
use crate::registry::PlayerKey;
use crate::spec_error::SpecError;
use crate::{Decision, GameSetup, MoveReport, MoveRequest, Player, PlayerError};

/// The depth that a program is told when the SPEC has none: some do not play before they know one.
const DEFAULT_DEPTH: u64 = 12;

/// How long a program may take to break its search off.
const GRACE: Duration = Duration::from_secs(1);

/// Plays what a program answers that speaks the protocol of NBoard, version 2.
///
/// Before every move the program is told the whole game, so that moves taken back and passes need
/// no care. It is started when it is needed first, and again after it failed.
#[derive(Debug)]
pub struct NBoardPlayer {
    name: String,
    program: Program,
    depth: u64,
    patience: ProgramTimeouts,
    link: Option<Link>,
}

/// A program that runs.
#[derive(Debug)]
struct Link {
    process: Process,
    patience: ProgramTimeouts,
    last_ping: u32,
}

/// What a program said while it chose a move.
#[derive(Clone, Debug, Default)]
struct Thoughts {
    line: Option<VariationLine>,
    nodes: u64,
}

impl NBoardPlayer {
    /// The keys of the SPEC.
    pub(crate) const KEYS: &'static [PlayerKey] = &[
        PlayerKey {
            name: "depth",
            values: "1..60",
            meaning: "the plies that the program searches in the midgame",
            default: "12",
        },
        outside_program::TIMEOUT_KEY,
        outside_program::FOLDER_KEY,
        outside_program::COMMAND_KEY,
    ];

    /// Returns the player that the SPEC describes.
    pub(crate) fn from_options(options: Options<'_>) -> Result<NBoardPlayer, SpecError> {
        Ok(NBoardPlayer {
            name: options.0.to_string(),
            depth: options.number("depth", 1..=60)?.unwrap_or(DEFAULT_DEPTH),
            program: Program::from_options(options)?,
            patience: ProgramTimeouts::from_options(options)?,
            link: None,
        })
    }

    /// Takes the program, and starts it if it does not run. One that is not put back is ended.
    fn take_link(&mut self) -> Result<Link, ProgramError> {
        match self.link.take() {
            Some(link) => Ok(link),
            None => Link::open(&self.program, self.depth, self.patience),
        }
    }

    fn ask_for_move(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, ProgramError> {
        let mut link = self.take_link()?;
        link.process.send(&format!("set game {}", game_text(turn)));
        link.ping(self.patience.for_an_answer, &mut Thoughts::default())?;
        let decision = link.go(turn)?;
        self.link = Some(link);
        Ok(decision)
    }
}

impl Player for NBoardPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    /// Starts the program before its clock runs.
    fn start_game(&mut self, _setup: &GameSetup) -> Result<(), PlayerError> {
        let link = self.take_link().map_err(|error| outside_program::failed(&self.name, &error))?;
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
        depth: u64,
        patience: ProgramTimeouts,
    ) -> Result<Link, ProgramError> {
        let process = program.start()?;
        process.send("nboard 2");
        process.send(&format!("set depth {depth}"));
        let mut link = Link { process, patience, last_ping: 0 };
        link.ping(patience.for_an_answer, &mut Thoughts::default())?;
        Ok(link)
    }

    /// Waits until the program has done all that it was told. Returns the move that it chose
    /// meanwhile.
    fn ping(
        &mut self,
        patience: Duration,
        thoughts: &mut Thoughts,
    ) -> Result<Option<MoveChoice>, ProgramError> {
        self.last_ping += 1;
        let question = format!("ping {}", self.last_ping);
        let awaited = Message::Pong(self.last_ping.to_string());
        self.process.send(&question);
        let wait = Wait::new(patience, None);
        let mut choice = None;
        loop {
            let line = self.process.read(&question, &wait)?;
            match Message::parse(&line) {
                Ok(Some(message)) if message == awaited => return Ok(choice),
                Ok(Some(Message::MoveChoice(chosen))) => choice = Some(chosen),
                Ok(Some(message)) => thoughts.take(message),
                // What is said before the answer may be about another position.
                Ok(None) | Err(_) => {}
            }
        }
    }

    fn go(&mut self, turn: &MoveRequest<'_>) -> Result<Decision, ProgramError> {
        self.process.send("go");
        let mut thoughts = Thoughts::default();
        let choice = match self.read_choice(turn.stop, turn, &mut thoughts) {
            Err(ProgramError::Stopped) => {
                self.ping(GRACE, &mut thoughts)?.ok_or(ProgramError::Stopped)?
            }
            choice => choice?,
        };
        let report = thoughts.report(&choice);
        Ok(Decision { action: Action::Play(choice.mv), report })
    }

    fn read_choice(
        &mut self,
        stop: &StopFlag,
        turn: &MoveRequest<'_>,
        thoughts: &mut Thoughts,
    ) -> Result<MoveChoice, ProgramError> {
        let wait = Wait::new(self.patience.for_a_move, Some(stop));
        loop {
            let line = self.process.read("go", &wait)?;
            match Message::parse(&line) {
                Ok(Some(Message::MoveChoice(choice))) => return Ok(choice),
                Ok(Some(message)) => {
                    thoughts.take(message);
                    if let Some(line) = &thoughts.line {
                        turn.think_aloud(&thoughts.report_of(line));
                    }
                }
                Ok(None) => {}
                Err(_) => {
                    let question = "go".to_owned();
                    return Err(ProgramError::Refused { question, answer: line });
                }
            }
        }
    }
}

impl Thoughts {
    fn take(&mut self, message: Message) {
        match message {
            Message::VariationLine(line) => self.line = Some(line),
            Message::NodeStats(nodes, _) => self.nodes = nodes,
            _ => {}
        }
    }

    /// Returns what the program thought about the move that it chose, if it said.
    fn report(&self, choice: &MoveChoice) -> Option<MoveReport> {
        let line = self.line.as_ref().filter(|line| line.pv.first() == Some(&choice.mv));
        let report = line.map(|line| self.report_of(line));
        match (report, choice.eval) {
            (Some(report), Some(value)) => Some(MoveReport { value: Some(value), ..report }),
            (Some(report), None) => Some(report),
            (None, Some(value)) => {
                let pv = vec![choice.mv];
                Some(MoveReport {
                    value: Some(value),
                    depth: 0,
                    exact: false,
                    nodes: self.nodes,
                    pv,
                })
            }
            (None, None) => None,
        }
    }

    fn report_of(&self, line: &VariationLine) -> MoveReport {
        let (depth, exact) = match line.depth {
            NBoardDepth::Plies(plies) => (plies, false),
            NBoardDepth::WinLossDraw => (0, false),
            NBoardDepth::Exact => (0, true),
        };
        MoveReport { value: Some(line.eval), depth, exact, nodes: self.nodes, pv: line.pv.clone() }
    }
}

/// Writes the game in GGF. The protocol tells times only in there: each side's clock is given what
/// the side has left, as if its game began here.
fn game_text(turn: &MoveRequest<'_>) -> String {
    let mut record = Record::new(without_end(turn.game));
    for color in Color::ALL {
        let player = record.player_mut(color);
        color.to_string().to_lowercase().clone_into(&mut player.name);
        player.clock = clock_text(turn.clock, color, turn.now);
    }
    ggf::write(&record)
}

/// Returns the moves alone: a result would be one more thing to disagree about.
fn without_end(game: &Game) -> Game {
    let mut moves = Game::from_position(*game.start());
    for mv in game.moves() {
        moves.play(mv).expect("the moves of a game are legal");
    }
    moves
}

/// Writes what a side has left as a clock of the Generic Game Server.
fn clock_text(clock: &Clock, color: Color, now: Duration) -> String {
    let Some(left) = clock.time_left(color, now) else { return String::new() };
    let control = TimeControl::Ggs {
        main: left.main + left.byoyomi,
        increment: left.increment,
        extension: left.extension,
    };
    control.to_string()
}
