//! `willow`: arguments in, text or JSON out.
//!
//! `argv` takes positions out of the command line before clap sees them, `args` says what the
//! commands accept, `commands` has one file for each of them, and `error` turns whatever goes wrong
//! into one `error:` line, at most one `hint:` line and an exit code.
//!
//! Invariant: results go to standard output, everything else to standard error. A reader that
//! closes standard output early ends the program without an error.

#![forbid(unsafe_code)]

mod args;
mod argv;
mod commands;
mod error;
mod files;
mod home;
mod input;
mod json;
mod players;
mod progress;
mod search;
mod status;
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
            commands::print(&text)?;
            Ok(Status::Done)
        }
    }
}
