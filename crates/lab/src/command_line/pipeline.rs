//! The steps of the evaluation's pipeline: labels, training, ProbCut, test sets.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use clap::Args;
use willow_engine::{Engine, EngineOptions, Selectivity};

use super::files::{ExcludeArgs, OutputArgs, WeightsArgs, read_weights, weights_file};
use super::progress;
use crate::games::openings::{OpeningsPlan, balanced_openings};
use crate::games::self_play::{SelfPlayPlan, self_play};
use crate::labels::debias::{DebiasOptions, correct, debias};
use crate::labels::fingerprint;
use crate::labels::label::{LabelOptions, label_files};
use crate::labels::label_search::LabelSearch;
use crate::labels::opening_labels::label_openings;
use crate::labels::relabel::{RelabelOptions, RelabelSource, relabel};
use crate::measure::probcut::{ProbCutOptions, with_measured_errors};
use crate::measure::testset::{MovesToSolve, TestSetOptions, extend_test_set};
use crate::train::{TrainOptions, train};
use crate::values;

/// Label the positions of games with their results after a perfect ending
#[derive(Args, Debug)]
pub(super) struct LabelArgs {
    /// Files of games, of any format that `willow help formats` names, gzipped or not
    #[arg(required = true, value_name = "GAMES")]
    games: Vec<PathBuf>,
    /// Write a file of samples for each file of games into this folder
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    exclude: ExcludeArgs,
    #[command(flatten)]
    options: LabelOptions,
}

impl LabelArgs {
    pub(super) fn run(&self) -> Result<()> {
        let exclusion = self.exclude.read()?;
        let bar = progress::bar(self.games.len() as u64);
        // There is a line for each file that is finished.
        let note = |line: &str| {
            progress::note(&bar, line);
            bar.inc(1);
        };
        label_files(&self.games, &self.out, &exclusion, self.options, &note)
    }
}

/// Label positions by search, phase by phase from the end of the game
#[derive(Args, Debug)]
pub(super) struct RelabelArgs {
    /// Files of samples, as `willow lab label` writes them; their labels are ignored
    #[arg(required = true, value_name = "SAMPLES")]
    samples: Vec<PathBuf>,
    /// Write a file of samples for each phase into this folder; existing files are skipped
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    #[command(flatten)]
    exclude: ExcludeArgs,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    options: RelabelOptions,
}

impl RelabelArgs {
    pub(super) fn run(&self) -> Result<()> {
        let exclusion = self.exclude.read()?;
        let source = RelabelSource { files: &self.samples, exclusion: &exclusion };
        let evaluator = self.weights.evaluator()?;
        let bar = progress::spinner("labelling");
        let note = |line: &str| progress::note(&bar, line);
        relabel(source, &self.out, &evaluator, self.options, &note)
    }
}

/// Label all positions of the first plies: the last ones by search, the others by minimax
///
/// An interrupted run is continued by the same command.
#[derive(Args, Debug)]
pub(super) struct OpeningLabelsArgs {
    /// Write the samples to this file, which must not exist
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    exclude: ExcludeArgs,
    #[command(flatten)]
    weights: WeightsArgs,
    /// Take the positions of at most N plies
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = clap::value_parser!(u32).range(1..=11))]
    plies: u32,
    /// Search the positions after N plies D plies deep
    #[arg(long, value_name = "D", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=20))]
    depth: u32,
    /// Label with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
}

impl OpeningLabelsArgs {
    pub(super) fn run(&self) -> Result<()> {
        // Solves are far away: a position after eleven plies has 49 empties or more.
        let (depth, threads) = (self.depth, self.threads);
        let search = LabelSearch { depth, solve_from: 0, selective_from: 0, threads };
        let (exclusion, evaluator) = (self.exclude.read()?, self.weights.evaluator()?);
        let bar = progress::spinner("labelling");
        let note = |line: &str| progress::note(&bar, line);
        label_openings(&self.out, self.plies, &exclusion, &evaluator, search, &note)
    }
}

/// Take the bias of searches out of labels, as deeper searches measure it from the end of the game on
///
/// An interrupted run is continued by the same command.
#[derive(Args, Debug)]
pub(super) struct DebiasArgs {
    /// Files of samples, all labelled by searches of the same depth and weights
    #[arg(required = true, value_name = "SAMPLES")]
    samples: Vec<PathBuf>,
    /// Write the corrected files and bias.tsv into this folder
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Measure nothing: correct by the bias.tsv that was measured for other labels of the same depth and weights
    #[arg(long, value_name = "FILE", conflicts_with_all = ["weights", "positions", "depth", "solve_from", "selective_from", "threads"])]
    bias: Option<PathBuf>,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    options: DebiasOptions,
}

impl DebiasArgs {
    pub(super) fn run(&self) -> Result<()> {
        if let Some(measured) = &self.bias {
            return correct(&self.samples, &self.out, measured);
        }
        let evaluator = self.weights.evaluator()?;
        let bar = progress::spinner("searching");
        let mut note = |line: &str| progress::note(&bar, line);
        debias(&self.samples, &self.out, &evaluator, self.options, &mut note)
    }
}

/// Train weights on files of samples
#[derive(Args, Debug)]
pub(super) struct TrainArgs {
    /// Files of samples, as `willow lab label` writes them
    #[arg(required = true, value_name = "SAMPLES")]
    samples: Vec<PathBuf>,
    #[command(flatten)]
    output: OutputArgs,
    /// Begin with these weights instead of random ones; a smaller --step suits this
    #[arg(long, value_name = "FILE")]
    from: Option<PathBuf>,
    #[command(flatten)]
    options: TrainOptions,
}

impl TrainArgs {
    pub(super) fn run(&self) -> Result<()> {
        self.output.check()?;
        let from = self.from.as_deref().map(read_weights).transpose()?;
        let bar = progress::spinner("training");
        let mut note = |line: &str| progress::note(&bar, line);
        let checkpoint = self.output.out.with_extension("checkpoint");
        let training =
            train(&self.samples, from.as_ref(), self.options, Some(&checkpoint), &mut note)?;
        let kept = checkpoint.display();
        self.output
            .write(&weights_file(&training.network)?)
            .with_context(|| format!("run the command again, which goes on from {kept}"))?;
        training.remove_checkpoint();
        Ok(())
    }
}

/// Measure the errors of shallow searches, and write weights with a new ProbCut table
#[derive(Args, Debug)]
pub(super) struct ProbCutArgs {
    /// Files of samples, as `willow lab label` writes them; their labels are ignored
    #[arg(required = true, value_name = "SAMPLES")]
    samples: Vec<PathBuf>,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    options: ProbCutOptions,
}

impl ProbCutArgs {
    pub(super) fn run(&self) -> Result<()> {
        self.output.check()?;
        let bar = progress::spinner("searching");
        let mut note = |line: &str| progress::note(&bar, line);
        let network = self.weights.network()?;
        let measured = with_measured_errors(&self.samples, network, self.options, &mut note)?;
        self.output.write(&weights_file(&measured)?)
    }
}

/// Quantize weights more coarsely, for a smaller file
#[derive(Args, Debug)]
pub(super) struct ShrinkArgs {
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    output: OutputArgs,
    /// Round the weights of the patterns to multiples of N
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(i8).range(1..=100))]
    step: i8,
}

impl ShrinkArgs {
    pub(super) fn run(&self) -> Result<()> {
        self.output.check()?;
        let provenance = format!("rounded to multiples of {}\n", self.step);
        let quantized = self.weights.network()?.quantized(self.step, &provenance);
        self.output.write(&weights_file(&quantized)?)
    }
}

/// Solve positions of held-out games, as a test set for midgame searches
///
/// Every solved position is appended to the file at once. The same command continues an interrupted
/// run.
#[derive(Args, Debug)]
pub(super) struct TestSetArgs {
    /// Files of samples, as `willow lab label` writes them
    #[arg(required = true, value_name = "SAMPLES")]
    samples: Vec<PathBuf>,
    /// Append to this file of positions (OBF)
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Take positions with N empties
    #[arg(long, value_name = "N", default_value_t = 24, value_parser = clap::value_parser!(u32).range(1..=40))]
    empties: u32,
    /// Take N positions
    #[arg(long, value_name = "N", default_value_t = 200)]
    positions: usize,
    /// Find only the best moves and their score, not the scores of all moves
    #[arg(long)]
    best_only: bool,
    /// Solve with this selectivity: 73, 87, 95, 98, 99 or 100 percent
    ///
    /// With less than 100 the moves and scores are estimates, and a remark on the line says so.
    #[arg(long, value_name = "PERCENT", default_value = "100", requires = "best_only", value_parser = values::selectivity)]
    selectivity: Selectivity,
    /// Solve with N threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
    /// Use a hash table of this size
    #[arg(long, value_name = "SIZE", default_value = "512M", value_parser = values::size)]
    hash: usize,
}

impl TestSetArgs {
    pub(super) fn run(&self) -> Result<()> {
        let moves =
            if self.best_only { MovesToSolve::Best(self.selectivity) } else { MovesToSolve::All };
        let options = TestSetOptions { n_empties: self.empties, count: self.positions, moves };
        let engine = EngineOptions { threads: self.threads, hash_bytes: self.hash };
        let mut engine = Engine::new(willow_eval::weights::evaluator(), engine)?;
        let bar = progress::bar(self.positions as u64);
        let mut on_solved = |done: usize| bar.set_position(done as u64);
        extend_test_set(&self.samples, &self.out, options, &mut engine, &mut on_solved)
    }
}

/// Find balanced openings for games that should not begin at the start
///
/// Random first moves are searched with a fixed number of nodes, and kept if neither side is ahead
/// by more than the bound. No two openings are equal under the symmetries, and the same options
/// give the same list. Every search is kept in FILE.draft, and the same command continues an
/// interrupted run.
#[derive(Args, Debug)]
pub(super) struct OpeningsArgs {
    #[command(flatten)]
    output: OutputArgs,
    #[command(flatten)]
    plan: OpeningsPlan,
}

impl OpeningsArgs {
    pub(super) fn run(&self) -> Result<()> {
        self.output.check()?;
        let mut engine = Engine::new(willow_eval::weights::evaluator(), EngineOptions::default())?;
        let draft = self.output.log(".draft");
        let bar = progress::bar(self.plan.count as u64);
        let list = balanced_openings(self.plan, &mut engine, &draft, &mut |_| bar.inc(1))?;
        self.output.write(list.as_bytes())?;
        // A draft that stays does no harm.
        let _ = std::fs::remove_file(draft);
        Ok(())
    }
}

/// Play games of the engine against itself, to be labelled
///
/// A game begins with a random number of random moves. Then both sides search with the same number
/// of nodes. The file has one transcript a line. The same options give the same games. A run with a
/// larger --games adds to those in the file.
#[derive(Args, Debug)]
pub(super) struct SelfPlayArgs {
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    #[command(flatten)]
    weights: WeightsArgs,
    #[command(flatten)]
    plan: SelfPlayPlan,
    /// Play N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    threads: usize,
}

impl SelfPlayArgs {
    pub(super) fn run(&self) -> Result<()> {
        let weights = fingerprint::of_weights(&self.weights.network()?);
        let plan = SelfPlayPlan { weights, ..self.plan };
        let bar = progress::bar(plan.games);
        let evaluator = self.weights.evaluator()?;
        self_play(&evaluator, plan, &self.out, self.threads, &mut |_| bar.inc(1))
    }
}
