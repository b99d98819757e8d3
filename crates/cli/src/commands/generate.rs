//! `willow completions`, `willow man`, and the hidden `willow generate`, which writes both for packages.

use std::fs;
use std::io;
use std::path::Path;

use clap::ValueEnum;
use clap_complete::Shell;
use clap_mangen::Man;

use super::help;
use crate::args::{self, CompletionsArgs, GenerateArgs, ManArgs};
use crate::error::CliError;
use crate::output;
use crate::status::Status;

/// Runs `willow generate`.
pub(super) fn run(args: &GenerateArgs) -> Result<Status, CliError> {
    write_all(&args.out).map_err(|error| CliError::file("write", &args.out, &error))?;
    Ok(Status::Done)
}

/// Writes the manual pages of all commands and the completions of all shells.
fn write_all(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)?;
    clap_mangen::generate_to(args::definition(), folder)?;
    for &shell in Shell::value_variants() {
        clap_complete::generate_to(shell, &mut args::definition(), "willow", folder)?;
    }
    Ok(())
}

/// Runs `willow completions`.
pub(super) fn run_completions(args: &CompletionsArgs) -> Result<Status, CliError> {
    let mut text = Vec::new();
    clap_complete::generate(args.shell, &mut args::definition(), "willow", &mut text);
    output::print_bytes(&text)?;
    Ok(Status::Done)
}

/// Runs `willow man`.
pub(super) fn run_man(args: &ManArgs) -> Result<Status, CliError> {
    let names: Vec<&str> = args.command.iter().map(String::as_str).collect();
    let mut page = Vec::new();
    Man::new(help::find_command(&names)?).render(&mut page).expect("a vector takes all bytes");
    output::print_bytes(&page)?;
    Ok(Status::Done)
}
