//! Tuned weights of the old evaluations.

use std::fmt::Write as _;

use anyhow::Result;
use clap::Args;
use clap::builder::PossibleValuesParser;
use serde_json::{Value, json};
use willow_board::Board;
use willow_classics::LinearEvaluation;
use willow_classics::mlia::{self, Characteristics};
use willow_players::matches::{MatchSummary, ResultCounts};

use super::files::{OutputArgs, json_file, print};
use super::progress;
use crate::tuning::genetic::{Candidate, GeneticOptions};
use crate::tuning::genetic_run::{n_games, tune_mlia};
use crate::tuning::hill_climbing::HillClimbingOptions;
use crate::tuning::hill_climbing_run::{HillClimbingResult, n_steps, run_hill_climbing};
use crate::tuning::open_log;
use crate::values;

/// Tune the weights of an old evaluation
///
/// With --mlia, a genetic algorithm changes the weights of MLia. The changed versions play against
/// the original, and the best ones are mixed and changed again. Every game is kept in FILE.games,
/// and the same command continues an interrupted run.
///
/// With --hill-climb, the terms of an evaluation get factors, so that its static values correlate
/// better with the values that searches back up (Samuel 1959). Then the result plays the original.
/// Every search and game is kept in FILE.steps in the same way.
#[derive(Args, Debug)]
#[command(group = clap::ArgGroup::new("method").required(true))]
pub(super) struct TuneArgs {
    /// Tune MLia by games against its original weights
    #[arg(long, group = "method")]
    mlia: bool,
    /// Tune the evaluation of --eval by hill-climbing
    #[arg(long, group = "method", requires = "eval")]
    hill_climb: bool,
    /// Tune this evaluation
    #[arg(long, value_name = "NAME", value_parser = PossibleValuesParser::new(LinearEvaluation::NAMES), conflicts_with = "mlia")]
    eval: Option<String>,
    /// Compare the values of N positions (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    positions: u32,
    /// Search the positions N times, each time with the latest factors (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: u32,
    /// Play N games against the original at the end, an even number (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = values::even)]
    games: u32,
    /// Search D plies in these games (with --hill-climb)
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    play_depth: u32,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    genetic: GeneticOptions,
}

impl TuneArgs {
    pub(super) fn run(&self) -> Result<()> {
        self.output.check()?;
        match &self.eval {
            Some(eval) if self.hill_climb => self.climb(eval),
            _ => self.breed(),
        }
    }

    fn breed(&self) -> Result<()> {
        let options = self.genetic;
        let mut log = open_log(&self.output.log(".games"), &options)?;
        let bar = progress::bar(n_games(&options));
        let mut generation = 0;
        let best = tune_mlia(options, &mut log, &mut |population| {
            bar.inc(1);
            if generation < population.generation() {
                generation = population.generation();
                // The first child is the mean of the survivors, and the first in the play-off leads it.
                let first = population.candidates()[0].weights;
                progress::note(&bar, &format!("{generation:5}  {first}"));
            }
        })?;
        drop(bar);
        let Candidate { weights, games, .. } = best;
        // The weights are as `mlia:weights=(...)` takes them, the score is that of the play-off.
        let tuned = json!({
            "weights": weights.to_string(),
            "score": best.score(),
            "games": games,
            "options": options,
        });
        self.output.write(&json_file(&tuned))?;
        print(&format!("{}{}\n", weights_table(&weights), line(&best)))
    }

    fn climb(&self, eval: &str) -> Result<()> {
        let options = HillClimbingOptions {
            eval: eval.to_owned(),
            positions: self.positions,
            rounds: self.rounds,
            depth: self.genetic.depth,
            pairs: self.games / 2,
            play_depth: self.play_depth,
            seed: self.genetic.seed,
        };
        let mut log = open_log(&self.output.log(".steps"), &options)?;
        let bar = progress::bar(n_steps(&options));
        let found = run_hill_climbing(&options, &mut log, &mut || bar.inc(1))?;
        drop(bar);
        self.output.write(&json_file(&tuned_json(&found, &options)))?;
        print(&tuned_text(&found))
    }
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

/// The evaluation whose weights can be given in a SPEC.
const MLIA: &str = "mlia";

/// Returns the JSON file of an evaluation that was tuned by hill-climbing: the factors of its terms, the
/// weights as `mlia:weights=(...)` takes them, and the match against the original.
fn tuned_json(found: &HillClimbingResult, options: &HillClimbingOptions) -> Value {
    let published = found.evaluation.terms(&Board::START);
    let factors = || published.iter().zip(found.evaluation.factors());
    let terms = factors().map(|((name, _), factor)| json!({ "name": name, "factor": factor }));
    let mut tuned = json!({
        "terms": terms.collect::<Vec<_>>(),
        "correlations": found.correlations,
        "match": found.score.summary(None),
        "options": options,
    });
    if options.eval == MLIA {
        let products = factors().map(|((_, weight), factor)| format!("{:.3}", weight * factor));
        tuned["weights"] = products.collect::<Vec<_>>().join(",").into();
    }
    tuned
}

fn tuned_text(found: &HillClimbingResult) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    for [before, after] in &found.correlations {
        let _ = writeln!(text, "correlation {before:.4} became {after:.4}");
    }
    let names = found.evaluation.terms(&Board::START);
    for ((name, _), factor) in names.into_iter().zip(found.evaluation.factors()) {
        let _ = writeln!(text, "{name:<28}x {factor:.3}");
    }
    let MatchSummary { games, counts, elo, elo_low, elo_high, .. } = found.score.summary(None);
    let ResultCounts { wins, draws, losses } = counts;
    let _ = write!(text, "{games} games against the original: +{wins} ={draws} -{losses}");
    if let (Some(elo), Some(low), Some(high)) = (elo, elo_low, elo_high) {
        let _ = write!(text, ", Elo {elo:+.0} ({low:+.0} to {high:+.0})");
    }
    text + "\n"
}
