//! Reads what people type.

use willow_board::Square;

use super::words::Words;
use crate::command::InGame;
use crate::{
    ArchiveFilter, Command, ErrorCode, LogFilter, Name, ParseSpotError, Password, PasswordError,
    Request, RequestError, RequestId, Terms, strip_controls,
};

/// What a line was.
#[derive(Clone, Debug, PartialEq)]
pub enum TextInput {
    /// A request.
    Request(Request),
    /// A login without a password: the next line is one, and should not be echoed.
    AskPassword(PasswordPrompt),
    /// Nothing.
    Empty,
}

/// A login that waits for its password.
#[derive(Clone, Debug, PartialEq)]
pub struct PasswordPrompt {
    id: Option<RequestId>,
    name: Name,
    /// Whether the account is new.
    registers: bool,
}

impl PasswordPrompt {
    /// Makes the request with the password that was typed.
    ///
    /// # Errors
    /// The line must be a possible password.
    pub fn answer(self, line: &str) -> Result<Request, RequestError> {
        let command = if self.registers { "register" } else { "login" };
        let password: Password = line.parse().map_err(|error: PasswordError| RequestError {
            id: self.id.clone(),
            command: command.to_owned(),
            code: ErrorCode::Syntax,
            message: error.to_string(),
        })?;
        let name = self.name;
        let command = if self.registers {
            Command::Register { name, password }
        } else {
            Command::Login { name, password }
        };
        Ok(Request { id: self.id, command })
    }
}

/// Reads a line.
///
/// # Errors
/// The line must be a command with the words that belong to it.
pub fn read_line(line: &str) -> Result<TextInput, RequestError> {
    let clean = strip_controls(line);
    let (id, line) = split_id(clean.trim())?;
    if line.is_empty() && id.is_none() {
        return Ok(TextInput::Empty);
    }
    match read_command(line) {
        Ok(Read::Command(command)) => Ok(TextInput::Request(Request { id, command })),
        Ok(Read::Login { name, registers }) => {
            Ok(TextInput::AskPassword(PasswordPrompt { id, name, registers }))
        }
        Err(error) => Err(RequestError { id, ..error }),
    }
}

/// Takes the id from the beginning of a line.
fn split_id(line: &str) -> Result<(Option<RequestId>, &str), RequestError> {
    let Some(rest) = line.strip_prefix('#') else { return Ok((None, line)) };
    let (id, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match id.parse() {
        Ok(id) => Ok((Some(id), rest.trim_start())),
        Err(error) => Err(Words::new("#", "").error(error.to_string())),
    }
}

/// What the words after the id were.
enum Read {
    Command(Command),
    Login { name: Name, registers: bool },
}

impl From<Command> for Read {
    fn from(command: Command) -> Read {
        Read::Command(command)
    }
}

fn read_command(line: &str) -> Result<Read, RequestError> {
    let (typed, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let name = typed.to_ascii_lowercase();
    let mut words = Words::new(&name, rest);
    let read = match lobby_command(&name, &mut words)? {
        Some(read) => read,
        None => match game_command(&name, &mut words)? {
            Some(command) => command.into(),
            None => match order_command(&name, &mut words)? {
                Some(command) => command.into(),
                None => lone_square(&name)?.into(),
            },
        },
    };
    words.end()?;
    Ok(read)
}

/// Reads the commands about the connection, the account and the lobby.
fn lobby_command(name: &str, words: &mut Words<'_>) -> Result<Option<Read>, RequestError> {
    let command = match name {
        "help" | "?" => Command::Help { topic: words.next().map(ToOwned::to_owned) },
        "guest" => Command::Guest { name: words.optional()? },
        "register" | "login" => return login(name == "register", words).map(Some),
        "resume" => Command::Resume { token: words.word("the token")?.to_owned() },
        "token" => Command::Token,
        "password" => Command::Password {
            old: words.value("the old password")?,
            new: words.value("the new password")?,
        },
        "delete-account" => Command::DeleteAccount { password: password(words)? },
        "quit" | "bye" | "exit" => Command::Quit,
        "ping" => Command::Ping,
        "protocol" => Command::Protocol { version: words.number("the version")? },
        "who" => Command::Who,
        "say" => Command::Say { text: words.message()? },
        "tell" => Command::Tell { to: words.value("the name")?, text: words.message()? },
        "lobby" => match words.word("`on` or `off`")? {
            "on" => Command::Lobby { follow: true },
            "off" => Command::Lobby { follow: false },
            _ => return Err(words.error("expected `on` or `off`")),
        },
        "games" => Command::Games,
        "new" => Command::New { terms: terms(words)? },
        "challenge" => Command::Challenge { name: words.value("the name")?, terms: terms(words)? },
        "user" | "finger" => Command::User { name: words.optional()? },
        "top" => Command::Top { class: words.value("the class")? },
        "history" => Command::History { name: words.optional()? },
        "ratings" => Command::Ratings { name: words.optional()? },
        "mute" => Command::Mute { name: words.value("the name")? },
        "unmute" => Command::Unmute { name: words.value("the name")? },
        "block" => Command::Block { name: words.value("the name")? },
        "unblock" => Command::Unblock { name: words.value("the name")? },
        "muted" => Command::Muted,
        "archive" => {
            let filter = ArchiveFilter::from_words(words.rest().split_whitespace());
            Command::Archive {
                filter: Box::new(filter.map_err(|error| words.error(error.to_string()))?),
            }
        }
        "explore" => {
            let position = words.rest().parse();
            let wrong = |error: ParseSpotError| words.error(error.to_string());
            Command::Explore { position: position.map_err(wrong)? }
        }
        "sync" => Command::Sync {
            room: words.value("the room")?,
            after: words.number("the number of the last event")?,
        },
        _ => return Ok(None),
    };
    Ok(Some(command.into()))
}

/// Reads the commands about a game.
fn game_command(name: &str, words: &mut Words<'_>) -> Result<Option<Command>, RequestError> {
    let command = match name {
        "join" | "accept" => Command::Join { game: words.game()? },
        "decline" => Command::Decline { game: words.game()? },
        "cancel" => Command::Cancel { game: words.game()? },
        "watch" => Command::Watch { game: words.game()? },
        "leave" => Command::Leave { game: words.game()? },
        "board" => Command::Board(in_game(words)),
        "move" => Command::Move {
            game: words.maybe_game(),
            mv: words.value("the square")?,
            ply: words
                .next()
                .map(str::parse)
                .transpose()
                .map_err(|_| words.error("the ply is not a number"))?,
        },
        "gsay" => Command::Gsay { game: words.maybe_game(), text: words.message()? },
        "resign" => Command::Resign(in_game(words)),
        "abort" => Command::Abort(in_game(words)),
        "takeback" => Command::Takeback(in_game(words)),
        "refuse" => Command::Refuse(in_game(words)),
        "rematch" => Command::Rematch(in_game(words)),
        "claim" => Command::Claim(in_game(words)),
        "record" => Command::Record {
            game: words.game()?,
            format: words.value("`transcript`, `ggf` or `wthor`")?,
        },
        _ => return Ok(None),
    };
    Ok(Some(command))
}

/// Reads the commands of those who keep order.
fn order_command(name: &str, words: &mut Words<'_>) -> Result<Option<Command>, RequestError> {
    let command = match name {
        "silence" => Command::Silence {
            name: words.value("the name")?,
            minutes: words.number("the number of minutes")?,
            reason: words.message()?,
        },
        "kick" => Command::Kick { name: words.value("the name")?, reason: words.message()? },
        "ban" => Command::Ban { name: words.value("the name")?, reason: words.message()? },
        "unban" => Command::Unban { name: words.value("the name")? },
        "log" => {
            let filter = LogFilter::from_words(words.rest().split_whitespace());
            Command::Log { filter: filter.map_err(|error| words.error(error.to_string()))? }
        }
        "role" => Command::Role { name: words.value("the name")?, role: words.value("the role")? },
        _ => return Ok(None),
    };
    Ok(Some(command))
}

/// Takes a line that is nothing but a square for a move in the game in hand.
fn lone_square(name: &str) -> Result<Command, RequestError> {
    if let Ok(square) = name.parse::<Square>() {
        return Ok(Command::Move { game: None, mv: square.into(), ply: None });
    }
    Err(RequestError::unknown(None, name))
}

fn login(registers: bool, words: &mut Words<'_>) -> Result<Read, RequestError> {
    let name = words.value("the name")?;
    let typed = words.rest();
    if typed.is_empty() {
        return Ok(Read::Login { name, registers });
    }
    let password = typed.parse().map_err(|error: PasswordError| words.error(error.to_string()))?;
    let command = if registers {
        Command::Register { name, password }
    } else {
        Command::Login { name, password }
    };
    Ok(command.into())
}

fn password(words: &mut Words<'_>) -> Result<Password, RequestError> {
    words.rest().parse().map_err(|error: PasswordError| words.error(error.to_string()))
}

fn terms(words: &mut Words<'_>) -> Result<Terms, RequestError> {
    let rest = words.rest();
    Terms::from_words(rest.split_whitespace()).map_err(|error| words.error(error.to_string()))
}

fn in_game(words: &mut Words<'_>) -> InGame {
    InGame { game: words.maybe_game() }
}
