//! The state of the full screen beside the game, and its key bindings.

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::Square;
use willow_files::Overwrite;

use crate::local_game::{GameCommand, LocalGame, Revision};
use crate::notification::{AdviceKind, Notification};

/// What the full screen shows beside the game: cursor, dialog, messages, hint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct App {
    /// The cursor's square.
    pub(crate) cursor: Square,
    /// The column letter of a square whose row has not been typed yet.
    pub(crate) typed: Option<char>,
    /// The dialog over the board.
    pub(crate) dialog: Option<Dialog>,
    /// The messages since the last command of the user.
    pub(crate) messages: Vec<String>,
    /// The hinted square, and the revision that it is for.
    hint: Option<(Revision, Square)>,
}

/// A dialog over the board that takes all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// The list of all keys.
    Help,
    /// A question to be answered with yes or no.
    Confirm(Confirmation),
    /// An input field for the name of a file.
    File(FileAction, String),
}

/// A question to be answered with yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Confirmation {
    /// Resume the unfinished game with this title?
    Resume(String),
    /// Abandon this game and start a new one?
    NewGame,
    /// Resign?
    Resign,
    /// Replace this file?
    Replace(PathBuf),
    /// Load the game in this file in place of this one?
    Load(PathBuf),
}

/// What to do with the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FileAction {
    /// Save the game to the file.
    Save,
    /// Load a game from the file.
    Load,
}

/// An action that reaches beyond the screen's own state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum AppAction {
    /// A command to the game.
    Game(GameCommand),
    /// Save the game to a file.
    Save(PathBuf, Overwrite),
    /// Load a game from a file.
    Load(PathBuf),
    /// Resume the unfinished game.
    Resume,
    /// Analyze the game.
    Analyze,
    /// Quit.
    Quit,
}

/// The largest number of messages that are kept.
const MAX_MESSAGES: usize = 8;

impl App {
    /// Returns the initial state.
    pub(crate) fn new() -> App {
        App { cursor: Square::D3, typed: None, dialog: None, messages: Vec::new(), hint: None }
    }

    /// Shows notifications, and marks a hinted square for this revision.
    pub(crate) fn notify(&mut self, notifications: &[Notification], revision: Revision) {
        for item in notifications {
            if let Notification::Advice(advice) = item
                && let Some(square) = advice.best.square()
            {
                self.hint = Some((revision, square));
            }
            self.show_message(item.to_string());
        }
    }

    /// Adds a message.
    pub(crate) fn show_message(&mut self, message: String) {
        if self.messages.len() == MAX_MESSAGES {
            self.messages.remove(0);
        }
        self.messages.push(message);
    }

    /// Returns the hinted square of this revision.
    pub(crate) fn hint(&self, revision: Revision) -> Option<Square> {
        self.hint.filter(|&(asked, _)| asked == revision).map(|(_, square)| square)
    }

    /// Handles a click on a square.
    pub(crate) fn click(&mut self, square: Square) -> Option<AppAction> {
        if self.dialog.is_some() {
            return None;
        }
        self.cursor = square;
        let request = Some(AppAction::Game(GameCommand::Place(square)));
        self.clear_read_messages(request.as_ref());
        request
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, key: &KeyEvent, local_game: &LocalGame) -> Option<AppAction> {
        let request = if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.press_with_control(key.code)
        } else {
            match self.dialog.take() {
                None => self.press_on_board(key.code, local_game),
                // Any key closes the help.
                Some(Dialog::Help) => None,
                Some(Dialog::Confirm(confirmation)) => self.answer(confirmation, key.code),
                Some(Dialog::File(file_action, name)) => {
                    self.edit(file_action, name, key.code, local_game)
                }
            }
        };
        self.clear_read_messages(request.as_ref());
        request
    }

    /// Handles a key while the terminal is too small to show the board: only quit,
    /// help and the analysis work.
    pub(crate) fn press_without_board(&mut self, key: &KeyEvent) -> Option<AppAction> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        match (key.code, &self.dialog) {
            (KeyCode::Char('c' | 'q'), _) if is_control => Some(AppAction::Quit),
            _ if is_control => None,
            (_, Some(Dialog::Help)) => {
                self.dialog = None;
                None
            }
            (KeyCode::Char('q' | 'Q'), _) => Some(AppAction::Quit),
            // The analysis needs less room than the board.
            (KeyCode::Char('a' | 'A' | 'y' | 'Y'), None) => Some(AppAction::Analyze),
            (KeyCode::Char('?') | KeyCode::F(1), None) => self.open(Dialog::Help),
            _ => None,
        }
    }

    /// Clears messages and input after an action: the user has read the messages by then.
    fn clear_read_messages(&mut self, request: Option<&AppAction>) {
        if request.is_some() {
            self.messages.clear();
            self.typed = None;
        }
    }

    fn open(&mut self, dialog: Dialog) -> Option<AppAction> {
        self.typed = None;
        self.dialog = Some(dialog);
        None
    }

    fn press_with_control(&mut self, code: KeyCode) -> Option<AppAction> {
        match code {
            KeyCode::Char('c' | 'q') => Some(AppAction::Quit),
            KeyCode::Char('s') => self.open(Dialog::File(FileAction::Save, default_file_name())),
            KeyCode::Char('o') => self.open(Dialog::File(FileAction::Load, String::new())),
            KeyCode::Char('z') => Some(AppAction::Game(GameCommand::Undo)),
            KeyCode::Char('y') => Some(AppAction::Game(GameCommand::Redo)),
            _ => None,
        }
    }

    fn press_on_board(&mut self, code: KeyCode, local_game: &LocalGame) -> Option<AppAction> {
        match code {
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.move_cursor(code),
            KeyCode::Enter => self.enter(),
            KeyCode::Esc | KeyCode::Backspace => {
                self.typed = None;
                None
            }
            KeyCode::Char(key) => self.type_on_board(key, local_game),
            KeyCode::Home => Some(AppAction::Game(GameCommand::GoToStart)),
            KeyCode::End => Some(AppAction::Game(GameCommand::GoToEnd)),
            KeyCode::F(1) => self.open(Dialog::Help),
            _ => None,
        }
    }

    fn type_on_board(&mut self, key: char, local_game: &LocalGame) -> Option<AppAction> {
        let key = key.to_ascii_lowercase();
        if key == 'a' && local_game.game().is_over() {
            return Some(AppAction::Analyze);
        }
        if let 'a'..='h' = key {
            self.typed = Some(key);
            return None;
        }
        let command = match key {
            '1'..='8' => return self.place_typed(key),
            '?' => return self.open(Dialog::Help),
            'q' => return Some(AppAction::Quit),
            'y' => return Some(AppAction::Analyze),
            'w' => return self.open(Dialog::File(FileAction::Save, default_file_name())),
            'l' => return self.open(Dialog::File(FileAction::Load, String::new())),
            'x' if !local_game.game().is_over() => {
                return self.open(Dialog::Confirm(Confirmation::Resign));
            }
            'n' if local_game.is_in_progress() => {
                return self.open(Dialog::Confirm(Confirmation::NewGame));
            }
            'n' => GameCommand::NewGame,
            'u' => GameCommand::Undo,
            'r' => GameCommand::Redo,
            'i' => GameCommand::Ask(AdviceKind::Hint),
            'v' => GameCommand::Ask(AdviceKind::Value),
            's' => GameCommand::SwitchSides,
            ' ' => GameCommand::TogglePause,
            _ => return None,
        };
        Some(AppAction::Game(command))
    }

    fn place_typed(&mut self, row: char) -> Option<AppAction> {
        let column = self.typed?;
        let square = String::from_iter([column, row]).parse().ok()?;
        self.cursor = square;
        Some(AppAction::Game(GameCommand::Place(square)))
    }

    /// Places a disc on the cursor's square. `a`, `h` and `e` are columns too, so they mean analysis,
    /// hint and value only when Enter follows.
    fn enter(&mut self) -> Option<AppAction> {
        let command = match self.typed {
            None => GameCommand::Place(self.cursor),
            Some('a') => return Some(AppAction::Analyze),
            Some('h') => GameCommand::Ask(AdviceKind::Hint),
            Some('e') => GameCommand::Ask(AdviceKind::Value),
            Some(_) => return None,
        };
        Some(AppAction::Game(command))
    }

    fn move_cursor(&mut self, code: KeyCode) -> Option<AppAction> {
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

    fn answer(&mut self, confirmation: Confirmation, code: KeyCode) -> Option<AppAction> {
        match code {
            KeyCode::Char('y' | 'Y') => Some(match confirmation {
                Confirmation::Resume(_) => AppAction::Resume,
                Confirmation::NewGame => AppAction::Game(GameCommand::NewGame),
                Confirmation::Resign => AppAction::Game(GameCommand::Resign),
                Confirmation::Replace(path) => AppAction::Save(path, Overwrite::Always),
                Confirmation::Load(path) => AppAction::Load(path),
            }),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => None,
            _ => self.open(Dialog::Confirm(confirmation)),
        }
    }

    fn edit(
        &mut self,
        file_action: FileAction,
        mut name: String,
        code: KeyCode,
        local_game: &LocalGame,
    ) -> Option<AppAction> {
        match code {
            KeyCode::Esc => return None,
            KeyCode::Enter if name.trim().is_empty() => return None,
            KeyCode::Enter => {
                let path = PathBuf::from(name.trim());
                return match file_action {
                    FileAction::Save => Some(AppAction::Save(path, Overwrite::Never)),
                    FileAction::Load if local_game.is_in_progress() => {
                        self.open(Dialog::Confirm(Confirmation::Load(path)))
                    }
                    FileAction::Load => Some(AppAction::Load(path)),
                };
            }
            KeyCode::Backspace => {
                name.pop();
            }
            KeyCode::Delete => name.clear(),
            KeyCode::Char(letter) => name.push(letter),
            _ => {}
        }
        self.open(Dialog::File(file_action, name))
    }
}

fn default_file_name() -> String {
    "game.ggf".to_owned()
}

#[cfg(test)]
mod tests;
