//! What a check that counts problems comes to, as a command of its own and as a step of the tests.

use std::process::ExitCode;

use anyhow::Result;

/// Returns how a command ends that found so many problems.
pub(crate) fn exit_code(n_problems: Result<usize>) -> Result<ExitCode> {
    Ok(if n_problems? == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// Returns a summary as the error, if there were problems; they were printed already.
pub(crate) fn summary(n_problems: Result<usize>) -> Result<(), String> {
    match n_problems {
        Ok(0) => Ok(()),
        Ok(n_problems) => Err(format!("{n_problems} problems, printed above")),
        Err(error) => Err(format!("{error:#}")),
    }
}
