//! The result of a check that counts problems, as a command and as a step of the tests.

use std::process::ExitCode;

use anyhow::{Result, bail};

/// Returns the exit code of a command: success if there are no problems.
pub(crate) fn exit_code(n_problems: Result<usize>) -> Result<ExitCode> {
    Ok(if n_problems? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a summary as the error if there are problems, which are printed already.
pub(crate) fn summary(n_problems: Result<usize>) -> Result<()> {
    match n_problems? {
        0 => Ok(()),
        n_problems => bail!("{n_problems} problems, printed above"),
    }
}
