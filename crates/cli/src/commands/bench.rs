//! `willow bench`: the engine's signature and speed.

use crate::args::BenchArgs;
use crate::error::CliError;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &BenchArgs) -> Result<Status, CliError> {
    let _ = args.json;
    Err(CliError::failed("the engine has no benchmark yet"))
}
