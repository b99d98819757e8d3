//! How a command that ran ended.

use std::process::ExitCode;

use crate::error::CliError;

/// How a command that ran ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    /// Everything that was asked for was done.
    Done,
    /// The command ran, but some input had errors or the answer is "no".
    Incomplete,
    /// A signal ended the command in order. The exit code is 128 and the signal's number.
    Terminated { exit_code: u8 },
}

impl From<Status> for ExitCode {
    fn from(status: Status) -> ExitCode {
        match status {
            Status::Done => ExitCode::SUCCESS,
            Status::Incomplete => ExitCode::from(1),
            Status::Terminated { exit_code } => ExitCode::from(exit_code),
        }
    }
}

/// Reports errors of single inputs; the command continues with the next one.
#[derive(Debug, Default)]
pub(crate) struct InputErrors {
    count: usize,
}

impl InputErrors {
    /// Writes an error to standard error, unless it ends the whole command.
    ///
    /// # Errors
    /// A closed standard output is returned, because it ends the command.
    pub(crate) fn report(&mut self, error: CliError) -> Result<(), CliError> {
        if error.is_output_closed() {
            return Err(error);
        }
        self.count += 1;
        error.print();
        Ok(())
    }

    /// Returns how the command ended.
    pub(crate) fn status(&self) -> Status {
        if self.count == 0 { Status::Done } else { Status::Incomplete }
    }
}
