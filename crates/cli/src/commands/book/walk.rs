//! `willow book walk`: through a book, line by line, with changes and undo.

use std::fmt::Write as _;
use std::io::{self, BufRead as _, IsTerminal as _};
use std::path::PathBuf;

use willow_board::{Board, Game, Move};
use willow_book::{Book, BookEditor, BookError, BookWriter, Lookup};
use willow_eval::Score;

use super::common::{check_centre, failed, today};
use super::show::Page;
use crate::args::BookWalkArgs;
use crate::error::CliError;
use crate::output;
use crate::status::Status;
use crate::units;

const HELP: &str = "\
a square      play it (d3)
back          take the last move back
start         go to the start
set DISCS     set the value of this position by hand, for its side to move
remove        remove this position from the book
undo          take the last change back
today         what was learned today, by ply
help          this list
quit          write the changes and end
";

/// Runs the command.
pub(super) fn run(args: &BookWalkArgs) -> Result<Status, CliError> {
    let book = Book::open(&args.book).map_err(|error| failed(&error))?;
    let game = args.from.clone().unwrap_or_default();
    check_centre(game.start().board())?;
    let mut walk = Walk { path: args.book.clone(), state: State::Reading(book), game };
    walk.show()?;
    let is_terminal = io::stdin().is_terminal();
    for line in prompted_lines(is_terminal) {
        let line =
            line.map_err(|error| CliError::file("read", "standard input".as_ref(), &error))?;
        match walk.obey(line.trim()) {
            Ok(true) => break,
            Ok(false) => (),
            // A wrong word is no reason to end, at a terminal.
            Err(error @ CliError::Usage(_)) if is_terminal => error.print(),
            Err(error) => {
                walk.close()?;
                return Err(error);
            }
        }
    }
    walk.close()?;
    Ok(Status::Done)
}

/// Returns the lines of standard input, after a prompt at a terminal.
fn prompted_lines(is_terminal: bool) -> impl Iterator<Item = io::Result<String>> {
    let mut lines = io::stdin().lock().lines();
    std::iter::from_fn(move || {
        if is_terminal && output::print("book> ").is_err() {
            return None;
        }
        lines.next()
    })
}

/// Where the walk is.
struct Walk {
    path: PathBuf,
    state: State,
    game: Game,
}

/// The book: locked for writing from the first change on.
enum State {
    Reading(Book),
    Editing(BookEditor),
    /// Only while the state changes.
    Closed,
}

impl Lookup for State {
    fn entry(
        &self,
        position: willow_book::BookPosition,
    ) -> Result<Option<willow_book::Entry>, BookError> {
        match self {
            State::Reading(book) => book.entry(position),
            State::Editing(editor) => editor.book().entry(position),
            State::Closed => Ok(None),
        }
    }
}

impl Walk {
    /// Does what a line says; `true` at the end.
    fn obey(&mut self, line: &str) -> Result<bool, CliError> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => return Ok(false),
            "quit" | "q" => return Ok(true),
            "help" | "?" => {
                output::print(HELP)?;
                return Ok(false);
            }
            "today" => {
                self.print_today()?;
                return Ok(false);
            }
            "back" | "b" => self.back(),
            "start" => self.game = Game::new(),
            "set" => self.set(rest.trim())?,
            "remove" => self.remove()?,
            "undo" => self.undo()?,
            _ => self.play(word)?,
        }
        self.show()?;
        Ok(false)
    }

    /// Takes the last move back, and the pass after it.
    fn back(&mut self) {
        while self.game.undo() == Some(Move::Pass) {}
    }

    fn play(&mut self, word: &str) -> Result<(), CliError> {
        let unknown = || {
            CliError::usage(format!("`{word}` is neither a square nor a known word"))
                .with_hint("`help` lists the words")
        };
        let mv: Move = word.parse().map_err(|_| unknown())?;
        self.game.play(mv).map_err(CliError::usage)?;
        if self.game.position().must_pass() {
            self.game.play(Move::Pass).map_err(CliError::usage)?;
        }
        Ok(())
    }

    fn set(&mut self, text: &str) -> Result<(), CliError> {
        let discs: Option<f64> = text.parse().ok().filter(|discs| (-64.0..=64.0).contains(discs));
        let discs = discs.ok_or_else(|| {
            CliError::usage(format!("set: `{text}` is not a value from -64 to 64"))
        })?;
        let score = Score::from_units((discs * f64::from(Score::PER_DISC)).round() as i32);
        let line = self.line();
        let was_set = self.editor()?.set_value(&line, score, today()).map_err(|it| failed(&it))?;
        if was_set { Ok(()) } else { Err(CliError::usage("the game is over here")) }
    }

    fn remove(&mut self) -> Result<(), CliError> {
        let line = self.line();
        let was_there = self.editor()?.remove(&line).map_err(|error| failed(&error))?;
        if was_there { Ok(()) } else { Err(CliError::usage("the position is not in the book")) }
    }

    fn undo(&mut self) -> Result<(), CliError> {
        let nothing = || CliError::usage("nothing was changed");
        let State::Editing(editor) = &mut self.state else { return Err(nothing()) };
        let was_undone = editor.undo().map_err(|error| failed(&error))?;
        if was_undone { Ok(()) } else { Err(nothing()) }
    }

    /// Returns the boards from the start of the game to here.
    fn line(&self) -> Vec<Board> {
        let positions = (0..=self.game.n_plies()).filter_map(|ply| self.game.position_at(ply));
        positions.map(|position| *position.board()).collect()
    }

    /// Returns the editor; the first call locks the book.
    fn editor(&mut self) -> Result<&mut BookEditor, CliError> {
        if matches!(self.state, State::Reading(_)) {
            let writer = BookWriter::open(&self.path).map_err(|error| failed(&error))?;
            self.state = State::Editing(BookEditor::new(writer));
        }
        match &mut self.state {
            State::Editing(editor) => Ok(editor),
            _ => Err(CliError::failed("the book is closed")),
        }
    }

    fn show(&self) -> Result<(), CliError> {
        let page = Page::of(self.game.position(), &self.state).map_err(|error| failed(&error))?;
        let moves: String = self.game.moves().map(|mv| mv.to_string()).collect();
        let line = if moves.is_empty() { "start".to_owned() } else { moves };
        output::print(&format!("{line}\n{}", page.text(&self.path)))
    }

    /// Prints how many positions were learned today, by ply.
    fn print_today(&self) -> Result<(), CliError> {
        let book = match &self.state {
            State::Reading(book) => book,
            State::Editing(editor) => editor.book().book(),
            State::Closed => return Ok(()),
        };
        let by_ply = book.learned_on(today()).map_err(|error| failed(&error))?;
        let sum = by_ply.iter().sum::<u64>();
        let rows = by_ply.iter().enumerate().filter(|(_, count)| 0 < **count);
        let mut text = format!("{} learned today\n", units::count(sum as usize, "position"));
        for (ply, count) in rows {
            writeln!(text, "ply {ply:>2} {:>12}", units::grouped(*count))
                .expect("writing to a string does not fail");
        }
        output::print(&text)
    }

    /// Writes the changes.
    fn close(&mut self) -> Result<(), CliError> {
        if let State::Editing(editor) = std::mem::replace(&mut self.state, State::Closed) {
            let n_changes = editor.n_changes();
            editor.close().map_err(|error| failed(&error))?;
            output::print(&format!("{} written\n", units::count(n_changes, "change")))?;
        }
        Ok(())
    }
}
