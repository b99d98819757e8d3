//! `willow exercises rate`.

use std::time::Instant;

use willow_engine::{Engine, EngineOptions, SearchControl, StopFlag};
use willow_exercises::{Exercise, rate};

use super::{format_of, read};
use crate::args::ExercisesRateArgs;
use crate::error::CliError;
use crate::progress::Progress;
use crate::status::Status;
use crate::{files, output, units};

/// The hash table. It is cleared for each exercise.
const HASH_BYTES: usize = 16 << 20;

/// Runs the command.
pub(super) fn run(args: &ExercisesRateArgs) -> Result<Status, CliError> {
    let format = format_of(&args.out)?;
    let mut exercises: Vec<Exercise> = read(&args.input)?.into_iter().map(|(_, it)| it).collect();
    let options = EngineOptions { threads: 1, hash_bytes: HASH_BYTES };
    let mut engine = Engine::new(willow_eval::weights::evaluator(), options)?;
    let progress = Progress::bar(exercises.len() as u64);
    let (stop, epoch) = (StopFlag::new(), Instant::now());
    let now = || epoch.elapsed();
    let [mut n_ratings, mut n_themes] = [0; 2];
    for exercise in &mut exercises {
        let mut control = SearchControl { stop: &stop, now: &now, on_progress: &mut |_| () };
        if let Some(rated) = rate(&mut engine, exercise.clone(), &mut control) {
            n_ratings += usize::from(exercise.rating != rated.rating);
            n_themes += usize::from(exercise.theme != rated.theme);
            *exercise = rated;
        }
        progress.step();
    }
    drop(progress);
    files::write(&args.out, format.write(&exercises).as_bytes(), args.replace.overwrite())?;
    let (out, all) = (args.out.display(), units::count(exercises.len(), "exercise"));
    let changes = format!("{n_ratings} with another rating, {n_themes} with another theme");
    output::print(&format!("{out}: {all}, {changes}\n"))?;
    Ok(Status::Done)
}
