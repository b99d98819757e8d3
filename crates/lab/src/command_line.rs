//! The command line of `willow-lab`, which `willow lab ...` starts.
//!
//! A command is a struct of arguments with a `run` function. The options of a piece of work are arguments
//! themselves, in its own module.
//!
//! Invariant: results go to standard output, everything else to standard error.

mod files;
mod measuring;
mod old_programs;
mod pipeline;
mod progress;
mod reproduce;
mod tuning;

use std::fmt::Display;
use std::io::{self, ErrorKind::BrokenPipe};
use std::process::ExitCode;

use anyhow::Result;
use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

/// Train the engine's evaluation; tune and prepare the old programs
///
/// Files are complete or absent. After an interruption, label, relabel, opening-labels, debias, train, testset,
/// self-play, openings, accuracy, tune, book and ladder continue from the finished parts; the other commands
/// start again.
#[derive(Debug, Parser)]
#[command(
    name = "willow-lab",
    version,
    max_term_width = 80,
    after_help = "Exit codes: 0 success; 1 an input had errors; 2 usage error."
)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Label(pipeline::LabelArgs),
    Train(pipeline::TrainArgs),
    Relabel(pipeline::RelabelArgs),
    OpeningLabels(pipeline::OpeningLabelsArgs),
    Debias(pipeline::DebiasArgs),
    Probcut(pipeline::ProbCutArgs),
    EstimateErrors(measuring::EstimateErrorsArgs),
    Accuracy(measuring::AccuracyArgs),
    ExplainRanking(measuring::ExplainRankingArgs),
    Shrink(pipeline::ShrinkArgs),
    Testset(pipeline::TestSetArgs),
    BillBook(old_programs::BillBookArgs),
    BillBayes(old_programs::BillBayesArgs),
    Tune(tuning::TuneArgs),
    Book(old_programs::BookArgs),
    Openings(pipeline::OpeningsArgs),
    SelfPlay(pipeline::SelfPlayArgs),
    Weaken(measuring::WeakenArgs),
    MoveLoss(measuring::MoveLossArgs),
    EdgeTable(old_programs::EdgeTableArgs),
    Reproduce(reproduce::ReproduceArgs),
    Games(reproduce::GamesArgs),
    Ladder(measuring::LadderArgs),
    TestPlayers(measuring::TestPlayersArgs),
}

impl Command {
    fn run(&self) -> Result<()> {
        match self {
            Command::Label(args) => args.run(),
            Command::Train(args) => args.run(),
            Command::Relabel(args) => args.run(),
            Command::OpeningLabels(args) => args.run(),
            Command::Debias(args) => args.run(),
            Command::Probcut(args) => args.run(),
            Command::EstimateErrors(args) => args.run(),
            Command::Accuracy(args) => args.run(),
            Command::ExplainRanking(args) => args.run(),
            Command::Shrink(args) => args.run(),
            Command::Testset(args) => args.run(),
            Command::BillBook(args) => args.run(),
            Command::BillBayes(args) => args.run(),
            Command::Tune(args) => args.run(),
            Command::Book(args) => args.run(),
            Command::Openings(args) => args.run(),
            Command::SelfPlay(args) => args.run(),
            Command::Weaken(args) => args.run(),
            Command::MoveLoss(args) => args.run(),
            Command::EdgeTable(args) => args.run(),
            Command::Reproduce(args) => args.run(),
            Command::Games(args) => args.run(),
            Command::Ladder(args) => args.run(),
            Command::TestPlayers(args) => args.run(),
        }
    }
}

/// Returns the error of a value that clap cannot check, with the exit code of its own.
fn usage(message: impl Display) -> anyhow::Error {
    CommandLine::command().error(ErrorKind::ValueValidation, message).into()
}

/// Runs the program with the arguments of the process.
pub fn main() -> ExitCode {
    let Err(error) = CommandLine::parse().command.run() else { return ExitCode::SUCCESS };
    let is_closed = |error: &io::Error| error.kind() == BrokenPipe;
    if error.downcast_ref().is_some_and(is_closed) {
        return ExitCode::SUCCESS;
    }
    match error.downcast::<clap::Error>() {
        Ok(usage) => usage.exit(),
        Err(error) => eprintln!("error: {}", files::escaped(&format!("{error:#}"))),
    }
    ExitCode::FAILURE
}
