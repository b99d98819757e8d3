//! The arguments of `willow lab`.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use willow_classics::bill;
use willow_engine::Level;
use willow_lab::bill_learning::BayesOptions;
use willow_lab::tuning::genetic::GeneticOptions;

use super::ladder::LadderArgs;
use super::move_loss::{MoveLossArgs, WeakenArgs};
use super::old_tables::{BookArgs, EdgeTableArgs};
use super::pipeline::{
    AverageArgs, DebiasArgs, EstimateErrorsArgs, ExplainRankingArgs, LabelArgs, OpeningLabelsArgs,
    ProbCutArgs, RelabelArgs, ShrinkArgs, TestSetArgs, TrainArgs,
};
use super::test_players::TestPlayersArgs;
use super::values;

/// Train the engine's evaluation; tune and prepare the old programs
///
/// Files are complete or absent. After an interruption, label, relabel, train, testset, self-play,
/// openings, tune, book, ladder and reproduce continue from the finished parts; probcut,
/// estimate-errors, bill-book and bill-bayes start again.
#[derive(Args, Debug)]
pub(crate) struct LabArgs {
    #[command(subcommand)]
    pub(crate) step: LabStep,
}

/// A step of the pipeline, or an experiment.
#[derive(Debug, Subcommand)]
pub(crate) enum LabStep {
    Label(LabelArgs),
    Train(TrainArgs),
    Relabel(RelabelArgs),
    OpeningLabels(OpeningLabelsArgs),
    Debias(DebiasArgs),
    Probcut(ProbCutArgs),
    EstimateErrors(EstimateErrorsArgs),
    Accuracy(AccuracyArgs),
    ExplainRanking(ExplainRankingArgs),
    Shrink(ShrinkArgs),
    Average(AverageArgs),
    Testset(TestSetArgs),
    BillBook(BillBookArgs),
    BillBayes(BillBayesArgs),
    Tune(TuneArgs),
    Book(BookArgs),
    Openings(OpeningsArgs),
    SelfPlay(SelfPlayArgs),
    Weaken(WeakenArgs),
    MoveLoss(MoveLossArgs),
    EdgeTable(EdgeTableArgs),
    Reproduce(ReproduceArgs),
    Ladder(LadderArgs),
    TestPlayers(TestPlayersArgs),
}

/// Fit the scale of accuracies of `willow analyze` to games of rated players
///
/// The players are rated by the results of the games. The scale is fitted to one set of games and measured on
/// another one, of later years.
#[derive(Args, Debug)]
pub(crate) struct AccuracyArgs {
    /// Files of games to fit the scale to, of any format that `willow help formats` names
    #[arg(required = true, value_name = "GAMES")]
    pub(crate) games: Vec<PathBuf>,
    /// Files of games to measure it on
    #[arg(long, required = true, value_name = "GAMES", num_args = 1..)]
    pub(crate) held_out: Vec<PathBuf>,
    /// Keep what each game lost in this file, and go on where it ends
    #[arg(long, value_name = "FILE")]
    pub(crate) log: PathBuf,
    /// Analyze N games of each set
    #[arg(long, value_name = "N", default_value_t = 500)]
    pub(crate) draw: usize,
    /// Analyze them at this level
    #[arg(long, value_name = "LEVEL", default_value = "10", value_parser = values::level)]
    pub(crate) level: Level,
    /// Rate players with at least N games in their set
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) least_games: u16,
    /// Draw the games from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Analyze N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Build the opening book of the old program BILL
///
/// The defaults are the sizes in the report: for Black 8,000 positions in lines of at most 22
/// plies, for White 6,400 positions and 26 plies. The book has as many positions as possible up to
/// the limits.
#[derive(Args, Debug)]
pub(crate) struct BillBookArgs {
    /// Write the book to this file, compressed
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Search D plies for each of BILL's moves
    #[arg(long, value_name = "D", default_value_t = bill::BookPlan::default().depth, value_parser = clap::value_parser!(u32).range(2..=12))]
    pub(crate) depth: u32,
    /// Put at most N positions into Black's book
    #[arg(long, value_name = "N", default_value_t = bill::BookPlan::default().positions[0], value_parser = values::book_positions())]
    pub(crate) black: usize,
    /// Put at most N positions into White's book
    #[arg(long, value_name = "N", default_value_t = bill::BookPlan::default().positions[1], value_parser = values::book_positions())]
    pub(crate) white: usize,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Learn the Bayesian evaluation of BILL from games against itself
///
/// The player `bill:version=bayesian` uses the evaluation that was learned with the defaults.
#[derive(Args, Debug)]
pub(crate) struct BillBayesArgs {
    /// Write the evaluation to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Play N games
    #[arg(long, value_name = "N", default_value_t = BayesOptions::default().games, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) games: u32,
    /// Search D plies
    #[arg(long, value_name = "D", default_value_t = BayesOptions::default().depth, value_parser = clap::value_parser!(u32).range(1..=12))]
    pub(crate) depth: u32,
    /// Draw random numbers from this seed
    #[arg(long, value_name = "N", default_value_t = BayesOptions::default().seed)]
    pub(crate) seed: u64,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

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
pub(crate) struct TuneArgs {
    /// Tune MLia by games against its original weights
    #[arg(long, group = "method")]
    pub(crate) mlia: bool,
    /// Tune the evaluation of --eval by hill-climbing
    #[arg(long, group = "method", requires = "eval")]
    pub(crate) hill_climb: bool,
    /// Tune this evaluation
    #[arg(long, value_name = "NAME", value_parser = values::linear_evaluation(), conflicts_with = "mlia")]
    pub(crate) eval: Option<String>,
    /// Compare the values of N positions (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 4_000, value_parser = clap::value_parser!(u32).range(10..=10_000_000))]
    pub(crate) positions: u32,
    /// Search the positions N times, each time with the latest factors (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) rounds: u32,
    /// Play N games against the original at the end, an even number (with --hill-climb)
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = values::even())]
    pub(crate) games: u32,
    /// Search D plies in these games (with --hill-climb)
    #[arg(long, value_name = "D", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) play_depth: u32,
    /// Write the weights to this file, as JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Keep N versions in each generation
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().population, value_parser = clap::value_parser!(u32).range(4..=1000))]
    pub(crate) population: u32,
    /// Breed N generations
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().generations, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) generations: u32,
    /// Let the last survivors play off in N rounds
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().playoff, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) playoff: u32,
    /// Let every version play N pairs of games in a generation
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().pairs, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub(crate) pairs: u32,
    /// Search D plies
    #[arg(long, value_name = "D", default_value_t = GeneticOptions::default().depth, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) depth: u32,
    /// Draw random numbers from this seed
    #[arg(long, value_name = "N", default_value_t = GeneticOptions::default().seed)]
    pub(crate) seed: u64,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Find balanced openings for games that should not begin at the start
///
/// Random first moves are searched with a fixed number of nodes, and kept if neither side is ahead
/// by more than the bound. No two openings are equal under the symmetries, and the same options
/// give the same list. Every search is kept in FILE.draft, and the same command continues an
/// interrupted run.
#[derive(Args, Debug)]
pub(crate) struct OpeningsArgs {
    /// Write the openings to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Make openings of N moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=20))]
    pub(crate) plies: u32,
    /// Search each position with N nodes
    #[arg(long, value_name = "N", default_value_t = 30_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Keep openings whose value is at most this, for either side
    #[arg(long, value_name = "DISCS", default_value_t = 1.0)]
    pub(crate) bound: f64,
    /// Find N openings
    #[arg(long, value_name = "N", default_value_t = 500, value_parser = values::openings())]
    pub(crate) count: usize,
    /// Draw the moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Replace the file if it exists
    #[arg(long)]
    pub(crate) force: bool,
}

/// Play games of the engine against itself, to be labelled
///
/// A game begins with a random number of random moves. Then both sides search with the same number
/// of nodes. The file has one transcript a line. The same options give the same games. A run with a
/// larger --games adds to those in the file.
#[derive(Args, Debug)]
pub(crate) struct SelfPlayArgs {
    /// Append the games to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    /// Play until the file has N games
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) games: u64,
    /// Begin with at least N random moves
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) random_from: u32,
    /// Begin with at most N random moves
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = clap::value_parser!(u32).range(0..=60))]
    pub(crate) random_to: u32,
    /// Search each move with N nodes
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) nodes: u64,
    /// Play with these weights instead of the embedded ones
    #[arg(long, value_name = "FILE")]
    pub(crate) weights: Option<PathBuf>,
    /// Draw the random moves from this seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Play N games at once
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::threads())]
    pub(crate) threads: usize,
}

/// Run the experiments of the old programs' papers again
///
/// Each experiment prints the paper's tables beside ours and a verdict, which follows from the
/// measurements by a rule that is printed too. Results as JSON, figures as SVG and all measurements
/// are written to a folder. The same command continues an interrupted run. A complete run is only
/// printed again. Measurements that a program of other code made are ignored, not deleted. The longest
/// experiment is `agreement`, which fits BILL's constants to its moves: run it under `nice`.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  willow lab reproduce list
  willow lab reproduce x1 x3
  willow lab reproduce x8 --quick                 alias of willow lab ladder
  willow lab reproduce all --archive wthor --write reproductions.md
  willow lab reproduce all --from docs/reproductions")]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(crate) struct ReproduceArgs {
    /// The experiments, or `all`; `list` lists them
    #[arg(required = true, value_name = "ID")]
    pub(crate) ids: Vec<String>,
    /// Play fewer games and search less deep, to finish in seconds
    #[arg(long)]
    pub(crate) quick: bool,
    /// Count quiet moves in this folder of WTHOR files (default: in BILL's games)
    #[arg(long, value_name = "FOLDER", value_parser = values::path())]
    pub(crate) archive: Option<PathBuf>,
    /// Write results to this folder (default: `reproductions` in the user's data folder)
    #[arg(long, value_name = "FOLDER", value_parser = values::path())]
    pub(crate) out: Option<PathBuf>,
    /// Discard earlier measurements
    #[arg(long)]
    pub(crate) anew: bool,
    /// Take earlier measurements of other code too, and measure only what is missing
    #[arg(long, conflicts_with = "anew")]
    pub(crate) any_code: bool,
    /// Measure nothing: compute the reports from the logs (`ID.rows`) of this folder
    #[arg(long, value_name = "FOLDER", value_parser = values::path(),
          conflicts_with_all = ["archive", "out", "anew", "any_code"])]
    pub(crate) from: Option<PathBuf>,
    /// Write the reports to this Markdown file, with the figures in a folder of the same name
    #[arg(long, value_name = "FILE", value_parser = values::path())]
    pub(crate) write: Option<PathBuf>,
    /// Replace the file of --write if it exists
    #[arg(long, requires = "write")]
    pub(crate) force: bool,
}
