//! The arguments of all commands. Each value is checked here; combinations are checked by the commands.

mod analyze;
mod bench;
mod bot;
mod connect;
mod convert;
mod eval;
mod generate;
mod help;
mod import;
mod lab;
mod ladder;
mod matches;
mod move_loss;
mod perft;
mod play;
mod protocols;
mod serve;
mod solve;
mod tls;
mod usage;
pub(crate) mod values;

pub(crate) use analyze::AnalyzeArgs;
pub(crate) use bench::BenchArgs;
pub(crate) use bot::BotArgs;
pub(crate) use connect::ConnectArgs;
pub(crate) use convert::ConvertArgs;
pub(crate) use eval::{EvalArgs, LimitArgs};
pub(crate) use generate::GenerateArgs;
pub(crate) use help::{HelpArgs, Topic};
pub(crate) use import::ImportArgs;
pub(crate) use lab::{
    AccuracyArgs, BillBayesArgs, BillBookArgs, BookArgs, EdgeTableArgs, EstimateErrorsArgs,
    ExplainRankingArgs, LabArgs, LabStep, LabelArgs, OpeningLabelsArgs, OpeningsArgs, ProbCutArgs,
    RelabelArgs, ReproduceArgs, SelfPlayArgs, ShrinkArgs, TestSetArgs, TrainArgs, TuneArgs,
};
pub(crate) use ladder::LadderArgs;
pub(crate) use matches::MatchArgs;
pub(crate) use move_loss::{MoveLossArgs, WeakenArgs};
pub(crate) use perft::PerftArgs;
pub(crate) use play::{GameName, PlayArgs};
pub(crate) use protocols::{GtpArgs, NBoardArgs, ThinkingArgs};
pub(crate) use serve::ServeArgs;
pub(crate) use solve::SolveArgs;
pub(crate) use tls::TlsArgs;

use std::ffi::OsString;
use std::sync::LazyLock;

use clap::error::ErrorKind;
use clap::{Parser, Subcommand};

use crate::error::CliError;

/// The version names the SIMD kernel, so that speed reports show which one ran.
static VERSION: LazyLock<String> =
    LazyLock::new(|| format!("{} (kernel {})", env!("CARGO_PKG_VERSION"), willow_board::KERNEL));

const ABOUT: &str = "Play and study Othello";

const AFTER_HELP: &str = "\
`willow help COMMAND` shows the help of a command, `willow help players` the
players, `willow help levels` the levels, `willow help formats` the formats.

Exit codes: 0 success; 1 an input had errors, or the answer is \"no\"; 2 usage
error.";

/// The whole command line.
#[derive(Debug, Parser)]
#[command(
    name = "willow",
    about = ABOUT,
    after_help = AFTER_HELP,
    version = VERSION.as_str(),
    disable_help_subcommand = true,
    max_term_width = 80
)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// A command with its raw arguments.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Play(PlayArgs),
    Match(MatchArgs),
    Solve(SolveArgs),
    Eval(EvalArgs),
    Analyze(AnalyzeArgs),
    Perft(PerftArgs),
    Bench(BenchArgs),
    Convert(ConvertArgs),
    Gtp(GtpArgs),
    Nboard(NBoardArgs),
    Serve(ServeArgs),
    Import(ImportArgs),
    Connect(ConnectArgs),
    Bot(BotArgs),
    Lab(LabArgs),
    Help(HelpArgs),
    #[command(hide = true)]
    Generate(GenerateArgs),
}

/// A parsed command line.
#[derive(Debug)]
pub(crate) enum Parsed {
    /// Run a command.
    Run(Command),
    /// Print the help or the version.
    Print(String),
}

/// Parses the command line; the first word is the program's name.
///
/// # Errors
/// A usage error, in one line.
pub(crate) fn parse(words: Vec<OsString>) -> Result<Parsed, CliError> {
    let command = command_name(&words);
    match Cli::try_parse_from(words) {
        Ok(cli) => Ok(Parsed::Run(cli.command)),
        Err(error) => match error.kind() {
            ErrorKind::DisplayHelp | ErrorKind::DisplayVersion => {
                Ok(Parsed::Print(error.render().to_string()))
            }
            _ => Err(usage::error(&error, command.as_deref())),
        },
    }
}

/// Returns the name of the command in the command line, if there is one.
fn command_name(words: &[OsString]) -> Option<String> {
    let name = words.get(1)?.to_str()?;
    definition().find_subcommand(name).map(|command| command.get_name().to_owned())
}

/// Returns the definition of the command line, for help, completions and man pages.
pub(crate) fn definition() -> clap::Command {
    <Cli as clap::CommandFactory>::command()
}
