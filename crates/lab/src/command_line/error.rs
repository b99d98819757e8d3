//! Errors: one `error:` line, at most one `hint:` line, and an exit code.

use std::fmt::{self, Display};
use std::io;
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use willow_engine::OutOfMemoryError;

/// Why a command failed.
#[derive(Debug)]
pub struct CommandError {
    message: String,
    hint: Option<String>,
    exit_code: u8,
}

impl CommandError {
    /// Returns an error in the arguments.
    pub(super) fn usage(message: impl Display) -> CommandError {
        CommandError { message: message.to_string(), hint: None, exit_code: 2 }
    }

    /// Returns an error in an input or of the system.
    pub(super) fn failed(message: impl Display) -> CommandError {
        CommandError { message: message.to_string(), hint: None, exit_code: 1 }
    }

    /// Adds what the user can do.
    pub(super) fn with_hint(self, hint: impl Display) -> CommandError {
        CommandError { hint: Some(hint.to_string()), ..self }
    }

    /// Returns what clap says about the arguments: its first paragraph, and its suggestion.
    pub(super) fn of_arguments(error: &clap::Error) -> CommandError {
        let text = error.to_string();
        let paragraph = text.split("\n\n").next().unwrap_or(&text);
        let message = paragraph.strip_prefix("error: ").unwrap_or(paragraph);
        let kinds = [
            ContextKind::SuggestedSubcommand,
            ContextKind::SuggestedArg,
            ContextKind::SuggestedValue,
        ];
        let suggested = kinds.into_iter().find_map(|kind| match error.get(kind)? {
            ContextValue::String(name) => Some(name.clone()),
            ContextValue::Strings(names) => names.first().cloned(),
            _ => None,
        });
        let hint = match suggested {
            Some(name) => format!("did you mean `{name}`?"),
            None => "`willow-lab help` shows the commands and their arguments".to_owned(),
        };
        let message: Vec<&str> = message.split_whitespace().collect();
        CommandError::usage(message.join(" ")).with_hint(hint)
    }

    /// Writes the error to standard error and returns the exit code.
    pub(super) fn report(&self) -> ExitCode {
        if !self.message.is_empty() {
            eprintln!("error: {}", Line(&self.message));
            self.hint.iter().for_each(|hint| eprintln!("hint: {}", Line(hint)));
        }
        ExitCode::from(self.exit_code)
    }
}

/// A text in one line, with escaped control characters.
struct Line<'a>(&'a str);

impl Display for Line<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|letter| match letter {
            '\n' => f.write_str(" "),
            _ if letter.is_control() => write!(f, "{}", letter.escape_default()),
            _ => write!(f, "{letter}"),
        })
    }
}

impl From<anyhow::Error> for CommandError {
    fn from(error: anyhow::Error) -> CommandError {
        CommandError::failed(format!("{error:#}"))
    }
}

impl From<OutOfMemoryError> for CommandError {
    fn from(error: OutOfMemoryError) -> CommandError {
        CommandError::failed(error).with_hint("use a smaller --hash")
    }
}

impl From<io::Error> for CommandError {
    /// Treats the error as one of standard output. It is none if the reader has closed it.
    fn from(error: io::Error) -> CommandError {
        match error.kind() {
            io::ErrorKind::BrokenPipe => {
                CommandError { message: String::new(), hint: None, exit_code: 0 }
            }
            _ => CommandError::failed(format!("cannot write to standard output: {error}")),
        }
    }
}
