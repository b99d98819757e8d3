//! `willow generate`: shell completions and man pages, for packages.

use std::fs;
use std::path::Path;

use clap::ValueEnum;
use clap_complete::Shell;

use crate::args::{self, GenerateArgs};
use crate::error::CliError;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &GenerateArgs) -> Result<Status, CliError> {
    fs::create_dir_all(&args.out).map_err(|error| CliError::file("make", &args.out, &error))?;
    let failed = |error| CliError::file("write", &args.out, &error);
    completions(&args.out).map_err(failed)?;
    clap_mangen::generate_to(args::definition(), &args.out).map_err(failed)?;
    Ok(Status::Done)
}

/// Writes the completions of each shell, under the file name that the shell expects.
fn completions(folder: &Path) -> std::io::Result<()> {
    let mut definition = args::definition();
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut definition, "willow", folder)?;
    }
    Ok(())
}
