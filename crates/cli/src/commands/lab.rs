//! `willow lab`: from game records to weights, and BILL's book.

mod book;
mod ladder;
mod openings;
mod reproduce;
mod self_play;
mod tune;

use std::fs;
use std::path::{Path, PathBuf};

use willow_classics::{BillBookPlan, edge_table};
use willow_engine::{Engine, EngineOptions};
use willow_eval::patterns::{PatternEvaluator, PatternNetwork};
use willow_files::Overwrite;
use willow_lab::bill_book::bill_book;
use willow_lab::bill_learning::{BayesOptions, learn_bayes};
use willow_lab::exclusion::Exclusion;
use willow_lab::label::{LabelOptions, label_files};
use willow_lab::probcut::{ProbCutOptions, with_measured_errors};
use willow_lab::relabel::{RelabelOptions, relabel};
use willow_lab::testset::{TestSetOptions, extend_test_set};
use willow_lab::train::{TrainOptions, compressed, train};

use crate::args::{
    BillBayesArgs, BillBookArgs, EdgeTableArgs, LabArgs, LabStep, LabelArgs, ProbCutArgs,
    RelabelArgs, ShrinkArgs, TestSetArgs, TrainArgs,
};
use crate::error::CliError;
use crate::files;
use crate::progress::Progress;
use crate::status::Status;

/// Runs a step.
pub(super) fn run(args: &LabArgs) -> Result<Status, CliError> {
    match &args.step {
        LabStep::Label(args) => label(args),
        LabStep::Train(args) => learn(args),
        LabStep::Relabel(args) => label_by_search(args),
        LabStep::Probcut(args) => measure_errors(args),
        LabStep::Shrink(args) => shrink(args),
        LabStep::Testset(args) => make_test_set(args),
        LabStep::BillBook(args) => grow_book(args),
        LabStep::BillBayes(args) => learn_evaluation(args),
        LabStep::Tune(args) => tune::run(args),
        LabStep::Reproduce(args) => reproduce::run(args),
        LabStep::Book(args) => book::run(args),
        LabStep::Openings(args) => openings::run(args),
        LabStep::SelfPlay(args) => self_play::run(args),
        LabStep::EdgeTable(args) => write_edge_table(args),
        LabStep::Ladder(args) => ladder::run_ladder(args),
    }
}

fn label(args: &LabelArgs) -> Result<Status, CliError> {
    let exclusion = Exclusion::read(&args.exclude).map_err(|error| failed(&error))?;
    let options = LabelOptions { solve_from: args.solve_from, threads: args.threads };
    let progress = Progress::spinner();
    progress.say("labelling");
    let say = |line: &str| progress.aside(|| eprintln!("{line}"));
    label_files(&args.games, &args.out, &exclusion, options, &say)
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}

fn learn(args: &TrainArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    args.plot.iter().try_for_each(|plot| files::check_free(plot, overwrite))?;
    let options = TrainOptions {
        epochs: args.epochs,
        step: args.step,
        decay: args.decay,
        samples_per_file: args.samples_per_file,
        ..TrainOptions::default()
    };
    let progress = Progress::spinner();
    progress.say("training");
    let mut say = |line: &str| progress.aside(|| eprintln!("{line}"));
    let checkpoint = args.out.with_extension("checkpoint");
    let training = train(&args.samples, options, Some(&checkpoint), &mut say)
        .map_err(|error| failed(&error))?;
    files::write(&args.out, &shipped(&training.network)?, overwrite)?;
    if let Some(plot) = &args.plot {
        let picture = training.errors.svg().map_err(|error| failed(&error))?;
        files::write(plot, picture.as_bytes(), overwrite)?;
    }
    Ok(Status::Done)
}

fn label_by_search(args: &RelabelArgs) -> Result<Status, CliError> {
    let options = RelabelOptions {
        depth: args.depth,
        solve_from: args.solve_from,
        selective_from: args.selective_from,
        positions: args.positions,
        stray_every: args.stray_every,
        first_phase: args.first_phase,
        last_phase: args.last_phase,
        threads: args.threads,
        seed: args.seed,
    };
    let exclusion = Exclusion::read(&args.exclude).map_err(|error| failed(&error))?;
    let evaluator = PatternEvaluator::new(&weights(args.weights.as_deref())?);
    let progress = Progress::spinner();
    progress.say("labelling");
    let say = |line: &str| progress.aside(|| eprintln!("{line}"));
    relabel(&args.samples, &exclusion, &args.out, &evaluator, options, &say)
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}

fn measure_errors(args: &ProbCutArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    let options = ProbCutOptions {
        positions: args.positions,
        depth: args.depth,
        solve_from: args.solve_from,
    };
    let progress = Progress::spinner();
    progress.say("searching");
    let mut say = |line: &str| progress.aside(|| eprintln!("{line}"));
    let measured = weights(args.weights.as_deref())?;
    let measured = with_measured_errors(&args.samples, measured, options, &mut say)
        .map_err(|error| failed(&error))?;
    files::write(&args.out, &shipped(&measured)?, overwrite)?;
    Ok(Status::Done)
}

/// Returns the bytes of a weights file.
fn shipped(network: &PatternNetwork) -> Result<Vec<u8>, CliError> {
    compressed(network).map_err(|error| failed(&error))
}

fn shrink(args: &ShrinkArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    let record = format!("rounded to multiples of {}\n", args.step);
    let coarse = weights(args.weights.as_deref())?.quantized(args.step, &record);
    files::write(&args.out, &shipped(&coarse)?, overwrite)?;
    Ok(Status::Done)
}

fn make_test_set(args: &TestSetArgs) -> Result<Status, CliError> {
    let options = TestSetOptions {
        n_empties: args.empties,
        count: args.positions,
        all_moves: !args.best_only,
    };
    let engine_options = EngineOptions { threads: args.threads, hash_bytes: args.hash };
    let mut engine = Engine::new(willow_weights::evaluator(), engine_options);
    let progress = Progress::spinner();
    progress.say("solving");
    let mut say = |done: usize| progress.say(format!("{done} of {} positions", args.positions));
    extend_test_set(&args.samples, &args.out, options, &mut engine, &mut say)
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}

/// Returns the weights in a file, or the embedded ones.
fn weights(path: Option<&Path>) -> Result<PatternNetwork, CliError> {
    let Some(path) = path else { return Ok(willow_weights::weights().clone()) };
    let bytes = fs::read(path)
        .map_err(|error| CliError::failed(format!("cannot read {}: {error}", path.display())))?;
    willow_weights::decode(&bytes)
        .map_err(|error| CliError::failed(format!("{}: {error}", path.display())))
}

fn grow_book(args: &BillBookArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    let plan = BillBookPlan {
        depth: args.depth,
        positions: [args.black, args.white],
        ..BillBookPlan::default()
    };
    let progress = Progress::spinner();
    progress.say("growing");
    let say = |line: &str| progress.aside(|| eprintln!("{line}"));
    let file = bill_book(&plan, &say).map_err(|error| failed(&error))?;
    files::write(&args.out, &file, overwrite)?;
    Ok(Status::Done)
}

fn learn_evaluation(args: &BillBayesArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    let options = BayesOptions { games: args.games, depth: args.depth, seed: args.seed };
    let progress = Progress::bar(options.games.into());
    let learned = learn_bayes(options, &mut || progress.step()).map_err(|error| failed(&error))?;
    files::write(&args.out, learned.as_bytes(), overwrite)?;
    Ok(Status::Done)
}

fn failed(error: &anyhow::Error) -> CliError {
    CliError::failed(format!("{error:#}"))
}

fn write_edge_table(args: &EdgeTableArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    let lines: Vec<String> = edge_table().iter().map(ToString::to_string).collect();
    files::write(&args.out, (lines.join("\n") + "\n").as_bytes(), overwrite)?;
    Ok(Status::Done)
}

/// Returns the file that keeps unfinished work: beside the one that will hold the result.
fn beside(out: &Path, ending: &str) -> PathBuf {
    let mut name = out.file_name().unwrap_or_default().to_owned();
    name.push(ending);
    out.with_file_name(name)
}
