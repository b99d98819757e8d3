//! What goes wrong, as one `error:` line, at most one `hint:` line and an exit code.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

/// The longest line that is printed about an error, in characters.
const LONGEST_LINE: usize = 400;

/// An error in the words of the user.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Report {
    /// Where and what is wrong, in one line.
    message: String,
    /// What to do about it, in one line.
    hint: Option<String>,
}

/// Why a command ended before it was done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum CliError {
    /// The command line makes no sense: exit code 2.
    Usage(Report),
    /// The command could not do what it was asked for: exit code 1.
    Failed(Report),
    /// Nobody reads standard output any more: a success.
    OutputClosed,
}

impl CliError {
    /// Returns an error in the command line.
    pub(crate) fn usage(message: impl Display) -> CliError {
        CliError::Usage(Report { message: message.to_string(), hint: None })
    }

    /// Returns an error in an input or in the world outside.
    pub(crate) fn failed(message: impl Display) -> CliError {
        CliError::Failed(Report { message: message.to_string(), hint: None })
    }

    /// Returns the error of an operation (`read`, `write`...) on a file.
    pub(crate) fn file(operation: &str, path: &Path, error: &io::Error) -> CliError {
        CliError::failed(format!("cannot {operation} {}: {}", path.display(), io_reason(error)))
    }

    /// Returns the same error with the advice what to do.
    #[must_use]
    pub(crate) fn with_hint(mut self, text: impl Display) -> CliError {
        if let CliError::Usage(report) | CliError::Failed(report) = &mut self {
            report.hint = Some(text.to_string());
        }
        self
    }

    /// Writes the error to standard error.
    pub(crate) fn print(&self) {
        if let CliError::Usage(report) | CliError::Failed(report) = self {
            // Where standard error is closed there is nobody left to tell.
            let mut stderr = io::stderr().lock();
            let _ = writeln!(stderr, "error: {}", one_line(&report.message));
            if let Some(hint) = &report.hint {
                let _ = writeln!(stderr, "hint: {}", one_line(hint));
            }
        }
    }

    /// Writes the error to standard error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        self.print();
        match self {
            CliError::Usage(_) => ExitCode::from(2),
            CliError::Failed(_) => ExitCode::from(1),
            CliError::OutputClosed => ExitCode::SUCCESS,
        }
    }
}

impl From<io::Error> for CliError {
    /// Takes the error for one of standard output: files name themselves with [`CliError::file`].
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            ErrorKind::BrokenPipe => CliError::OutputClosed,
            _ => {
                CliError::failed(format!("cannot write to standard output: {}", io_reason(&error)))
            }
        }
    }
}

/// Returns why an operation failed, without the number that the operating system gives it.
pub(crate) fn io_reason(error: &io::Error) -> String {
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = reason.chars();
    letters.next().map_or_else(String::new, |first| {
        // "No such file or directory" follows a colon here.
        first.to_lowercase().chain(letters).collect()
    })
}

/// Returns a text that fits in one line of a terminal, whatever some input had in it.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    for (index, letter) in text.chars().enumerate() {
        if index == LONGEST_LINE {
            line.push('…');
            break;
        }
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_input_an_error_is_one_short_line() {
        assert_eq!(one_line("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(one_line(&"x".repeat(1000)).chars().count(), LONGEST_LINE + 1);
    }

    #[test]
    fn reasons_have_no_numbers() {
        let error = io::Error::from_raw_os_error(2);
        assert!(!io_reason(&error).contains("os error"), "{error}");
    }
}
