//! `willow lab accuracy`: the scale of accuracies.

use std::path::PathBuf;

use willow_lab::accuracy::{AccuracyOptions, measure_accuracy};
use willow_records::RecordedGame;

use super::games::read;
use super::output::failed;
use crate::args::AccuracyArgs;
use crate::error::CliError;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// Runs `willow lab accuracy`.
pub(super) fn run(args: &AccuracyArgs) -> Result<Status, CliError> {
    let sets = [read_all(&args.games)?, read_all(&args.held_out)?];
    let options = AccuracyOptions {
        games: args.draw,
        level: args.level,
        least_games: args.least_games.into(),
        seed: args.seed,
        threads: args.threads,
    };
    let progress = Progress::bar(2 * args.draw as u64);
    let report = measure_accuracy(
        willow_eval::weights::evaluator(),
        sets.each_ref().map(Vec::as_slice),
        options,
        &args.log,
        &mut |done, _| progress.reach(done as u64),
    );
    drop(progress);
    output::print(&report.map_err(|error| failed(&error))?)?;
    Ok(Status::Done)
}

fn read_all(paths: &[PathBuf]) -> Result<Vec<RecordedGame>, CliError> {
    paths.iter().map(|path| read(path)).collect::<Result<Vec<_>, _>>().map(|sets| sets.concat())
}
