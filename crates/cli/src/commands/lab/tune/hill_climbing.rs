//! `willow lab tune --hill-climb`: factors of an evaluation's terms.

use std::fmt::Write as _;

use serde::Serialize;
use willow_board::Board;
use willow_lab::tuning::hill_climbing::HillClimbingOptions;
use willow_lab::tuning::hill_climbing_run::{HillClimbingResult, n_steps, run_hill_climbing};
use willow_lab::tuning::linear_evaluation::LinearEvaluation;
use willow_lab::tuning::tuning_log::TuningLog;

use super::super::output::{failed, log_beside, overwrite};
use crate::args::TuneArgs;
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// The JSON file of an evaluation that was tuned by hill-climbing.
#[derive(Serialize)]
struct TunedEvaluation<'a> {
    terms: Vec<TunedTerm>,
    /// The weights in the form of `mlia:weights=(...)`.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
    /// The correlations before and after each round.
    correlations: &'a [[f64; 2]],
    /// The number of games against the original.
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    options: &'a HillClimbingOptions,
}

/// A term, and the factor of its contribution.
#[derive(Serialize)]
struct TunedTerm {
    name: String,
    factor: f64,
}

/// The evaluation whose weights can be given in a SPEC.
const MLIA: &str = "mlia";

/// Runs the command.
pub(super) fn run(args: &TuneArgs, eval: &str) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let options = HillClimbingOptions {
        eval: eval.to_owned(),
        positions: args.positions,
        rounds: args.rounds,
        depth: args.depth,
        pairs: args.games / 2,
        play_depth: args.play_depth,
        seed: args.seed,
    };
    let mut log = TuningLog::open(&log_beside(&args.out, ".steps"), &options)
        .map_err(|error| failed(&error))?;
    let progress = Progress::bar(n_steps(&options));
    let found = run_hill_climbing(&options, &mut log, &mut || progress.step());
    drop(progress);
    let found = found.map_err(|error| failed(&error))?;
    let tuned = tuned(&found, &options);
    let mut bytes = serde_json::to_vec_pretty(&tuned).expect("the values are plain data");
    bytes.push(b'\n');
    files::write(&args.out, &bytes, overwrite)?;
    output::print(&text(&tuned))?;
    Ok(Status::Done)
}

fn tuned<'a>(
    found: &'a HillClimbingResult,
    options: &'a HillClimbingOptions,
) -> TunedEvaluation<'a> {
    let terms = terms(&found.evaluation);
    let weights = (options.eval == MLIA).then(|| {
        let published = found.evaluation.terms(&Board::START).into_iter();
        let products = published.zip(&terms).map(|((_, weight), term)| weight * term.factor);
        let words: Vec<String> = products.map(|weight| format!("{weight:.3}")).collect();
        words.join(",")
    });
    let summary = found.score.summary(None);
    TunedEvaluation {
        terms,
        weights,
        correlations: &found.correlations,
        games: found.score.games(),
        wins: found.score.wins(),
        draws: found.score.draws(),
        losses: found.score.losses(),
        elo: summary.elo,
        elo_low: summary.elo_low,
        elo_high: summary.elo_high,
        options,
    }
}

fn terms(evaluation: &LinearEvaluation) -> Vec<TunedTerm> {
    let names = evaluation.terms(&Board::START).into_iter();
    names.zip(evaluation.factors()).map(|((name, _), &factor)| TunedTerm { name, factor }).collect()
}

fn text(tuned: &TunedEvaluation<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for [before, after] in tuned.correlations {
        let _ = writeln!(text, "correlation {before:.4} became {after:.4}");
    }
    for TunedTerm { name, factor } in &tuned.terms {
        let _ = writeln!(text, "{name:<28}x {factor:.3}");
    }
    let TunedEvaluation { games, wins, draws, losses, .. } = tuned;
    let _ = write!(text, "{games} games against the original: +{wins} ={draws} -{losses}");
    if let (Some(elo), Some(low), Some(high)) = (tuned.elo, tuned.elo_low, tuned.elo_high) {
        let _ = write!(text, ", Elo {elo:+.0} ({low:+.0} to {high:+.0})");
    }
    text + "\n"
}
