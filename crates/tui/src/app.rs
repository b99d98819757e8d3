//! The state of the full screen beside the table, and what keys do to it.

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::Square;

use crate::files::Overwrite;
use crate::news::{News, Wish};
use crate::table::{Command, Revision, Table};

/// What the full screen shows beside the table.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct App {
    /// The square that the cursor is on.
    pub(crate) cursor: Square,
    /// The column of a move that is half typed.
    pub(crate) typed: Option<char>,
    /// What lies over the board.
    pub(crate) dialog: Option<Dialog>,
    /// What happened since a person last did something.
    pub(crate) messages: Vec<String>,
    /// The hint, and the state of the table that it is for.
    hint: Option<(Revision, Square)>,
}

/// What lies over the board and takes the keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// All keys.
    Help,
    /// A question that is answered with yes or no.
    Confirm(Question),
    /// The name of a file.
    File(Purpose, String),
}

/// A question that is answered with yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Question {
    /// Whether to go on with the unfinished game of this title.
    Resume(String),
    /// Whether to begin a new game in the middle of one.
    NewGame,
    /// Whether to give the game up.
    Resign,
    /// Whether to replace a file.
    Replace(PathBuf),
}

/// What the name of a file is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// To write the game.
    Save,
    /// To read a game.
    Load,
}

/// What a person wants that changes more than the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Request {
    /// Something at the table.
    Table(Command),
    /// The game written to a file.
    Save(PathBuf, Overwrite),
    /// A game read from a file.
    Load(PathBuf),
    /// The unfinished game taken up.
    Resume,
    /// To leave.
    Quit,
}

/// The number of messages that are remembered.
const MESSAGES: usize = 8;

impl App {
    /// Returns the state at the beginning.
    pub(crate) fn new() -> App {
        App { cursor: Square::D3, typed: None, dialog: None, messages: Vec::new(), hint: None }
    }

    /// Takes note of news.
    pub(crate) fn hear(&mut self, news: &[News], revision: Revision) {
        for item in news {
            if let News::Advice(advice) = item
                && let Some(square) = advice.best.square()
            {
                self.hint = Some((revision, square));
            }
            self.say(item.to_string());
        }
    }

    /// Shows a message below those before.
    pub(crate) fn say(&mut self, message: String) {
        if self.messages.len() == MESSAGES {
            self.messages.remove(0);
        }
        self.messages.push(message);
    }

    /// Returns the square that a hint shows in this state of the table.
    pub(crate) fn hint(&self, revision: Revision) -> Option<Square> {
        self.hint.filter(|&(asked, _)| asked == revision).map(|(_, square)| square)
    }

    /// Does what a click on a square means.
    pub(crate) fn click(&mut self, square: Square) -> Option<Request> {
        if self.dialog.is_some() {
            return None;
        }
        self.cursor = square;
        let request = Some(Request::Table(Command::Place(square)));
        self.note(request.as_ref());
        request
    }

    /// Does what a key means.
    pub(crate) fn press(&mut self, key: &KeyEvent, table: &Table) -> Option<Request> {
        let request = if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.press_with_control(key.code)
        } else {
            match self.dialog.take() {
                None => self.press_on_board(key.code, table),
                // Any key closes the help.
                Some(Dialog::Help) => None,
                Some(Dialog::Confirm(question)) => self.answer(question, key.code),
                Some(Dialog::File(purpose, name)) => self.edit(purpose, name, key.code),
            }
        };
        self.note(request.as_ref());
        request
    }

    /// Takes note that a person wants something: what was told so far has been read by then.
    fn note(&mut self, request: Option<&Request>) {
        if request.is_some() {
            self.messages.clear();
            self.typed = None;
        }
    }

    fn open(&mut self, dialog: Dialog) -> Option<Request> {
        self.typed = None;
        self.dialog = Some(dialog);
        None
    }

    fn press_with_control(&mut self, code: KeyCode) -> Option<Request> {
        match code {
            KeyCode::Char('c' | 'q') => Some(Request::Quit),
            KeyCode::Char('s') => self.open(Dialog::File(Purpose::Save, default_file_name())),
            KeyCode::Char('o') => self.open(Dialog::File(Purpose::Load, String::new())),
            KeyCode::Char('z') => Some(Request::Table(Command::Undo)),
            KeyCode::Char('y') => Some(Request::Table(Command::Redo)),
            _ => None,
        }
    }

    fn press_on_board(&mut self, code: KeyCode, table: &Table) -> Option<Request> {
        match code {
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.move_cursor(code),
            KeyCode::Enter => self.enter(),
            KeyCode::Esc | KeyCode::Backspace => {
                self.typed = None;
                None
            }
            KeyCode::Char(key) => self.type_on_board(key, table),
            KeyCode::Home => Some(Request::Table(Command::First)),
            KeyCode::End => Some(Request::Table(Command::Last)),
            KeyCode::F(1) => self.open(Dialog::Help),
            _ => None,
        }
    }

    fn type_on_board(&mut self, key: char, table: &Table) -> Option<Request> {
        let key = key.to_ascii_lowercase();
        if let 'a'..='h' = key {
            self.typed = Some(key);
            return None;
        }
        let command = match key {
            '1'..='8' => return self.place_typed(key),
            '?' => return self.open(Dialog::Help),
            'q' => return Some(Request::Quit),
            'w' => return self.open(Dialog::File(Purpose::Save, default_file_name())),
            'l' => return self.open(Dialog::File(Purpose::Load, String::new())),
            'x' if !table.game().is_over() => return self.open(Dialog::Confirm(Question::Resign)),
            'n' if is_in_the_middle(table) => return self.open(Dialog::Confirm(Question::NewGame)),
            'n' => Command::NewGame,
            'u' => Command::Undo,
            'r' => Command::Redo,
            'i' => Command::Ask(Wish::Hint),
            'v' => Command::Ask(Wish::Value),
            's' => Command::SwitchSides,
            ' ' => Command::TogglePause,
            _ => return None,
        };
        Some(Request::Table(command))
    }

    fn place_typed(&mut self, row: char) -> Option<Request> {
        let column = self.typed?;
        let square = String::from_iter([column, row]).parse().ok()?;
        self.cursor = square;
        Some(Request::Table(Command::Place(square)))
    }

    /// Plays on the cursor's square. `h` and `e` begin squares, and so they mean hint and value only
    /// when they stand alone.
    fn enter(&mut self) -> Option<Request> {
        let command = match self.typed {
            None => Command::Place(self.cursor),
            Some('h') => Command::Ask(Wish::Hint),
            Some('e') => Command::Ask(Wish::Value),
            Some(_) => return None,
        };
        Some(Request::Table(command))
    }

    fn move_cursor(&mut self, code: KeyCode) -> Option<Request> {
        let (columns, rows) = match code {
            KeyCode::Left => (7, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, 7),
            _ => (0, 1),
        };
        let (column, row) = ((self.cursor.column() + columns) % 8, (self.cursor.row() + rows) % 8);
        self.cursor = Square::from_coords(column, row).expect("remainders of 8 are coordinates");
        self.typed = None;
        None
    }

    fn answer(&mut self, question: Question, code: KeyCode) -> Option<Request> {
        match code {
            KeyCode::Char('y' | 'Y') => Some(match question {
                Question::Resume(_) => Request::Resume,
                Question::NewGame => Request::Table(Command::NewGame),
                Question::Resign => Request::Table(Command::Resign),
                Question::Replace(path) => Request::Save(path, Overwrite::Always),
            }),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => None,
            _ => self.open(Dialog::Confirm(question)),
        }
    }

    fn edit(&mut self, purpose: Purpose, mut name: String, code: KeyCode) -> Option<Request> {
        match code {
            KeyCode::Esc => return None,
            KeyCode::Enter if name.trim().is_empty() => return None,
            KeyCode::Enter => {
                let path = PathBuf::from(name.trim());
                return Some(match purpose {
                    Purpose::Save => Request::Save(path, Overwrite::Never),
                    Purpose::Load => Request::Load(path),
                });
            }
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Delete => name.clear(),
            KeyCode::Char(letter) => name.push(letter),
            _ => {}
        }
        self.open(Dialog::File(purpose, name))
    }
}

fn default_file_name() -> String {
    "game.ggf".to_owned()
}

fn is_in_the_middle(table: &Table) -> bool {
    0 < table.session().line_len() && !table.game().is_over()
}

#[cfg(test)]
mod tests;
