//! Key bindings: what each key does in the lobby, in a game and on the sign-in screen.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::Square;
use willow_protocol::client::Credentials;
use willow_protocol::text::{self, TextInput};
use willow_protocol::{Command, GameId, HistoryFilter, Pool, Request, WatchTarget};

use super::lobby::{GameListEntry, LobbyList};
use super::online_game::{OnlineGame, Step};
use super::state::{ConnectionPhase, OnlineDialog, OnlineState};
use crate::app::cursor_after;
use crate::line_editor::{EditResult, LineEditor};

/// The command that forgets the remembered login. The server does not know it.
const FORGET: &str = "forget";

/// The number of messages by which a key scrolls.
const PAGE: isize = 5;

/// An action that reaches beyond the client's state.
#[derive(Clone, Debug)]
pub(crate) enum OnlineAction {
    /// Sign in with these credentials.
    SignIn(Credentials),
    /// Forget the remembered login.
    Forget,
    /// Send a command to the server.
    Send(Command),
    /// Analyze the shown game.
    Analyze,
    /// Quit the client.
    Quit,
}

impl OnlineState {
    /// Handles a key press.
    pub(crate) fn press(&mut self, key: &KeyEvent) -> Option<OnlineAction> {
        if key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'q'))
        {
            return Some(OnlineAction::Quit);
        }
        if self.dialog.is_none() && self.input.is_some() {
            self.status_message = None;
            return self.edit(key);
        }
        let code = self.code_of(key)?;
        if let Some(dialog) = self.dialog.take() {
            return self.answer(dialog, code);
        }
        self.status_message = None;
        match code {
            KeyCode::Tab => self.show((self.tab + 1) % (self.open_games.len() + 1)),
            KeyCode::BackTab => self.show(self.tab.checked_sub(1).unwrap_or(self.open_games.len())),
            KeyCode::F(1) | KeyCode::Char('?') => self.dialog = Some(OnlineDialog::Help),
            KeyCode::Char('/' | ':') => self.input = Some(LineEditor::new("")),
            KeyCode::Char(' ') => self.show(self.next_turn().unwrap_or(self.tab)),
            KeyCode::PageUp => self.scroll(PAGE),
            KeyCode::PageDown => self.scroll(-PAGE),
            KeyCode::Char('q') if self.has_own_game() => self.dialog = Some(OnlineDialog::Quit),
            KeyCode::Char('q') => return Some(OnlineAction::Quit),
            _ if self.phase != ConnectionPhase::SignedIn => {
                return self.refuse("Not connected to the server. Press q to quit.");
            }
            code if self.tab == 0 => return self.press_in_lobby(code),
            code => return self.press_in_game(code),
        }
        None
    }

    /// Returns the code of a key. In a game control and Z is undo, control and Y redo, as in `willow play`;
    /// other letters with control mean nothing.
    fn code_of(&self, key: &KeyEvent) -> Option<KeyCode> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let is_in_game = self.tab != 0 && self.dialog.is_none();
        match key.code {
            KeyCode::Char('z') if is_control && is_in_game => Some(KeyCode::Char('u')),
            KeyCode::Char('y') if is_control && is_in_game => Some(KeyCode::Char('r')),
            KeyCode::Char(_) if is_control => None,
            code => Some(code),
        }
    }

    /// Asks for the analysis of the shown game. A game that is still running is not analyzed, and
    /// nothing is while the user plays.
    fn analyze(&mut self) -> Option<OnlineAction> {
        let online_game = self.shown_game()?;
        if !online_game.is_over() {
            self.refuse("A game can be analyzed when it is over.")
        } else if self.has_own_game() {
            self.refuse("You are playing. Games can be analyzed when yours are over.")
        } else {
            Some(OnlineAction::Analyze)
        }
    }

    /// Says why a key or a line does nothing.
    fn refuse(&mut self, reason: &str) -> Option<OnlineAction> {
        self.complain(reason);
        None
    }

    fn answer(&mut self, dialog: OnlineDialog, code: KeyCode) -> Option<OnlineAction> {
        match (dialog, code) {
            (OnlineDialog::Help, _) | (_, KeyCode::Char('n' | 'N') | KeyCode::Esc) => None,
            (OnlineDialog::Resign(game), KeyCode::Char('y' | 'Y')) => {
                Some(OnlineAction::Send(Command::Resign { game: Some(game) }))
            }
            (OnlineDialog::Quit, KeyCode::Char('y' | 'Y')) => Some(OnlineAction::Quit),
            (dialog, _) => {
                self.dialog = Some(dialog);
                None
            }
        }
    }

    /// Opens the input line with a text.
    fn open_input(&mut self, text: &str) -> Option<OnlineAction> {
        self.input = Some(LineEditor::new(text));
        None
    }

    fn press_in_lobby(&mut self, code: KeyCode) -> Option<OnlineAction> {
        match code {
            KeyCode::Up => self.lobby.select(-1),
            KeyCode::Down => self.lobby.select(1),
            KeyCode::Left => self.lobby.list = LobbyList::Games,
            KeyCode::Right => self.lobby.list = LobbyList::Users,
            KeyCode::Enter => return self.enter_in_lobby(),
            KeyCode::Char('n') => return self.open_input("new 5+3"),
            KeyCode::Char('s') => return self.open_input("seek 5+3"),
            KeyCode::Char(digit @ '1'..='4') => return Some(self.join_or_leave_pool(digit)),
            KeyCode::Char('h') => {
                let filter = HistoryFilter::default();
                return Some(OnlineAction::Send(Command::History { filter }));
            }
            KeyCode::Char('c') => return self.open_input_for_user("challenge", " 5+3"),
            KeyCode::Char('p') => return self.open_input_for_user("tell", " "),
            KeyCode::Char('t' | '\'') => return self.open_input("say "),
            KeyCode::Char('u') => {
                let name = self.lobby.selected_user().cloned();
                return Some(OnlineAction::Send(Command::User { name }));
            }
            KeyCode::Char('d') => return self.decline_or_cancel(),
            _ => {}
        }
        None
    }

    /// Joins the pool of a number, or leaves it.
    fn join_or_leave_pool(&self, digit: char) -> OnlineAction {
        let index = digit.to_digit(10).unwrap_or(1) as usize - 1;
        let pool = Pool::ALL[index.min(Pool::ALL.len() - 1)];
        let waits = self.lobby.pools.iter().any(|summary| summary.pool == pool && summary.joined);
        OnlineAction::Send(if waits { Command::Unseek } else { Command::Pool { pool } })
    }

    /// Opens the input line with a command about the selected user.
    fn open_input_for_user(&mut self, command: &str, rest: &str) -> Option<OnlineAction> {
        let name = match self.lobby.selected_user() {
            Some(name) if Some(name) != self.name.as_ref() => name.to_string(),
            _ => return self.open_input(&format!("{command} ")),
        };
        self.open_input(&format!("{command} {name}{rest}"))
    }

    fn enter_in_lobby(&mut self) -> Option<OnlineAction> {
        if self.lobby.list == LobbyList::Users {
            return self.open_input_for_user("challenge", " 5+3");
        }
        let command = match self.lobby.selected_entry()? {
            GameListEntry::Offer(offer) if Some(&offer.from) == self.name.as_ref() => {
                return self.refuse("This is your own offer. Press d to withdraw it.");
            }
            GameListEntry::Offer(offer) => Command::Join { game: Some(offer.game) },
            GameListEntry::Game(summary) => {
                let game = summary.game;
                if let Some(index) = self.index_of(game) {
                    self.show(index + 1);
                    return None;
                }
                Command::Watch { target: WatchTarget::Game(game) }
            }
        };
        Some(OnlineAction::Send(command))
    }

    fn decline_or_cancel(&mut self) -> Option<OnlineAction> {
        let Some(GameListEntry::Offer(offer)) = self.lobby.selected_entry() else {
            return self.refuse("Select a challenge or your own offer first.");
        };
        let game = Some(offer.game);
        let is_own = Some(&offer.from) == self.name.as_ref();
        Some(OnlineAction::Send(if is_own {
            Command::Cancel { game }
        } else {
            Command::Decline { game }
        }))
    }

    fn press_in_game(&mut self, code: KeyCode) -> Option<OnlineAction> {
        let online_game = self.shown_game_mut()?;
        let has_typed = std::mem::take(&mut online_game.has_typed);
        match code {
            KeyCode::Enter if has_typed => None,
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => {
                online_game.cursor = cursor_after(online_game.cursor, code);
                online_game.typed = None;
                None
            }
            KeyCode::Enter => {
                let square = online_game.cursor;
                self.place(square)
            }
            KeyCode::Esc | KeyCode::Backspace => {
                online_game.typed = None;
                None
            }
            code => match step_of(code) {
                Some(step) => {
                    online_game.step(step);
                    None
                }
                None => self.type_in_game(code.as_char()?.to_ascii_lowercase()),
            },
        }
    }

    /// Scrolls the messages of the shown tab up, or down if the number is negative.
    pub(crate) fn scroll(&mut self, up: isize) {
        match self.shown_game_mut() {
            Some(online_game) => online_game.log.scroll(up),
            None => self.lobby.log.scroll(up),
        }
    }

    fn type_in_game(&mut self, key: char) -> Option<OnlineAction> {
        let online_game = self.shown_game_mut()?;
        let id = online_game.id();
        let typed = std::mem::take(&mut online_game.typed);
        let game = Some(id);
        let types_squares = online_game.color.is_some() && !online_game.is_over();
        let command = match key {
            'a' if !types_squares => return self.analyze(),
            'a'..='h' => {
                online_game.typed = Some(key);
                return None;
            }
            '1'..='8' => {
                let square = String::from_iter([typed?, key]).parse().ok()?;
                online_game.has_typed = true;
                return self.place(square);
            }
            't' | '\'' => return self.open_input("gsay "),
            'p' => {
                let name = online_game.opponent().map(ToString::to_string).unwrap_or_default();
                return self.open_input(&format!("tell {name} "));
            }
            'u' if !types_squares => {
                online_game.step(Step::Back);
                return None;
            }
            'r' if types_squares && online_game.shows_newest() => {
                return self.refuse("Nothing to redo. Press x to resign.");
            }
            'r' => {
                online_game.step(Step::Forward);
                return None;
            }
            'u' => Command::Takeback { game },
            'n' => Command::Refuse { game },
            'm' => Command::Rematch { game },
            'w' => Command::Claim { game },
            'o' => Command::Abort { game },
            'x' => return self.leave(id),
            _ => return None,
        };
        Some(OnlineAction::Send(command))
    }

    /// Plays a move at the ply shown. The server rejects it if the game has moved on by then.
    pub(crate) fn place(&mut self, square: Square) -> Option<OnlineAction> {
        let online_game = self.shown_game_mut()?;
        online_game.cursor = square;
        online_game.typed = None;
        let problem = match online_game.color {
            _ if online_game.is_over() => "This game is over.",
            Some(_) if !online_game.shows_newest() => {
                "This is an earlier position. Press End for the newest one."
            }
            None => "You are a spectator in this game.",
            Some(_) if !online_game.is_my_turn() => "It is not your turn.",
            Some(_) if !online_game.game.position().legal_moves().contains(square) => {
                "Illegal move."
            }
            Some(_) => {
                let (game, ply) = (Some(online_game.id()), Some(online_game.game.n_plies() as u32));
                return Some(OnlineAction::Send(Command::Move { game, mv: square.into(), ply }));
            }
        };
        self.refuse(problem)
    }

    /// Closes a game that is over, stops watching a game, or asks whether to resign one's own.
    fn leave(&mut self, game: GameId) -> Option<OnlineAction> {
        let Some(online_game) = self.open_game(game) else {
            return Some(OnlineAction::Send(Command::Leave { game: Some(game) }));
        };
        match online_game.color {
            Some(_) if !online_game.is_over() => {
                self.dialog = Some(OnlineDialog::Resign(game));
                None
            }
            Some(_) => {
                self.close(game);
                None
            }
            None => {
                self.close(game);
                Some(OnlineAction::Send(Command::Leave { game: Some(game) }))
            }
        }
    }

    /// Passes a key to the input line.
    fn edit(&mut self, key: &KeyEvent) -> Option<OnlineAction> {
        let input = self.input.as_mut()?;
        let is_start = self.phase == ConnectionPhase::SignIn(None);
        if is_start && key.code == KeyCode::Enter && input.is_empty() {
            if self.remembered.is_some() || self.admission.guests {
                return Some(self.sign_in_at_once());
            }
            self.say_how_to_sign_in();
            return None;
        }
        match input.press(key) {
            EditResult::Editing => None,
            EditResult::Cancelled => {
                let signing_in = matches!(self.phase, ConnectionPhase::SignIn(_));
                self.input = signing_in.then(|| LineEditor::new(""));
                if signing_in {
                    self.phase = ConnectionPhase::SignIn(None);
                }
                None
            }
            EditResult::Submitted(line) => {
                self.input = None;
                match &self.phase {
                    ConnectionPhase::SignIn(prompt) => {
                        let prompt = prompt.clone();
                        self.sign_in(prompt, &line)
                    }
                    _ => self.run(&line),
                }
            }
        }
    }

    /// Executes a line typed after sign-in.
    fn run(&mut self, line: &str) -> Option<OnlineAction> {
        let line = line.trim().trim_start_matches('/');
        if line == FORGET {
            return Some(OnlineAction::Forget);
        }
        let request = match text::read_line(line) {
            Ok(TextInput::Request(request)) => request,
            Ok(TextInput::AskPassword(_)) => {
                return self.refuse("You are already signed in. Press q to quit.");
            }
            Ok(TextInput::Empty) => return None,
            Err(error) => return self.refuse(&error.message),
        };
        let here = self.shown_game().map(OnlineGame::id);
        match request.command {
            Command::Quit => Some(OnlineAction::Quit),
            Command::Leave { game: Some(game) } => self.leave(game),
            Command::Leave { game: None } if here.is_some() => self.leave(here?),
            command => Some(OnlineAction::Send(with_shown_game(command, here))),
        }
    }

    /// Signs in with the remembered login or, without one, as a guest whose name the server chooses.
    fn sign_in_at_once(&mut self) -> OnlineAction {
        (self.phase, self.input) = (ConnectionPhase::SigningIn, None);
        OnlineAction::SignIn(match self.remembered.take() {
            Some(login) => Credentials::Token(login.token),
            None => Credentials::Guest(None),
        })
    }

    fn say_how_to_sign_in(&mut self) {
        self.complain(if self.admission.guests {
            "Press Enter to play at once, or type guest NAME, login NAME or register NAME."
        } else {
            "Type login NAME, with the name of your account."
        });
    }

    /// Forgets the remembered login on the sign-in screen.
    fn forget_login(&mut self) -> OnlineAction {
        self.remembered = None;
        (self.phase, self.input) = (ConnectionPhase::SignIn(None), Some(LineEditor::new("")));
        OnlineAction::Forget
    }

    /// Executes a line typed on the sign-in screen.
    fn sign_in(
        &mut self,
        prompt: Option<text::PasswordPrompt>,
        line: &str,
    ) -> Option<OnlineAction> {
        if prompt.is_none() && line.trim() == FORGET {
            return Some(self.forget_login());
        }
        let read = match prompt {
            Some(prompt) => prompt.answer(line).map(TextInput::Request),
            None => text::read_line(line.trim()),
        };
        let credentials = match read {
            Ok(TextInput::AskPassword(prompt)) => {
                self.phase = ConnectionPhase::SignIn(Some(prompt));
                self.input = Some(LineEditor::password());
                return None;
            }
            Ok(TextInput::Request(Request { command: Command::Quit, .. })) => {
                return Some(OnlineAction::Quit);
            }
            Ok(TextInput::Request(request)) => credentials(request),
            Ok(TextInput::Empty) => None,
            Err(error) => {
                self.complain(&error.message);
                None
            }
        };
        if let Some(credentials) = credentials {
            self.phase = ConnectionPhase::SigningIn;
            return Some(OnlineAction::SignIn(credentials));
        }
        self.phase = ConnectionPhase::SignIn(None);
        self.input = Some(LineEditor::new(""));
        if self.status_message.is_none() {
            self.say_how_to_sign_in();
        }
        None
    }
}

/// Returns the step through the positions of a game that a key stands for.
const fn step_of(code: KeyCode) -> Option<Step> {
    match code {
        KeyCode::Home => Some(Step::First),
        KeyCode::Char('[' | ',') => Some(Step::Back),
        KeyCode::Char(']' | '.') => Some(Step::Forward),
        KeyCode::End => Some(Step::Newest),
        _ => None,
    }
}

/// Returns the credentials in a sign-in request; `None` for any other request.
fn credentials(request: Request) -> Option<Credentials> {
    match request.command {
        Command::Guest { name } => Some(Credentials::Guest(name)),
        Command::Login { name, password } => Some(Credentials::Account(name, password)),
        Command::Register { name, password, invitation } => {
            Some(Credentials::NewAccount { name, password, invitation })
        }
        Command::Resume { token, .. } => Some(Credentials::Token(token)),
        _ => None,
    }
}

/// Fills in the shown game where a command names no game.
fn with_shown_game(command: Command, here: Option<GameId>) -> Command {
    let or_shown = |game: Option<GameId>| game.or(here);
    match command {
        Command::Board { game } => Command::Board { game: or_shown(game) },
        Command::Resign { game } => Command::Resign { game: or_shown(game) },
        Command::Abort { game } => Command::Abort { game: or_shown(game) },
        Command::Takeback { game } => Command::Takeback { game: or_shown(game) },
        Command::Refuse { game } => Command::Refuse { game: or_shown(game) },
        Command::MoreTime { game, seconds } => Command::MoreTime { game: or_shown(game), seconds },
        Command::Rematch { game } => Command::Rematch { game: or_shown(game) },
        Command::Claim { game } => Command::Claim { game: or_shown(game) },
        Command::Move { game, mv, ply } => Command::Move { game: or_shown(game), mv, ply },
        Command::Gsay { game, text } => Command::Gsay { game: or_shown(game), text },
        command => command,
    }
}
