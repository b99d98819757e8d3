//! `willow lab tune --hill-climb`.

use std::fmt::Write as _;

use serde::Serialize;
use willow_board::Board;
use willow_files::Overwrite;
use willow_lab::tune::climb::ClimbOptions;
use willow_lab::tune::climb_run::{Climbed, climb, n_steps};
use willow_lab::tune::ledger::Ledger;
use willow_lab::tune::linear::LinearEvaluation;

use super::super::{beside, failed};
use crate::args::TuneArgs;
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::Status;

/// What is written about an evaluation that has climbed.
#[derive(Serialize)]
struct Tuned<'a> {
    terms: Vec<Term>,
    /// As `mlia:weights=(...)` takes them.
    #[serde(skip_serializing_if = "Option::is_none")]
    weights: Option<String>,
    /// Before and after the climb of each round.
    correlations: &'a [[f64; 2]],
    /// Against the original.
    games: u64,
    wins: u64,
    draws: u64,
    losses: u64,
    elo: Option<f64>,
    elo_low: Option<f64>,
    elo_high: Option<f64>,
    options: &'a ClimbOptions,
}

/// A term and what its contribution is multiplied by.
#[derive(Serialize)]
struct Term {
    name: &'static str,
    factor: f64,
}

/// The evaluation whose weights are numbers that a SPEC takes.
const MLIA: &str = "mlia";

/// Runs the command.
pub(super) fn run(args: &TuneArgs, eval: &str) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    let options = ClimbOptions {
        eval: eval.to_owned(),
        positions: args.positions,
        rounds: args.rounds,
        depth: args.depth,
        pairs: args.games / 2,
        play_depth: args.play_depth,
        seed: args.seed,
    };
    let mut ledger =
        Ledger::open(&beside(&args.out, ".steps"), &options).map_err(|error| failed(&error))?;
    let progress = Progress::bar(n_steps(&options));
    let found = climb(&options, &mut ledger, &mut || progress.step());
    drop(progress);
    let found = found.map_err(|error| failed(&error))?;
    let tuned = tuned(&found, &options);
    let mut bytes = serde_json::to_vec_pretty(&tuned).expect("the values are plain data");
    bytes.push(b'\n');
    files::write(&args.out, &bytes, overwrite)?;
    super::super::super::print(&text(&tuned))?;
    Ok(Status::Done)
}

fn tuned<'a>(found: &'a Climbed, options: &'a ClimbOptions) -> Tuned<'a> {
    let terms = terms(&found.evaluation);
    let weights = (options.eval == MLIA).then(|| {
        let published = found.evaluation.terms(&Board::START).into_iter();
        let products = published.zip(&terms).map(|((_, weight), term)| weight * term.factor);
        let words: Vec<String> = products.map(|weight| format!("{weight:.3}")).collect();
        words.join(",")
    });
    let summary = found.score.summary(None);
    Tuned {
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

fn terms(evaluation: &LinearEvaluation) -> Vec<Term> {
    let names = evaluation.terms(&Board::START).into_iter();
    names.zip(evaluation.factors()).map(|((name, _), &factor)| Term { name, factor }).collect()
}

fn text(tuned: &Tuned<'_>) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for [before, after] in tuned.correlations {
        let _ = writeln!(text, "correlation {before:.4} became {after:.4}");
    }
    for Term { name, factor } in &tuned.terms {
        let _ = writeln!(text, "{name:<28}x {factor:.3}");
    }
    let Tuned { games, wins, draws, losses, .. } = tuned;
    let _ = write!(text, "{games} games against the original: +{wins} ={draws} -{losses}");
    if let (Some(elo), Some(low), Some(high)) = (tuned.elo, tuned.elo_low, tuned.elo_high) {
        let _ = write!(text, ", Elo {elo:+.0} ({low:+.0} to {high:+.0})");
    }
    text + "\n"
}
