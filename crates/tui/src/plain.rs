//! Othello line by line: one line in, one answer out, for pipes and screen readers.
//!
//! The board is printed after every change, or what changed is said in words.

mod announcement;
mod command;

use std::collections::VecDeque;
use std::fmt::Display;
use std::io::{self, BufRead, Read as _, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use willow_board::{ClockFace, Color, Game, GameEvent, Position, Square};
use willow_engine::Level;
use willow_files::Overwrite;
use willow_protocol::escape_controls;
use willow_records::PrintedBoard;

use self::command::{BoardCommand, HELP, PlainCommand};
use crate::autosave;
use crate::game_browser::{GameBrowser, details_of, title_of};
use crate::game_file::{self, GameFileError};
use crate::game_runner::{GameRunner, Loaded, ReplaceGameError, error_sentence, sentence};
use crate::local_game::{GameCommand, RunState};
use crate::notification::Notification;
use crate::options::{BoardPrinting, PlayEnd, PlayError, PlayOptions, Resume};
use crate::search_list::ListRow;
use crate::study::plain_report;
use crate::thoughts::ShownThought;
use crate::unfinished_game::UnfinishedGame;

/// The longest line that is accepted, in bytes: twice the longest path on most systems.
const MAX_LINE_BYTES: u64 = 1 << 13;

/// Replaces a line that is too long or not UTF-8. It is not a valid command.
const UNREADABLE_LINE: char = char::REPLACEMENT_CHARACTER;

/// How long one wait for a program lasts.
const WAIT_LIMIT: Duration = Duration::from_mins(1);

/// Plays line by line: prints the board, lists the legal moves, and reads moves and commands. At
/// the end of the input the game is saved.
///
/// A closed output is not an error.
///
/// # Errors
/// A player cannot be built from its SPEC, or input or output fails.
pub fn run_plain(
    options: &PlayOptions,
    input: impl BufRead,
    output: impl Write,
) -> Result<PlayEnd, PlayError> {
    let mut lines = LineIo { input, output };
    let unfinished = match choose_game(options, &mut lines)? {
        StartChoice::New => None,
        StartChoice::Resume(unfinished) => Some(unfinished),
        StartChoice::Quit => return Ok(PlayEnd::Interrupted { saved_to: None }),
    };
    let runner = GameRunner::start(options, unfinished.as_deref())?;
    let told = *runner.local_game().game().position();
    let (board, queue, shown, games) = (options.board, VecDeque::new(), None, None);
    let tells_thoughts = options.thoughts.is_shown_at_start(runner.local_game());
    let mut plain_game =
        PlainGame { lines, runner, board, tells_thoughts, queue, shown, told, games };
    let result = match &options.file {
        Some(path) => plain_game.start_with(path),
        None => plain_game.run(),
    };
    let end = plain_game.runner.close();
    match result {
        // The reader of the output has closed it.
        Err(PlayError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(end),
        result => result.map(|()| end),
    }
}

/// Which game to play.
enum StartChoice {
    New,
    Resume(Box<UnfinishedGame>),
    Quit,
}

fn choose_game(
    options: &PlayOptions,
    lines: &mut LineIo<impl BufRead, impl Write>,
) -> Result<StartChoice, PlayError> {
    let path = options.unfinished.as_deref();
    let unfinished = match options.resume {
        Resume::Never => return Ok(StartChoice::New),
        Resume::Always => {
            let unfinished = autosave::read_unfinished(path)?.ok_or(PlayError::NothingToResume)?;
            lines.print(&Notification::Resumed)?;
            return Ok(StartChoice::Resume(Box::new(unfinished)));
        }
        Resume::Ask => match autosave::read_unfinished(path) {
            Ok(Some(unfinished)) => Box::new(unfinished),
            Ok(None) => return Ok(StartChoice::New),
            Err(error) => {
                lines.print(&format_args!("{error}."))?;
                return Ok(StartChoice::New);
            }
        },
    };
    let title = unfinished.title();
    lines.print(&format_args!("Unfinished game: {title}. Resume it (y/n)?"))?;
    loop {
        let Some(line) = lines.read_line()? else { return Ok(StartChoice::Quit) };
        match line.trim() {
            "y" | "Y" | "yes" => return Ok(StartChoice::Resume(unfinished)),
            "n" | "N" | "no" => return Ok(StartChoice::New),
            _ => lines.print(&"Type y or n.")?,
        }
    }
}

/// Line-based input and output.
struct LineIo<I, O> {
    input: I,
    output: O,
}

impl<I: BufRead, O: Write> LineIo<I, O> {
    /// Prints a text. What the user, a file or a program has said could contain escape sequences of
    /// terminals, so they are printed as text.
    fn print(&mut self, text: &dyn Display) -> Result<(), PlayError> {
        let text = text.to_string();
        let mut lines = text.split('\n');
        lines
            .try_for_each(|line| writeln!(self.output, "{}", escape_controls(line)))
            .and_then(|()| self.output.flush())
            .map_err(PlayError::Output)
    }

    /// Reads a line; `None` at the end of the input. A line that is too long is skipped without
    /// being held in memory.
    fn read_line(&mut self) -> Result<Option<String>, PlayError> {
        let mut line = Vec::new();
        self.input
            .by_ref()
            .take(MAX_LINE_BYTES)
            .read_until(b'\n', &mut line)
            .map_err(PlayError::Input)?;
        if line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n") {
            self.input.skip_until(b'\n').map_err(PlayError::Input)?;
            return Ok(Some(UNREADABLE_LINE.to_string()));
        }
        let text = String::from_utf8(line).unwrap_or_else(|_| UNREADABLE_LINE.to_string());
        Ok((!text.is_empty()).then_some(text))
    }
}

/// A local game played line by line.
struct PlainGame<I, O> {
    lines: LineIo<I, O>,
    runner: GameRunner,
    /// Whether the board is printed after every change.
    board: BoardPrinting,
    /// Whether it is told after every move of a program what it thought.
    tells_thoughts: bool,
    /// Moves of a line that are still to be played.
    queue: VecDeque<Square>,
    /// The position that was printed last.
    shown: Option<Position>,
    /// The position after the last change that was told.
    told: Position,
    /// The games of the file that was loaded last, if it has several.
    games: Option<Box<GameBrowser>>,
}

/// Maximum number of games that are listed at once.
const MAX_LISTED: usize = 20;

impl<I: BufRead, O: Write> PlainGame<I, O> {
    /// Begins with the first game of a file.
    fn start_with(&mut self, path: &Path) -> Result<(), PlayError> {
        match self.runner.load_file(path, RunState::Running) {
            Err(ReplaceGameError::File(error)) => return Err(error.into()),
            loaded => self.show_loaded(path, loaded)?,
        }
        self.run()
    }

    /// Prompts and executes commands until the user quits or the input ends.
    fn run(&mut self) -> Result<(), PlayError> {
        let players = announcement::players(self.runner.local_game());
        self.lines.print(&players)?;
        self.show_board()?;
        loop {
            let local_game = self.runner.local_game();
            if local_game.wanted_move().is_some() || local_game.wanted_advice().is_some() {
                let notifications = self.runner.wait(WAIT_LIMIT)?;
                self.print_notifications(notifications)?;
            } else if local_game.game().is_over() && !local_game.has_human() {
                return Ok(());
            } else if let Some(square) = self.queue.pop_front() {
                self.play_queued(square)?;
            } else {
                let prompt = prompt(local_game.game(), self.board);
                self.lines.print(&prompt)?;
                let Some(line) = self.lines.read_line()? else { return Ok(()) };
                if self.execute(&line)?.is_break() {
                    return Ok(());
                }
            }
        }
    }

    /// Plays a move of a line with several. After an illegal one the others are not played.
    fn play_queued(&mut self, square: Square) -> Result<(), PlayError> {
        let n_plies = self.runner.local_game().game().n_plies();
        let notifications = self.runner.handle(GameCommand::Place(square));
        self.print_notifications(notifications)?;
        let was_played = n_plies < self.runner.local_game().game().n_plies();
        if was_played || self.queue.is_empty() {
            return Ok(());
        }
        let rest: Vec<String> = self.queue.drain(..).map(|square| square.to_string()).collect();
        self.lines.print(&format_args!("Not played: {}.", rest.join(" ")))
    }

    fn execute(&mut self, line: &str) -> Result<ControlFlow<()>, PlayError> {
        match line.parse() {
            Ok(PlainCommand::Empty) => {}
            Ok(PlainCommand::Game(command)) => {
                let notifications = self.runner.handle(command);
                self.print_notifications(notifications)?;
            }
            Ok(PlainCommand::Moves(squares)) => self.queue.extend(squares),
            Ok(PlainCommand::NewGame) => {
                let started = self.runner.start_again();
                self.print_replaced(started)?;
            }
            Ok(PlainCommand::Save(path, overwrite)) => self.save(&path, overwrite)?,
            Ok(PlainCommand::Load(path)) => {
                let loaded = self.runner.load_file(&path, RunState::Running);
                self.show_loaded(&path, loaded)?;
            }
            Ok(PlainCommand::ListGames(words)) => self.list_games(&words)?,
            Ok(PlainCommand::OpenGame(number)) => self.open_game(number)?,
            Ok(PlainCommand::Board(command)) => self.tell_board(command)?,
            Ok(PlainCommand::LegalMoves) => self.tell(announcement::legal_moves)?,
            Ok(PlainCommand::Thought) => self.tell_last_thought()?,
            Ok(PlainCommand::Score) => self.tell(announcement::score)?,
            Ok(PlainCommand::Clock) => self.tell_clock()?,
            Ok(PlainCommand::Analyze(level)) => self.analyze(level)?,
            Ok(PlainCommand::Help) => self.lines.print(&HELP)?,
            Ok(PlainCommand::Quit) => return Ok(ControlFlow::Break(())),
            Err(error) => self.lines.print(&sentence(&error.to_string()))?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Prints what there is to be said about the position.
    fn tell(&mut self, say: impl Fn(&Position) -> String) -> Result<(), PlayError> {
        let text = say(self.runner.local_game().game().position());
        self.lines.print(&text)
    }

    fn tell_board(&mut self, command: BoardCommand) -> Result<(), PlayError> {
        match command {
            BoardCommand::Print => self.print_board(),
            BoardCommand::Set(printing) => {
                self.board = printing;
                self.lines.print(&match printing {
                    BoardPrinting::On => "The board is printed after every move.",
                    BoardPrinting::Off => "Moves are announced. `board` prints the board.",
                })?;
                self.show_board()
            }
            BoardCommand::Row(row) => self.tell(|position| announcement::row(position, row)),
            BoardCommand::Column(column) => {
                self.tell(|position| announcement::column(position, column))
            }
            BoardCommand::Square(square) => {
                self.tell(|position| announcement::square(position, square))
            }
        }
    }

    fn tell_last_thought(&mut self) -> Result<(), PlayError> {
        let text = match self.runner.local_game().last_thought() {
            Some(ShownThought { before, mv, thought }) => {
                let thought = Box::new(thought.clone());
                Notification::Thought(before.side_to_move(), *mv, thought).to_string()
            }
            None => "No program has told what it thinks about its moves.".to_owned(),
        };
        self.lines.print(&text)
    }

    fn tell_clock(&mut self) -> Result<(), PlayError> {
        let (session, now) = (self.runner.local_game().session(), self.runner.now());
        let text = match Color::ALL.map(|color| session.shown_time(color, now)) {
            [Some(black), Some(white)] => {
                format!("Black {}, White {}.", ClockFace(black), ClockFace(white))
            }
            _ => "There is no clock.".to_owned(),
        };
        self.lines.print(&text)
    }

    fn save(&mut self, path: &Path, overwrite: Overwrite) -> Result<(), PlayError> {
        match game_file::save(self.runner.local_game(), path, overwrite) {
            Ok(()) => self.print_notifications(vec![Notification::Saved(path.to_owned())]),
            Err(error @ GameFileError::Exists(_)) => {
                let path = path.display();
                self.lines.print(&format_args!("{error}. Type `save! {path}` to replace it."))
            }
            Err(error) => self.lines.print(&error_sentence(&error.into())),
        }
    }

    /// Prints what was loaded, or why nothing was. Of several games the first one is loaded.
    fn show_loaded(
        &mut self,
        path: &Path,
        loaded: Result<Loaded, ReplaceGameError>,
    ) -> Result<(), PlayError> {
        match loaded {
            Err(error) => self.lines.print(&error_sentence(&error)),
            Ok(Loaded::OneGame(notifications)) => {
                self.games = None;
                self.print_notifications(notifications)
            }
            Ok(Loaded::Games(games, problems)) => {
                let (path, n) = (path.display(), games.list.len());
                self.lines.print(&format_args!(
                    "{path} has {n} games. `games` lists them, `game 2` loads the second."
                ))?;
                for problem in problems {
                    self.lines.print(&problem)?;
                }
                self.games = Some(games);
                self.open_game(1)
            }
        }
    }

    /// Loads a game of the file.
    fn open_game(&mut self, number: usize) -> Result<(), PlayError> {
        let Some(games) = &self.games else { return self.lines.print(&NO_GAMES) };
        let Some(record) = number.checked_sub(1).and_then(|index| games.record(index)) else {
            let n = games.list.len();
            return self.lines.print(&format_args!("There are games 1 to {n}."));
        };
        let about = format!("Game {number}: {}, {}.", title_of(&record), details_of(&record));
        self.lines.print(&about)?;
        let loaded = self.runner.load(record, RunState::Running);
        self.print_replaced(loaded)
    }

    /// Prints what happened when another game replaced the one on the board, or why none did.
    fn print_replaced(
        &mut self,
        replaced: Result<Vec<Notification>, ReplaceGameError>,
    ) -> Result<(), PlayError> {
        match replaced {
            Ok(notifications) => self.print_notifications(notifications),
            Err(error) => self.lines.print(&error_sentence(&error)),
        }
    }

    /// Lists the games of the file that have all words.
    fn list_games(&mut self, words: &str) -> Result<(), PlayError> {
        let Some(games) = &mut self.games else { return self.lines.print(&NO_GAMES) };
        games.list.search(words);
        let line = |(index, row): (usize, &ListRow)| {
            format!("{}. {}, {}\n", index + 1, row.title, row.details)
        };
        let n = games.list.matching().len();
        let mut text: String = games.list.matching().take(MAX_LISTED).map(line).collect();
        if n == 0 {
            text += "No game has these words.";
        } else if MAX_LISTED < n {
            text += &(n - MAX_LISTED).to_string();
            text += " more. `games WORDS` lists fewer.";
        }
        self.lines.print(&text.trim_end())
    }

    /// Prints the analysis of the game. A running game is paused meanwhile.
    fn analyze(&mut self, level: Option<Level>) -> Result<(), PlayError> {
        let local_game = self.runner.local_game();
        let game = local_game.game().clone();
        let pauses = !game.is_over() && local_game.run_state() == RunState::Running;
        if pauses {
            self.runner.handle(GameCommand::TogglePause);
        }
        self.lines.print(&"Analyzing...")?;
        let report = plain_report(&game, level);
        if pauses {
            self.runner.handle(GameCommand::TogglePause);
        }
        match report {
            Ok(report) => self.lines.print(&report),
            Err(error) => self.lines.print(&format_args!("The analysis cannot go on: {error}.")),
        }
    }

    /// Prints notifications, and the board if it has changed.
    fn print_notifications(&mut self, notifications: Vec<Notification>) -> Result<(), PlayError> {
        for item in &notifications {
            if matches!(item, Notification::Game(GameEvent::Ended(_))) {
                self.show_board()?;
            }
            self.print_notification(item)?;
        }
        self.show_board()?;
        let position = *self.runner.local_game().game().position();
        if self.board == BoardPrinting::Off && self.told != position {
            // It was not a move that changed the board.
            self.tell(announcement::score)?;
        }
        self.told = position;
        for item in notifications {
            if let Notification::ProgramFailed(error) = item {
                return Err(PlayError::Program(error));
            }
        }
        Ok(())
    }

    fn print_notification(&mut self, item: &Notification) -> Result<(), PlayError> {
        if matches!(item, Notification::Thought(..)) && !self.tells_thoughts {
            return Ok(());
        }
        match self.board {
            BoardPrinting::On => self.lines.print(item)?,
            BoardPrinting::Off => self.lines.print(&announcement::change(item, &self.told))?,
        }
        match item {
            Notification::Game(
                GameEvent::Moved { position, .. } | GameEvent::Passed { position, .. },
            ) => self.told = *position,
            Notification::SidesSwitched => {
                let players = announcement::players(self.runner.local_game());
                self.lines.print(&players)?;
            }
            _ => {}
        }
        Ok(())
    }

    /// Prints the board if it is wanted and has changed since it was printed.
    fn show_board(&mut self) -> Result<(), PlayError> {
        let is_shown = self.shown.as_ref() == Some(self.runner.local_game().game().position());
        if is_shown || self.board == BoardPrinting::Off {
            return Ok(());
        }
        self.print_board()
    }

    fn print_board(&mut self) -> Result<(), PlayError> {
        let (local_game, now) = (self.runner.local_game(), self.runner.now());
        let position = *local_game.game().position();
        let [black, white] = Color::ALL.map(|color| local_game.session().shown_time(color, now));
        let clocks = black.zip(white).map(|(black, white)| [black, white]);
        self.shown = Some(position);
        let mut board = PrintedBoard::from(position);
        // The prompt names the side to move.
        board.side_to_move = None;
        board.clocks = clocks;
        self.lines.print(&board.to_string().trim_end())
    }
}

/// Printed if games are asked for and there is no file.
const NO_GAMES: &str = "No file with several games was loaded. Type `load` and its name.";

/// Returns the prompt for a move.
fn prompt(game: &Game, board: BoardPrinting) -> String {
    let position = game.position();
    let side = position.side_to_move();
    match board {
        _ if game.is_over() => "Game over (undo, analyze, new, save FILE, quit):".to_owned(),
        BoardPrinting::Off => format!("{side} to move:"),
        BoardPrinting::On => {
            let moves = announcement::names(position.legal_moves().squares());
            format!("{side} to move ({moves}):")
        }
    }
}

#[cfg(test)]
mod tests;
