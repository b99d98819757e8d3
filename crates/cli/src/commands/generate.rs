//! `willow completions`, and the hidden `willow generate`: completions and manual pages, for packages.

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use clap_complete::Shell;

use super::man;
use crate::args::{self, CompletionsArgs, GenerateArgs};
use crate::error::CliError;
use crate::output;
use crate::status::Status;

/// Runs `willow generate`.
pub(super) fn run(args: &GenerateArgs) -> Result<Status, CliError> {
    man::write_pages(&args.out)?;
    completions(&args.out).map_err(|error| CliError::file("write", &args.out, &error))?;
    Ok(Status::Done)
}

/// Runs `willow completions`.
pub(super) fn run_completions(args: &CompletionsArgs) -> Result<Status, CliError> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut args::definition(), "willow", &mut text);
    output::print_bytes(&text)?;
    Ok(Status::Done)
}

/// Writes the completions of each shell, under the file name that the shell expects.
fn completions(folder: &Path) -> std::io::Result<()> {
    let mut definition = args::definition();
    fs::create_dir_all(folder)?;
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut definition, "willow", folder)?;
    }
    Ok(())
}
