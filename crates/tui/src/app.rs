//! The state of the full screen beside the game, and its key bindings.

use std::path::PathBuf;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::Square;
use willow_files::Overwrite;

use crate::game_browser::GameBrowser;
use crate::line_editor::{EditResult, LineEditor};
use crate::local_game::{GameCommand, LocalGame, Revision};
use crate::new_game::{NewGame, NewGameAction, NewGameDialog};
use crate::notification::{AdviceKind, Notification};
use crate::search_list::ListAction;

/// What the full screen shows beside the game: cursor, dialog, messages, hint.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct App {
    /// The page that takes the screen in place of the board.
    pub(crate) page: Option<Page>,
    /// The games of the file that was opened last, if it has several.
    pub(crate) games: Option<Box<GameBrowser>>,
    /// Whether the arrow keys step through a game that nobody plays, in place of moving the cursor.
    steps: bool,
    /// The cursor's square.
    pub(crate) cursor: Square,
    /// The column letter of a square whose row has not been typed yet.
    pub(crate) typed: Option<char>,
    /// Whether the last key completed a square: Enter behind it plays nothing more.
    has_typed: bool,
    /// The dialog over the board.
    pub(crate) dialog: Option<Dialog>,
    /// The messages since the last command of the user.
    pub(crate) messages: Vec<String>,
    /// The hinted square, and the revision that it is for.
    hint: Option<(Revision, Square)>,
    /// Whether messages say what programs think about their moves.
    pub(crate) shows_thoughts: bool,
}

/// A page that takes the screen in place of the board.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Page {
    /// The games of a file: [`App::games`].
    Games,
    /// The dialog for a new game.
    NewGame(Box<NewGameDialog>),
}

/// A dialog over the board that takes all keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Dialog {
    /// The list of all keys.
    Help,
    /// A question to be answered with yes or no.
    Confirm(Confirmation),
    /// An input field for the name of a file.
    File(FileAction, LineEditor),
}

/// A question to be answered with yes or no.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Confirmation {
    /// Resume the unfinished game with this title?
    Resume(String),
    Resign,
    /// Replace this file?
    Replace(PathBuf),
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
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum AppAction {
    /// A command to the game.
    Game(GameCommand),
    /// Save the game to a file.
    Save(PathBuf, Overwrite),
    /// Load a game from a file.
    Load(PathBuf),
    /// Show the game with this index of the file that is open.
    OpenGame(usize),
    /// Open the dialog for a new game.
    AskForNewGame,
    /// Start another game.
    StartNew(Box<NewGame>),
    /// Resume the unfinished game.
    Resume,
    /// Analyze the game.
    Analyze,
    Quit,
}

/// Maximum number of messages that are kept.
const MAX_MESSAGES: usize = 8;

/// Where another game comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GameOrigin {
    /// A file of recorded games.
    File,
    /// The players, who go on with it.
    Players,
}

impl App {
    /// Returns the initial state.
    pub(crate) fn new() -> App {
        App {
            page: None,
            games: None,
            steps: false,
            cursor: Square::D3,
            typed: None,
            has_typed: false,
            dialog: None,
            messages: Vec::new(),
            hint: None,
            shows_thoughts: false,
        }
    }

    /// Shows notifications, and marks a hinted square for this revision.
    pub(crate) fn notify(&mut self, notifications: &[Notification], revision: Revision) {
        for item in notifications {
            if matches!(item, Notification::Thought(..)) && !self.shows_thoughts {
                continue;
            }
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

    /// Shows the board with another game. The arrow keys step through one of a file.
    pub(crate) fn show_other_game(&mut self, origin: GameOrigin) {
        self.page = None;
        self.steps = origin == GameOrigin::File;
        if origin == GameOrigin::Players {
            self.games = None;
        }
        self.hint = None;
        self.typed = None;
    }

    /// Returns whether the arrow keys step through the game.
    pub(crate) fn steps_through(&self, local_game: &LocalGame) -> bool {
        local_game.game().is_over() || (self.steps && local_game.is_resting())
    }

    /// Returns the hinted square of this revision.
    pub(crate) fn hint(&self, revision: Revision) -> Option<Square> {
        self.hint.filter(|&(asked, _)| asked == revision).map(|(_, square)| square)
    }

    /// Handles a click on a square of the board.
    pub(crate) fn click(&mut self, square: Square) -> Option<AppAction> {
        self.cursor = square;
        let request = Some(AppAction::Game(GameCommand::Place(square)));
        self.clear_read_messages(request.as_ref());
        request
    }

    /// Handles a key.
    pub(crate) fn press(&mut self, key: &KeyEvent, local_game: &LocalGame) -> Option<AppAction> {
        let request = if key.modifiers.contains(KeyModifiers::CONTROL) {
            self.press_with_control(key.code, local_game)
        } else {
            match self.dialog.take() {
                None if self.page.is_some() => self.press_on_page(key.code),
                None => self.press_on_board(key.code, local_game),
                // Any key closes the help.
                Some(Dialog::Help) => None,
                Some(Dialog::Confirm(confirmation)) => self.answer(confirmation, key.code),
                Some(Dialog::File(file_action, name)) => self.edit(file_action, name, key),
            }
        };
        self.clear_read_messages(request.as_ref());
        request
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

    fn press_on_page(&mut self, code: KeyCode) -> Option<AppAction> {
        let action = match self.page.as_mut()? {
            Page::Games => self.games.as_mut()?.list.press(code),
            Page::NewGame(dialog) => {
                return match dialog.press(code)? {
                    NewGameAction::Cancel => {
                        self.page = None;
                        None
                    }
                    NewGameAction::Start(new_game) => Some(AppAction::StartNew(new_game)),
                };
            }
        };
        match action? {
            ListAction::Open(index) => Some(AppAction::OpenGame(index)),
            ListAction::Leave => {
                self.page = None;
                None
            }
        }
    }

    fn press_with_control(&mut self, code: KeyCode, local_game: &LocalGame) -> Option<AppAction> {
        match code {
            KeyCode::Char('c' | 'q') => Some(AppAction::Quit),
            // What follows is for the board.
            _ if self.page.is_some() || self.dialog.is_some() => None,
            KeyCode::Char('z') => Some(self.undo(local_game)),
            KeyCode::Char('y') => Some(self.redo(local_game)),
            _ => None,
        }
    }

    fn press_on_board(&mut self, code: KeyCode, local_game: &LocalGame) -> Option<AppAction> {
        let has_typed = std::mem::take(&mut self.has_typed);
        match code {
            KeyCode::Enter if has_typed => None,
            KeyCode::Left if self.steps_through(local_game) => Some(self.undo(local_game)),
            KeyCode::Right if self.steps_through(local_game) => Some(self.redo(local_game)),
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => self.move_cursor(code),
            KeyCode::Enter if self.typed.is_none() => {
                Some(AppAction::Game(GameCommand::Place(self.cursor)))
            }
            KeyCode::Esc if self.typed.is_none() && self.games.is_some() => {
                self.page = Some(Page::Games);
                None
            }
            KeyCode::Esc | KeyCode::Backspace => {
                self.typed = None;
                None
            }
            KeyCode::Char(key) => self.type_on_board(key, local_game),
            KeyCode::Home => Some(self.step(GameCommand::GoToStart)),
            KeyCode::End => Some(AppAction::Game(GameCommand::GoToEnd)),
            KeyCode::F(1) => self.open(Dialog::Help),
            _ => None,
        }
    }

    /// Goes to another position and pauses there.
    fn step(&mut self, command: GameCommand) -> AppAction {
        // The game may go on from there, and the arrow keys still step.
        self.steps = true;
        self.typed = None;
        AppAction::Game(command)
    }

    /// Takes back moves, or only looks back at a game that nobody plays.
    fn undo(&mut self, local_game: &LocalGame) -> AppAction {
        if self.steps_through(local_game) {
            return self.step(GameCommand::StepBack);
        }
        AppAction::Game(GameCommand::Undo)
    }

    /// Redoes moves, or looks forward at a game that nobody plays.
    fn redo(&mut self, local_game: &LocalGame) -> AppAction {
        if self.steps_through(local_game) {
            return self.step(GameCommand::StepForward);
        }
        AppAction::Game(GameCommand::Redo)
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
            't' => {
                self.shows_thoughts = !self.shows_thoughts;
                return None;
            }
            'q' => return Some(AppAction::Quit),
            'y' => return Some(AppAction::Analyze),
            'w' => {
                let name = LineEditor::suggestion("game.ggf");
                return self.open(Dialog::File(FileAction::Save, name));
            }
            'l' => return self.open(Dialog::File(FileAction::Load, LineEditor::new(""))),
            'x' if local_game.game().is_over() => return None,
            'x' if local_game.has_human() => {
                return self.open(Dialog::Confirm(Confirmation::Resign));
            }
            'n' => return Some(AppAction::AskForNewGame),
            'u' | '[' | ',' => return Some(self.undo(local_game)),
            'r' | ']' | '.' => return Some(self.redo(local_game)),
            'i' => GameCommand::Ask(AdviceKind::Hint),
            'v' => GameCommand::Ask(AdviceKind::Value),
            'x' => GameCommand::Resign,
            's' => GameCommand::SwitchSides,
            ' ' => {
                self.steps = false;
                GameCommand::TogglePause
            }
            _ => return None,
        };
        Some(AppAction::Game(command))
    }

    fn place_typed(&mut self, row: char) -> Option<AppAction> {
        let column = self.typed?;
        let square = String::from_iter([column, row]).parse().ok()?;
        self.cursor = square;
        self.has_typed = true;
        Some(AppAction::Game(GameCommand::Place(square)))
    }

    fn move_cursor(&mut self, code: KeyCode) -> Option<AppAction> {
        self.steps = false;
        self.cursor = cursor_after(self.cursor, code);
        self.typed = None;
        None
    }

    fn answer(&mut self, confirmation: Confirmation, code: KeyCode) -> Option<AppAction> {
        match code {
            KeyCode::Char('y' | 'Y') => Some(match confirmation {
                Confirmation::Resume(_) => AppAction::Resume,
                Confirmation::Resign => AppAction::Game(GameCommand::Resign),
                Confirmation::Replace(path) => AppAction::Save(path, Overwrite::Always),
            }),
            KeyCode::Char('n' | 'N') | KeyCode::Esc => None,
            _ => self.open(Dialog::Confirm(confirmation)),
        }
    }

    fn edit(
        &mut self,
        file_action: FileAction,
        mut name: LineEditor,
        key: &KeyEvent,
    ) -> Option<AppAction> {
        let path = match name.press(key) {
            EditResult::Editing => return self.open(Dialog::File(file_action, name)),
            EditResult::Cancelled => return None,
            EditResult::Submitted(name) => PathBuf::from(name.trim()),
        };
        Some(match file_action {
            FileAction::Save => AppAction::Save(path, Overwrite::Never),
            FileAction::Load => AppAction::Load(path),
        })
    }
}

/// Returns where an arrow key moves a cursor, around the edge.
pub(crate) fn cursor_after(cursor: Square, code: KeyCode) -> Square {
    let (columns, rows) = match code {
        KeyCode::Left => (7, 0),
        KeyCode::Right => (1, 0),
        KeyCode::Up => (0, 7),
        _ => (0, 1),
    };
    let (column, row) = ((cursor.column() + columns) % 8, (cursor.row() + rows) % 8);
    Square::from_coords(column, row).expect("remainders of 8 are coordinates")
}

#[cfg(test)]
mod tests;
