//! Othello line by line: one line in, one answer out, for pipes and screen readers.

use std::fmt::{self, Display};
use std::io::{self, BufRead, Read as _, Write};
use std::path::Path;
use std::time::Duration;

use willow_board::{Color, GameEvent, Position};
use willow_records::PrintedBoard;

use crate::command_line::{CommandLine, HELP};
use crate::files::{self, FileError, Overwrite};
use crate::host::Host;
use crate::keeper;
use crate::news::News;
use crate::options::{PlayEnd, PlayError, PlayOptions, Resume};
use crate::table::{Pace, Table};
use crate::unfinished::Unfinished;

/// The longest line that is read, in bytes: twice as long as a path may be on most systems.
const LONGEST_LINE: u64 = 1 << 13;

/// Stands for a line that is no text or too long. Like that, it is no command.
const UNREADABLE: char = char::REPLACEMENT_CHARACTER;

/// How long to wait for a program before waiting again.
const PATIENCE: Duration = Duration::from_mins(1);

/// Plays line by line: prints boards in the seed's style, lists the legal moves and reads moves and
/// commands. The end of the input ends it; the game is kept then.
///
/// A reader that closes the output early is no error.
///
/// # Errors
/// Players must be such that they can be built, and input and output must work.
pub fn run_plain(
    options: &PlayOptions,
    input: impl BufRead,
    output: impl Write,
) -> Result<PlayEnd, PlayError> {
    let mut lines = Lines { input, output };
    let unfinished = match choose_game(options, &mut lines)? {
        Choice::New => None,
        Choice::Resume(unfinished) => Some(unfinished),
        Choice::Leave => return Ok(PlayEnd::Interrupted { kept: None }),
    };
    let host = Host::open(options, unfinished.as_deref())?;
    let mut plain = Plain { lines, host, shown: None };
    let ended = plain.converse();
    let end = plain.host.leave();
    match ended {
        // Whoever reads has read enough.
        Err(PlayError::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(end),
        ended => ended.map(|()| end),
    }
}

/// Which game to play.
enum Choice {
    New,
    Resume(Box<Unfinished>),
    Leave,
}

fn choose_game(
    options: &PlayOptions,
    lines: &mut Lines<impl BufRead, impl Write>,
) -> Result<Choice, PlayError> {
    let path = options.unfinished.as_deref();
    let unfinished = match options.resume {
        Resume::Never => return Ok(Choice::New),
        Resume::Always => {
            let unfinished = keeper::look(path)?.ok_or(PlayError::NothingToResume)?;
            lines.say(&News::TakenUp)?;
            return Ok(Choice::Resume(Box::new(unfinished)));
        }
        Resume::Ask => match keeper::look(path) {
            Ok(Some(unfinished)) => Box::new(unfinished),
            Ok(None) => return Ok(Choice::New),
            Err(error) => {
                lines.say(&format_args!("{error}."))?;
                return Ok(Choice::New);
            }
        },
    };
    let title = unfinished.title();
    lines.say(&format_args!("There is an unfinished game: {title}. Go on with it (y/n)?"))?;
    loop {
        let Some(line) = lines.read()? else { return Ok(Choice::Leave) };
        match line.trim() {
            "y" | "Y" | "yes" => return Ok(Choice::Resume(unfinished)),
            "n" | "N" | "no" => return Ok(Choice::New),
            _ => lines.say(&"Please answer y or n.")?,
        }
    }
}

/// Lines in and lines out.
struct Lines<I, O> {
    input: I,
    output: O,
}

impl<I: BufRead, O: Write> Lines<I, O> {
    fn say(&mut self, line: &dyn Display) -> Result<(), PlayError> {
        writeln!(self.output, "{line}")
            .and_then(|()| self.output.flush())
            .map_err(PlayError::Output)
    }

    /// Reads a line; `None` at the end of the input. Of a line that is too long no more is kept than
    /// the limit.
    fn read(&mut self) -> Result<Option<String>, PlayError> {
        let mut line = Vec::new();
        self.input
            .by_ref()
            .take(LONGEST_LINE)
            .read_until(b'\n', &mut line)
            .map_err(PlayError::Input)?;
        if line.len() as u64 == LONGEST_LINE && !line.ends_with(b"\n") {
            self.input.skip_until(b'\n').map_err(PlayError::Input)?;
            return Ok(Some(UNREADABLE.to_string()));
        }
        let text = String::from_utf8(line).unwrap_or_else(|_| UNREADABLE.to_string());
        Ok((!text.is_empty()).then_some(text))
    }
}

/// A visit to the terminal in plain mode.
struct Plain<I, O> {
    lines: Lines<I, O>,
    host: Host,
    /// The position that was printed last.
    shown: Option<Position>,
}

/// Whether to go on reading.
#[derive(PartialEq, Eq)]
enum Next {
    GoOn,
    Leave,
}

impl<I: BufRead, O: Write> Plain<I, O> {
    /// Asks and answers until somebody leaves.
    fn converse(&mut self) -> Result<(), PlayError> {
        self.show_board()?;
        loop {
            let table = self.host.table();
            if table.wanted_move().is_some() || table.wanted_advice().is_some() {
                let news = self.host.wait(PATIENCE)?;
                self.tell(news)?;
            } else if table.game().is_over() && !table.has_person() {
                return Ok(());
            } else {
                let prompt = Prompt(table).to_string();
                self.lines.say(&prompt)?;
                let Some(line) = self.lines.read()? else { return Ok(()) };
                if self.obey(&line)? == Next::Leave {
                    return Ok(());
                }
            }
        }
    }

    fn obey(&mut self, line: &str) -> Result<Next, PlayError> {
        match line.parse() {
            Ok(CommandLine::Nothing) => {}
            Ok(CommandLine::Table(command)) => {
                let news = self.host.handle(command);
                self.tell(news)?;
            }
            Ok(CommandLine::Save(path, overwrite)) => self.save(&path, overwrite)?,
            Ok(CommandLine::Load(path)) => self.load(&path)?,
            Ok(CommandLine::Board) => self.print_board()?,
            Ok(CommandLine::Help) => self.lines.say(&HELP)?,
            Ok(CommandLine::Quit) => return Ok(Next::Leave),
            Err(error) => self.lines.say(&error)?,
        }
        Ok(Next::GoOn)
    }

    fn save(&mut self, path: &Path, overwrite: Overwrite) -> Result<(), PlayError> {
        match files::save(self.host.table(), path, overwrite) {
            Ok(()) => self.lines.say(&format_args!("Written to {}.", path.display())),
            Err(error @ FileError::Exists(_)) => {
                let path = path.display();
                self.lines.say(&format_args!("{error} `save! {path}` replaces it."))
            }
            Err(error) => self.lines.say(&error),
        }
    }

    fn load(&mut self, path: &Path) -> Result<(), PlayError> {
        let control = self.host.table().session().control();
        match files::load(path, control) {
            Ok(session) => {
                let news = self.host.take_up(session, Pace::Going);
                self.lines.say(&format_args!("Read from {}.", path.display()))?;
                self.tell(news)
            }
            Err(error) => self.lines.say(&error),
        }
    }

    /// Tells news, and shows the board if it is another one now.
    fn tell(&mut self, news: Vec<News>) -> Result<(), PlayError> {
        for item in &news {
            if matches!(item, News::Game(GameEvent::Ended(_))) {
                self.show_board()?;
            }
            self.lines.say(item)?;
        }
        self.show_board()?;
        match news.into_iter().find_map(News::into_failure) {
            Some(error) => Err(PlayError::Program(error)),
            None => Ok(()),
        }
    }

    fn show_board(&mut self) -> Result<(), PlayError> {
        if self.shown.as_ref() == Some(self.host.table().game().position()) {
            return Ok(());
        }
        self.print_board()
    }

    fn print_board(&mut self) -> Result<(), PlayError> {
        let (table, now) = (self.host.table(), self.host.now());
        let position = *table.game().position();
        let [black, white] = Color::ALL.map(|color| table.session().shown_time(color, now));
        let clocks = black.zip(white).map(|(black, white)| [black, white]);
        self.shown = Some(position);
        let mut board = PrintedBoard::from(position);
        // The prompt says whose turn it is.
        board.side_to_move = None;
        board.clocks = clocks;
        self.lines.say(&board.to_string().trim_end())
    }
}

/// The line that asks for a move.
struct Prompt<'a>(&'a Table);

impl Display for Prompt<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let position = self.0.game().position();
        if self.0.game().is_over() {
            return f.write_str("The game is over (undo, new, save FILE, quit):");
        }
        write!(f, "{} to move (", position.side_to_move())?;
        for (index, square) in position.legal_moves().squares().enumerate() {
            let blank = if index == 0 { "" } else { " " };
            write!(f, "{blank}{square}")?;
        }
        f.write_str("):")
    }
}

#[cfg(test)]
mod tests;
