//! `willow exercises`: exercises with proven solutions.

mod exchange;
mod games;
mod make;
mod prove;
mod rate;
mod session;
mod train;

use std::path::Path;

use willow_exercises::{Exercise, Format, LineError, shipped};

use crate::args::{ExercisesArgs, ExercisesStep};
use crate::error::CliError;
use crate::files;
use crate::status::Status;

/// Runs the command.
pub(super) fn run(args: &ExercisesArgs) -> Result<Status, CliError> {
    match &args.step {
        ExercisesStep::Do(args) => train::run(args),
        ExercisesStep::Make(args) => make::run(args),
        ExercisesStep::Prove(args) => prove::run(args),
        ExercisesStep::Rate(args) => rate::run(args),
        ExercisesStep::Import(args) => exchange::run_import(args),
        ExercisesStep::Export(args) => exchange::run_export(args),
    }
}

/// Names the exercises that come with the program.
const SHIPPED: &str = "shipped";

/// Returns the format of a file by its ending.
fn format_of(path: &Path) -> Result<Format, CliError> {
    Format::of_name(&path.to_string_lossy()).ok_or_else(|| {
        CliError::failed(format!("{}: no format of exercises has this ending", path.display()))
            .with_hint("the endings are .tsv, .jsonl or .json, and .obf")
    })
}

/// Reads a file of exercises, or those that come with the program, with the numbers of their lines.
fn read(path: &Path) -> Result<Vec<(usize, Exercise)>, CliError> {
    if path == Path::new(SHIPPED) {
        return Format::Tsv.read_with_lines(shipped()).map_err(|error| line_error(path, &error));
    }
    let format = format_of(path)?;
    let text = files::read_text(path)?;
    format.read_with_lines(&text).map_err(|error| line_error(path, &error))
}

fn line_error(path: &Path, error: &LineError) -> CliError {
    CliError::failed(format!("{}, {error}", path.display()))
}
