//! `willow lab`: from game records to weights.

mod book;
mod tune;

use std::path::{Path, PathBuf};

use willow_classics::edge_table;
use willow_lab::bootstrap::{BootstrapOptions, bootstrap};
use willow_lab::exclusion::Exclusion;
use willow_lab::label::{LabelOptions, label_files};
use willow_lab::train::{TrainOptions, compressed, train};

use crate::args::{BootstrapArgs, EdgeTableArgs, LabArgs, LabStep, LabelArgs, TrainArgs};
use crate::error::CliError;
use crate::files::{self, Overwrite};
use crate::progress::Progress;
use crate::status::Status;

/// Runs a step.
pub(super) fn run(args: &LabArgs) -> Result<Status, CliError> {
    match &args.step {
        LabStep::Label(args) => label(args),
        LabStep::Train(args) => learn(args),
        LabStep::Bootstrap(args) => learn_backwards(args),
        LabStep::Tune(args) => tune::run(args),
        LabStep::Book(args) => book::run(args),
        LabStep::EdgeTable(args) => write_edge_table(args),
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
    let options = TrainOptions {
        epochs: args.epochs,
        first_step: args.first_step,
        last_step: args.last_step,
        ..TrainOptions::default()
    };
    let progress = Progress::spinner();
    progress.say("training");
    let mut say = |line: &str| progress.aside(|| eprintln!("{line}"));
    let weights = train(&args.samples, options, &mut say).map_err(|error| failed(&error))?;
    files::write(&args.out, &compressed(&weights), overwrite)?;
    Ok(Status::Done)
}

fn learn_backwards(args: &BootstrapArgs) -> Result<Status, CliError> {
    let overwrite = if args.force { Overwrite::Always } else { Overwrite::Never };
    files::check_free(&args.out, overwrite)?;
    let options = BootstrapOptions {
        depth: args.depth,
        solve_from: args.solve_from,
        positions: args.positions,
        threads: args.threads,
        train: TrainOptions::default(),
    };
    let progress = Progress::spinner();
    progress.say("labelling");
    let say = |line: &str| progress.aside(|| eprintln!("{line}"));
    let weights =
        bootstrap(&args.samples, &args.labels, options, &say).map_err(|error| failed(&error))?;
    files::write(&args.out, &compressed(&weights), overwrite)?;
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
