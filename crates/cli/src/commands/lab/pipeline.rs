//! The steps of the evaluation's pipeline: labels, training, ProbCut, test sets.

use std::sync::atomic::{AtomicUsize, Ordering};

use willow_engine::{Engine, EngineOptions};
use willow_eval::patterns::PatternEvaluator;
use willow_files::Overwrite;
use willow_lab::debias::{DebiasOptions, correct, debias};
use willow_lab::estimate_errors::{EstimateErrorOptions, measure_estimate_errors};
use willow_lab::exclusion::Exclusion;
use willow_lab::explain_ranking::{RankingOptions, measure_ranking};
use willow_lab::label::{LabelOptions, label_files};
use willow_lab::label_search::LabelSearch;
use willow_lab::opening_labels::label_openings;
use willow_lab::probcut::{ProbCutOptions, with_measured_errors};
use willow_lab::relabel::{RelabelOptions, RelabelSource, relabel};
use willow_lab::testset::{MovesToSolve, TestSetOptions, extend_test_set};
use willow_lab::train::{TrainOptions, Training, train};

use super::output::{failed, overwrite};
use super::weights;
use crate::args::{
    AverageArgs, DebiasArgs, EstimateErrorsArgs, ExplainRankingArgs, LabelArgs, OpeningLabelsArgs,
    ProbCutArgs, RelabelArgs, ShrinkArgs, TestSetArgs, TrainArgs,
};
use crate::error::CliError;
use crate::files;
use crate::output;
use crate::progress::Progress;
use crate::status::Status;

/// Runs `willow lab label`.
pub(super) fn run_label(args: &LabelArgs) -> Result<Status, CliError> {
    let exclusion = Exclusion::read(&args.exclude).map_err(|error| failed(&error))?;
    let options = LabelOptions { solve_from: args.solve_from, threads: args.threads };
    let progress = Progress::spinner();
    progress.say("labelling");
    let n_files = args.games.len();
    progress.begin(1, n_files);
    let n_finished = AtomicUsize::new(0);
    // There is a line for each file that is finished.
    let print_line = |line: &str| {
        progress.aside(|| eprintln!("{line}"));
        let finished = n_finished.fetch_add(1, Ordering::Relaxed) + 1;
        progress.begin((finished + 1).min(n_files), n_files);
    };
    label_files(&args.games, &args.out, &exclusion, options, &print_line)
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}

/// Runs `willow lab relabel`.
pub(super) fn run_relabel(args: &RelabelArgs) -> Result<Status, CliError> {
    let options = RelabelOptions {
        search: LabelSearch {
            depth: args.depth,
            solve_from: args.solve_from,
            selective_from: args.selective_from,
            threads: args.threads,
        },
        positions: args.positions,
        deviation_every: args.deviation_every,
        first_phase: args.first_phase,
        last_phase: args.last_phase,
        seed: args.seed,
    };
    let exclusion = Exclusion::read(&args.exclude).map_err(|error| failed(&error))?;
    let evaluator = PatternEvaluator::new(&weights::read_or_embedded(args.weights.as_deref())?);
    let source = RelabelSource { files: &args.samples, exclusion: &exclusion };
    let progress = Progress::spinner();
    progress.say("labelling");
    let print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    relabel(source, &args.out, &evaluator, options, &print_line).map_err(|error| failed(&error))?;
    Ok(Status::Done)
}

/// Runs `willow lab opening-labels`.
pub(super) fn run_opening_labels(args: &OpeningLabelsArgs) -> Result<Status, CliError> {
    // Solves are far away: a position after eleven plies has 49 empty squares or more.
    let (depth, threads) = (args.depth, args.threads);
    let search = LabelSearch { depth, solve_from: 0, selective_from: 0, threads };
    let exclusion = Exclusion::read(&args.exclude).map_err(|error| failed(&error))?;
    let evaluator = PatternEvaluator::new(&weights::read_or_embedded(args.weights.as_deref())?);
    let progress = Progress::spinner();
    progress.say("labelling");
    let print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    label_openings(&args.out, args.plies, &exclusion, &evaluator, search, &print_line)
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}

/// Runs `willow lab debias`.
pub(super) fn run_debias(args: &DebiasArgs) -> Result<Status, CliError> {
    if let Some(measured) = &args.bias {
        correct(&args.samples, &args.out, measured).map_err(|error| failed(&error))?;
        return Ok(Status::Done);
    }
    let options = DebiasOptions {
        positions: args.positions,
        depth: args.depth,
        solve_from: args.solve_from,
        selective_from: args.selective_from,
        threads: args.threads,
    };
    let evaluator = PatternEvaluator::new(&weights::read_or_embedded(args.weights.as_deref())?);
    let progress = Progress::spinner();
    progress.say("searching");
    let mut print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    debias(&args.samples, &args.out, &evaluator, options, &mut print_line)
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}

/// Runs `willow lab train`.
pub(super) fn run_train(args: &TrainArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    args.plot.iter().try_for_each(|plot| files::check_free(plot, overwrite))?;
    let options = TrainOptions {
        epochs: args.epochs,
        shared_epochs: args.shared_epochs,
        step: args.step,
        decay: args.decay,
        samples_per_file: args.samples_per_file,
        least_samples: args.least_samples,
        ..TrainOptions::default()
    };
    let progress = Progress::spinner();
    progress.say("training");
    let mut print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    let checkpoint = args.out.with_extension("checkpoint");
    let from =
        args.from.as_deref().map(|path| weights::read_or_embedded(Some(path))).transpose()?;
    let training = train(&args.samples, from.as_ref(), options, Some(&checkpoint), &mut print_line)
        .map_err(|error| failed(&error))?;
    write_training(&training, args, overwrite).map_err(|error| {
        let kept = checkpoint.display();
        error.with_hint_if_none(format!("run the command again: it goes on from {kept}"))
    })?;
    training.remove_checkpoint();
    Ok(Status::Done)
}

/// Writes the weights and the figure.
fn write_training(
    training: &Training,
    args: &TrainArgs,
    overwrite: Overwrite,
) -> Result<(), CliError> {
    files::write(&args.out, &weights::to_file(&training.network)?, overwrite)?;
    let Some(plot) = &args.plot else { return Ok(()) };
    let picture = training.errors.svg().map_err(|error| failed(&error))?;
    files::write(plot, picture.as_bytes(), overwrite)
}

/// Runs `willow lab probcut`.
pub(super) fn run_probcut(args: &ProbCutArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let options = ProbCutOptions {
        positions: args.positions,
        depth: args.depth,
        solve_from: args.solve_from,
    };
    let progress = Progress::spinner();
    progress.say("searching");
    let mut print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    let measured = weights::read_or_embedded(args.weights.as_deref())?;
    let measured = with_measured_errors(&args.samples, measured, options, &mut print_line)
        .map_err(|error| failed(&error))?;
    files::write(&args.out, &weights::to_file(&measured)?, overwrite)?;
    Ok(Status::Done)
}

/// Runs `willow lab estimate-errors`.
pub(super) fn run_estimate_errors(args: &EstimateErrorsArgs) -> Result<Status, CliError> {
    let options = EstimateErrorOptions {
        moves: args.moves,
        depth: args.depth,
        reference: args.reference,
        solve_from: args.solve_from,
    };
    let progress = Progress::spinner();
    progress.say("searching");
    let mut print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    let evaluator = willow_eval::weights::evaluator();
    let report = measure_estimate_errors(&args.games, evaluator, options, &mut print_line)
        .map_err(|error| failed(&error))?;
    drop(progress);
    output::print(&report)?;
    Ok(Status::Done)
}

/// Runs `willow lab explain-ranking`.
pub(super) fn run_explain_ranking(args: &ExplainRankingArgs) -> Result<Status, CliError> {
    let exclusion = Exclusion::read(&args.exclude).map_err(|error| failed(&error))?;
    let options = RankingOptions { errors: args.errors, most_empties: args.empties };
    let progress = Progress::spinner();
    progress.say("solving");
    let mut print_line = |line: &str| progress.aside(|| eprintln!("{line}"));
    let evaluator = willow_eval::weights::evaluator();
    let report =
        measure_ranking(&args.fit_on, &args.games, &exclusion, evaluator, options, &mut print_line)
            .map_err(|error| failed(&error))?;
    drop(progress);
    output::print(&report)?;
    Ok(Status::Done)
}

/// Runs `willow lab shrink`.
pub(super) fn run_shrink(args: &ShrinkArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let provenance = format!("rounded to multiples of {}\n", args.step);
    let quantized =
        weights::read_or_embedded(args.weights.as_deref())?.quantized(args.step, &provenance);
    files::write(&args.out, &weights::to_file(&quantized)?, overwrite)?;
    Ok(Status::Done)
}

/// Runs `willow lab average`.
pub(super) fn run_average(args: &AverageArgs) -> Result<Status, CliError> {
    let overwrite = overwrite(args.force);
    files::check_free(&args.out, overwrite)?;
    let other = weights::read_or_embedded(Some(&args.other))?;
    let provenance =
        format!("mixed with {} of other weights: {}\n", args.share, other.provenance());
    let mixed =
        weights::read_or_embedded(args.weights.as_deref())?.mixed(&other, args.share, &provenance);
    files::write(&args.out, &weights::to_file(&mixed)?, overwrite)?;
    Ok(Status::Done)
}

/// Runs `willow lab testset`.
pub(super) fn run_testset(args: &TestSetArgs) -> Result<Status, CliError> {
    let options = TestSetOptions {
        n_empties: args.empties,
        count: args.positions,
        moves: if args.best_only {
            MovesToSolve::Best(args.selectivity)
        } else {
            MovesToSolve::All
        },
    };
    let engine_options = EngineOptions { threads: args.threads, hash_bytes: args.hash };
    let mut engine = Engine::new(willow_eval::weights::evaluator(), engine_options)?;
    let progress = Progress::spinner();
    progress.say("solving");
    let mut show_done =
        |done: usize| progress.say(format!("{done} of {} positions", args.positions));
    extend_test_set(&args.samples, &args.out, options, &mut engine, &mut show_done)
        .map_err(|error| failed(&error))?;
    Ok(Status::Done)
}
