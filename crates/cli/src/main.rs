//! `willow`: arguments in, text or JSON out.
//!
//! `argv` marks positions in the command line before clap parses it, `args` defines the arguments,
//! `commands` has one file for each command, and `error` converts every error to one `error:` line,
//! at most one `hint:` line and an exit code.
//!
//! Invariant: results go to standard output, everything else to standard error. If the reader
//! closes standard output early, the program ends without an error.

#![forbid(unsafe_code)]

mod args;
mod argv;
mod commands;
mod error;
mod files;
mod input;
mod json;
mod output;
mod players;
mod progress;
mod search;
mod status;
mod termination;
mod units;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::error::CliError;
use crate::status::Status;

fn main() -> ExitCode {
    match run(std::env::args_os()) {
        Ok(status) => status.into(),
        Err(error) => error.report(),
    }
}

fn run(words: impl Iterator<Item = OsString>) -> Result<Status, CliError> {
    match args::parse(argv::guard_positions(words))? {
        args::Parsed::Run(command) => commands::run(command),
        args::Parsed::Print(text) => {
            output::print(&text)?;
            Ok(Status::Done)
        }
    }
}
