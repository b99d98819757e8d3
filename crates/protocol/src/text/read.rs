//! Reads the lines that people type.

use std::str::FromStr;

use willow_board::{Move, Square};

use super::argument::ReadError;
use super::command_name;
use super::tokens::Tokens;
use crate::command::read_arguments;
use crate::{
    Command, CommandKind, ErrorDetail, Password, PasswordError, Request, RequestError, RequestId,
    strip_controls,
};

/// A line that was read.
#[derive(Clone, Debug, PartialEq)]
pub enum TextInput {
    /// A command with its arguments.
    Request(Request),
    /// A command whose password is missing: the next line is the password, and should not be
    /// echoed.
    AskPassword(PasswordPrompt),
    /// An empty line.
    Empty,
}

/// A command that waits for its password.
#[derive(Clone, Debug, PartialEq)]
pub struct PasswordPrompt {
    id: Option<RequestId>,
    kind: CommandKind,
    /// The arguments that were typed.
    arguments: String,
}

impl PasswordPrompt {
    /// Returns the command that waits.
    pub const fn command(&self) -> CommandKind {
        self.kind
    }

    /// Makes the request with the password that was typed.
    ///
    /// # Errors
    /// The line must be a possible password.
    pub fn answer(self, line: &str) -> Result<Request, RequestError> {
        let PasswordPrompt { id, kind, arguments } = self;
        let name = kind.description().name;
        let invalid = |error: PasswordError| {
            RequestError::new(name, ErrorDetail::InvalidArgument, error.to_string())
        };
        let read = line.parse::<Password>().map_err(invalid).and_then(|password| {
            let line = format!("{arguments} {}", password.reveal());
            match read_arguments(kind, &mut Tokens::new(name, &line)) {
                Ok(command) => Ok(command),
                Err(ReadError::Invalid(error)) => Err(error),
                Err(ReadError::PasswordMissing) => Err(invalid(PasswordError)),
            }
        });
        match read {
            Ok(command) => Ok(Request { id, command }),
            Err(error) => Err(RequestError { id, ..error }),
        }
    }
}

/// Reads a line.
///
/// # Errors
/// The line must be a command with its arguments.
pub fn read_line(line: &str) -> Result<TextInput, RequestError> {
    let clean = strip_controls(line);
    let (id, line) = split_id(clean.trim())?;
    if line.is_empty() && id.is_none() {
        return Ok(TextInput::Empty);
    }
    let (name, arguments) = split_name(line).unwrap_or_default();
    match read_command(&name, arguments) {
        Ok(command) => Ok(TextInput::Request(Request { id, command })),
        Err(ReadError::Invalid(error)) => Err(RequestError { id, ..error }),
        Err(ReadError::PasswordMissing) => {
            let kind = command_name::find(&name)?;
            let arguments = arguments.trim().to_owned();
            Ok(TextInput::AskPassword(PasswordPrompt { id, kind, arguments }))
        }
    }
}

impl FromStr for Command {
    type Err = RequestError;

    /// Reads a command inside another one. It has no id of its own, and no further command in it.
    fn from_str(line: &str) -> Result<Command, RequestError> {
        let refused = |detail, message: &str| Tokens::new("as", "").error(detail, message);
        let Some((typed, arguments)) = split_name(line.trim()) else {
            return Err(refused(ErrorDetail::MissingArgument, "COMMAND is missing"));
        };
        let nested = CommandKind::As.description();
        if nested.is_called(&typed) {
            return Err(refused(ErrorDetail::InvalidArgument, "`as` cannot stand inside `as`"));
        }
        read_command(&typed, arguments).map_err(|error| match error {
            ReadError::Invalid(error) => error,
            ReadError::PasswordMissing => {
                refused(ErrorDetail::MissingArgument, "a password is missing")
            }
        })
    }
}

/// Splits a line into the name of its command, in lower case, and the arguments.
fn split_name(line: &str) -> Option<(String, &str)> {
    let (typed, arguments) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    (!typed.is_empty()).then(|| (typed.to_ascii_lowercase(), arguments))
}

/// Takes the id from the beginning of a line.
fn split_id(line: &str) -> Result<(Option<RequestId>, &str), RequestError> {
    let Some(rest) = line.strip_prefix('#') else { return Ok((None, line)) };
    let (id, rest) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    match id.parse() {
        Ok(id) => Ok((Some(id), rest.trim_start())),
        Err(error) => Err(Tokens::new("#", "").error(ErrorDetail::InvalidId, error.to_string())),
    }
}

/// Reads a command of any name, or a move alone.
fn read_command(name: &str, arguments: &str) -> Result<Command, ReadError> {
    let (command, mut tokens) = if let Some(command) = lone_move(name) {
        (command, Tokens::new(name, arguments))
    } else {
        let kind = command_name::find(name)?;
        let mut tokens = Tokens::new(kind.description().name, arguments);
        (read_arguments(kind, &mut tokens)?, tokens)
    };
    tokens.end()?;
    Ok(command)
}

/// Takes a line that is nothing but a square for a move in the current game. People also type
/// `pass`, although the server plays passes: the answer to the move says so.
fn lone_move(name: &str) -> Option<Command> {
    let mv = match name {
        "pass" => Move::Pass,
        _ => Move::Place(name.parse::<Square>().ok()?),
    };
    Some(Command::Move { game: None, mv, ply: None })
}
