//! Errors: one `error:` line, at most one `hint:` line, and an exit code.

use std::error::Error as _;
use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::process::ExitCode;

use anstyle::Style;
use willow_engine::OutOfMemoryError;
use willow_files::{AppendLogError, NotFree};
use willow_launch::LaunchError;
use willow_protocol::escape_controls;

use crate::color;

/// The longest line that is printed about an error, in characters.
const LONGEST_LINE: usize = 400;

/// Minimum Jaro similarity of a word and the name that was meant, as clap has it.
const MIN_LIKENESS: f64 = 0.7;

/// Why a command failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct CliError {
    /// The location and the problem, in one line.
    message: String,
    /// What the user can do, in one line.
    hint: Option<String>,
    exit_code: u8,
    /// Whether the system denied the access to a file.
    is_denied: bool,
}

/// The exit code of an error in the command line.
const USAGE: u8 = 2;
/// The exit code of other errors.
const FAILED: u8 = 1;
/// The reader of standard output has closed it, which is not a fault.
const OUTPUT_CLOSED: u8 = 0;

impl CliError {
    fn new(message: impl Display, exit_code: u8) -> CliError {
        CliError { message: message.to_string(), hint: None, exit_code, is_denied: false }
    }

    /// Returns an error in the command line.
    pub(crate) fn usage(message: impl Display) -> CliError {
        CliError::new(message, USAGE)
    }

    /// Returns an error in an input or of the system.
    pub(crate) fn failed(message: impl Display) -> CliError {
        CliError::new(message, FAILED)
    }

    /// Returns the end of a command by a signal, with the exit code by the convention of shells: 128 and the
    /// signal's number.
    pub(crate) fn interrupted(message: impl Display, exit_code: u8) -> CliError {
        CliError::new(message, exit_code)
    }

    /// Returns whether standard output was closed (broken pipe); the command then exits silently.
    pub(crate) const fn is_output_closed(&self) -> bool {
        self.exit_code == OUTPUT_CLOSED
    }

    /// Returns the error of an operation (`read`, `write`...) on a file.
    pub(crate) fn file(operation: &str, path: &Path, error: &io::Error) -> CliError {
        let message = format!("cannot {operation} {}: {}", path.display(), io_reason(error));
        let is_denied = error.kind() == ErrorKind::PermissionDenied;
        CliError { is_denied, ..CliError::failed(message) }
    }

    /// Returns whether the system denied the access to a file.
    pub(crate) fn is_denied(&self) -> bool {
        self.is_denied
    }

    /// Adds a hint.
    #[must_use]
    pub(crate) fn with_hint(self, text: impl Display) -> CliError {
        CliError { hint: Some(text.to_string()), ..self }
    }

    /// Returns the location and the problem, in one line.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// Replaces the message; the hint stays.
    pub(crate) fn in_place_of_message(self, message: String) -> CliError {
        CliError { message, ..self }
    }

    /// Adds a hint, unless there is one already.
    #[must_use]
    pub(crate) fn with_hint_if_none(self, text: impl Display) -> CliError {
        if self.hint.is_some() { self } else { self.with_hint(text) }
    }

    /// Adds the hint that one of these names was meant, or another hint if none is similar to the word.
    #[must_use]
    pub(crate) fn with_nearest<'a>(
        self,
        word: &str,
        names: impl IntoIterator<Item = &'a str>,
        otherwise: impl Display,
    ) -> CliError {
        let likeness = |name: &str| strsim::jaro(&word.to_ascii_lowercase(), name);
        let nearest = names.into_iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        match nearest.filter(|name| MIN_LIKENESS < likeness(name)) {
            Some(name) => self.with_hint(format!("did you mean `{name}`?")),
            None => self.with_hint(otherwise),
        }
    }

    /// Writes the error to standard error.
    pub(crate) fn print(&self) {
        if self.is_output_closed() {
            return;
        }
        // If standard error is closed, the message is lost.
        let mut stderr = io::stderr().lock();
        let _ = writeln!(stderr, "{} {}", label("error:", color::ERROR), one_line(&self.message));
        if let Some(hint) = &self.hint {
            let _ = writeln!(stderr, "{} {}", label("hint:", color::HINT), one_line(hint));
        }
    }

    /// Writes the error to standard error and returns the exit code.
    pub(crate) fn report(&self) -> ExitCode {
        self.print();
        ExitCode::from(self.exit_code)
    }
}

impl From<io::Error> for CliError {
    /// Treats the error as one of standard output. Errors of files use [`CliError::file`].
    fn from(error: io::Error) -> CliError {
        match error.kind() {
            ErrorKind::BrokenPipe => CliError::new("the output is closed", OUTPUT_CLOSED),
            _ => {
                CliError::failed(format!("cannot write to standard output: {}", io_reason(&error)))
            }
        }
    }
}

impl From<LaunchError> for CliError {
    fn from(error: LaunchError) -> CliError {
        let cause = error.source().map_or_else(String::new, |cause| format!(": {cause}"));
        CliError::usage(format!("{error}{cause}"))
    }
}

impl From<OutOfMemoryError> for CliError {
    fn from(error: OutOfMemoryError) -> CliError {
        CliError::failed(error.to_string()).with_hint("use a smaller --hash")
    }
}

impl From<&AppendLogError> for CliError {
    fn from(error: &AppendLogError) -> CliError {
        match error {
            AppendLogError::Write { path, source } => CliError::file("write", path, source),
            AppendLogError::Read { path, source } => CliError::file("read", path, source),
            AppendLogError::OtherHeading { path, source } => {
                CliError::failed(format!("{}: {source}", path.display()))
            }
            AppendLogError::OtherFile(_) => CliError::failed(error),
        }
    }
}

impl From<NotFree> for CliError {
    fn from(error: NotFree) -> CliError {
        CliError::failed(&error).with_hint(error.hint())
    }
}

/// Returns the word that begins a line on standard error, in colours if they are wanted.
pub(crate) fn label(word: &str, style: Style) -> String {
    if color::on_stderr() { format!("{style}{word}{style:#}") } else { word.to_owned() }
}

/// Returns the reason of an IO error, without the error number of the operating system.
pub(crate) fn io_reason(error: &io::Error) -> String {
    let text = error.to_string();
    let reason = text.split(" (os error").next().unwrap_or(&text);
    let mut letters = reason.chars();
    letters.next().map_or_else(String::new, |first| {
        // "No such file or directory" follows a colon here.
        first.to_lowercase().chain(letters).collect()
    })
}

/// Escapes control characters and shortens the text, so that it is one line. The error numbers of the operating
/// system are left out.
pub(crate) fn one_line(text: &str) -> String {
    let text = match text.split_once(" (os error ") {
        Some((reason, rest)) => {
            let rest = rest.trim_start_matches(|letter: char| letter.is_ascii_digit());
            &format!("{reason}{}", rest.strip_prefix(')').unwrap_or(rest))
        }
        None => text,
    };
    match text.char_indices().nth(LONGEST_LINE) {
        Some((end, _)) => escape_controls(&text[..end]) + "…",
        None => escape_controls(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_the_input_an_error_is_one_short_line() {
        assert_eq!(one_line("a\nb\u{1b}[31m"), "a\\nb\\u{1b}[31m");
        assert_eq!(one_line(&"x".repeat(1000)).chars().count(), LONGEST_LINE + 1);
        assert_eq!(one_line("a: it exists (os error 17); stop"), "a: it exists; stop");
        assert_eq!(one_line("a (no such file (os error 2))"), "a (no such file)");
    }

    #[test]
    fn reasons_have_no_numbers() {
        let error = io::Error::from_raw_os_error(2);
        assert!(!io_reason(&error).contains("os error"), "{error}");
    }
}
