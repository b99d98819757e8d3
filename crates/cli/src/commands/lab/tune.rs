//! `willow lab tune`: tuned weights of the old evaluations.

mod hill_climbing;

use std::fmt::Write as _;

use serde::Serialize;
use willow_classics::mlia::{self, Characteristics};
use willow_lab::tuning::genetic::{Candidate, GeneticOptions};
use willow_lab::tuning::genetic_run::{TuningProgress, n_games, tune_mlia};
use willow_lab::tuning::tuning_log::TuningLog;

use super::output::{failed, log_beside, overwrite};
use crate::args::TuneArgs;
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// The JSON file of weights that were tuned by games.
#[derive(Serialize)]
struct TunedWeights {
    /// As `mlia:weights=(...)` takes them.
    weights: String,
    /// The part of the points against the original weights in the play-off, from 0 to 1.
    score: f64,
    games: u32,
    options: GeneticOptions,
}

/// Runs the command.
pub(super) fn run(args: &TuneArgs) -> Result<Status, CliError> {
    match &args.eval {
        Some(eval) if args.hill_climb => hill_climbing::run(args, eval),
        _ => run_genetic(args),
    }
}

fn run_genetic(args: &TuneArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let options = GeneticOptions {
        population: args.population,
        generations: args.generations,
        playoff: args.playoff,
        pairs: args.pairs,
        depth: args.depth,
        seed: args.seed,
    };
    let mut log = TuningLog::open(&log_beside(&args.out, ".games"), &options)
        .map_err(|error| failed(&error))?;
    let progress = Progress::bar(n_games(&options));
    let mut generation = 0;
    let best = tune_mlia(options, &mut log, &mut |so_far: TuningProgress<'_>| {
        progress.step();
        if generation < so_far.population.generation() {
            generation = so_far.population.generation();
            progress.aside(|| eprintln!("{generation:5}  {}", line(so_far.population.best())));
        }
    })
    .map_err(|error| failed(&error))?;
    drop(progress);
    let Candidate { weights, games, .. } = best;
    let tuned = TunedWeights { weights: weights.to_string(), score: best.score(), games, options };
    let mut bytes = serde_json::to_vec_pretty(&tuned).expect("the values are plain data");
    bytes.push(b'\n');
    files::write(&args.out, &bytes, overwrite)?;
    output::print(&format!("{}{}\n", weights_table(&weights), line(&best)))?;
    Ok(Status::Done)
}

/// Returns the score of a candidate in one line.
fn line(candidate: &Candidate) -> String {
    let percent = 100.0 * candidate.score();
    format!("{percent:.1}% of {} games with {}", candidate.games, candidate.weights)
}

fn weights_table(weights: &mlia::Weights) -> String {
    let originals = mlia::Weights::ORIGINAL;
    let rows = Characteristics::NAMES.iter().zip(originals.values()).zip(weights.values());
    rows.fold(String::new(), |mut text, ((name, original), tuned)| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<18}{original:>10.3}{tuned:>10.3}");
        text
    })
}
