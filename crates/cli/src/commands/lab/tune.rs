//! `willow lab tune`: better weights for the old evaluations.

mod climb;

use std::fmt::Write as _;

use serde::Serialize;
use willow_classics::{Characteristics, MliaWeights};
use willow_files::Overwrite;
use willow_lab::tune::genetic::{Candidate, GeneticOptions};
use willow_lab::tune::ledger::Ledger;
use willow_lab::tune::run::{News, n_games, tune_mlia};

use super::{beside, failed};
use crate::args::TuneArgs;
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::Status;

/// What is written about weights that games have tuned.
#[derive(Serialize)]
struct Tuned {
    /// As `mlia:weights=(...)` takes them.
    weights: String,
    /// The part of the points that they won against the original weights while they were tuned.
    score: f64,
    games: u32,
    options: GeneticOptions,
}

/// Runs the command.
pub(super) fn run(args: &TuneArgs) -> Result<Status, CliError> {
    match &args.eval {
        Some(eval) if args.hill_climb => climb::run(args, eval),
        _ => run_genetic(args),
    }
}

fn run_genetic(args: &TuneArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    let options = GeneticOptions {
        population: args.population,
        generations: args.generations,
        playoff: args.playoff,
        pairs: args.pairs,
        depth: args.depth,
        seed: args.seed,
    };
    let mut ledger =
        Ledger::open(&beside(&args.out, ".games"), &options).map_err(|error| failed(&error))?;
    let progress = Progress::bar(n_games(&options));
    let mut generation = 0;
    let best = tune_mlia(options, &mut ledger, &mut |news: News<'_>| {
        progress.step();
        if generation < news.genetic.generation() {
            generation = news.genetic.generation();
            progress.aside(|| eprintln!("{generation:5}  {}", line(news.genetic.best())));
        }
    })
    .map_err(|error| failed(&error))?;
    drop(progress);
    let Candidate { weights, games, .. } = best;
    let tuned = Tuned { weights: weights.to_string(), score: best.score(), games, options };
    let mut bytes = serde_json::to_vec_pretty(&tuned).expect("the values are plain data");
    bytes.push(b'\n');
    files::write(&args.out, &bytes, overwrite)?;
    super::super::print(&format!("{}{}\n", table(&weights), line(&best)))?;
    Ok(Status::Done)
}

/// Returns how a candidate does, in one line.
fn line(candidate: &Candidate) -> String {
    let percent = 100.0 * candidate.score();
    format!("{percent:.1}% of {} games with {}", candidate.games, candidate.weights)
}

fn table(weights: &MliaWeights) -> String {
    let originals = MliaWeights::ORIGINAL;
    let rows = Characteristics::NAMES.iter().zip(originals.values()).zip(weights.values());
    rows.fold(String::new(), |mut text, ((name, original), tuned)| {
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{name:<18}{original:>10.3}{tuned:>10.3}");
        text
    })
}
