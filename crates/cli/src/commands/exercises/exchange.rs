//! `willow exercises import` and `export`.

use willow_exercises::{Exercise, KnownExercises, spread};
use willow_files::Overwrite;

use super::{format_of, line_error, read};
use crate::args::{ExercisesExportArgs, ExercisesImportArgs};
use crate::error::CliError;
use crate::status::Status;
use crate::{files, output, units};

/// Runs `willow exercises export`.
pub(super) fn run_export(args: &ExercisesExportArgs) -> Result<Status, CliError> {
    let format = format_of(&args.out)?;
    let exercises: Vec<Exercise> = read(&args.input)?.into_iter().map(|(_, it)| it).collect();
    let exercises = match args.count {
        Some(count) => spread(&exercises, usize::try_from(count).unwrap_or(usize::MAX)),
        None => exercises,
    };
    files::write(&args.out, format.write(&exercises).as_bytes(), args.replace.overwrite())?;
    let count = units::count(exercises.len(), "exercise");
    output::print(&format!("{}: {count}\n", args.out.display()))?;
    Ok(Status::Done)
}

/// Runs `willow exercises import`.
pub(super) fn run_import(args: &ExercisesImportArgs) -> Result<Status, CliError> {
    let format = format_of(&args.out)?;
    let mut text = files::read_text_if_any(&args.out)?.unwrap_or_default();
    let known = format.read(&text).map_err(|error| line_error(&args.out, &error))?;
    let mut seen = KnownExercises::default();
    for exercise in &known {
        seen.add_position(&exercise.position);
    }
    if text.is_empty() {
        text.push_str(format.head());
    } else if !text.ends_with('\n') {
        text.push('\n');
    }
    let (mut n_new, mut n_known) = (0, 0);
    for (_, exercise) in read(&args.input)? {
        if seen.has_position(&exercise.position) {
            n_known += 1;
            continue;
        }
        seen.add_position(&exercise.position);
        text.push_str(&format.line(&exercise));
        text.push('\n');
        n_new += 1;
    }
    files::write(&args.out, text.as_bytes(), Overwrite::Always)?;
    let (out, new) = (args.out.display(), units::count(n_new, "new exercise"));
    output::print(&format!("{out}: {new}, {n_known} known already\n"))?;
    Ok(Status::Done)
}
