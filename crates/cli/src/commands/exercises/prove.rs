//! `willow exercises prove`.

use willow_engine::EngineOptions;
use willow_exercises::{Basis, Exercise};
use willow_players::derive_seed;

use super::read;
use crate::args::ExercisesProveArgs;
use crate::error::CliError;
use crate::progress::Progress;
use crate::search::{Searcher, all_cores, timed};
use crate::status::{InputErrors, Status};
use crate::{output, units};

/// Runs the command.
pub(super) fn run(args: &ExercisesProveArgs) -> Result<Status, CliError> {
    let (exercises, estimated): (Vec<_>, Vec<_>) = read(&args.file)?
        .into_iter()
        .partition(|(_, exercise)| exercise.solution.basis == Basis::Proven);
    let exercises = sampled(exercises, args);
    let threads = args.threads.unwrap_or_else(all_cores);
    let mut searcher = Searcher::new(EngineOptions { threads, ..EngineOptions::default() })?;
    let progress = Progress::bar(exercises.len() as u64);
    let silent = Progress::hidden();
    let mut errors = InputErrors::default();
    let mut n_wrong = 0;
    let (proven, time) = timed(|| {
        for (line, exercise) in &exercises {
            let solved = searcher.solve_all_moves(exercise.position.board(), &silent);
            if let Err(disproof) = exercise.solution.check(&solved.moves) {
                let place = format!("{}, line {line}", args.file.display());
                let message = format!("{place}: {disproof}: {}", exercise.position);
                progress.aside(|| errors.report(CliError::failed(message)))?;
                n_wrong += 1;
            }
            progress.step();
        }
        Ok::<(), CliError>(())
    });
    proven?;
    drop(progress);
    let all = units::count(exercises.len(), "exercise");
    let right = exercises.len() - n_wrong;
    let left_out = match estimated.len() {
        0 => String::new(),
        n => format!("; {} left out", units::count(n, "estimate")),
    };
    output::print(&format!("{right} of {all} proven in {}{left_out}\n", units::time(time)))?;
    Ok(errors.status())
}

/// Returns the exercises to solve, in the order of the file.
fn sampled(exercises: Vec<(usize, Exercise)>, args: &ExercisesProveArgs) -> Vec<(usize, Exercise)> {
    let Some(sample) = args.sample else { return exercises };
    let mut shuffled = exercises;
    shuffled.sort_by_key(|(line, _)| derive_seed(args.seed, *line as u64));
    shuffled.truncate(usize::try_from(sample).unwrap_or(usize::MAX));
    shuffled.sort_by_key(|(line, _)| *line);
    shuffled
}
