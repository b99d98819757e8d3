//! `willow`: arguments in, text or JSON out.
//!
//! `argv` marks positions in the command line before clap parses it, `config` reads the user's defaults,
//! `color` decides on colours, `args` defines the arguments,
//! `commands` has one file for each command, and `error` converts every error to one `error:` line,
//! at most one `hint:` line and an exit code.
//!
//! Invariant: results go to standard output, everything else to standard error. If the reader
//! closes standard output early, the program ends without an error.

#![forbid(unsafe_code)]

mod args;
mod argv;
mod color;
mod commands;
mod config;
mod error;
mod files;
mod input;
mod json;
mod output;
mod players;
mod progress;
mod record_source;
mod search;
mod status;
mod termination;
mod units;

use std::ffi::OsString;
use std::process::ExitCode;

use crate::args::UseOfConfig;
use crate::color::ColorWhen;
use crate::config::UserConfig;
use crate::error::CliError;
use crate::status::Status;

/// Reading and writing games takes a tenth to a fifth longer with the allocator of musl: docs/benchmarks/release.md.
#[cfg(target_env = "musl")]
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    if let Err(error) = willow_launch::start_best_build() {
        return CliError::from(error).report();
    }
    match run(std::env::args_os()) {
        Ok(status) => status.into(),
        Err(error) => error.report(),
    }
}

fn run(words: impl Iterator<Item = OsString>) -> Result<Status, CliError> {
    let words = argv::guard_positions(words);
    let wanted = args::color_choice(&words);
    if let Some(when) = wanted {
        color::choose(when);
    }
    let config = match args::use_of_config(&words) {
        UseOfConfig::None => UserConfig::default(),
        UseOfConfig::IfReadable => UserConfig::read().unwrap_or_default(),
        UseOfConfig::Needed => UserConfig::read()?,
    };
    color::choose(config.get("color").and_then(ColorWhen::of_word).unwrap_or(ColorWhen::Auto));
    match args::parse(words, |definition| config.apply(definition))? {
        args::Parsed::Run(cli) => {
            if cli.quiet {
                output::be_quiet();
            }
            commands::run(cli.command)
        }
        args::Parsed::Print(text) => {
            output::print_styled(&text)?;
            Ok(Status::Done)
        }
    }
}
