//! The engine's side of GTP: the table of commands and their handlers.

use std::io;
use std::time::Duration;

use willow_board::{Color, Game, Move, Outcome, Position, TimeControl, TimeLeft};
use willow_engine::{Level, SearchLimits, SearchResult};
use willow_records::board_text;

use super::command::{self, GtpCommand};
use super::error::GtpError;
use super::{display, setup, time};
use crate::protocols::{EngineSession, EngineStep, SearchEffort, SearchEnd};

/// The engine's side of GTP, without IO and threads.
///
/// A move for the side that is not to move is rejected, unless the side to move must pass. Then the
/// pass is played first: some controllers send no passes.
#[derive(Clone, Debug)]
pub struct GtpSession {
    version: String,
    game: Game,
    /// The number of plies before each move of the controller, so that `undo` also takes back a
    /// pass that was played without a command.
    undo_plies: Vec<usize>,
    effort: SearchEffort,
    control: TimeControl,
    time_left: [Option<TimeLeft>; 2],
    ponders: bool,
    pending: Option<PendingCommand>,
}

/// A command whose response waits for a search or a file.
#[derive(Clone, Debug)]
struct PendingCommand {
    id: String,
    task: PendingTask,
}

/// Continuation of a command when its search or file is ready.
#[derive(Clone, Debug)]
enum PendingTask {
    /// `genmove`: play the best move for this colour.
    Genmove(Color),
    /// `reg_genmove`: name the best move.
    RegGenmove,
    /// `loadsgf`: load the game up to the position before this move, counted from 1.
    Loadsgf { before: Option<usize> },
}

/// What a command handler decides.
enum CommandOutcome {
    /// Respond with this text.
    Respond(String),
    /// Respond after this step.
    Wait(PendingTask, EngineStep),
    /// Clear the hash table and respond.
    NewGame,
    /// Respond and end.
    Quit,
}

type CommandResult = Result<CommandOutcome, GtpError>;
type CommandHandler = fn(&mut GtpSession, &GtpCommand<'_>) -> CommandResult;

/// All commands with their handlers: a GTP command is answered here.
const COMMANDS: &[(&str, CommandHandler)] = &[
    ("boardsize", |_, command| board_size(command)),
    ("clear_board", |session, _| Ok(session.start_game(Game::new()))),
    ("final_score", |session, _| session.final_score(display::score)),
    ("genmove", |session, command| session.genmove(command, PendingTask::Genmove)),
    ("gogui-interrupt", |_, _| Ok(respond_empty())),
    ("gogui-rules_board", |session, _| Ok(respond(display::gogui_board(session.position())))),
    ("gogui-rules_board_size", |_, _| Ok(respond("8"))),
    ("gogui-rules_final_result", |session, _| session.final_score(display::result)),
    ("gogui-rules_game_id", |_, _| Ok(respond("Othello"))),
    ("gogui-rules_legal_moves", |session, _| Ok(respond(display::legal_moves(&session.game)))),
    ("gogui-rules_side_to_move", |session, _| {
        Ok(respond(session.position().side_to_move().to_string().to_lowercase()))
    }),
    ("gogui-setup", |session, command| session.set_up(command)),
    ("gogui-setup_player", |session, command| session.set_up_player(command)),
    ("known_command", |_, command| Ok(respond(is_known(command.arguments).to_string()))),
    // Othello has none.
    ("komi", |_, _| Ok(respond_empty())),
    ("list_commands", |_, _| Ok(respond(command_names().collect::<Vec<_>>().join("\n")))),
    ("list_games", |_, _| Ok(respond("Othello"))),
    ("loadsgf", |_, command| load(command)),
    ("name", |_, _| Ok(respond("Willow"))),
    ("play", GtpSession::handle_play),
    ("protocol_version", |_, _| Ok(respond("2"))),
    ("quit", |_, _| Ok(CommandOutcome::Quit)),
    ("reg_genmove", |session, command| session.genmove(command, |_| PendingTask::RegGenmove)),
    ("set_depth", GtpSession::set_depth),
    ("set_game", |_, command| set_game(command)),
    ("set_level", GtpSession::set_level),
    ("showboard", |session, _| Ok(respond(display::diagram(session.position())))),
    ("time_left", GtpSession::time_left),
    ("time_settings", GtpSession::time_settings),
    ("undo", |session, _| session.undo()),
    ("version", |session, _| Ok(respond(session.version.clone()))),
    (POSITION_COMMAND, |session, command| session.set_position(command)),
];

/// The command that sets up any position: `willow-set_position CELLS SIDE`.
pub const POSITION_COMMAND: &str = "willow-set_position";

impl GtpSession {
    /// Returns a session at the start position, for an engine of this version.
    ///
    /// `effort` limits the searches until a command changes it.
    pub fn new(version: &str, effort: SearchEffort) -> GtpSession {
        GtpSession {
            version: version.to_owned(),
            game: Game::new(),
            undo_plies: Vec::new(),
            effort,
            control: TimeControl::Unlimited,
            time_left: [None; 2],
            ponders: false,
            pending: None,
        }
    }

    /// Returns the same session, pondering: the engine searches on the opponent's time.
    #[must_use]
    pub fn pondering(self) -> GtpSession {
        GtpSession { ponders: true, ..self }
    }

    fn position(&self) -> &Position {
        self.game.position()
    }

    /// Replaces the game and resets the clocks.
    fn start_game(&mut self, game: Game) -> CommandOutcome {
        self.game = game;
        self.undo_plies.clear();
        self.time_left = [time::initial_time(self.control); 2];
        CommandOutcome::NewGame
    }

    /// Returns the position in which `color` moves next, after a forced pass of the other side.
    fn position_for(&self, color: Color) -> Result<Position, GtpError> {
        let position = self.position();
        if position.side_to_move() == color {
            Ok(*position)
        } else if position.must_pass() {
            position.play(Move::Pass).map_err(GtpError::IllegalMove)
        } else {
            Err(GtpError::WrongTurn(position.side_to_move()))
        }
    }

    fn play(&mut self, color: Color, mv: Move) -> Result<(), GtpError> {
        let n_plies = self.game.n_plies();
        // Controllers made for Go end a game with two passes, and take them back one by one.
        if self.game.is_over() && mv == Move::Pass {
            self.undo_plies.push(n_plies);
            return Ok(());
        }
        self.position_for(color)?.check(mv).map_err(GtpError::IllegalMove)?;
        let illegal = |error: willow_board::PlayError| GtpError::IllegalMove(error.reason);
        if self.position().side_to_move() != color {
            self.game.play(Move::Pass).map_err(illegal)?;
        }
        self.game.play(mv).map_err(illegal)?;
        self.undo_plies.push(n_plies);
        Ok(())
    }

    fn handle_play(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        let [color, mv] = command.words()[..] else { return Err(GtpError::Syntax) };
        let color = parse_color(color)?;
        self.play(color, mv.parse().map_err(|_| GtpError::Syntax)?)?;
        Ok(respond_empty())
    }

    /// Handles `gogui-setup COLOR POINT COLOR POINT ...`: these discs and no others, Black to move.
    fn set_up(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        let position = setup::position(&command.words()).ok_or(GtpError::Setup)?;
        Ok(self.start_game(Game::from_position(position)))
    }

    /// Handles `gogui-setup_player COLOR`: this side is to move, in the position that was set up.
    fn set_up_player(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        let position = setup::with_side_to_move(self.position(), parse_color(command.arguments)?);
        Ok(self.start_game(Game::from_position(position)))
    }

    fn undo(&mut self) -> CommandResult {
        let n_plies = self.undo_plies.pop().ok_or(GtpError::CannotUndo)?;
        while n_plies < self.game.n_plies() {
            self.game.undo();
        }
        Ok(respond_empty())
    }

    fn genmove(
        &mut self,
        command: &GtpCommand<'_>,
        task: impl Fn(Color) -> PendingTask,
    ) -> CommandResult {
        let [color] = command.words()[..] else { return Err(GtpError::Syntax) };
        let color = parse_color(color)?;
        let position =
            if self.game.is_over() { *self.position() } else { self.position_for(color)? };
        if position.legal_moves().is_empty() {
            if let PendingTask::Genmove(color) = task(color) {
                self.play(color, Move::Pass)?;
            }
            return Ok(respond(display::vertex(Move::Pass)));
        }
        let limits = self.effort.limits(self.time_left[color.index()]);
        Ok(CommandOutcome::Wait(task(color), EngineStep::Search(*position.board(), limits)))
    }

    /// Plays the move that the search found if the command was `genmove`, and returns its name.
    fn finish_genmove(
        &mut self,
        task: &PendingTask,
        found: &SearchResult,
    ) -> Result<String, GtpError> {
        let mv = found.best.unwrap_or(Move::Pass);
        if let PendingTask::Genmove(color) = *task {
            self.play(color, mv)?;
            self.deduct_time(color, found.elapsed);
        }
        Ok(display::vertex(mv))
    }

    fn deduct_time(&mut self, color: Color, used: Duration) {
        let left = &mut self.time_left[color.index()];
        *left = left.map(|left| time::time_after_move(left, used));
    }

    fn final_score(&self, write: fn(&Outcome) -> String) -> CommandResult {
        match self.game.outcome() {
            Some(outcome) => Ok(respond(write(&outcome))),
            None => Err(GtpError::CannotScore),
        }
    }

    fn set_level(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        let number = command.arguments.parse().map_err(|_| GtpError::Syntax)?;
        self.effort = SearchEffort::Limits(SearchLimits::level(Level::new(number)?));
        Ok(respond_empty())
    }

    fn set_depth(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        let depth = command.arguments.parse().map_err(|_| GtpError::Syntax)?;
        if !(1..=SearchLimits::MAX_DEPTH).contains(&depth) {
            return Err(GtpError::Depth);
        }
        self.effort = self.effort.with_depth(depth);
        Ok(respond_empty())
    }

    fn set_position(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        let position = board_text::parse(command.arguments).map_err(|_| GtpError::Position)?;
        Ok(self.start_game(Game::from_position(position)))
    }

    fn time_settings(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        self.control = time::parse_time_settings(&command.words()).ok_or(GtpError::Syntax)?;
        self.time_left = [time::initial_time(self.control); 2];
        Ok(respond_empty())
    }

    fn time_left(&mut self, command: &GtpCommand<'_>) -> CommandResult {
        let [color, time, stones] = command.words()[..] else { return Err(GtpError::Syntax) };
        let left = time::parse_time_left(self.control, time, stones)?;
        self.time_left[parse_color(color)?.index()] = left;
        Ok(respond_empty())
    }

    /// Loads the first game of a file up to the position before a move, counted from 1.
    fn load_game(&mut self, content: Vec<u8>, before: Option<usize>) -> Result<(), GtpError> {
        let entries = willow_records::decode(content).and_then(|text| willow_records::read(&text));
        let entries = entries.map_err(GtpError::ParseRecord)?;
        let first = entries.into_iter().next().expect("a file that parses has an entry");
        let whole_game = first.item.into_record().game;
        let n_plies = before.map_or(usize::MAX, |before| before.saturating_sub(1));
        let game = whole_game.first_plies(n_plies);
        let n_plies = game.n_plies();
        self.start_game(game);
        self.undo_plies = (0..n_plies).collect();
        Ok(())
    }

    /// Completes the pending command and returns its response.
    fn complete_pending(
        &mut self,
        run: impl FnOnce(&mut GtpSession, PendingTask) -> Result<String, GtpError>,
    ) -> Vec<EngineStep> {
        let Some(PendingCommand { id, task }) = self.pending.take() else { return Vec::new() };
        let result = run(self, task);
        vec![EngineStep::Write(command::format_response(&id, result))]
    }
}

impl EngineSession for GtpSession {
    /// Returns whether the line is GoGui's `# interrupt`. Commands wait until the search is done.
    fn interrupts(line: &str) -> bool {
        let line = line.trim_start();
        line.strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
    }

    fn quits(line: &str) -> bool {
        let line = command::preprocess(line);
        GtpCommand::parse(&line).is_some_and(|command| command.name == "quit")
    }

    fn receive(&mut self, line: &str) -> Vec<EngineStep> {
        let line = command::preprocess(line);
        let Some(command) = GtpCommand::parse(&line) else { return Vec::new() };
        let handler = COMMANDS.iter().find(|(name, _)| *name == command.name);
        let result = handler.map_or(Err(GtpError::UnknownCommand), |(_, run)| run(self, &command));
        let respond = |result| EngineStep::Write(command::format_response(command.id, result));
        match result {
            Ok(CommandOutcome::Respond(text)) => vec![respond(Ok(text))],
            Ok(CommandOutcome::NewGame) => vec![EngineStep::ClearHash, respond(Ok(String::new()))],
            Ok(CommandOutcome::Quit) => vec![respond(Ok(String::new())), EngineStep::Quit],
            Ok(CommandOutcome::Wait(task, step)) => {
                self.pending = Some(PendingCommand { id: command.id.to_owned(), task });
                vec![step]
            }
            Err(error) => vec![respond(Err(error))],
        }
    }

    fn search_finished(&mut self, found: &SearchResult, _end: SearchEnd) -> Vec<EngineStep> {
        let is_genmove =
            matches!(self.pending, Some(PendingCommand { task: PendingTask::Genmove(_), .. }));
        let mut steps = self.complete_pending(|session, task| session.finish_genmove(&task, found));
        if self.ponders && is_genmove && !self.position().legal_moves().is_empty() {
            steps.push(EngineStep::Ponder(*self.position().board()));
        }
        steps
    }

    fn file_read(&mut self, content: Result<Vec<u8>, io::Error>) -> Vec<EngineStep> {
        let mut steps = self.complete_pending(|session, task| {
            let PendingTask::Loadsgf { before } = task else { return Err(GtpError::Syntax) };
            session.load_game(content.map_err(GtpError::ReadFile)?, before)?;
            Ok(String::new())
        });
        steps.insert(0, EngineStep::ClearHash);
        steps
    }
}

fn respond(text: impl Into<String>) -> CommandOutcome {
    CommandOutcome::Respond(text.into())
}

fn respond_empty() -> CommandOutcome {
    respond("")
}

pub(super) fn command_names() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|&(name, _)| name)
}

fn is_known(name: &str) -> bool {
    command_names().any(|known| known == name)
}

fn parse_color(text: &str) -> Result<Color, GtpError> {
    text.parse().map_err(|_| GtpError::Syntax)
}

fn board_size(command: &GtpCommand<'_>) -> CommandResult {
    match command.arguments.parse::<u32>() {
        Ok(8) => Ok(respond_empty()),
        Ok(_) => Err(GtpError::BoardSize),
        Err(_) => Err(GtpError::Syntax),
    }
}

fn set_game(command: &GtpCommand<'_>) -> CommandResult {
    match command.arguments.to_lowercase().as_str() {
        "othello" | "reversi" => Ok(respond_empty()),
        _ => Err(GtpError::UnsupportedGame),
    }
}

/// Handles `loadsgf FILE [MOVE]`. The name of a file may contain blanks, as in GoGui.
fn load(command: &GtpCommand<'_>) -> CommandResult {
    let (file, before) = match command.arguments.rsplit_once(' ') {
        Some((file, number)) if number.parse::<usize>().is_ok() => (file, number.parse().ok()),
        _ => (command.arguments, None),
    };
    if file.is_empty() {
        return Err(GtpError::Syntax);
    }
    Ok(CommandOutcome::Wait(
        PendingTask::Loadsgf { before },
        EngineStep::ReadFile(file.trim().to_owned()),
    ))
}
