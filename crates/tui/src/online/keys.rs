//! What keys do.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use willow_board::{Move, Square};
use willow_client::Credentials;
use willow_protocol::text::{self, TextInput};
use willow_protocol::{Command, GameId, InGame, Request};

use super::input::{Edited, Input};
use super::lobby::{List, Row};
use super::log::Kind;
use super::seat::Seat;
use super::state::{DOOR, Dialog, Phase, State};

/// What a key asks for beyond the screen.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// To come in.
    Enter(Credentials),
    /// To send a command.
    Send(Command),
    /// To leave.
    Quit,
}

impl State {
    /// Does what a key means.
    pub(crate) fn press(&mut self, key: &KeyEvent) -> Option<Action> {
        if key.modifiers.contains(KeyModifiers::CONTROL)
            && matches!(key.code, KeyCode::Char('c' | 'q'))
        {
            return Some(Action::Quit);
        }
        if let Some(dialog) = self.dialog.take() {
            return self.answer(dialog, key.code);
        }
        self.note = None;
        if self.input.is_some() {
            return self.edit(key);
        }
        match key.code {
            KeyCode::Tab => self.show((self.tab + 1) % (self.seats.len() + 1)),
            KeyCode::BackTab => self.show(self.tab.checked_sub(1).unwrap_or(self.seats.len())),
            KeyCode::F(1) | KeyCode::Char('?') => self.dialog = Some(Dialog::Help),
            KeyCode::Char('/' | ':') => self.input = Some(Input::new("")),
            KeyCode::Char(' ') => self.show(self.next_turn().unwrap_or(self.tab)),
            KeyCode::Char('q') if self.plays() => self.dialog = Some(Dialog::Quit),
            KeyCode::Char('q') => return Some(Action::Quit),
            _ if self.phase != Phase::In => {
                self.say(Kind::Error, "The server is not to be reached; q leaves.");
            }
            code if self.tab == 0 => return self.press_in_lobby(code),
            code => return self.press_in_game(code),
        }
        None
    }

    fn answer(&mut self, dialog: Dialog, code: KeyCode) -> Option<Action> {
        match (dialog, code) {
            (Dialog::Help, _) | (_, KeyCode::Char('n' | 'N') | KeyCode::Esc) => None,
            (Dialog::Resign(game), KeyCode::Char('y' | 'Y')) => {
                Some(Action::Send(Command::Resign(InGame { game: Some(game) })))
            }
            (Dialog::Quit, KeyCode::Char('y' | 'Y')) => Some(Action::Quit),
            (dialog, _) => {
                self.dialog = Some(dialog);
                None
            }
        }
    }

    /// Begins a line.
    fn begin(&mut self, words: &str) -> Option<Action> {
        self.input = Some(Input::new(words));
        None
    }

    fn press_in_lobby(&mut self, code: KeyCode) -> Option<Action> {
        match code {
            KeyCode::Up => self.lobby.select(false),
            KeyCode::Down => self.lobby.select(true),
            KeyCode::Left => self.lobby.list = List::Games,
            KeyCode::Right => self.lobby.list = List::Users,
            KeyCode::Enter => return self.enter_in_lobby(),
            KeyCode::Char('n') => return self.begin("new 5+3"),
            KeyCode::Char('c') => return self.begin_with_user("challenge", " 5+3"),
            KeyCode::Char('p') => return self.begin_with_user("tell", " "),
            KeyCode::Char('t' | '\'') => return self.begin("say "),
            KeyCode::Char('u') => {
                let name = self.lobby.user().cloned();
                return Some(Action::Send(Command::User { name }));
            }
            KeyCode::Char('d') => return self.decline_or_cancel(),
            _ => {}
        }
        None
    }

    /// Begins a line about the user who is selected.
    fn begin_with_user(&mut self, command: &str, rest: &str) -> Option<Action> {
        let name = match self.lobby.user() {
            Some(name) if Some(name) != self.name.as_ref() => name.to_string(),
            _ => return self.begin(&format!("{command} ")),
        };
        self.begin(&format!("{command} {name}{rest}"))
    }

    fn enter_in_lobby(&mut self) -> Option<Action> {
        if self.lobby.list == List::Users {
            return self.begin_with_user("challenge", " 5+3");
        }
        let command = match self.lobby.row()? {
            Row::Offer(offer) if Some(&offer.from) == self.name.as_ref() => {
                self.say(Kind::Info, "This is your own offer; d takes it back.");
                return None;
            }
            Row::Offer(offer) => Command::Join { game: offer.game },
            Row::Game(summary) => {
                let game = summary.game;
                if let Some(place) = self.seats.iter().position(|seat| seat.id() == game) {
                    self.show(place + 1);
                    return None;
                }
                Command::Watch { game }
            }
        };
        Some(Action::Send(command))
    }

    fn decline_or_cancel(&mut self) -> Option<Action> {
        let Some(Row::Offer(offer)) = self.lobby.row() else {
            self.say(Kind::Error, "Select a challenge or an offer of your own first.");
            return None;
        };
        let game = offer.game;
        let own = Some(&offer.from) == self.name.as_ref();
        Some(Action::Send(if own { Command::Cancel { game } } else { Command::Decline { game } }))
    }

    fn press_in_game(&mut self, code: KeyCode) -> Option<Action> {
        let seat = self.seat_mut()?;
        match code {
            KeyCode::Left | KeyCode::Right | KeyCode::Up | KeyCode::Down => {
                seat.move_cursor(code);
                None
            }
            KeyCode::Enter => {
                let square = seat.cursor;
                self.place(square)
            }
            KeyCode::Esc | KeyCode::Backspace => {
                seat.typed = None;
                None
            }
            KeyCode::Char(key) => self.type_in_game(key.to_ascii_lowercase()),
            _ => None,
        }
    }

    fn type_in_game(&mut self, key: char) -> Option<Action> {
        let seat = self.seat_mut()?;
        let game = seat.id();
        let typed = std::mem::take(&mut seat.typed);
        let here = InGame { game: Some(game) };
        let command = match key {
            'a'..='h' => {
                seat.typed = Some(key);
                return None;
            }
            '1'..='8' => {
                let square = String::from_iter([typed?, key]).parse().ok()?;
                return self.place(square);
            }
            't' | '\'' => return self.begin("gsay "),
            'p' => {
                let name = seat.opponent().map(ToString::to_string).unwrap_or_default();
                return self.begin(&format!("tell {name} "));
            }
            'r' if seat.color.is_some() && !seat.is_over() => {
                self.dialog = Some(Dialog::Resign(game));
                return None;
            }
            'u' => Command::Takeback(here),
            'n' => Command::Refuse(here),
            'm' => Command::Rematch(here),
            'w' => Command::Claim(here),
            'o' => Command::Abort(here),
            'x' => return self.leave(),
            _ => return None,
        };
        Some(Action::Send(command))
    }

    /// Plays on a square, at the ply that is shown: if it is another by then, nothing is played.
    pub(crate) fn place(&mut self, square: Square) -> Option<Action> {
        let seat = self.seat_mut()?;
        seat.cursor = square;
        seat.typed = None;
        let problem = match seat.color {
            _ if seat.is_over() => "This game is over.",
            None => "You watch this game.",
            Some(_) if !seat.is_my_turn() => "It is not your turn.",
            Some(_) if !seat.game.position().legal_moves().contains(square) => {
                "You cannot play there."
            }
            Some(_) => {
                let (game, ply) = (seat.id(), seat.game.n_plies() as u32);
                let mv = Move::Place(square);
                return Some(Action::Send(Command::Move { game: Some(game), mv, ply: Some(ply) }));
            }
        };
        self.say(Kind::Error, problem);
        None
    }

    /// Closes a game that is over, or leaves one that is watched.
    fn leave(&mut self) -> Option<Action> {
        let seat = self.seat()?;
        let game = seat.id();
        match seat.color {
            Some(_) if !seat.is_over() => {
                self.say(
                    Kind::Error,
                    "You play this game: r resigns, o breaks it off at its start.",
                );
                None
            }
            Some(_) => {
                self.close(game);
                None
            }
            None => {
                self.close(game);
                Some(Action::Send(Command::Leave { game }))
            }
        }
    }

    /// Lets a key edit the line.
    fn edit(&mut self, key: &KeyEvent) -> Option<Action> {
        let input = self.input.as_mut()?;
        match input.press(key, &mut self.typed) {
            Edited::Open => None,
            Edited::Dropped => {
                let at_door = matches!(self.phase, Phase::Door(_));
                self.input = at_door.then(|| Input::new(DOOR));
                if at_door {
                    self.phase = Phase::Door(None);
                }
                None
            }
            Edited::Done(line) => {
                self.input = None;
                match &self.phase {
                    Phase::Door(prompt) => {
                        let prompt = prompt.clone();
                        self.knock(prompt, &line)
                    }
                    _ => self.run(&line),
                }
            }
        }
    }

    /// Carries out a line that was typed inside.
    fn run(&mut self, line: &str) -> Option<Action> {
        let line = line.trim().trim_start_matches('/');
        let request = match text::read_line(line) {
            Ok(TextInput::Request(request)) => request,
            Ok(TextInput::AskPassword(_)) => {
                self.say(Kind::Error, "You are in already; q leaves.");
                return None;
            }
            Ok(TextInput::Empty) => return None,
            Err(error) => {
                self.say(Kind::Error, &error.message);
                return None;
            }
        };
        match request.command {
            Command::Quit => Some(Action::Quit),
            command => {
                let here = self.seat().map(Seat::id);
                Some(Action::Send(in_game(command, here)))
            }
        }
    }

    /// Carries out a line that was typed at the door.
    fn knock(&mut self, prompt: Option<text::PasswordPrompt>, line: &str) -> Option<Action> {
        let read = match prompt {
            Some(prompt) => prompt.answer(line).map(TextInput::Request),
            None => text::read_line(line.trim()),
        };
        let credentials = match read {
            Ok(TextInput::AskPassword(prompt)) => {
                self.phase = Phase::Door(Some(prompt));
                self.input = Some(Input::secret());
                return None;
            }
            Ok(TextInput::Request(request)) => credentials(request),
            Ok(TextInput::Empty) => None,
            Err(error) => {
                self.say(Kind::Error, &error.message);
                None
            }
        };
        if let Some(credentials) = credentials {
            self.phase = Phase::Knocking;
            return Some(Action::Enter(credentials));
        }
        self.phase = Phase::Door(None);
        self.input = Some(Input::new(DOOR));
        if self.note.is_none() {
            self.say(Kind::Error, "Type guest, guest NAME, login NAME or register NAME.");
        }
        None
    }
}

/// Returns how a request wants to come in, if it does.
fn credentials(request: Request) -> Option<Credentials> {
    match request.command {
        Command::Guest { name } => Some(Credentials::Guest(name)),
        Command::Login { name, password } => Some(Credentials::Account(name, password)),
        Command::Register { name, password } => Some(Credentials::Newcomer(name, password)),
        Command::Resume { token } => Some(Credentials::Token(token)),
        _ => None,
    }
}

/// Lets a command that names no game mean the one that is shown.
fn in_game(command: Command, here: Option<GameId>) -> Command {
    let meant = |it: InGame| InGame { game: it.game.or(here) };
    match command {
        Command::Board(it) => Command::Board(meant(it)),
        Command::Resign(it) => Command::Resign(meant(it)),
        Command::Abort(it) => Command::Abort(meant(it)),
        Command::Takeback(it) => Command::Takeback(meant(it)),
        Command::Refuse(it) => Command::Refuse(meant(it)),
        Command::Rematch(it) => Command::Rematch(meant(it)),
        Command::Claim(it) => Command::Claim(meant(it)),
        Command::Move { game, mv, ply } => Command::Move { game: game.or(here), mv, ply },
        Command::Gsay { game, text } => Command::Gsay { game: game.or(here), text },
        command => command,
    }
}

impl Seat {
    /// Moves the cursor, around the edges.
    fn move_cursor(&mut self, code: KeyCode) {
        let (columns, rows) = match code {
            KeyCode::Left => (7, 0),
            KeyCode::Right => (1, 0),
            KeyCode::Up => (0, 7),
            _ => (0, 1),
        };
        let (column, row) = ((self.cursor.column() + columns) % 8, (self.cursor.row() + rows) % 8);
        self.cursor = Square::from_coords(column, row).expect("remainders of 8 are coordinates");
        self.typed = None;
    }
}
